/** Every write by a person leaves a row. The row comes before the write, so that a click counts once. */
import { z } from 'zod';
import type { SetWrite } from '../rules/measured-changes.ts';
import { readDecision } from './deliveries.ts';
import { changeRows, deleteRows, findFirstRows, findRow, findRows, insertRow } from './rows.ts';
import { atLeast, matching, not } from './statements.ts';
import type { Db, Row } from './tables.ts';

const Data = z.object({
  /** A prompt's id; after tracking or editing it, its text as the API has it. Of a suggestion: its name. */
  promptId: z.string().optional(),
  words: z.string().optional(),
  /** After assigning a lead: to whom. */
  to: z.string().optional(),
  /** After setting engines or regions: the new ones. `was`: the names of those before, if known. */
  set: z
    .object({
      names: z.array(z.string()),
      ids: z.array(z.string()),
      was: z.array(z.string()).optional(),
    })
    .optional(),
});

export type AuditData = z.infer<typeof Data>;

export type AuditEntry = {
  /** The click's id (its trigger, or the submitted modal): the same click never writes twice. */
  request: string;
  at: number;
  person: string;
  action: string;
  projectId: string;
  /** What it was done to: a prompt's text, a suggestion's id, the names of a set. */
  subject: string;
  data?: AuditData | undefined;
};

/** failed: nothing was done. unclear: it may have been. `outcome` is for people; `data` replaces the entry's. */
export type AuditEnd = {
  state: 'done' | 'failed' | 'unclear';
  outcome: string;
  data?: AuditData | undefined;
};

/** begun: the outcome isn't known yet. */
export type AuditRow = Omit<AuditEntry, 'data'> & {
  state: 'begun' | AuditEnd['state'];
  outcome: string | undefined;
  data: AuditData;
};

/** A proposed minimum score of a leads feed was applied, or turned down. The subject is the feed. */
export const MIN_SCORE_WRITES = ['feed.min_score', 'feed.min_score_left'] as const;

/**
 * Begins a write. False if this click was already taken: then nothing more may be done for it. After
 * a failure, which changed nothing, the same button may be clicked again.
 */
export async function beginWrite(db: Db, team: string, entry: AuditEntry): Promise<boolean> {
  const { projectId, data, ...rest } = entry;
  const row = { ...rest, team, project_id: projectId, state: 'begun' as const, data: toJson(data) };
  const failed = { team, request: entry.request, state: 'failed' } as const;
  return (await insertRow(db, 'audit', row)) || changeRows(db, 'audit', failed, { ...row, outcome: null });
}

/** The write of a click; undefined if the click wrote nothing. */
export async function findWrite(db: Db, team: string, request: string): Promise<AuditRow | undefined> {
  const row = await findRow(db, 'audit', { team, request });
  return row && toAuditRow(row);
}

export async function endWrite(db: Db, team: string, request: string, { state, outcome, data }: AuditEnd) {
  const end = { state, outcome, ...(data && { data: toJson(data) }) };
  await changeRows(db, 'audit', { team, request }, end);
}

/** Removes the row of a write that changed nothing, so that a refused form can be submitted again. */
export async function endInVain(db: Db, team: string, request: string): Promise<void> {
  await deleteRows(db, 'audit', { team, request });
}

/** The latest writes of this kind to a project that didn't fail, newest first; without that of the click `except`. */
export async function readLastWrites(
  db: Db,
  team: string,
  { action, projectId, except = '' }: Pick<AuditEntry, 'action' | 'projectId'> & { except?: string },
): Promise<AuditRow[]> {
  const writes = { team, project_id: projectId, action, state: not('failed'), request: not(except) } as const;
  return (await findFirstRows(db, 'audit', writes, 20, 'at desc', 'request')).map(toAuditRow);
}

/** A person's last write to a project since then that didn't fail. */
export async function findLastWrite(
  db: Db,
  team: string,
  { projectId, person, since }: Pick<AuditEntry, 'projectId' | 'person'> & { since: number },
): Promise<AuditRow | undefined> {
  const own = { team, project_id: projectId, person, state: not('failed'), at: atLeast(since) } as const;
  const [last] = await findFirstRows(db, 'audit', own, 1, 'at desc', 'request');
  return last && toAuditRow(last);
}

/** What people did to a project's prompts since then, without failed writes, oldest first. */
export async function readPromptWrites(db: Db, team: string, projectId: string, since: number) {
  const actions = ['prompt.track', 'prompt.untrack', 'prompt.edit'];
  const rows = await readWritesSince(db, team, projectId, actions, since);
  return rows.map(({ data: { promptId: id, words }, ...row }) => ({ ...row, id, words }));
}

/** The engines and regions that people set a project to track since then, without failed writes, oldest first. */
export async function readSetWrites(
  db: Db,
  team: string,
  projectId: string,
  since: number,
): Promise<SetWrite[]> {
  const rows = await readWritesSince(db, team, projectId, ['engines.set', 'regions.set'], since);
  return rows.flatMap(({ action, at, data: { set } }) => {
    if (!set) return [];
    const { names, was } = set;
    return { of: action === 'engines.set' ? 'engines' : 'regions', at, names, was };
  });
}

async function readWritesSince(
  db: Db,
  team: string,
  projectId: string,
  action: readonly string[],
  since: number,
): Promise<AuditRow[]> {
  const writes = { team, project_id: projectId, action, state: not('failed'), at: atLeast(since) } as const;
  return (await findRows(db, 'audit', writes, 'at', 'request')).map(toAuditRow);
}

/** A page of the writes to these projects, or to no project, newest first. */
export async function readAudits(
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
  return rows.map(toAuditRow);
}

/** How many writes there are to these projects, or to no project. */
export async function countAudits(db: Db, team: string, projectIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matching('audit', { team, project_id: [...projectIds, ''] }))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Projects that people wrote to, that are gone, and that posted in this channel, by their last name. */
export async function readGoneProjects(db: Db, team: string, channel: string, present: readonly string[]) {
  const rows = await db
    .selectFrom('audit')
    .select('project_id as id')
    .distinct()
    .where('team', '=', team)
    .where('project_id', 'not in', [...present, ''])
    .orderBy('id')
    .execute();
  const asked = rows.map(async ({ id }) => {
    const sent = { team, channel, project_id: id, state: 'sent' } as const;
    const post = await findRow(db, 'delivery', sent, 'seq desc');
    return post ? [{ id, name: readDecision(post)?.project.name }] : [];
  });
  return (await Promise.all(asked)).flat();
}

const toJson = (data: AuditData | undefined) => (data ? JSON.stringify(data) : null);

function toAuditRow(row: Row<'audit'>): AuditRow {
  const { team: _team, project_id: projectId, outcome, data, ...rest } = row;
  return {
    ...rest,
    projectId,
    outcome: outcome ?? undefined,
    data: data === null ? {} : (Data.safeParse(JSON.parse(data)).data ?? {}),
  };
}
