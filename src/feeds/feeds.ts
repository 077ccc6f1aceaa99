/** The kinds of feed, and the two steps of a slot that differ by kind: poll, and decide. */
import type { Decision, FeedKind } from '../decision.ts';
import type { FeedWords } from '../messages/feeds/feed-form.ts';
import type { Feed, FeedOf } from '../projects/projects.ts';
import type { Db, SlotRow } from '../store/tables.ts';
import { operationName } from '../visibility/operations.ts';
import { createExtraReads, type ExtrasRead, mentionUnread, noteExtras } from './extra-reads.ts';
import type { Decided, FeedKindRow, Polling, Question as QuestionOf, VisibilityOf } from './feed-kind.ts';
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

/** What a poll brought, by kind of feed, and how its extra reads went. */
export type Snapshot = Awaited<ReturnType<(typeof KINDS)[Feed['kind']]['poll']>> & { extras: ExtrasRead };

export type Question = QuestionOf<Feed, Snapshot>;

type PollDeps = Omit<Polling, 'api' | 'extra'> & { visibilityOf: VisibilityOf };

function rowOf(kind: Feed['kind']): FeedKindRow<Feed, Omit<Snapshot, 'extras'>> {
  return KINDS[kind];
}

/** The first step: reads from the API what a feed needs to decide. @throws VisibilityError: the slot is retried */
export async function poll(feed: Feed, { visibilityOf, ...deps }: PollDeps): Promise<Snapshot> {
  const { extra, outcomes: extras } = createExtraReads(feed, deps.log);
  const row = rowOf(feed.kind);
  const snapshot = await row.poll(feed, { ...deps, api: visibilityOf(feed.project), extra });
  // A feed that lives from the store alone would be posted for a project that isn't there, and its day used up.
  const isNothingFound = extras.size > 0 && [...extras.values()].every((why) => why === 'project_unknown');
  if (row.livesFrom === undefined && isNothingFound)
    await visibilityOf(feed.project).communityLeads(feed.project.id);
  return { ...snapshot, extras };
}

/** The second step: decides, and lets posts mention what couldn't be read, if that is news. */
export async function decide(db: Db, question: Question): Promise<Decided> {
  const { slot, feed, snapshot } = question;
  const decided = await rowOf(feed.kind).decide(db, question);
  const decisions = await mentionUnread(db, slot.team, feed, snapshot.extras, decided.decisions);
  return { ...decided, decisions };
}

/** After an alert's post: finds out why it happened, as far as it can be read. */
export async function findWhy(
  feed: Feed,
  { visibilityOf, db, log, slot, now }: Omit<PollDeps, 'team'> & { slot: SlotRow },
): Promise<Decided & { extras: ExtrasRead }> {
  const { extra, outcomes: extras } = createExtraReads(feed, log);
  if (feed.kind !== 'scores') return { decisions: [], extras };
  const decided = await explainAlerts(db, { slot, feed, now }, visibilityOf(feed.project), extra);
  // Dated like the post, so that the post mentions it.
  await noteExtras(db, slot.team, feed, extras, slot.opened_at);
  const mention = <Of extends Decision>(some: readonly Of[]) =>
    mentionUnread(db, slot.team, feed, extras, some);
  return {
    ...decided,
    decisions: await mention(decided.decisions),
    changed: await mention(decided.changed ?? []),
    extras,
  };
}

/** The words for each kind in forms and commands. */
export const FEED_WORDS: Readonly<Record<FeedKind, FeedWords>> = KINDS;

/** The read that tells whether the API serves such a feed; undefined if the store is enough for it. */
export function livesFrom(kind: Feed['kind']): FeedKindRow<Feed, never>['livesFrom'] {
  return KINDS[kind].livesFrom;
}

/** The operations that a successful poll of this kind proves to work, as errors name them. */
export function operationsOf(kind: Feed['kind']): string[] {
  const operation = livesFrom(kind);
  return operation ? [operationName(operation)] : [];
}
