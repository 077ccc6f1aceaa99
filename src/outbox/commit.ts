/** The hinge of the flow: one transaction writes what was decided and closes the slot, or nothing is written at all. */
import { randomUUID } from 'node:crypto';
import type { AlertNews, Decision, LeadDigest } from '../decision.ts';
import { AppError } from '../errors.ts';
import type { Feed } from '../projects/projects.ts';
import type { LeadFate, SeenLead } from '../rules/lead-digest.ts';
import type { SuggestionEnd } from '../rules/new-suggestions.ts';
import { faultOf } from '../rules/trouble.ts';
import { keepAlert, readKeptAlert } from '../store/alerts.ts';
import { announce } from '../store/announced.ts';
import { readLastPostIn, wantEdit } from '../store/deliveries.ts';
import { recordVerdicts } from '../store/lead-stories.ts';
import { closeSlot, isWhySlot, openSlot, openWhySlot, subscriptionOf } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import { endRelearning } from '../store/subscriptions.ts';
import { recordEnd, recordNoEffect } from '../store/suggestions.ts';
import type { Db, SlotRow } from '../store/tables.ts';
import { postKind } from './post-kinds.ts';
import { endTroubles, makePauseNotice, pauseTogether, queueBelow, queueDecision } from './queue.ts';
import { suggestionSubject } from './thing-standing.ts';

export type Verdict = {
  decisions: readonly Decision[];
  /** Leads that the channel knows from now on, shown or not, with all their identities. */
  seen?: readonly SeenLead[];
  fates?: readonly LeadFate[];
  /** Suggestions that ended according to the API: their messages are edited. */
  ended?: readonly (SuggestionEnd & { id: string })[];
  /** Ids of decided suggestions that the API still lists as open: their messages say so. */
  withoutEffect?: readonly string[];
  /** The current state of alerts and notices that the channel knows: their messages are edited. */
  changed?: readonly AlertNews[];
  /** Held until the feed's quiet hours end, epoch ms. */
  notBefore?: number | undefined;
  /** When to look again before the feed is due, epoch ms: what it waits for isn't there yet. */
  againAt?: number | undefined;
};

/** Another worker took over the slot while this one was polling: its verdict counts, ours is dropped. */
export class LeaseLost extends AppError {
  readonly code = 'lease_lost';
}

type Commit = {
  slot: SlotRow;
  feed: Feed;
  verdict: Verdict;
  owner: string;
  now: number;
  recipients: readonly string[];
};

/** Queues the decisions, marks their leads as known and closes the slot. Returns how many were queued. @throws LeaseLost */
export async function commitVerdict(db: Db, commit: Commit): Promise<number> {
  const { slot, feed, verdict, owner, now } = commit;
  return inTransaction(db, async (trx) => {
    if (!(await closeSlot(trx, slot, owner, 'done'))) {
      throw new LeaseLost(`Slot ${slot.subscription} was taken over`);
    }
    const queued = await queueAll(trx, commit);
    await recordFates(trx, commit, queued);
    if (verdict.seen) await endRelearning(trx, slot.team, slot.subscription);
    await changeAlerts(trx, commit);
    await endSuggestions(trx, commit);
    const news = [...verdict.decisions, ...(verdict.changed ?? [])];
    const { team, subscription, channel, rank } = slot;
    if (news.some((one) => one.kind === 'score_alert' && one.whyDue && one.alert.status === 'open')) {
      await openWhySlot(trx, { team, feed: subscriptionOf(slot), projectId: feed.project.id, now });
    }
    const at = verdict.againAt;
    if (at !== undefined)
      await openSlot(trx, { team, subscription, channel, rank, due_at: at, opened_at: at, run_after: at });
    if (!isWhySlot(slot)) await endTroubles(trx, slot.team, [faultOf(feed.id)], now);
    return queued.length;
  });
}

/** Returns the decisions that were queued, without what the channel knew already. */
async function queueAll(trx: Db, commit: Commit): Promise<Decision[]> {
  const digestId = randomUUID();
  const known = await announceSeen(trx, commit, digestId);
  const queued: Decision[] = [];
  for (const decided of commit.verdict.decisions) {
    const decision = decided.kind === 'lead_digest' ? keepNewHere(decided, known) : decided;
    if (decision && (await queueHere(trx, commit, decision, digestId))) queued.push(decision);
  }
  return queued;
}

async function changeAlerts(trx: Db, commit: Commit): Promise<void> {
  for (const news of commit.verdict.changed ?? []) {
    await keepNews(trx, commit, news);
    await wantEdit(trx, commit.slot.team, headOf(news) ?? postKind(news).subject(news));
  }
}

const headOf = (news: AlertNews) => ('toldIn' in news ? news.toldIn : undefined);

/** The message that told it until now, if another one does from now on, is edited too. */
async function keepNews(trx: Db, commit: Commit, news: AlertNews): Promise<void> {
  const place = placeOf(commit);
  const before = await readKeptAlert(trx, { ...place, key: news.key });
  const head = before && headOf(before.news);
  if (head !== undefined && head !== headOf(news)) await wantEdit(trx, place.team, head);
  await keepAlert(trx, place, news, commit.now);
}

async function endSuggestions(trx: Db, { slot: { team }, feed, verdict }: Commit): Promise<void> {
  const projectId = feed.project.id;
  for (const { id: suggestionId, ...end } of verdict.ended ?? []) {
    if (await recordEnd(trx, { team, projectId, suggestionId }, end))
      await wantEdit(trx, team, suggestionSubject(projectId, suggestionId));
  }
  for (const suggestionId of verdict.withoutEffect ?? []) {
    if (await recordNoEffect(trx, { team, projectId, suggestionId }))
      await wantEdit(trx, team, suggestionSubject(projectId, suggestionId));
  }
}

async function queueHere(trx: Db, commit: Commit, decided: Decision, digestId: string): Promise<boolean> {
  const { slot, now } = commit;
  const to = {
    team: slot.team,
    channel: slot.channel,
    subscription: subscriptionOf(slot),
    slotAt: slot.due_at,
    notBefore: commit.verdict.notBefore,
  };
  const perSlot = { ...to, key: `${slot.subscription}@${slot.due_at}/${slot.opened_at}` };
  switch (decided.kind) {
    case 'lead_digest':
      await outdateDigest(trx, commit);
      return queueDecision(trx, decided, perSlot, now, digestId);
    case 'digest_held':
      await pauseTogether(trx, slot.team, makePauseNotice(decided, slot, 'reissued', now), commit.recipients);
      return queueDecision(trx, decided, perSlot, now);
    case 'graver_alert':
    case 'ended_alert':
      return queueBelow(trx, decided, to, now);
    case 'score_alert':
    case 'score_notice':
    case 'mention_alert':
      await keepNews(trx, commit, decided);
      return queueDecision(trx, decided, to, now);
    default:
      return queueDecision(trx, decided, to, now);
  }
}

/** The digest before: its count of open leads would stand beside another one. */
async function outdateDigest(trx: Db, { slot: { team, channel }, feed }: Commit): Promise<void> {
  const before = await readLastPostIn(trx, { team, channel, projectId: feed.project.id }, 'lead_digest');
  if (before?.subject) await wantEdit(trx, team, before.subject);
}

/** Returns the keys that the channel knew already: since the poll another feed may have announced them. */
async function announceSeen(trx: Db, commit: Commit, digestId: string): Promise<ReadonlySet<string>> {
  const { decisions, seen = [] } = commit.verdict;
  const shown = new Set(
    decisions
      // What comes back may be open again and never have been shown here.
      .flatMap((one) => (one.kind === 'lead_digest' ? [...one.leads, ...(one.stillOpen ?? [])] : []))
      .map(keyOf),
  );
  const inDigest = identitiesOf(seen.filter(({ key }) => shown.has(key)));
  const place = { ...placeOf(commit), deliveryId: digestId };
  const fresh = await announce(trx, place, inDigest, identitiesOf(seen));
  // Any one known identity makes a lead known.
  return new Set(seen.filter(({ identities }) => !identities.every((one) => fresh.has(one))).map(keyOf));
}

const keyOf = ({ key }: { key: string }) => key;

function keepNewHere(digest: LeadDigest, known: ReadonlySet<string>): LeadDigest | undefined {
  if (!digest.leads.some(({ key }) => known.has(key))) return digest;
  const leads = digest.leads.filter(({ key }) => !known.has(key));
  return leads.length + (digest.stillOpen ?? []).length === 0 ? undefined : { ...digest, leads };
}

/** A lead that another feed has announced meanwhile was known after all. */
async function recordFates(trx: Db, commit: Commit, queued: readonly Decision[]): Promise<void> {
  const { verdict, now } = commit;
  const digests = queued.filter((decision) => decision.kind === 'lead_digest');
  const shown = new Set(digests.flatMap((digest) => digest.leads).map(keyOf));
  const isKnown = (fate: LeadFate) => fate.verdict === 'posted' && !shown.has(fate.key);
  await recordVerdicts(
    trx,
    { ...placeOf(commit), polledAt: now },
    (verdict.fates ?? []).map((fate) => (isKnown(fate) ? { ...fate, verdict: 'known' } : fate)),
  );
}

function identitiesOf(leads: readonly SeenLead[]): string[] {
  return leads.flatMap(({ identities }) => identities);
}

function placeOf({ slot, feed }: Commit) {
  return { team: slot.team, channel: slot.channel, projectId: feed.project.id };
}
