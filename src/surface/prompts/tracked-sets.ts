/** The engines and the regions that a project tracks: read as far as the API tells, replaced as a whole. */
import { hash } from 'node:crypto';
import { listedIn, type TrackedSet } from '../../messages/answers/tracked-set.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { daysBefore, isDay, today } from '../../rules/calendar.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { engineNames } from '../../visibility/engine-names.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { type SetWrites, setWrites } from './set-writes.ts';

export const SET_KINDS = ['engines', 'regions'] as const;
export type SetKind = (typeof SET_KINDS)[number];

/**
 * `writes`: what people wrote of it here; `isDoubtful`: what is tracked was written here, and the API never answered;
 * `isChangedElsewhere`: somebody changed it since it was written here. `told`: what the API speaks of itself.
 */
export type SetNow = TrackedSet & {
  writes: SetWrites;
  isDoubtful: boolean;
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
  deps: Pick<SurfaceDeps, 'db' | 'visibilityOf' | 'projects' | 'clock'>,
): Promise<SetNow> {
  // Before the API is asked: what somebody sets while it answers is none that was seen.
  const writes = await setWrites(`${kind}.set`, project.id, asker, deps);
  const timezone = timezoneOf(deps.projects(), project);
  const current = today(deps.clock.now(), timezone);
  const { choices, told } = await figuresOf(kind, deps.visibilityOf(project), project, current);
  const { last } = writes;
  const day = last ? latestDay(last.at, timezone) : '';
  const set = told.day <= day ? last?.ids : undefined;
  const found = { kind, choices, writes, told: told.ids, isDoubtful: false, isChangedElsewhere: false };
  if (!last || !set) return { ...found, tracked: told.ids };
  const since = told.after(day);
  if (!speaksOfOthers(since, writes)) return { ...found, tracked: set, isDoubtful: last.state === 'unclear' };
  const tracked = told.undated ? told.ids : [...new Set([...set, ...since])];
  return { ...found, tracked, isChangedElsewhere: true };
}

/** Of what the API did not speak of before the last write, and what nobody wrote here lately. */
function speaksOfOthers(told: readonly string[], { last, ids }: SetWrites): boolean {
  const { before } = last ?? {};
  return before !== undefined && told.some((id) => !before.includes(id) && !ids.has(id));
}

/** A set counts from the next day on. The API may begin its days by the project's clock or by UTC. */
function latestDay(at: number, timezone: string): string {
  const [here, utc] = [today(at, timezone), today(at, 'UTC')];
  return here > utc ? here : utc;
}

async function figuresOf(
  kind: SetKind,
  api: VisibilityClient,
  { id: projectId }: Project,
  current: string,
): Promise<{ choices: TrackedSet['choices']; told: Told }> {
  if (kind === 'regions') {
    const [all, usage] = await Promise.all([api.regions(), api.regionUsage(projectId)]);
    const ids = usage.flatMap(({ regionId }) => regionId ?? []);
    const choices = all.flatMap(({ id, name, code }) => (id ? [{ id, name: name ?? code ?? id }] : []));
    return { choices, told: { ids, day: daysBefore(current, 1), after: () => ids, undated: true } };
  }
  const [all, daily] = await Promise.all([api.engines(), api.dailyScores(projectId)]);
  const names = engineNames(all);
  const choices = all.map(({ id, display_name, active }) => ({
    id,
    name: names.get(id) ?? display_name,
    ...(!active && { inactive: true }),
  }));
  return { choices, told: trackedEngines(daily, current) };
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

/** What a form showed, as one text: equal texts mean the same. The ids of a large set are more than a form can carry. */
export function fingerprint(set: TrackedSet): { tracked: string; listed: string } {
  const { listed } = listedIn(set);
  const of = (ids: readonly string[]) => hash('sha256', JSON.stringify([...new Set(ids)].sort()));
  return { tracked: of(set.tracked), listed: of(listed.map(({ id }) => id)) };
}

export async function writeSet(
  kind: SetKind,
  ids: readonly string[],
  api: VisibilityClient,
  project: Project,
): Promise<void> {
  if (kind === 'engines') await api.setEngines(project.id, ids);
  else await api.setRegions(project.id, ids);
}
