/** /visibility engines and regions: what a project tracks, by the API’s figures and Slack, and the form to replace it. */
import { hash } from 'node:crypto';
import { type Carried, carry, SET_KINDS } from '../../carried.ts';
import { MINUTE_MS } from '../../durations.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { brief } from '../../messages/lengths.ts';
import type { Form } from '../../messages/page.ts';
import * as forms from '../../messages/prompts/prompt-forms.ts';
import { working } from '../../messages/refusal.ts';
import { join, type Text } from '../../messages/text.ts';
import { duration } from '../../messages/times.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { daysBefore, openDay } from '../../rules/calendar.ts';
import { findMeasuredFrom } from '../../rules/measured-changes.ts';
import { findReportedEngines, findReportedRegions } from '../../rules/score-series.ts';
import { type AuditRow, readLastWrites } from '../../store/audit.ts';
import { engineNames } from '../../visibility/breakdown.ts';
import { type ActionAsk, type Ask, action, type Command, type ProjectAsk, view } from '../ask.ts';
import { auditWrite } from '../audit-write.ts';
import { checkPermission, requireVisible } from '../guards.ts';
import { ifReadable, Refused, readName, requireCarried } from '../refused.ts';
import { replyByAddress } from '../reply.ts';

export function trackedSet(kind: SetKind): Command {
  return {
    name: kind,
    example: kind,
    summary: `The tracked ${kind}; admins change them in a form`,
    scope: 'project',
    words: 'none',
    async run(ask) {
      const { project } = ask;
      const { allowed: mayChange } = await checkPermission('configure', ask);
      const set = await readSet(kind, project, ask);
      const done = set.last && isDoubtful(set) ? await describeWrite(set.last, kind, ask) : undefined;
      return { message: forms.trackedSetAnswer(project, set, { done, mayChange }) };
    },
  };
}

/** Change…: opens the form with what is tracked now. */
export const setChange = action(ACTIONS.setChange, async (ask) => {
  const { kind, project: id } = requireCarried('tracked_set', ask.value);
  const project = requireVisible(id, ask);
  const answerAt = ask.isPrivate && !ask.form ? ask.answerAt : undefined;
  return {
    modal: working(`Reading the tracked ${kind}`),
    filled: async () => buildForm(project, await readSet(kind, project, ask), { ...ask, answerAt }),
  };
});

function buildForm(
  project: Project,
  set: SetNow,
  { channel, now, answerAt }: Ask & Pick<ActionAsk, 'answerAt'>,
  changed?: string,
): Form {
  const { kind } = set;
  const opened = { kind, project: project.id, channel, shown: fingerprintSet(set), opened: now(), answerAt };
  return forms.trackedSetForm(project, set, { carries: carry('set_form', opened), changed });
}

/** The submitted form: writes if the set is still what the form showed; otherwise shows the form again and says why. */
export const setChangeView = view(VIEWS.setChange, async ({ metadata, lists }) => {
  const { kind, project: id, channel, shown, opened, answerAt } = requireCarried('set_form', metadata);
  const chosen = lists.ids ?? [];
  if (chosen.length === 0) return { errors: { set: 'Choose at least one.' } };
  return {
    channel,
    working: working(`Setting the tracked ${kind}`),
    async after(ask) {
      const project = requireVisible(id, ask);
      const now = await readSet(kind, project, ask);
      if (fingerprintSet(now) !== shown)
        return {
          modal: buildForm(project, now, { ...ask, answerAt }, await describeChange(now, opened, ask)),
        };
      const wanted = [...chosen, ...forms.splitChoices(now).stay];
      const answered = await replaceSet(project, now, wanted, ask);
      const names = listNames(now, wanted).join(', ');
      const done = answered
        ? `You sent ${names}, but the API answered with ${answered.join(', ')}, so this may not count.`
        : `Set: ${names}. This counts from the next day.`;
      const set = { ...now, tracked: wanted, isUnread: false };
      const message = forms.trackedSetAnswer(project, set, { done, mayChange: true });
      // The list that the form was opened from would still say what was tracked before.
      const behind = async () => {
        if (answerAt) await replyByAddress(answerAt, ask).say(message, 'replacing');
        return undefined;
      };
      return { message, behind };
    },
  };
});

/** Returns the names that the API answers with, if they're others. @throws Refused if somebody else sets it just then */
async function replaceSet(project: Project, now: SetNow, wanted: readonly string[], ask: Ask) {
  const { kind } = now;
  const action = `${kind}.set`;
  const names = listNames(now, wanted);
  const set = { names, ids: [...wanted] };
  const write = { action, projectId: project.id, subject: names.join(', '), data: { set } };
  return auditWrite(ask, write, async () => {
    // Read after our own audit row exists: of two people who set at once, at least one finds the other.
    const last = await readLastWrite(action, project.id, ask);
    const isUnderWay = last?.state === 'begun' && ask.now() - last.at < UNDER_WAY_MS;
    if (last && (isUnderWay || last.request !== now.last?.request)) {
      const who = await describeWrite(last, kind, ask);
      const example = `/visibility ${kind}`;
      throw new Refused(`${who} Nothing was set. Open the form again in a minute.`, { example });
    }
    const api = ask.api(project);
    const answered =
      kind === 'engines'
        ? await api.setEngines(project.id, wanted)
        : await api.setRegions(project.id, wanted);
    const result = namesOfOther(answered, now, wanted);
    const was = listNames(now, now.tracked);
    const isPerhaps = isDoubtful(now) || now.isUnread === true;
    const before = `was ${isPerhaps ? 'perhaps ' : ''}${was.join(', ') || 'none'}`;
    return {
      result,
      outcome: result ? `${before}; the API answered with ${result.join(', ')}` : before,
      state: result && 'unclear',
      data: { set: { ...set, ...(was.length > 0 && { was }) } },
    };
  });
}

/** The names in an answer that isn't what was sent. Undefined if it is, can't be read, or lists everything there is. */
function namesOfOther(
  answered: readonly { id?: string | undefined }[] | undefined,
  now: SetNow,
  wanted: readonly string[],
) {
  const ids = (answered ?? []).flatMap(({ id }) => id ?? []);
  const names = listNames(now, ids);
  const isSame = ids.every((id) => wanted.includes(id)) && wanted.every((id) => ids.includes(id));
  return isSame || names.length === 0 || names.length === now.choices.length ? undefined : names;
}

async function describeChange(now: SetNow, opened: number, ask: Ask): Promise<string> {
  const { kind, isOurs, last } = now;
  if (isOurs && last && last.at >= opened) return describeWrite(last, kind, ask);
  return `What the API says about ${kind} changed while this form was open.`;
}

/** Whether what is tracked was set here but the API never confirmed it. */
function isDoubtful({ isOurs, last }: SetNow): boolean {
  return isOurs && last !== undefined && last.state !== 'done';
}

function listNames({ choices }: forms.TrackedSet, ids: readonly string[]): string[] {
  return choices.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
}

type SetKind = Carried<'tracked_set'>['kind'];

/** `isOurs`: `tracked` is what was set here last. `reported`: the ids in the API's figures. */
type SetNow = forms.TrackedSet & { last: SetWrite | undefined; isOurs: boolean; reported: readonly string[] };

/** What can be tracked, and what is: set here last, until there are figures of a later day. No operation lists it. */
export async function readSet(kind: SetKind, project: Project, ask: Ask): Promise<SetNow> {
  // Read before asking the API: what somebody sets while it answers isn't in its answer.
  const last = await readLastWrite(`${kind}.set`, project.id, ask);
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const { reported, ...choices } = await readFigures(kind, project, openDay(ask.now(), timezone), ask);
  const isOurs = last !== undefined && (!reported || reported.day < findMeasuredFrom(last.at, timezone));
  const tracked = (isOurs ? last.ids : reported?.ids) ?? [];
  return { kind, ...choices, last, reported: reported?.ids ?? [], isUnread: !reported, tracked, isOurs };
}

/** `reported`: undefined if unreadable. @throws VisibilityError if what can be tracked can't be read */
async function readFigures(kind: SetKind, project: Project, current: string, ask: Ask) {
  const { id: projectId } = project;
  const api = ask.api(project);
  if (kind === 'regions') {
    const [all, usage] = await Promise.all([api.regions(), ifReadable(api.regionUsage(projectId), ask)]);
    const byId = new Map(all.flatMap(({ id, name, code }) => (id ? [[id, name ?? code ?? id]] : [])));
    const ids = findReportedRegions(usage, all);
    return {
      choices: [...byId].map(([id, name]) => ({ id, name })),
      reported: ids && { ids, day: daysBefore(current, 1) },
    };
  }
  const [all, daily] = await Promise.all([api.engines(), ifReadable(api.dailyScores(projectId), ask)]);
  const names = engineNames(all);
  const choices = all.map(({ id, display_name, active }) => ({
    id,
    name: names.get(id) ?? display_name,
    ...(!active && { inactive: true }),
  }));
  return { choices, reported: daily && findReportedEngines(daily, current, names) };
}

/** Equal texts mean equal sets. The ids of a large set are more than a form can carry. */
function fingerprintSet(set: forms.TrackedSet): string {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].sort();
  const listed = forms.splitChoices(set).listed.map(({ id }) => id);
  return hash('sha256', JSON.stringify([sorted(set.tracked), sorted(listed), set.isUnread ?? false]));
}

/** If not done, the API hasn't confirmed it, or never will, but may have changed the set. */
type SetWrite = AuditRow & { ids: readonly string[] };

/** Longer than any call waits for the API. */
const UNDER_WAY_MS = MINUTE_MS;

async function readLastWrite(action: string, projectId: string, { id: except, team, db }: Ask) {
  const rows = await readLastWrites(db, team, { action, projectId, except });
  const [last] = rows.flatMap((row) => (row.data.set ? { ...row, ids: row.data.set.ids } : []));
  return last;
}

/** "Ana set the tracked engines to Gemini 5 min ago." Adds that it may not count if the API hasn't confirmed it. */
async function describeWrite({ person, subject: names, at, state }: SetWrite, kind: string, ask: Ask) {
  const who = await readName(person, ask);
  const when = `${duration(ask.now() - at)} ago`;
  const doubt = state === 'done' ? '' : ' The API hasn’t confirmed that, so it may not count.';
  return `${who} set the tracked ${kind} to ${brief(names, 'title')} ${when}.${doubt}`;
}

/** Which of these can be tracked and aren't, so that there are no figures for them, and what is; undefined if none. */
export async function describeUntracked(
  asked: Readonly<Record<SetKind, readonly string[]>>,
  ask: ProjectAsk,
): Promise<Text | undefined> {
  const said = SET_KINDS.map(async (kind) => {
    const set = asked[kind].length === 0 ? undefined : await ifReadable(readSet(kind, ask.project, ask), ask);
    // Figures by none of them don't say which are tracked.
    if (!set || set.isUnread || (set.reported.length === 0 && !set.isOurs)) return [];
    const [tracked, others] = [true, false].map((is) =>
      set.choices.filter(({ id }) => set.tracked.includes(id) === is),
    );
    const missing = asked[kind].flatMap((name) => others?.find(isNamed(name))?.name ?? []);
    return missing.length === 0
      ? []
      : forms.untrackedWords(
          ask.project,
          kind,
          missing,
          tracked?.map(({ name }) => name),
        );
  });
  const all = (await Promise.all(said)).flat();
  return all.length === 0 ? undefined : join(all, ' ');
}

export function describeTracked(name: string, { choices, tracked, reported, isUnread }: SetNow): string {
  const choice = choices.find(isNamed(name));
  if (isUnread) return `Whether ${name} is tracked couldn’t be read just now.`;
  if (!choice) return `The API doesn’t list ${name}, so it can’t be tracked.`;
  if (!tracked.includes(choice.id)) return `${choice.name} isn’t tracked, so there are no figures for it.`;
  return reported.includes(choice.id)
    ? `${choice.name} is tracked, and the API’s figures include it.`
    : `${choice.name} is tracked, but the API’s figures don’t include it yet.`;
}

function isNamed(asked: string): (choice: { name: string }) => boolean {
  return ({ name }) => name.toLowerCase() === asked.toLowerCase();
}
