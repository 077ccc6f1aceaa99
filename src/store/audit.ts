/** Every write by a person leaves a row: who, what, when, what the API said. The row comes first, so a click counts once. */
import { z } from 'zod';
import type { Db } from './schema.ts';

export type AuditEntry = {
  /** The click's own id (its trigger, or the modal that is submitted): the same click never writes twice. */
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
    .values({ ...rest, team, project_id: projectId, outcome: BEGUN })
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

/** Takes back a write that changed nothing: the audit says nothing of it, and a form that was refused can be sent again. */
export async function endInVain(db: Db, team: string, request: string): Promise<void> {
  await db.deleteFrom('audit').where('team', '=', team).where('request', '=', request).execute();
}

/** How the outcome of a write begins that was not done. */
export const FAILED = 'failed: ';

/** Of one that may have been done all the same: its answer was lost, or cannot be read. */
export const UNCLEAR = 'unclear: ';

/** The outcome while nobody knows it. */
export const BEGUN = 'begun';

/** The latest writes of this kind to a project that are done or may be, newest first; without that of the click `except`. */
export async function lastWrites(
  db: Db,
  team: string,
  { action, projectId, except }: Pick<AuditEntry, 'action' | 'projectId'> & { except: string },
): Promise<Pick<AuditRow, 'request' | 'person' | 'at' | 'subject' | 'outcome'>[]> {
  return db
    .selectFrom('audit')
    .select(['request', 'person', 'at', 'subject', 'outcome'])
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('action', '=', action)
    .where('request', '<>', except)
    .where('outcome', 'not like', `${FAILED}%`)
    .orderBy('at', 'desc')
    .orderBy('request')
    .limit(20)
    .execute();
}

/** The outcomes of tracking and of editing a prompt, by which its later writes are known to be of the same one. */
export const promptCreated = (id: string | undefined): string => `created ${id ?? 'without an id'}`;
export const promptWorded = (words: string): string => `now “${words}”`;

/**
 * What people did to a project's prompts since then, as far as it is done or may be; oldest first. `id` of one that was
 * made, `words` that one was given, where the outcome says so.
 */
export async function promptWrites(
  db: Db,
  team: string,
  projectId: string,
  since: number,
): Promise<(Pick<AuditEntry, 'action' | 'subject' | 'at'> & { id?: string; words?: string })[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'subject', 'at', 'outcome'])
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('action', 'in', ['prompt.track', 'prompt.untrack', 'prompt.edit'])
    .where('at', '>=', since)
    .where('outcome', 'not like', `${FAILED}%`)
    .orderBy('at')
    .orderBy('request')
    .execute();
  return rows.map(({ outcome, ...row }) => {
    const [, id] = (row.action === 'prompt.track' && outcome.match(/^created (\S+)$/)) || [];
    const [, words] = (row.action === 'prompt.edit' && outcome.match(/^now “(.*)”$/s)) || [];
    return { ...row, ...(id !== undefined && { id }), ...(words !== undefined && { words }) };
  });
}

export type AuditRow = AuditEntry & { outcome: string };

/** Writes about these projects and about none, newest first, as many as `limit` after the first `offset`. */
export async function auditRows(
  db: Db,
  team: string,
  { projectIds, limit, offset }: { projectIds: readonly string[]; limit: number; offset: number },
): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('team', '=', team)
    .where('project_id', 'in', [...projectIds, ''])
    .orderBy('at', 'desc')
    .orderBy('request')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ project_id, team: _team, ...row }) => ({ ...row, projectId: project_id }));
}

/** How many there are of them. */
export async function auditCount(db: Db, team: string, projectIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team', '=', team)
    .where('project_id', 'in', [...projectIds, ''])
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Projects that people wrote to and that the workspace has no more, by the name under which they posted last: those whose
 * messages stand in this channel. `present` are the ids of all that it has.
 */
export async function goneProjects(
  db: Db,
  team: string,
  channel: string,
  present: readonly string[],
): Promise<{ id: string; name: string | undefined }[]> {
  const rows = await db
    .selectFrom('audit')
    .select('project_id as id')
    .distinct()
    .where('team', '=', team)
    .where('project_id', 'not in', [...present, ''])
    .orderBy('id')
    .execute();
  const asked = rows.map(async ({ id }) => {
    const post = await db
      .selectFrom('delivery')
      .select('decision')
      .where('team', '=', team)
      .where('channel', '=', channel)
      .where('project_id', '=', id)
      .where('state', '=', 'sent')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return post ? [{ id, name: Named.safeParse(JSON.parse(post.decision)).data?.project.name }] : [];
  });
  return (await Promise.all(asked)).flat();
}

const Named = z.object({ project: z.object({ name: z.string() }) });
