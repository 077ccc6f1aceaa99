/** /visibility engines and regions: what is tracked, and the form that replaces it. */
import { carry } from '../../carried.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Form } from '../../messages/page.ts';
import {
  SET_INPUT,
  splitChoices,
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
      const needsNote = last && (isDoubtful(set) || set.isChangedElsewhere);
      const write = needsNote ? await describeWrite(last, kind, ask) : undefined;
      const done = set.isChangedElsewhere
        ? `${write} Since then somebody has changed them elsewhere.`
        : write;
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
      return buildForm(project, set, ask);
    },
  };
});

function buildForm(project: Project, set: SetNow, { channel, now }: Ask, changed?: string): Form {
  const { kind } = set;
  const opened = { kind, project: project.id, channel, shown: fingerprintSet(set), opened: now() };
  return trackedSetForm(project, set, { carries: carry('set_form', opened), changed });
}

/** The submitted form: writes if the set is still what the form showed; otherwise shows the form again and says why. */
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
        return { modal: buildForm(project, now, ask, await describeChange(now, opened, ask)) };
      const wanted = [...chosen, ...splitChoices(now).stay];
      await replaceSet(project, now, wanted, ask);
      const done = `Set: ${listNames(now, wanted).join(', ')}. This counts from the next day.`;
      const set = { ...now, tracked: wanted, isUnread: false };
      return { message: trackedSetAnswer(project, set, { done, mayChange: true }) };
    },
  };
});

/** @throws Refused if somebody else sets it at the same moment */
async function replaceSet(project: Project, now: SetNow, wanted: readonly string[], ask: Ask): Promise<void> {
  const { kind } = now;
  const action = `${kind}.set`;
  const names = listNames(now, wanted);
  const set = { names, ids: [...wanted], ...(now.reported.length > 0 && { before: [...now.reported] }) };
  const write = { action, projectId: project.id, subject: names.join(', '), data: { set } };
  await auditWrite(ask, write, async () => {
    // Read after our own audit row exists: of two people who set at once, at least one finds the other.
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
    const was = listNames(now, now.tracked);
    const isPerhaps = isDoubtful(now) || now.isUnread === true;
    return {
      result: true,
      outcome: `was ${isPerhaps ? 'perhaps ' : ''}${was.join(', ') || 'none'}`,
      data: { set: { ...set, ...(was.length > 0 && { was }) } },
    };
  });
}

/** Who set what since the form was opened, if that's known. */
async function describeChange(now: SetNow, opened: number, ask: Ask): Promise<string> {
  const { kind, isOurs, isChangedElsewhere, writes } = now;
  if (isOurs && writes.last && writes.last.at >= opened) return describeWrite(writes.last, kind, ask);
  if (isChangedElsewhere) return `Somebody has changed the tracked ${kind} elsewhere.`;
  return `What the API says about ${kind} changed while this form was open.`;
}

/** Whether what is tracked was set here but the API never confirmed it. */
function isDoubtful({ isOurs, writes }: SetNow): boolean {
  return isOurs && writes.last?.state === 'unclear';
}

function listNames({ choices }: TrackedSet, ids: readonly string[]): string[] {
  return choices.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
}
