/** What a message refers back to: the answers before it, and the post whose thread it is in. */
import { isDeepStrictEqual } from 'node:util';
import { postKind } from '../../outbox/post-kinds.ts';
import {
  type AskedAt,
  type AskedBefore,
  keepAsked,
  type Left,
  readAskedInThread,
  readAskedSince,
  readLastProject,
} from '../../store/asked.ts';
import { findDelivery, readDecision } from '../../store/deliveries.ts';
import type { Answer, Ask } from '../ask.ts';
import { isDirect, REMEMBERED_MS } from '../seen-by.ts';

/** `plan` and `leads` may also be those of the thread's post: of an alert, its change. `alert`: its key, if it is one. */
export type Conversation = AskedBefore & { leads: readonly string[]; alert?: string | undefined };

/** What of it settles what a question means. */
export type Around = Partial<Pick<Conversation, 'plan' | 'alert' | 'card'>>;

/** What belongs to this message's thread alone; undefined outside of one. */
export async function readThread(ask: Ask): Promise<Conversation | undefined> {
  const { db, team, channel, thread } = ask;
  if (thread === undefined) return undefined;
  const [asked, post] = await Promise.all([
    readAskedInThread(db, { team, channel, thread }),
    findPost(thread, ask),
  ]);
  return join(asked, post);
}

/** Direct messages go on without a thread for an hour, and so does what one person asks after a slash. */
export async function readConversation(ask: Ask): Promise<Conversation | undefined> {
  const { db, team, channel, person, thread, now } = ask;
  const inThread = await readThread(ask);
  if (inThread) return inThread;
  const since = now() - REMEMBERED_MS;
  if (isDirect(channel)) return join(await readAskedSince(db, { team, channel }, since));
  if (thread !== undefined) return undefined;
  return join(await readAskedInThread(db, shownTo(person, ask), since));
}

/** The project of the last answer in a direct message, or of the asker's last question in a channel within the hour. */
export async function readLastProjectOf(ask: Ask): Promise<string | undefined> {
  const { db, team, channel, person, now } = ask;
  if (isDirect(channel)) return readLastProject(db, { team, channel });
  const [last] = await readAskedInThread(db, shownTo(person, ask), now() - REMEMBERED_MS);
  return last?.projectId;
}

/** Where that is kept: only they saw it, so the row is theirs. */
function shownTo(person: string, { team, channel }: Ask): AskedAt {
  return { team, channel: person, message: channel, thread: channel };
}

export async function keepConversation(
  answer: Answer,
  projectId: string | undefined,
  ask: Ask,
): Promise<void> {
  const { left = {}, pages } = (answer && 'message' in answer && answer) || {};
  const { plan, leads, names, card } = left;
  // A list of anything else takes the place of the list of leads.
  if (projectId === undefined || (plan ?? leads ?? names ?? card ?? pages) === undefined) return;
  const { db, team, channel, id: message, person, thread, now } = ask;
  // The list that a card was opened from is still there to count in.
  const isOnlyCard = (plan ?? leads ?? names ?? pages) === undefined;
  const before = isOnlyCard ? await readConversation(ask) : undefined;
  const of = before?.projectId === projectId ? { ...pickLeft(before), ...left } : left;
  if (thread !== undefined || isDirect(channel)) {
    const where = { team, channel, message, thread: thread ?? person };
    await keepAsked(db, where, { projectId, ...of }, now());
    if (isDirect(channel)) return;
  }
  const own = shownTo(person, ask);
  const [kept] = await readAskedInThread(db, own, now() - REMEMBERED_MS / 2);
  const next = { projectId, ...of };
  // People look at the same list again and again, and an answer would wait for the disk.
  const isKept = kept?.projectId === projectId && isDeepStrictEqual(pickLeft(kept), pickLeft(next));
  if (!isKept) await keepAsked(db, own, next, now());
}

function pickLeft({ plan, leads, names, namesOf, opened, card }: Left): Left {
  return { plan, leads, names, namesOf, opened, card };
}

function join([latest]: readonly AskedBefore[], post?: Conversation): Conversation | undefined {
  if (!latest) return post;
  const { plan = post?.plan, leads = [], ...of } = latest;
  return { ...post, ...of, plan, leads };
}

async function findPost(thread: string, { db, team, channel }: Ask): Promise<Conversation | undefined> {
  const delivery = await findDelivery(db, team, channel, thread);
  const decision = delivery && readDecision(delivery);
  if (!decision) return undefined;
  const { letter, keys = [] } = postKind(decision).handles(decision) ?? {};
  const scope = decision.kind === 'score_alert' ? decision.alert?.lead.scope : undefined;
  const { engine, region } = scope ?? {};
  return {
    projectId: delivery.project_id,
    plan: scope
      ? { intent: 'change', ...(engine && { engine: engine.name }), ...(region && { region: region.name }) }
      : decision.kind === 'lead_digest'
        ? { intent: 'leads' }
        : undefined,
    leads: letter === 'L' ? keys : [],
    alert: letter === 'A' ? keys[0] : undefined,
  };
}
