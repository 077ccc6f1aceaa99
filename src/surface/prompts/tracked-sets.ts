/** The engines and the regions that a project tracks: read as far as the API tells, replaced as a whole. */
import { hash } from 'node:crypto';
import { listedIn, type TrackedSet } from '../../messages/answers/tracked-set.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { isDay, today } from '../../rules/calendar.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import type { SurfaceDeps } from '../request.ts';

export const SET_KINDS = ['engines', 'regions'] as const;
export type SetKind = (typeof SET_KINDS)[number];

/** Everything that can be tracked, and what is. No operation lists that: it is what the latest figures speak of. */
export async function readSet(
  kind: SetKind,
  project: Project,
  { visibilityOf, projects, clock }: Pick<SurfaceDeps, 'visibilityOf' | 'projects' | 'clock'>,
): Promise<TrackedSet> {
  const api = visibilityOf(project);
  if (kind === 'regions') {
    const [all, usage] = await Promise.all([api.regions(), api.regionUsage(project.id)]);
    const tracked = usage.flatMap(({ regionId }) => regionId ?? []);
    const choices = all.flatMap(({ id, name, code }) => (id ? [{ id, name: name ?? code ?? id }] : []));
    return { kind, choices, tracked };
  }
  const [all, daily] = await Promise.all([api.engines(), api.dailyScores(project.id)]);
  const tracked = trackedEngines(daily, today(clock.now(), timezoneOf(projects(), project)));
  const choices = all.map(({ id, display_name }) => ({ id, name: display_name }));
  return { kind, choices, tracked };
}

/**
 * Those of the latest complete day, and those that a day since then has already: an engine that was asked later, or
 * added, is in one of them. None where no day is complete.
 */
function trackedEngines(scores: readonly DailyScore[], current: string): string[] {
  const rows = scores.flatMap(({ date, engineId, complete }) =>
    date && isDay(date) && engineId ? [{ date, engineId, isOver: date < current && complete !== false }] : [],
  );
  const last = rows.reduce((latest, { date, isOver }) => (isOver && date > latest ? date : latest), '');
  return last === ''
    ? []
    : [...new Set(rows.flatMap(({ date, engineId }) => (date >= last ? engineId : [])))];
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
