/** Every write by a person leaves a row: who, what, when, what the API said. The row comes first, so a click counts once. */
import { z } from 'zod';
import { decisionOf } from './decision-of.ts';
import type { Db, Row } from './schema.ts';
import { hasChanged, matching } from './statements.ts';

/** What later decisions ask of a write, where it has such a thing. */
const Data = z.object({
  /** Of tracking or editing a prompt: the id of the new one, the words that it was given. */
  promptId: z.string().optional(),
  words: z.string().optional(),
  /**
   * Of the tracked engines or regions: what they were set to, and what the API spoke of `before`, by id; missing where that
   * was nothing. `was`: the names of those before, once that is written; missing where nobody knew of any.
   */
  set: z
    .object({
      names: z.array(z.string()),
      ids: z.array(z.string()),
      before: z.array(z.string()).optional(),
      was: z.array(z.string()).optional(),
    })
    .optional(),
});

export type AuditData = z.infer<typeof Data>;

export type AuditEntry = {
  /** The click's own id (its trigger, or the modal that is submitted): the same click never writes twice. */
  request: string;
  at: number;
  person: string;
  action: string;
  projectId: string;
  /** What it was done to: a prompt's text, a suggestion's id, the names of a set. */
  subject: string;
  data?: AuditData | undefined;
};

/**
 * How a write ended: failed was not done; unclear may have been done all the same, since the answer was lost or cannot be
 * read. `outcome` is what the API (or the store) said to it, for people; `data` takes the place of what the entry had.
 */
export type AuditEnd = {
  state: 'done' | 'failed' | 'unclear';
  outcome: string;
  data?: AuditData | undefined;
};

/** begun: nobody knows the outcome yet. */
export type AuditRow = Omit<AuditEntry, 'data'> & {
  state: 'begun' | AuditEnd['state'];
  outcome: string | undefined;
  data: AuditData;
};

/** A leads feed's minimum score, changed as was proposed, or left as it is; the subject is the feed. */
export const MIN_SCORE_WRITES = ['feed.min_score', 'feed.min_score_left'] as const;

/** Begins a write; false if this click was already taken, and then nothing more may be done for it. */
export async function beginWrite(db: Db, team: string, entry: AuditEntry): Promise<boolean> {
  const { projectId, data, ...rest } = entry;
  return db
    .insertInto('audit')
    .values({ ...rest, team, project_id: projectId, state: 'begun', data: kept(data) })
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasChanged);
}

/** The write of a click that was taken; undefined where it was not. */
export async function writeOf(db: Db, team: string, request: string): Promise<AuditRow | undefined> {
  const row = await db
    .selectFrom('audit')
    .selectAll()
    .where(matching('audit', { team, request }))
    .executeTakeFirst();
  return row && rowOf(row);
}

export async function endWrite(
  db: Db,
  team: string,
  request: string,
  { state, outcome, data }: AuditEnd,
): Promise<void> {
  await db
    .updateTable('audit')
    .set({ state, outcome, ...(data && { data: kept(data) }) })
    .where(matching('audit', { team, request }))
    .execute();
}

/** Takes back a write that changed nothing: the audit says nothing of it, and a form that was refused can be sent again. */
export async function endInVain(db: Db, team: string, request: string): Promise<void> {
  await db.deleteFrom('audit').where(matching('audit', { team, request })).execute();
}

/** The latest writes of this kind to a project that are done or may be, newest first; without that of the click `except`. */
export async function lastWrites(
  db: Db,
  team: string,
  { action, projectId, except }: Pick<AuditEntry, 'action' | 'projectId'> & { except: string },
): Promise<AuditRow[]> {
  const rows = await writesOf(db, team, projectId)
    .where('action', '=', action)
    .where('request', '<>', except)
    .orderBy('at', 'desc')
    .orderBy('request')
    .limit(20)
    .execute();
  return rows.map(rowOf);
}

/**
 * What people did to a project's prompts since then, as far as it is done or may be; oldest first. `id` of one that was
 * made, `words` that one was given, where the API said so.
 */
export async function promptWrites(
  db: Db,
  team: string,
  projectId: string,
  since: number,
): Promise<(Pick<AuditEntry, 'action' | 'subject' | 'at'> & { id?: string; words?: string })[]> {
  const rows = await writesOf(db, team, projectId)
    .where('action', 'in', ['prompt.track', 'prompt.untrack', 'prompt.edit'])
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('request')
    .execute();
  return rows.map(rowOf).map(({ action, subject, at, data: { promptId: id, words } }) => ({
    action,
    subject,
    at,
    ...(id !== undefined && { id }),
    ...(words !== undefined && { words }),
  }));
}

/**
 * The engines and regions that people set a project to track since then, as far as it is done or may be; oldest first.
 * `was`: those before, where somebody knew.
 */
export async function setsWritten(
  db: Db,
  team: string,
  projectId: string,
  since: number,
): Promise<{ of: 'engines' | 'regions'; at: number; names: string[]; was?: string[] }[]> {
  const rows = await writesOf(db, team, projectId)
    .where('action', 'in', ['engines.set', 'regions.set'])
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('request')
    .execute();
  return rows.map(rowOf).flatMap(({ action, at, data: { set } }) => {
    if (!set) return [];
    const { names, was } = set;
    return { of: action === 'engines.set' ? 'engines' : 'regions', at, names, ...(was && { was }) };
  });
}

/** Of one project, without what was not done. */
function writesOf(db: Db, team: string, projectId: string) {
  return db
    .selectFrom('audit')
    .selectAll()
    .where(matching('audit', { team, project_id: projectId }))
    .where('state', '<>', 'failed');
}

/** Writes about these projects and about none, newest first, as many as `limit` after the first `offset`. */
export async function auditRows(
  db: Db,
  team: string,
  { projectIds, limit, offset }: { projectIds: readonly string[]; limit: number; offset: number },
): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where(matching('audit', { team, project_id: [...projectIds, ''] }))
    .orderBy('at', 'desc')
    .orderBy('request')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(rowOf);
}

/** How many there are of them. */
export async function auditCount(db: Db, team: string, projectIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matching('audit', { team, project_id: [...projectIds, ''] }))
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
      .select(['kind', 'v', 'decision'])
      .where(matching('delivery', { team, channel, project_id: id, state: 'sent' }))
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return post ? [{ id, name: decisionOf(post)?.project.name }] : [];
  });
  return (await Promise.all(asked)).flat();
}

const kept = (data: AuditData | undefined) => (data ? JSON.stringify(data) : null);

function rowOf(row: Row<'audit'>): AuditRow {
  const { team: _team, project_id: projectId, outcome, data, ...rest } = row;
  return {
    ...rest,
    projectId,
    outcome: outcome ?? undefined,
    data: data === null ? {} : (Data.safeParse(JSON.parse(data)).data ?? {}),
  };
}
