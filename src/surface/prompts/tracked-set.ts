/** /visibility engines and regions: what is tracked, the form that replaces it, and what that comes to. */
import { carry } from '../../carried.ts';
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
import { type Ask, action, type Command, view } from '../ask.ts';
import { auditWrite } from '../audit-write.ts';
import { checkPermission, requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import {
  describeWrite,
  fingerprintSet,
  readSet,
  readSetWrites,
  requireNoneUnderWay,
  type SetKind,
  type SetNow,
} from './read-set.ts';

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
    async run(ask) {
      const { project } = ask;
      const { allowed: mayChange } = await checkPermission('configure', ask);
      const set = await readSet(kind, project, ask);
      const { last } = set.writes;
      const isTold = last && (isDoubtful(set) || set.isChangedElsewhere);
      const written = isTold ? await describeWrite(last, kind, ask) : undefined;
      const done = set.isChangedElsewhere
        ? `${written} Since then somebody changed them elsewhere.`
        : written;
      return { message: trackedSetAnswer(project, set, { done, mayChange }) };
    },
  };
}

/** Change…: opens the form with what is tracked now. */
export const setChange = action(ACTIONS.setChange, async (ask) => {
  const { kind, project: id } = requireCarried('tracked_set', ask.value);
  const project = requireVisible(id, ask);
  return {
    modal: working(`Reading the tracked ${kind}`),
    async filled() {
      const set = await readSet(kind, project, ask);
      await requireNoneUnderWay(set.writes, kind, ask);
      return formOf(project, set, ask);
    },
  };
});

function formOf(project: Project, set: SetNow, { channel, now }: Ask, changed?: string): Form {
  const { kind } = set;
  const opened = { kind, project: project.id, channel, shown: fingerprintSet(set), opened: now() };
  return trackedSetForm(project, set, { carries: carry('set_form', opened), changed });
}

/** The form, submitted: writes where the set is still what the form showed; else it is shown anew, and why. */
export const setChangeView = view(VIEWS.setChange, async ({ metadata, lists }) => {
  const { kind, project: id, channel, shown, opened } = requireCarried('set_form', metadata);
  const chosen = lists[SET_INPUT.actionId] ?? [];
  if (chosen.length === 0) return { errors: { [SET_INPUT.blockId]: 'Choose at least one.' } };
  return {
    channel,
    working: working(`Setting the tracked ${kind}`),
    async after(ask) {
      const project = requireVisible(id, ask);
      const now = await readSet(kind, project, ask);
      await requireNoneUnderWay(now.writes, kind, ask);
      if (fingerprintSet(now) !== shown)
        return { modal: formOf(project, now, ask, await whatChanged(now, opened, ask)) };
      const wanted = [...chosen, ...listedIn(now).stay];
      await replaceSet(project, now, wanted, ask);
      const done = `Set: ${namesOf(now, wanted).join(', ')}. It counts from the next day on.`;
      const set = { ...now, tracked: wanted, isUnread: false };
      return { message: trackedSetAnswer(project, set, { done, mayChange: true }) };
    },
  };
});

/** @throws Refused where somebody else sets it at the same moment. */
async function replaceSet(project: Project, now: SetNow, wanted: readonly string[], ask: Ask): Promise<void> {
  const { kind } = now;
  const action = `${kind}.set`;
  const names = namesOf(now, wanted);
  const set = { names, ids: [...wanted], ...(now.told.length > 0 && { before: [...now.told] }) };
  const write = { action, projectId: project.id, subject: names.join(', '), data: { set } };
  await auditWrite(ask, write, async () => {
    // After our own row is there: of two who set at once at least one finds the other's.
    const writes = await readSetWrites(action, project.id, ask);
    await requireNoneUnderWay(writes, kind, ask);
    if (writes.last?.request !== now.writes.last?.request)
      throw new Refused(
        `Somebody set the tracked ${kind} at the same moment. Nothing was set. Open the form again.`,
        { example: `/visibility ${kind}` },
      );
    const api = ask.api(project);
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
async function whatChanged(now: SetNow, opened: number, ask: Ask): Promise<string> {
  const { kind, isOurs, isChangedElsewhere, writes } = now;
  if (isOurs && writes.last && writes.last.at >= opened) return describeWrite(writes.last, kind, ask);
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
