/** Questions that people asked in threads, for a few days: so that each is answered once, and the next one can go on from it. */
import { Plan } from '../ask/plan.ts';
import type { Db } from './schema.ts';

/** A message in a channel, by its ts; `thread` is that of the message that its thread begins with. */
export type AskedAt = { team: string; channel: string; message: string; thread: string };

/** How a question was read. */
export type AskedPlan = { projectId: string; plan: Plan };

/** False where somebody has it already: Slack tells lost events again, and another process may have heard it. `at` in epoch ms. */
export async function takeQuestion(db: Db, where: AskedAt, at: number): Promise<boolean> {
  const taken = await db
    .insertInto('asked')
    .values({ ...where, answer: null, project_id: null, plan: null, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message')
    .execute();
  return taken.length > 0;
}

/** For the questions that follow in its thread. `at` in epoch ms. */
export async function keepPlan(
  db: Db,
  where: AskedAt,
  { projectId, plan }: AskedPlan,
  at: number,
): Promise<void> {
  const read = { project_id: projectId, plan: JSON.stringify(plan) };
  await db
    .insertInto('asked')
    .values({ ...where, ...read, answer: null, at })
    .onConflict((conflict) => conflict.columns(['team', 'channel', 'message']).doUpdateSet(read))
    .execute();
}

/** An answer that stands for itself, and may begin a thread of its own. */
export async function keepAnswer(db: Db, { team, channel, message }: AskedAt, answer: string): Promise<void> {
  await db
    .updateTable('asked')
    .set({ answer })
    .where((eb) => eb.and({ team, channel, message }))
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
  { team, channel }: Pick<AskedAt, 'team' | 'channel'>,
  since: number,
): Promise<AskedPlan | undefined> {
  return askedPlanOf(await plansIn(db, team, channel).where('at', '>=', since).executeTakeFirst());
}

function plansIn(db: Db, team: string, channel: string) {
  return db
    .selectFrom('asked')
    .select(['project_id', 'plan'])
    .where((eb) => eb.and({ team, channel }))
    .where('plan', 'is not', null)
    .orderBy('at', 'desc')
    .orderBy('message', 'desc');
}

function askedPlanOf(
  row: { project_id: string | null; plan: string | null } | undefined,
): AskedPlan | undefined {
  const plan = row?.plan ? planOf(row.plan) : undefined;
  return row?.project_id && plan ? { projectId: row.project_id, plan } : undefined;
}

/** One that another version wrote may have another shape: then there is none. */
function planOf(text: string): Plan | undefined {
  try {
    return Plan.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
