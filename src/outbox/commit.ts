/** The hinge of the flow: one transaction writes what was decided and closes the slot, or nothing happens at all. */
import { randomUUID } from 'node:crypto';
import type { Decision, LeadDigest } from '../decision.ts';
import { AppError } from '../errors.ts';
import type { Feed } from '../projects.ts';
import { announce } from '../store/announced.ts';
import { wantEdit } from '../store/deliveries.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { closeSlot } from '../store/slots.ts';
import { relearnt } from '../store/subscriptions.ts';
import { confirmSuggestion } from '../store/suggestions.ts';
import { pause, standstill } from './pause.ts';
import { queueDecision } from './queue.ts';
import { suggestionSubject } from './subjects.ts';

/** What a rule said to one slot. */
export type Verdict = {
  decisions: readonly Decision[];
  /** Leads that the channel knows from now on, shown or not. */
  seen?: readonly string[];
  /** Suggestions that the API now says are settled. */
  confirmed?: readonly string[];
  /** Held until the feed's quiet hours end, epoch ms. */
  notBefore?: number | undefined;
};

/** Another worker took the slot over while this one was polling; its verdict counts, ours is thrown away. */
export class LeaseLost extends AppError {
  readonly code = 'lease_lost';
}

export type Commit = {
  slot: SlotRow;
  feed: Feed;
  verdict: Verdict;
  owner: string;
  now: number;
  /** Who is told when a feed has to be held. */
  owners: readonly string[];
};

/**
 * Queues the decisions, marks their leads as known to the channel, closes the slot. Returns how many posts were queued.
 * @throws LeaseLost when `owner` no longer holds the slot: nothing is written.
 */
export async function commitVerdict(db: Db, commit: Commit): Promise<number> {
  const { slot, feed, verdict, owner, now } = commit;
  return db.transaction().execute(async (trx) => {
    if (!(await closeSlot(trx, slot, owner, 'done'))) {
      throw new LeaseLost(`Slot ${slot.subscription} was taken over`);
    }
    let queued = 0;
    for (const decision of verdict.decisions) {
      if (await queueHere(trx, commit, decision)) queued += 1;
    }
    await announce(trx, { ...placeOf(commit), deliveryId: null }, verdict.seen ?? []);
    if (verdict.seen) await relearnt(trx, slot.team, slot.subscription);
    for (const suggestionId of verdict.confirmed ?? []) {
      const key = { team: slot.team, projectId: feed.project.id, suggestionId };
      if (!(await confirmSuggestion(trx, key, now))) continue;
      await wantEdit(trx, slot.team, suggestionSubject(feed.project.id, suggestionId));
    }
    return queued;
  });
}

async function queueHere(trx: Db, commit: Commit, decided: Decision): Promise<boolean> {
  const { slot, now } = commit;
  const to = {
    team: slot.team,
    channel: slot.channel,
    subscription: slot.subscription,
    slotAt: slot.due_at,
    notBefore: commit.verdict.notBefore,
  };
  const perSlot = { ...to, key: `${slot.subscription}@${slot.due_at}/${slot.opened_at}` };
  if (decided.kind === 'digest_held') {
    await pause(trx, slot.team, standstill(decided, slot, 'reissued', now), commit.owners);
    return queueDecision(trx, decided, perSlot, now);
  }
  if (decided.kind !== 'lead_digest') return queueDecision(trx, decided, to, now);
  const id = randomUUID();
  const digest = await onlyNewHere(trx, commit, decided, id);
  return digest !== undefined && queueDecision(trx, digest, perSlot, now, id);
}

/** Between poll and commit another feed may have announced the same leads here: only those still new are kept. */
async function onlyNewHere(
  trx: Db,
  commit: Commit,
  digest: LeadDigest,
  deliveryId: string,
): Promise<LeadDigest | undefined> {
  const keys = digest.leads.map((lead) => lead.key);
  const fresh = await announce(trx, { ...placeOf(commit), deliveryId }, keys);
  if (fresh.size === keys.length) return digest;
  return fresh.size === 0
    ? undefined
    : { ...digest, leads: digest.leads.filter((lead) => fresh.has(lead.key)) };
}

function placeOf({ slot, feed }: Commit) {
  return { team: slot.team, channel: slot.channel, projectId: feed.project.id };
}
