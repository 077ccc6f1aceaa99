/** Rows of the audit as people read them: by names and handles, with the ids that they stand for. */
import type { AuditLine } from '../../messages/projects/audit.ts';
import { auditWords } from '../../messages/projects/audit-words.ts';
import { feedPlace, visibleIn } from '../../projects/projects.ts';
import { type AuditRow, auditRows, goneProjects } from '../../store/audit.ts';
import { handlesOf } from '../../store/handles.ts';
import type { Asker, SurfaceDeps } from '../request.ts';

/** A line with the row behind it. */
export type NamedRow = AuditLine & { row: AuditRow };

/** What is shown here; and what is gone, where its messages still stand: whoever read of it there may look back. */
export async function auditedHere(
  { channel, installation: { team } }: Pick<Asker, 'installation' | 'channel'>,
  { db, projects }: Pick<SurfaceDeps, 'db' | 'projects'>,
): Promise<AuditedProject[]> {
  const present = projects().projects.map(({ id }) => id);
  const gone = await goneProjects(db, team, channel, present);
  return [
    ...visibleIn(projects(), channel),
    ...gone.map(({ id, name = 'A project' }) => ({ id, name, isGone: true })),
  ];
}

type AuditedProject = { id: string; name: string; isGone?: boolean };

/** Writes about these projects and about none, newest first. */
export async function auditLines(
  projects: readonly AuditedProject[],
  { limit, offset }: { limit: number; offset: number },
  { installation }: Pick<Asker, 'installation'>,
  { db, personOf }: Pick<SurfaceDeps, 'db' | 'personOf'>,
): Promise<NamedRow[]> {
  const { team } = installation;
  const rows = await auditRows(db, team, { projectIds: projects.map(({ id }) => id), limit, offset });
  const people = [...new Set(rows.map(({ person }) => person))];
  const names = await Promise.all(
    people.map(async (id) => {
      const { name } = await personOf(installation, id).catch(() => ({ name: id }));
      return [id, name] as const;
    }),
  );
  const nameOf = new Map(names);
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const handles = await handlesOf(
    db,
    team,
    [...new Set(rows.map(({ subject }) => subject))].slice(0, MOST_HANDLES),
  );
  return rows.map((row) => ({
    ...row,
    row,
    action: auditWords(row.action),
    name: nameOf.get(row.person),
    project: projectOf.get(row.projectId)?.name,
    isGone: projectOf.get(row.projectId)?.isGone,
    feed: row.action.startsWith('feed.') ? feedPlace(row.subject) : undefined,
    subject: handles[row.subject] ?? row.subject,
    outcome: outcomeOf(row),
  }));
}

/** A statement takes so many values; an export of more has their keys. */
const MOST_HANDLES = 10_000;

/** Of what was not done, or may not have been, that comes first. */
function outcomeOf({ state, outcome = '' }: AuditRow): string {
  if (state === 'begun') return 'under way';
  return state === 'done' ? outcome : `${state}: ${outcome}`;
}
