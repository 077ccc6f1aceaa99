/** Questions people asked, kept for a few days: so that each is answered once, and the next can build on it. */
import { z } from 'zod';
import { Plan } from '../ask/plan.ts';
import { parseJson } from '../json.ts';
import { changeRows, findFirstRows, findRow, insertRow } from './rows.ts';
import { atLeast, matching, NOT_NULL, prepareQuery, replacing } from './statements.ts';
import type { Db, Row } from './tables.ts';

/** A message in a channel. `message` and `thread`: its own Slack timestamp, and that of its thread's first. */
export type AskedAt = { team: string; channel: string; message: string; thread: string };

/**
 * What a question leaves to those that follow. `plan`: how it was understood, or several if the bot asked back which was
 * meant. `leads`: keys of the leads that its answer lists, in order; `names`: what else it lists, such as rivals or topics,
 * and `namesOf` the plan that it answers, if one of them was asked about since. `opened`: the place in either list that was
 * opened last, from 0. `card`: the handle of what was opened last (L8).
 */
const Left = z
  .strictObject({
    plan: z.union([Plan, z.array(Plan).min(1).readonly()]),
    leads: z.array(z.string()).readonly(),
    names: z.array(z.string()).readonly(),
    namesOf: Plan,
    opened: z.number(),
    card: z.string(),
  })
  .partial();
/** A question that waits for its project to be named. It stands in place of the plan. */
const Waiting = z.strictObject({ waits: z.string() });
type Waiting = z.infer<typeof Waiting>;
type Place = Pick<AskedAt, 'team' | 'channel'>;
export type Left = z.infer<typeof Left>;
export type AskedBefore = { projectId: string } & Left;

/** Claims a question. False if it was taken: Slack resends events, and there are other processes. `at` epoch ms. */
export async function takeQuestion(db: Db, where: AskedAt, at: number): Promise<boolean> {
  return insertRow(db, 'asked', { ...where, at });
}

/** Keeps which project a direct message was about, for those that follow: no question waits for one now. `at` epoch ms. */
export async function keepProject(db: Db, where: AskedAt, projectId: string, at: number): Promise<void> {
  await keep(db, where, { project_id: projectId }, at);
  await forgetWaiting(db, where);
}

/** The latest project that a message in the channel was about. */
export async function readLastProject(db: Db, { team, channel }: Place): Promise<string | undefined> {
  const row = await findRow(db, 'asked', { team, channel, project_id: NOT_NULL }, ...LATEST);
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
export async function takeWaiting(db: Db, { team, channel }: Place, since: number) {
  const waiting = { team, channel, project_id: null, plan: NOT_NULL, at: atLeast(since) } as const;
  const row = await findRow(db, 'asked', waiting, ...LATEST);
  return row && (await forgetWaiting(db, { team, channel }))
    ? parseColumn(Waiting, row.plan)?.waits
    : undefined;
}

function forgetWaiting(db: Db, { team, channel }: Place): Promise<boolean> {
  return changeRows(db, 'asked', { team, channel, project_id: null, plan: NOT_NULL }, { plan: null });
}

/** Keeps what questions that follow may refer to. `at` epoch ms. */
export async function keepAsked(db: Db, where: AskedAt, { projectId, ...left }: AskedBefore, at: number) {
  await keep(db, where, { project_id: projectId, plan: JSON.stringify(left) }, at);
}

/** The message's row may not be there yet. */
async function keep(db: Db, where: AskedAt, read: { project_id: string; plan?: string }, at: number) {
  await db
    .insertInto('asked')
    .values({ ...where, ...read, at })
    .onConflict(replacing('asked', { ...read, at }))
    .execute();
}

/** Keeps the timestamp of an answer, which may begin a thread of its own. */
export async function keepAnswer(db: Db, { team, channel, message }: AskedAt, answer: string): Promise<void> {
  await changeRows(db, 'asked', { team, channel, message }, { answer });
}

const REMEMBERED = 10;

const LATEST = ['at desc', 'message desc'] as const;

/** The questions of a thread since then (epoch ms), and the one whose answer begins the thread; the latest first. */
export async function readAskedInThread(
  db: Db,
  { team, channel, thread }: Omit<AskedAt, 'message'>,
  since = 0,
): Promise<AskedBefore[]> {
  return (await IN_THREAD(db, { team, channel, thread, since, most: REMEMBERED })).flatMap(toAskedBefore);
}

const IN_THREAD = prepareQuery((db, { thread, most, since, ...where }: InThread) =>
  db
    .selectFrom('asked')
    .selectAll()
    .where(matching('asked', { ...where, project_id: NOT_NULL, plan: NOT_NULL, at: atLeast(since) }))
    .where((eb) => eb.or([eb('thread', '=', thread), eb('answer', '=', thread)]))
    .orderBy('at', 'desc')
    .orderBy('message', 'desc')
    .limit(most),
);

type InThread = Omit<AskedAt, 'message'> & { since: number; most: number };

/** The questions of a channel since then (epoch ms), the latest first. */
export async function readAskedSince(db: Db, { team, channel }: Place, since: number) {
  const where = { team, channel, project_id: NOT_NULL, plan: NOT_NULL, at: atLeast(since) } as const;
  return (await findFirstRows(db, 'asked', where, REMEMBERED, ...LATEST)).flatMap(toAskedBefore);
}

function toAskedBefore({ project_id, plan }: Row<'asked'>): AskedBefore[] {
  const left = parseColumn(Left, plan);
  return project_id && left ? [{ projectId: project_id, ...left }] : [];
}

/** Undefined if another version wrote it in another shape. */
function parseColumn<Schema extends z.ZodType>(schema: Schema, text: string | null | undefined) {
  return schema.safeParse(parseJson(text ?? '')).data;
}
