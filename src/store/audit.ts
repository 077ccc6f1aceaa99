/** Every write by a person leaves a row: who, what, when, what the API said. The row comes first, so a click counts once. */
import type { Db } from './schema.ts';

export type AuditEntry = {
  /** The click's own id (trigger, modal and its version): the same click never writes twice. */
  request: string;
  at: number;
  person: string;
  action: string;
  projectId: string;
  /** What it was done to: a prompt's text, a suggestion's id. */
  subject: string;
};

/** Begins a write; false if this click was already taken, and then nothing more may be done for it. */
export async function beginWrite(db: Db, team: string, entry: AuditEntry): Promise<boolean> {
  const { projectId, ...rest } = entry;
  const row = await db
    .insertInto('audit')
    .values({ ...rest, team, project_id: projectId, outcome: 'begun' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a write with what the API (or the store) said to it. */
export async function endWrite(db: Db, team: string, request: string, outcome: string): Promise<void> {
  await db
    .updateTable('audit')
    .set({ outcome })
    .where('team', '=', team)
    .where('request', '=', request)
    .execute();
}
