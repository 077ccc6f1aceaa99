/** Reads the engines or the regions that a project tracks, as far as the API and what was set here tell. */
import { hash } from 'node:crypto';
import type { Log } from '../../log.ts';
import { listedIn, type TrackedSet } from '../../messages/prompts/tracked-set.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { daysBefore, isDay, today } from '../../rules/calendar.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { engineNames } from '../../visibility/engine-names.ts';
import { ifReadable } from '../if-readable.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { type SetWrites, setWrites } from './set-writes.ts';

export const SET_KINDS = ['engines', 'regions'] as const;
export type SetKind = (typeof SET_KINDS)[number];

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
export async function readSet(
  kind: SetKind,
  project: Project,
  asker: Pick<Asker, 'id' | 'installation'>,
  deps: Pick<SurfaceDeps, 'db' | 'visibilityOf' | 'projects' | 'clock' | 'log'>,
): Promise<SetNow> {
  // Before the API is asked: what somebody sets while it answers is none that was seen.
  const writes = await setWrites(`${kind}.set`, project.id, asker, deps);
  const { last } = writes;
  const timezone = timezoneOf(deps.projects(), project);
  const current = today(deps.clock.now(), timezone);
  const figures = await figuresOf(kind, deps.visibilityOf(project), project, current, deps.log);
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
  api: VisibilityClient,
  { id: projectId }: Project,
  current: string,
  log: Log,
): Promise<{ choices: TrackedSet['choices']; isPart: boolean; told: Told | undefined }> {
  if (kind === 'regions') {
    const asked = api.regions();
    const [all, usage] = await Promise.all([
      ifReadable(asked, log),
      ifReadable(api.regionUsage(projectId), log),
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
    ifReadable(asked, log),
    ifReadable(api.dailyScores(projectId), log),
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
export function fingerprint(set: TrackedSet): string {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].sort();
  const listed = listedIn(set).listed.map(({ id }) => id);
  return hash('sha256', JSON.stringify([sorted(set.tracked), sorted(listed), set.isUnread ?? false]));
}
