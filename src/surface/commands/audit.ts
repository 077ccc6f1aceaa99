/** /visibility audit [export]: every write that people made here, for those who may configure. */
import { auditAnswer } from '../../messages/answers/audit-answer.ts';
import { visibleIn } from '../../projects.ts';
import { type AuditRow, auditCount, auditRows } from '../../store/audit.ts';
import { choice } from '../command-line.ts';
import { csvOf } from '../csv.ts';
import type { Command } from '../request.ts';
import { sendExport } from '../send-export.ts';

const ROWS = 20;
/** An export is for spreadsheets, which hold no more. */
const MOST_ROWS = 100_000;

export const audit: Command = {
  name: 'audit',
  usage: 'audit [export]',
  example: 'audit',
  summary: 'Who changed what and when, and what the API said to it; “export”: a CSV file',
  scope: 'anywhere',
  words: 'free',
  async run(request, deps) {
    const { channel, page, installation } = request;
    const { team } = installation;
    const visible = visibleIn(deps.projects(), channel);
    const projectIds = visible.map(({ id }) => id);
    const names = new Map(visible.map(({ id, name }) => [id, name]));
    const rowsOf = async (limit: number, offset: number) => {
      const rows = await auditRows(deps.db, team, { projectIds, limit, offset });
      return rows.map((row) => ({ ...row, project: names.get(row.projectId) }));
    };
    if (choice(request.words, ['export'], audit))
      return sendExport(fileOf(await rowsOf(MOST_ROWS, 0), deps.clock.now()), request, deps);
    const total = await auditCount(deps.db, team, projectIds);
    const lines = await rowsOf(ROWS, page * ROWS);
    return { message: auditAnswer(lines, total), pages: Math.ceil(total / ROWS) };
  },
};

function fileOf(rows: readonly (AuditRow & { project: string | undefined })[], now: number) {
  const lines = rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    name: `sightline-audit-${day}.csv`,
    title: 'Audit',
    csv: csvOf(lines, ['at', 'person', 'action', 'project', 'subject', 'outcome']),
    rows: rows.length,
    of: 'change',
  };
}
