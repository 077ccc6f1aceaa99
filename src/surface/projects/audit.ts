/** /visibility audit [export]: every write that people made here, for those who may configure. */
import { auditPage } from '../../messages/projects/audit.ts';
import { auditCount } from '../../store/audit.ts';
import { choice } from '../command-line.ts';
import { csvOf, sendExport } from '../csv-export.ts';
import type { Command } from '../request.ts';
import { auditedHere, auditLines, type NamedRow } from './audit-lines.ts';

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
  async run(request, deps) {
    const { page, installation } = request;
    const projects = await auditedHere(request, deps);
    if (choice(request.words, ['export'], audit)) {
      const all = await auditLines(projects, { limit: MOST_ROWS, offset: 0 }, request, deps);
      return sendExport(fileOf(all, deps.clock.now()), request, deps);
    }
    const ids = projects.map(({ id }) => id);
    const total = await auditCount(deps.db, installation.team, ids);
    const lines = await auditLines(projects, { limit: ROWS, offset: page * ROWS }, request, deps);
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
    csv: csvOf(rows, COLUMNS),
    rows: rows.length,
    of: 'change',
  };
}
