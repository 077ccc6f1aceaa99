/** The kinds of feed, and the two steps of a slot that differ by kind: poll, and decide. */
import type { Decision, FeedKind } from '../decision.ts';
import type { FeedWords } from '../messages/feeds/feed-form.ts';
import type { Feed } from '../projects/projects.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { operationName } from '../visibility/operations.ts';
import { type ExtrasRead, extraReads, noteExtras, sayingUnread } from './extra-reads.ts';
import type {
  Decided,
  FeedKindRow,
  FeedOf,
  Polling,
  Question as QuestionOf,
  VisibilityOf,
} from './feed-kind.ts';
import { leadsFeed } from './leads.ts';
import { recapFeed } from './recap.ts';
import { explainAlerts, scoresFeed } from './scores.ts';
import { suggestionsFeed } from './suggestions.ts';

const KINDS = {
  leads: leadsFeed,
  scores: scoresFeed,
  suggestions: suggestionsFeed,
  recap: recapFeed,
} satisfies { [Kind in FeedKind]: FeedKindRow<FeedOf<Kind>, unknown> };

/** What a poll brought, by kind of feed, and how what it read beside that fared. */
export type Snapshot = Awaited<ReturnType<(typeof KINDS)[Feed['kind']]['poll']>> & { extras: ExtrasRead };

export type Question = QuestionOf<Feed, Snapshot>;

export type PollDeps = Omit<Polling, 'api' | 'extra'> & { visibilityOf: VisibilityOf };

function rowOf(kind: Feed['kind']): FeedKindRow<Feed, Omit<Snapshot, 'extras'>> {
  return KINDS[kind];
}

/** The first step: reads from the API what one feed needs to decide. @throws VisibilityError: the slot is then tried again. */
export async function poll(feed: Feed, { visibilityOf, ...deps }: PollDeps): Promise<Snapshot> {
  const { extra, fared: extras } = extraReads(feed, deps.log);
  const snapshot = await rowOf(feed.kind).poll(feed, { ...deps, api: visibilityOf(feed.project), extra });
  return { ...snapshot, extras };
}

/** The second step. What a post goes without, it says where that is news. */
export async function decide(db: Db, question: Question): Promise<Decided> {
  const { slot, feed, snapshot } = question;
  const decided = await rowOf(feed.kind).decide(db, question);
  const decisions = await sayingUnread(db, slot.team, feed, snapshot.extras, decided.decisions);
  return { ...decided, decisions };
}

/**
 * What follows a post: why what it tells of came about, where that is still to be said. What cannot be read is left out, and the
 * message says so where that is news. `now` epoch ms.
 */
export async function findWhy(
  feed: Feed,
  { visibilityOf, db, log, slot, now }: Omit<PollDeps, 'team'> & { slot: SlotRow },
): Promise<Decided & { extras: ExtrasRead }> {
  const { extra, fared: extras } = extraReads(feed, log);
  if (feed.kind !== 'scores') return { decisions: [], extras };
  const decided = await explainAlerts(db, { slot, feed, now }, visibilityOf(feed.project), extra);
  // A trouble is as old as the post that waits for what it keeps back.
  await noteExtras(db, slot.team, feed, extras, slot.opened_at);
  const saying = <Of extends Decision>(some: readonly Of[]) =>
    sayingUnread(db, slot.team, feed, extras, some);
  return {
    ...decided,
    decisions: await saying(decided.decisions),
    changed: await saying(decided.changed ?? []),
    extras,
  };
}

/** Each kind as its form and its commands speak of it. */
export const FEED_WORDS: Readonly<Record<FeedKind, FeedWords>> = KINDS;

/** Posts due in one channel at one time go in this order. */
export function rankOf(kind: Feed['kind']): number {
  return KINDS[kind].rank;
}

/** The read by which one sees whether the API answers such a feed; undefined where its posts live from what is known here. */
export function livesFrom(kind: Feed['kind']): FeedKindRow<Feed, never>['livesFrom'] {
  return KINDS[kind].livesFrom;
}

/** The operations that a poll of this kind of feed calls, as errors name them: a good poll proves that they work. */
export function operationsOf(kind: Feed['kind']): string[] {
  const operation = livesFrom(kind);
  return operation ? [operationName(operation)] : [];
}
