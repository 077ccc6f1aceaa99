/** /visibility engines and regions: what is tracked, the form that replaces it, and what that comes to. */
import { z } from 'zod';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Form } from '../../messages/page.ts';
import {
  listedIn,
  SET_INPUT,
  type TrackedSet,
  trackedSetAnswer,
  trackedSetForm,
} from '../../messages/prompts/tracked-set.ts';
import { working } from '../../messages/refusal.ts';
import type { Project } from '../../projects/projects.ts';
import { audited } from '../audited.ts';
import { carried } from '../carried.ts';
import { requireVisible, verdictOn } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Action, Asker, Command, SurfaceDeps, View } from '../request.ts';
import { fingerprint, readSet, SET_KINDS, type SetKind, type SetNow } from './read-set.ts';
import { requireNoneUnderWay, setWrites, writeInWords } from './set-writes.ts';

const SUMMARIES: Record<SetKind, string> = {
  engines: 'The engines that are asked; admins change them in a form',
  regions: 'The regions that are asked in; admins change them in a form',
};

export function trackedSet(kind: SetKind): Command {
  return {
    name: kind,
    usage: kind,
    example: kind,
    summary: SUMMARIES[kind],
    scope: 'project',
    words: 'none',
    async run(request, deps) {
      const { project } = request;
      const { allowed: mayChange } = await verdictOn('configure', request, deps);
      const set = await readSet(kind, project, request, deps);
      const { last } = set.writes;
      const isTold = last && (isDoubtful(set) || set.isChangedElsewhere);
      const written = isTold ? await writeInWords(last, kind, request, deps) : undefined;
      const done = set.isChangedElsewhere
        ? `${written} Since then somebody changed them elsewhere.`
        : written;
      return { message: trackedSetAnswer(project, set, { done, mayChange }) };
    },
  };
}

const Value = z.object({ kind: z.enum(SET_KINDS), project: z.string() });

/** Change…: opens the form with what is tracked now. */
export const setChange: Action = {
  id: ACTIONS.setChange,
  async run(request, deps) {
    const { kind, project: id } = carried(Value, request.value);
    const project = requireVisible(id, request, deps);
    return {
      modal: working(`Reading the tracked ${kind}`),
      async filled() {
        const set = await readSet(kind, project, request, deps);
        await requireNoneUnderWay(set.writes, kind, request, deps);
        return formOf(project, set, request, deps);
      },
    };
  },
};

/** `shown`: the set that the form showed; `opened`: when, epoch ms. */
const Metadata = z.object({
  kind: z.enum(SET_KINDS),
  project: z.string(),
  channel: z.string(),
  shown: z.string(),
  opened: z.number(),
});

function formOf(
  project: Project,
  set: SetNow,
  { channel }: Asker,
  { clock }: SurfaceDeps,
  changed?: string,
): Form {
  const carries: z.output<typeof Metadata> = {
    ...{ kind: set.kind, project: project.id, channel },
    ...{ shown: fingerprint(set), opened: clock.now() },
  };
  return trackedSetForm(project, set, { carries: JSON.stringify(carries), changed });
}

/** The form, submitted: writes where the set is still what the form showed; else it is shown anew, and why. */
export const setChangeView: View = {
  id: VIEWS.setChange,
  async submit({ metadata, lists }, deps) {
    const { kind, project: id, channel, shown, opened } = carried(Metadata, metadata);
    const chosen = lists[SET_INPUT.actionId] ?? [];
    if (chosen.length === 0) return { errors: { [SET_INPUT.blockId]: 'Choose at least one.' } };
    return {
      channel,
      working: working(`Setting the tracked ${kind}`),
      async after(asker) {
        const project = requireVisible(id, asker, deps);
        const now = await readSet(kind, project, asker, deps);
        await requireNoneUnderWay(now.writes, kind, asker, deps);
        if (fingerprint(now) !== shown) {
          return { modal: formOf(project, now, asker, deps, await whatChanged(now, opened, asker, deps)) };
        }
        const wanted = [...chosen, ...listedIn(now).stay];
        await replaceSet(project, now, wanted, asker, deps);
        const done = `Set: ${namesOf(now, wanted).join(', ')}. It counts from the next day on.`;
        const set = { ...now, tracked: wanted, isUnread: false };
        return { message: trackedSetAnswer(project, set, { done, mayChange: true }) };
      },
    };
  },
};

/** @throws Refused where somebody else sets it at the same moment. */
async function replaceSet(
  project: Project,
  now: SetNow,
  wanted: readonly string[],
  asker: Asker,
  deps: SurfaceDeps,
): Promise<void> {
  const { kind } = now;
  const action = `${kind}.set`;
  const names = namesOf(now, wanted);
  const set = { names, ids: [...wanted], ...(now.told.length > 0 && { before: [...now.told] }) };
  const write = { action, projectId: project.id, subject: names.join(', '), data: { set } };
  await audited(asker, deps, write, async () => {
    // After our own row is there: of two who set at once at least one finds the other's.
    const writes = await setWrites(action, project.id, asker, deps);
    await requireNoneUnderWay(writes, kind, asker, deps);
    if (writes.last?.request !== now.writes.last?.request) {
      throw new Refused({
        sentence: `Somebody set the tracked ${kind} at the same moment. Nothing was set. Open the form again.`,
        example: `/visibility ${kind}`,
      });
    }
    const api = deps.visibilityOf(project);
    if (kind === 'engines') await api.setEngines(project.id, wanted);
    else await api.setRegions(project.id, wanted);
    const was = namesOf(now, now.tracked);
    const isPerhaps = isDoubtful(now) || now.isUnread === true;
    return {
      result: true,
      outcome: `was ${isPerhaps ? 'perhaps ' : ''}${was.join(', ') || 'none'}`,
      data: { set: { ...set, ...(was.length > 0 && { was }) } },
    };
  });
}

/** Who set what since the form was opened, where that is known. */
async function whatChanged(now: SetNow, opened: number, asker: Asker, deps: SurfaceDeps): Promise<string> {
  const { kind, isOurs, isChangedElsewhere, writes } = now;
  if (isOurs && writes.last && writes.last.at >= opened) return writeInWords(writes.last, kind, asker, deps);
  if (isChangedElsewhere) return `Somebody changed the tracked ${kind} elsewhere.`;
  return `What the API says about ${kind} changed while you had this form open.`;
}

/** Whether what is tracked was set here, and the API never answered that. */
function isDoubtful({ isOurs, writes }: SetNow): boolean {
  return isOurs && writes.last?.state === 'unclear';
}

function namesOf({ choices }: TrackedSet, ids: readonly string[]): string[] {
  return choices.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
}
