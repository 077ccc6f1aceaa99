/** Questions that people asked in threads, for a few days: so that each is answered once, and the next one can go on from it. */
import { z } from 'zod';
import { Plan } from '../ask/plan.ts';
import type { Db } from './schema.ts';
import { hasChanged, matching, replacing } from './statements.ts';

/** A message in a channel, by its ts; `thread` is that of the message that its thread begins with. */
export type AskedAt = { team: string; channel: string; message: string; thread: string };

/** How a question was read: as a plan, or as several, where it was asked back which is meant. */
const Read = z.union([Plan, z.array(Plan).min(1)]);
/** In the place of a plan, of a row without a project. */
const Waiting = z.strictObject({ waits: z.string() });
type Waiting = z.infer<typeof Waiting>;
type Place = Pick<AskedAt, 'team' | 'channel'>;
export type AskedPlan = { projectId: string; plan: Plan | readonly Plan[] };

/** False where somebody has it already: Slack tells lost events again, and another process may have heard it. `at` in epoch ms. */
export async function takeQuestion(db: Db, where: AskedAt, at: number): Promise<boolean> {
  return db
    .insertInto('asked')
    .values({ ...where, at })
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasChanged);
}

/** The project that a line in a direct message was about, for those that follow; no question waits for one any more. `at` in epoch ms. */
export async function keepProject(db: Db, where: AskedAt, projectId: string, at: number): Promise<void> {
  await keep(db, where, { project_id: projectId }, at);
  await forgetWaiting(db, where);
}

/** The latest project that a line in a channel was about since then, epoch ms. */
export async function projectSince(
  db: Db,
  { team, channel }: Place,
  since: number,
): Promise<string | undefined> {
  const row = await latestIn(db, team, channel)
    .where('project_id', 'is not', null)
    .where('at', '>=', since)
    .executeTakeFirst();
  return row?.project_id ?? undefined;
}

/** Keeps a line as it was written until its project is named: one in a channel. The message was taken before. */
export async function keepWaiting(db: Db, where: AskedAt, text: string): Promise<void> {
  const { team, channel, message } = where;
  await forgetWaiting(db, where);
  await db
    .updateTable('asked')
    .set({ plan: JSON.stringify({ waits: text } satisfies Waiting) })
    .where(matching('asked', { team, channel, message }))
    .execute();
}

/** The line that waits in a channel for its project since then, epoch ms; it waits no more. */
export async function takeWaiting(
  db: Db,
  { team, channel }: Place,
  since: number,
): Promise<string | undefined> {
  const row = await latestIn(db, team, channel)
    .where('project_id', 'is', null)
    .where('plan', 'is not', null)
    .where('at', '>=', since)
    .executeTakeFirst();
  if (!row) return undefined;
  await forgetWaiting(db, { team, channel });
  return parsed(Waiting, row.plan)?.waits;
}

async function forgetWaiting(db: Db, { team, channel }: Place): Promise<void> {
  await db
    .updateTable('asked')
    .set({ plan: null })
    .where(matching('asked', { team, channel, project_id: null }))
    .where('plan', 'is not', null)
    .execute();
}

/** For the questions that follow in its thread. `at` in epoch ms. */
export async function keepPlan(
  db: Db,
  where: AskedAt,
  { projectId, plan }: AskedPlan,
  at: number,
): Promise<void> {
  await keep(db, where, { project_id: projectId, plan: JSON.stringify(plan) }, at);
}

/** `read` is put into the message's row, which may be there already. */
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

/** An answer that stands for itself, and may begin a thread of its own. */
export async function keepAnswer(db: Db, { team, channel, message }: AskedAt, answer: string): Promise<void> {
  await db
    .updateTable('asked')
    .set({ answer })
    .where(matching('asked', { team, channel, message }))
    .execute();
}

/** The latest that was read in a thread, or that the message was answered by with which the thread begins. */
export async function planIn(
  db: Db,
  { team, channel, thread }: Omit<AskedAt, 'message'>,
): Promise<AskedPlan | undefined> {
  const row = await plansIn(db, team, channel)
    .where((eb) => eb.or([eb('thread', '=', thread), eb('answer', '=', thread)]))
    .executeTakeFirst();
  return askedPlanOf(row);
}

/** The latest that was read anywhere in a channel since then, epoch ms. */
export async function planSince(
  db: Db,
  { team, channel }: Place,
  since: number,
): Promise<AskedPlan | undefined> {
  return askedPlanOf(await plansIn(db, team, channel).where('at', '>=', since).executeTakeFirst());
}

function plansIn(db: Db, team: string, channel: string) {
  return latestIn(db, team, channel).where('project_id', 'is not', null).where('plan', 'is not', null);
}

function latestIn(db: Db, team: string, channel: string) {
  return db
    .selectFrom('asked')
    .select(['project_id', 'plan'])
    .where(matching('asked', { team, channel }))
    .orderBy('at', 'desc')
    .orderBy('message', 'desc');
}

function askedPlanOf(
  row: { project_id: string | null; plan: string | null } | undefined,
): AskedPlan | undefined {
  const plan = parsed(Read, row?.plan);
  return row?.project_id && plan ? { projectId: row.project_id, plan } : undefined;
}

/** One that another version wrote may have another shape: then there is none. */
function parsed<Schema extends z.ZodType>(
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
