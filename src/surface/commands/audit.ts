/** /visibility audit: every write that people made here, for those who may configure. */
import { auditAnswer } from '../../messages/audit-answer.ts';
import { visibleIn } from '../../projects.ts';
import { auditCount, auditRows } from '../../store/audit.ts';
import type { Command } from '../request.ts';

const ROWS = 20;

export const audit: Command = {
  name: 'audit',
  usage: 'audit',
  example: 'audit',
  summary: 'Who changed what and when, and what the API said to it',
  scope: 'anywhere',
  words: 'none',
  async run({ channel, installation: { team }, page }, { db, projects }) {
    const visible = visibleIn(projects(), channel);
    const projectIds = visible.map(({ id }) => id);
    const total = await auditCount(db, team, projectIds);
    const rows = await auditRows(db, team, { projectIds, limit: ROWS, offset: page * ROWS });
    const names = new Map(visible.map(({ id, name }) => [id, name]));
    const lines = rows.map((row) => ({ ...row, project: names.get(row.projectId) }));
    return { message: auditAnswer(lines, total), pages: Math.ceil(total / ROWS) };
  },
};
