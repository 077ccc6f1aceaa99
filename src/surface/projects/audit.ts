/** /visibility audit [export]: every write that people made here, for those who may configure. */
import { type AuditLine, auditPage, auditWords } from '../../messages/projects/audit.ts';
import { findVisibleProjects, parseFeedId } from '../../projects/projects.ts';
import { type AuditRow, countAudits, readAudits, readGoneProjects } from '../../store/audit.ts';
import { readHandles } from '../../store/handles.ts';
import type { Ask, Command, Within } from '../ask.ts';
import { readChoice } from '../command-line.ts';
import { sendExport, toCsv } from '../reply.ts';
import { readPeople } from '../workspace.ts';

const ROWS = 20;
const MAX_EXPORTED = 100_000;

export const audit: Command = {
  name: 'audit',
  usage: 'audit [export]',
  example: 'audit',
  summary: 'Who changed what and when, and how the API responded; “export”: a CSV file',
  scope: 'anywhere',
  words: 'free',
  async run(ask) {
    const { page, db, team } = ask;
    const projects = await findAuditedProjects(ask);
    if (readChoice(ask.words, ['export'], audit)) {
      const all = await readAuditLines(projects, { limit: MAX_EXPORTED, offset: 0 }, ask);
      return sendExport(buildFile(all, ask.now()), ask);
    }
    const ids = projects.map(({ id }) => id);
    const total = await countAudits(db, team, ids);
    const pages = Math.max(1, Math.ceil(total / ROWS));
    const offset = Math.min(page, pages - 1) * ROWS;
    const lines = await readAuditLines(projects, { limit: ROWS, offset }, ask);
    const { timezone } = ask.workspace.projects().defaults;
    return { message: auditPage(lines, total, timezone), pages };
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

function buildFile(lines: readonly NamedRow[], now: number) {
  const rows = lines.map(({ at, name, project, feed, subject, to, toName, outcome, row }) => ({
    at: new Date(at).toISOString(),
    person: name,
    person_id: row.person,
    action: row.action,
    project,
    project_id: row.projectId,
    subject: feed ? `${feed.kind} feed` : subject,
    subject_id: row.data.set?.ids.join(' ') ?? row.subject,
    outcome: to ? `to ${toName ?? to}` : outcome || 'done',
  }));
  return {
    name: `sightline-audit-${new Date(now).toISOString().slice(0, 10)}.csv`,
    title: 'Audit',
    csv: toCsv(rows, COLUMNS),
    rows: rows.length,
    of: 'change',
    timezone: 'UTC',
  };
}

type NamedRow = AuditLine & { row: AuditRow; name?: string | undefined; toName?: string | undefined };

/** The projects shown here, and removed ones that posted here: people who saw their messages may look back. */
async function findAuditedProjects({ channel, team, db, workspace }: Ask): Promise<AuditedProject[]> {
  const all = workspace.projects();
  const present = all.projects.map(({ id }) => id);
  const gone = await readGoneProjects(db, team, channel, present);
  return [
    ...findVisibleProjects(all, channel),
    ...gone.map(({ id, name = 'A project' }) => ({ id, name, isGone: true })),
  ];
}

type AuditedProject = { id: string; name: string; isGone?: boolean };

/** Writes on these projects and on none, newest first. */
export async function readAuditLines(
  projects: readonly AuditedProject[],
  { limit, offset }: { limit: number; offset: number },
  { db, team, workspace }: Within,
): Promise<NamedRow[]> {
  const rows = await readAudits(db, team, { projectIds: projects.map(({ id }) => id), limit, offset });
  const people = rows.flatMap(({ person, data: { to } }) => [person, to]);
  const nameOf = await readPeople(people, workspace);
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const keys = [...new Set(rows.map(({ subject }) => subject))].slice(0, MAX_HANDLES);
  const handles = await readHandles(db, team, keys);
  return rows.map((row) => ({
    ...row,
    row,
    action: auditWords(row.action),
    name: nameOf.get(row.person),
    project: projectOf.get(row.projectId)?.name,
    isGone: projectOf.get(row.projectId)?.isGone,
    feed: row.action.startsWith('feed.') ? parseFeedId(row.subject) : undefined,
    subject: nameSubject(row, handles[row.subject]),
    to: row.data.to,
    toName: nameOf.get(row.data.to ?? ''),
    outcome: describeOutcome(row),
  }));
}

/** A suggestion is known by its words; one that was never posted has no handle. */
function nameSubject({ action, subject, data }: AuditRow, handle: string | undefined): string {
  const words = action.startsWith('suggestion.') && data.words !== undefined ? `“${data.words}”` : undefined;
  return [handle, words].filter((one) => one !== undefined).join(' ') || subject;
}

/** A statement's limit of values. A larger export has keys instead of handles for the rest. */
const MAX_HANDLES = 10_000;

/** A state of what was changed, in one word, or an id: the action and the subject already say as much. */
const SAYS_NOTHING = /^(?:[a-z_]+|created \S+)$/;

function describeOutcome({ state, outcome = '' }: AuditRow): string {
  if (state === 'begun') return 'under way';
  if (state === 'failed') return `nothing changed: ${outcome}`;
  if (state === 'unclear') return `unclear whether it went through: ${outcome}`;
  return SAYS_NOTHING.test(outcome) ? '' : outcome;
}
