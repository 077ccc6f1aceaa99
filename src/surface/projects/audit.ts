/** /visibility audit [export]: every write that people made here, by names and handles, for those who may configure. */
import { type AuditLine, auditPage, auditWords } from '../../messages/projects/audit.ts';
import { parseFeedId, visibleIn } from '../../projects/projects.ts';
import { type AuditRow, auditCount, auditRows, goneProjects } from '../../store/audit.ts';
import { handlesOf } from '../../store/handles.ts';
import type { Ask, Command, Within } from '../ask.ts';
import { readChoice } from '../command-line.ts';
import { sendExport, toCsv } from '../csv-export.ts';

const ROWS = 20;
/** An export is for spreadsheets, which hold no more. */
const MOST_ROWS = 100_000;

export const audit: Command = {
  name: 'audit',
  usage: 'audit [export]',
  example: 'audit',
  summary: 'Who changed what and when, and how the API responded; “export”: a CSV file',
  scope: 'anywhere',
  words: 'free',
  async run(ask) {
    const { page, db, team } = ask;
    const projects = await auditedHere(ask);
    if (readChoice(ask.words, ['export'], audit)) {
      const all = await auditLines(projects, { limit: MOST_ROWS, offset: 0 }, ask);
      return sendExport(fileOf(all, ask.now()), ask);
    }
    const ids = projects.map(({ id }) => id);
    const total = await auditCount(db, team, ids);
    const lines = await auditLines(projects, { limit: ROWS, offset: page * ROWS }, ask);
    return { message: auditPage(lines, total), pages: Math.ceil(total / ROWS) };
  },
};

const COLUMNS = [
  'at',
  'person',
  'person_id',
  'action',
  'project',
  'project_id',
  'subject',
  'subject_id',
  'outcome',
];

function fileOf(lines: readonly NamedRow[], now: number) {
  const rows = lines.map(({ at, name, project, feed, subject, outcome, row }) => ({
    at: new Date(at).toISOString(),
    person: name,
    person_id: row.person,
    action: row.action,
    project,
    project_id: row.projectId,
    subject: feed ? `${feed.kind} feed` : subject,
    subject_id: row.data.set?.ids.join(' ') ?? row.subject,
    outcome,
  }));
  return {
    name: `sightline-audit-${new Date(now).toISOString().slice(0, 10)}.csv`,
    title: 'Audit',
    csv: toCsv(rows, COLUMNS),
    rows: rows.length,
    of: 'change',
  };
}

/** A line with the row behind it. */
type NamedRow = AuditLine & { row: AuditRow };

/** What is shown here; and what is gone, where its messages still stand: whoever read of it there may look back. */
async function auditedHere({ channel, team, db, workspace }: Ask): Promise<AuditedProject[]> {
  const all = workspace.projects();
  const present = all.projects.map(({ id }) => id);
  const gone = await goneProjects(db, team, channel, present);
  return [
    ...visibleIn(all, channel),
    ...gone.map(({ id, name = 'A project' }) => ({ id, name, isGone: true })),
  ];
}

type AuditedProject = { id: string; name: string; isGone?: boolean };

/** Writes about these projects and about none, newest first. */
export async function auditLines(
  projects: readonly AuditedProject[],
  { limit, offset }: { limit: number; offset: number },
  { db, team, workspace }: Within,
): Promise<NamedRow[]> {
  const rows = await auditRows(db, team, { projectIds: projects.map(({ id }) => id), limit, offset });
  const people = [...new Set(rows.map(({ person }) => person))];
  const names = await Promise.all(
    people.map(async (id) => {
      const { name } = await workspace.personOf(id).catch(() => ({ name: id }));
      return [id, name] as const;
    }),
  );
  const nameOf = new Map(names);
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const keys = [...new Set(rows.map(({ subject }) => subject))].slice(0, MOST_HANDLES);
  const handles = await handlesOf(db, team, keys);
  return rows.map((row) => ({
    ...row,
    row,
    action: auditWords(row.action),
    name: nameOf.get(row.person),
    project: projectOf.get(row.projectId)?.name,
    isGone: projectOf.get(row.projectId)?.isGone,
    feed: row.action.startsWith('feed.') ? parseFeedId(row.subject) : undefined,
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
