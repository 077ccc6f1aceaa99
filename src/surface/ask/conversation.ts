/** What a message refers back to: the answers before it, and the post whose thread it is in. */
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../../ask/plan.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import {
  type AskedAt,
  type AskedBefore,
  keepAsked,
  readAskedInThread,
  readAskedSince,
} from '../../store/asked.ts';
import { findDelivery } from '../../store/deliveries.ts';
import { readDecision } from '../../store/read-decision.ts';
import type { Answer, Ask } from '../ask.ts';
import { isDirect, REMEMBERED_MS } from '../seen-by.ts';

/**
 * `plan`: of the previous answer, or what its question can mean; of an alert, its change. `leads`: keys of those that the
 * previous answer lists, in order; before any answer, of those in the post; `opened`: the one opened since, from 0.
 * `alert`: its key, if the thread is an alert's.
 */
export type Conversation = {
  projectId: string;
  plan?: Plan | readonly Plan[] | undefined;
  leads: readonly string[];
  opened?: number | undefined;
  alert?: string | undefined;
};

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

/**
 * Direct messages go on without a thread for an hour. After a slash in a channel, only the list of leads that this
 * person saw last is remembered, until another answer.
 */
export async function readConversation(ask: Ask): Promise<Conversation | undefined> {
  const { db, team, channel, person, thread, now } = ask;
  const inThread = await readThread(ask);
  if (inThread) return inThread;
  const since = now() - REMEMBERED_MS;
  if (isDirect(channel)) return join(await readAskedSince(db, { team, channel }, since));
  if (thread !== undefined) return undefined;
  return join(await readAskedInThread(db, shownTo(person, ask), since));
}

/** Where that list is kept: only they saw it, so the row is theirs. */
function shownTo(person: string, { team, channel }: Ask): AskedAt {
  return { team, channel: person, message: channel, thread: channel };
}

/** Keeps what an answer leaves to the questions that follow it. */
export async function keepConversation(
  answer: Answer,
  projectId: string | undefined,
  ask: Ask,
): Promise<void> {
  const { left: { plan, leads, opened } = {}, pages } = (answer && 'message' in answer && answer) || {};
  const { db, team, channel, id: message, person, thread } = ask;
  if (projectId === undefined) return;
  if (thread !== undefined || isDirect(channel)) {
    // A list of anything else takes the place of the list of leads.
    if ((plan ?? leads ?? pages) === undefined) return;
    const where = { team, channel, message, thread: thread ?? person };
    return keepAsked(db, where, { projectId, plan, leads, opened }, ask.now());
  }
  if ((plan ?? leads ?? pages) === undefined) return;
  const own = shownTo(person, ask);
  const [kept] = await readAskedInThread(db, own, ask.now() - (leads ? REMEMBERED_MS / 2 : REMEMBERED_MS));
  const listed = { projectId, ...(leads && { leads }), ...(opened !== undefined && { opened }) };
  // People look at the same list again and again, and an answer would wait for the disk.
  const isKept = leads ? isDeepStrictEqual(kept, listed) : kept?.leads === undefined;
  if (!isKept) await keepAsked(db, own, listed, ask.now());
}

function join([latest]: readonly AskedBefore[], post?: Conversation): Conversation | undefined {
  if (!latest) return post;
  const { projectId, plan = post?.plan, leads = [], opened } = latest;
  return { ...post, projectId, plan, leads, opened };
}

/** What the post that begins a thread is about. */
async function findPost(thread: string, { db, team, channel }: Ask): Promise<Conversation | undefined> {
  const delivery = await findDelivery(db, team, channel, thread);
  const decision = delivery && readDecision(delivery);
  if (!decision) return undefined;
  const { letter, keys = [] } = postKind(decision).handles(decision) ?? {};
  const scope = decision.kind === 'score_alert' ? decision.alert?.lead.scope : undefined;
  const { engine, region } = scope ?? {};
  return {
    projectId: delivery.project_id,
    plan: scope && {
      intent: 'change',
      ...(engine && { engine: engine.name }),
      ...(region && { region: region.name }),
    },
    leads: letter === 'L' ? keys : [],
    alert: letter === 'A' ? keys[0] : undefined,
  };
}
