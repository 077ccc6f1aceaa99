/** The engines and the regions that a project tracks: read as far as the API tells, replaced as a whole. */
import type { TrackedSet } from '../../messages/answers/tracked-set.ts';
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';

export const SET_KINDS = ['engines', 'regions'] as const;
export type SetKind = (typeof SET_KINDS)[number];

/** Everything that can be tracked, and what is. No operation lists that: it is what the latest figures speak of. */
export async function readSet(kind: SetKind, api: VisibilityClient, project: Project): Promise<TrackedSet> {
  if (kind === 'regions') {
    const [all, usage] = await Promise.all([api.regions(), api.regionUsage(project.id)]);
    const tracked = usage.flatMap(({ regionId }) => regionId ?? []);
    const choices = all.flatMap(({ id, name, code }) => (id ? [{ id, name: name ?? code ?? id }] : []));
    return { kind, choices, tracked };
  }
  const [all, daily] = await Promise.all([api.engines(), api.dailyScores(project.id)]);
  const byEngine = daily.flatMap(({ date, engineId }) => (date && engineId ? [{ date, engineId }] : []));
  const last = byEngine.reduce((latest, { date }) => (date > latest ? date : latest), '');
  const tracked = new Set(byEngine.flatMap(({ date, engineId }) => (date === last ? [engineId] : [])));
  const choices = all.map(({ id, display_name }) => ({ id, name: display_name }));
  return { kind, choices, tracked: [...tracked] };
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
