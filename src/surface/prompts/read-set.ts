/** The engines or the regions that a project tracks: what the API’s figures and the audit of what people set here tell of them together. */

import { hash } from 'node:crypto';
import type { Carried } from '../../carried.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import { brief } from '../../messages/lengths.ts';
import { listedIn, type TrackedSet } from '../../messages/prompts/tracked-set.ts';
import { duration } from '../../messages/times.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { daysBefore, isDay, today } from '../../rules/calendar.ts';
import { lastWrites } from '../../store/audit.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import { engineNames } from '../../visibility/engine-names.ts';
import { ifReadable } from '../api-trouble.ts';
import type { Ask } from '../ask.ts';
import { nameOf, Refused } from '../refused.ts';

export type SetKind = Carried<'tracked_set'>['kind'];

/**
 * `writes`: what people wrote of it here; `isOurs`: `tracked` is what was written here last; `isChangedElsewhere`: somebody
 * changed it since. `told`: what the API speaks of itself.
 */
export type SetNow = TrackedSet & {
  writes: SetWrites;
  isOurs: boolean;
  isChangedElsewhere: boolean;
  told: readonly string[];
};

/**
 * What the figures speak of; `day` is the latest one that they tell of as a whole, empty without any. `after`: what is
 * told of days after one. Of an `undated` set the API says all at once, and not of which day.
 */
type Told = {
  ids: readonly string[];
  day: string;
  after: (day: string) => readonly string[];
  undated: boolean;
};

/**
 * Everything that can be tracked, and what is. No operation lists that: it is what was set here last, until the figures
 * of a later day speak, or speak of what was neither there before nor set here: then somebody set it elsewhere. What they
 * took away there shows only when a day is over.
 */
export async function readSet(kind: SetKind, project: Project, ask: Ask): Promise<SetNow> {
  // Before the API is asked: what somebody sets while it answers is none that was seen.
  const writes = await readSetWrites(`${kind}.set`, project.id, ask);
  const { last } = writes;
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const current = today(ask.now(), timezone);
  const figures = await figuresOf(kind, project, current, ask);
  const { told, ...choices } = figures;
  const found = { kind, ...choices, writes, told: told?.ids ?? [], isChangedElsewhere: false };
  if (!told) return { ...found, isUnread: true, tracked: last?.ids ?? [], isOurs: last?.ids !== undefined };
  const day = last ? latestDay(last.at, timezone) : '';
  if (!last?.ids || told.day > day) return { ...found, tracked: told.ids, isOurs: false };
  const since = told.after(day);
  // What the API did not speak of before, and what nobody wrote here lately.
  const isOthers = (id: string) =>
    last.before !== undefined && !last.before.includes(id) && !writes.ids.has(id);
  if (!since.some(isOthers)) return { ...found, tracked: last.ids, isOurs: true };
  const tracked = told.undated ? told.ids : [...new Set([...last.ids, ...since])];
  return { ...found, tracked, isOurs: false, isChangedElsewhere: true };
}

/** A set counts from the next day on. The API may begin its days by the project's clock or by UTC. */
function latestDay(at: number, timezone: string): string {
  const [here, utc] = [today(at, timezone), today(at, 'UTC')];
  return here > utc ? here : utc;
}

/**
 * `told` is missing where the figures cannot be read: the choices are what a form needs. Where these cannot be read, they
 * are what the figures name (`isPart`). @throws VisibilityError where neither can
 */
async function figuresOf(
  kind: SetKind,
  project: Project,
  current: string,
  ask: Ask,
): Promise<{ choices: TrackedSet['choices']; isPart: boolean; told: Told | undefined }> {
  const { id: projectId } = project;
  const api = ask.api(project);
  if (kind === 'regions') {
    const asked = api.regions();
    const [all, usage] = await Promise.all([
      ifReadable(asked, ask),
      ifReadable(api.regionUsage(projectId), ask),
    ]);
    const named = all ?? usage?.map(({ regionId: id, name, code }) => ({ id, name, code })) ?? (await asked);
    const byId = new Map(named.flatMap(({ id, name, code }) => (id ? [[id, name ?? code ?? id]] : [])));
    const choices = [...byId].map(([id, name]) => ({ id, name }));
    // Part of what is tracked is not what is tracked.
    const ids = (usage?.rest ? undefined : usage)?.flatMap(({ regionId }) => regionId ?? []);
    const told = ids && { ids, day: daysBefore(current, 1), after: () => ids, undated: true };
    return { choices, isPart: !all, told };
  }
  const asked = api.engines();
  const [all, daily] = await Promise.all([
    ifReadable(asked, ask),
    ifReadable(api.dailyScores(projectId), ask),
  ]);
  const told = daily && trackedEngines(daily, current);
  if (!all && daily && told) {
    const names = new Map(daily.map(({ engineId, engine }) => [engineId, engine]));
    return { choices: told.ids.map((id) => ({ id, name: names.get(id) ?? id })), isPart: true, told };
  }
  const listed = all ?? (await asked);
  const names = engineNames(listed);
  const choices = listed.map(({ id, display_name, active }) => ({
    id,
    name: names.get(id) ?? display_name,
    ...(!active && { inactive: true }),
  }));
  return { choices, isPart: false, told };
}

/**
 * Those of the latest complete day, and those that a day since then has already: an engine that was asked later, or
 * added, is in one of them. None where no day is complete.
 */
function trackedEngines(scores: readonly DailyScore[], current: string): Told {
  const rows = scores.flatMap(({ date, engineId, complete }) =>
    date && isDay(date) && engineId ? [{ date, engineId, isOver: date < current && complete !== false }] : [],
  );
  const day = rows.reduce((latest, { date, isOver }) => (isOver && date > latest ? date : latest), '');
  const ids = day === '' ? [] : rows.flatMap(({ date, engineId }) => (date >= day ? engineId : []));
  const after = (than: string) => rows.flatMap(({ date, engineId }) => (date > than ? engineId : []));
  return { ids: [...new Set(ids)], day, after, undated: false };
}

/** The set that a form shows, as one text: equal texts mean the same. The ids of a large one are more than a form can carry. */
export function fingerprintSet(set: TrackedSet): string {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].sort();
  const listed = listedIn(set).listed.map(({ id }) => id);
  return hash('sha256', JSON.stringify([sorted(set.tracked), sorted(listed), set.isUnread ?? false]));
}

/**
 * A set as somebody wrote it. `before` is what the API spoke of when it was written, missing where that was nothing; under_way: the API has not answered
 * yet; unclear: it never did, and may have set it all the same.
 */
export type SetWrite = {
  request: string;
  person: string;
  at: number;
  names: string;
  ids: readonly string[];
  before: readonly string[] | undefined;
  state: 'set' | 'under_way' | 'unclear';
};

/**
 * `last`: what was written last and is under way no more. `ids`: all that were written shortly before that, or since, so
 * that the API may begin to speak of them.
 */
export type SetWrites = {
  underWay: SetWrite | undefined;
  last: SetWrite | undefined;
  ids: ReadonlySet<string>;
};

/** Longer than the API is waited for: whoever wrote before that will never know. */
const UNDER_WAY_MS = MINUTE_MS;

/** Figures of a set may come so long after it was written. */
const SPOKEN_OF_MS = 3 * DAY_MS;

/** Without what the asker's own click writes. */
export async function readSetWrites(
  action: string,
  projectId: string,
  { id: except, team, db, now: nowOf }: Ask,
): Promise<SetWrites> {
  const rows = await lastWrites(db, team, { action, projectId, except });
  const now = nowOf();
  const writes = rows.flatMap(({ request, person, at, subject: names, state, data: { set } }): SetWrite[] => {
    if (!set) return [];
    const isUnderWay = state === 'begun' && now - at < UNDER_WAY_MS;
    const { ids, before } = set;
    const fate = isUnderWay ? 'under_way' : state === 'done' ? 'set' : 'unclear';
    return [{ request, person, at, names, ids, before, state: fate }];
  });
  const last = writes.find(({ state }) => state !== 'under_way');
  const lately = writes.filter(({ at }) => last && last.at - at < SPOKEN_OF_MS);
  return {
    underWay: writes.find(({ state }) => state === 'under_way'),
    last,
    ids: new Set(lately.flatMap(({ ids }) => ids)),
  };
}

/** @throws Refused while somebody else sets them: what will be tracked then, nobody knows yet. */
export async function requireNoneUnderWay({ underWay }: SetWrites, kind: string, ask: Ask): Promise<void> {
  if (!underWay) return;
  const who = await nameOf(underWay.person, ask);
  const names = brief(underWay.names, 'title');
  throw new Refused(
    `${who} ${who === 'You' ? 'are' : 'is'} setting the tracked ${kind} to ${names} right now. Nothing was set. Open the form again in a minute.`,
    { example: `/visibility ${kind}` },
  );
}

/** "Ana set the tracked engines to Gemini 5 min ago.", and that it may not count where the API never answered. */
export async function describeWrite(
  { person, names, at, state }: SetWrite,
  kind: string,
  ask: Ask,
): Promise<string> {
  const who = await nameOf(person, ask);
  const when = `${duration(ask.now() - at)} ago`;
  const doubt = state === 'unclear' ? ' The API never answered that, so it may not count.' : '';
  return `${who} set the tracked ${kind} to ${brief(names, 'title')} ${when}.${doubt}`;
}
