/** Questions people asked, kept for a few days: so that each is answered once, and the next can build on it. */
import { z } from 'zod';
import { Plan } from '../ask/plan.ts';
import { changeRows, findRow, insertRow } from './rows.ts';
import type { Db, Row } from './schema.ts';
import { atLeast, type Matched, matching, NOT_NULL, replacing } from './statements.ts';

/** A message in a channel. `message` and `thread`: its own Slack timestamp, and that of its thread's first. */
export type AskedAt = { team: string; channel: string; message: string; thread: string };

/** How a question was understood: one plan, or several if the bot asked back which was meant. */
const Read = z.union([Plan, z.array(Plan).min(1)]);
/** A question that waits for its project to be named. It stands in place of the plan. */
const Waiting = z.strictObject({ waits: z.string() });
type Waiting = z.infer<typeof Waiting>;
type Place = Pick<AskedAt, 'team' | 'channel'>;
export type AskedPlan = { projectId: string; plan: Plan | readonly Plan[] };

/** Claims a question. False if it was taken: Slack resends events, and there are other processes. `at` epoch ms. */
export async function takeQuestion(db: Db, where: AskedAt, at: number): Promise<boolean> {
  return insertRow(db, 'asked', { ...where, at });
}

/** Keeps which project a direct message was about, for those that follow; no question waits now. `at` epoch ms. */
export async function keepProject(db: Db, where: AskedAt, projectId: string, at: number): Promise<void> {
  await keep(db, where, { project_id: projectId }, at);
  await forgetWaiting(db, where);
}

/** The latest project that a message in the channel was about, since then (epoch ms). */
export async function readProjectSince(
  db: Db,
  { team, channel }: Place,
  since: number,
): Promise<string | undefined> {
  const row = await findLatest(db, { team, channel, project_id: NOT_NULL, at: atLeast(since) });
  return row?.project_id ?? undefined;
}

/** Keeps a question as it was written until its project is named, one per channel. The message was taken before. */
export async function keepWaiting(db: Db, where: AskedAt, text: string): Promise<void> {
  const { team, channel, message } = where;
  await forgetWaiting(db, where);
  const plan = JSON.stringify({ waits: text } satisfies Waiting);
  await changeRows(db, 'asked', { team, channel, message }, { plan });
}

/** Takes the question that waits in a channel for its project, if it was asked since then (epoch ms). */
export async function takeWaiting(
  db: Db,
  { team, channel }: Place,
  since: number,
): Promise<string | undefined> {
  const waiting = { team, channel, project_id: null, plan: NOT_NULL, at: atLeast(since) } as const;
  const row = await findLatest(db, waiting);
  if (!row) return undefined;
  await forgetWaiting(db, { team, channel });
  return parseColumn(Waiting, row.plan)?.waits;
}

async function forgetWaiting(db: Db, { team, channel }: Place): Promise<void> {
  await changeRows(db, 'asked', { team, channel, project_id: null, plan: NOT_NULL }, { plan: null });
}

/** Keeps the plan for questions that follow in the thread. `at` epoch ms. */
export async function keepPlan(
  db: Db,
  where: AskedAt,
  { projectId, plan }: AskedPlan,
  at: number,
): Promise<void> {
  await keep(db, where, { project_id: projectId, plan: JSON.stringify(plan) }, at);
}

/** The message's row may not be there yet. */
async function keep(
  db: Db,
  where: AskedAt,
  read: { project_id: string; plan?: string },
  at: number,
): Promise<void> {
  await db
    .insertInto('asked')
    .values({ ...where, ...read, at })
    .onConflict(replacing('asked', read))
    .execute();
}

/** Keeps the timestamp of an answer, which may begin a thread of its own. */
export async function keepAnswer(db: Db, { team, channel, message }: AskedAt, answer: string): Promise<void> {
  await changeRows(db, 'asked', { team, channel, message }, { answer });
}

/** The latest plan of a thread, or the plan whose answer begins the thread. */
export async function readPlanOfThread(
  db: Db,
  { team, channel, thread }: Omit<AskedAt, 'message'>,
): Promise<AskedPlan | undefined> {
  const row = await db
    .selectFrom('asked')
    .selectAll()
    .where(matching('asked', { team, channel, project_id: NOT_NULL, plan: NOT_NULL }))
    .where((eb) => eb.or([eb('thread', '=', thread), eb('answer', '=', thread)]))
    .orderBy('at', 'desc')
    .orderBy('message', 'desc')
    .executeTakeFirst();
  return toAskedPlan(row);
}

/** The latest plan of a channel, since then (epoch ms). */
export async function readPlanSince(
  db: Db,
  { team, channel }: Place,
  since: number,
): Promise<AskedPlan | undefined> {
  const planned = { team, channel, project_id: NOT_NULL, plan: NOT_NULL, at: atLeast(since) } as const;
  return toAskedPlan(await findLatest(db, planned));
}

function findLatest(db: Db, where: Matched<'asked'>): Promise<Row<'asked'> | undefined> {
  return findRow(db, 'asked', where, 'at desc', 'message desc');
}

function toAskedPlan(row: Row<'asked'> | undefined): AskedPlan | undefined {
  const plan = parseColumn(Read, row?.plan);
  return row?.project_id && plan ? { projectId: row.project_id, plan } : undefined;
}

/** Undefined if another version wrote it in another shape. */
function parseColumn<Schema extends z.ZodType>(
  schema: Schema,
  text: string | null | undefined,
): z.infer<Schema> | undefined {
  if (!text) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
