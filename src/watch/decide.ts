/** The second step: what the channel remembers is read, then the rule of the feed's kind decides. */
import type { Decision, Silence } from '../decision.ts';
import type { Verdict } from '../outbox/commit.ts';
import { lateHours } from '../outbox/schedule.ts';
import { suggestionSubject } from '../outbox/subjects.ts';
import type { Feed } from '../projects/projects.ts';
import { wantedOf, withCitations } from '../rules/cited-threads.ts';
import { decideLeadDigest } from '../rules/lead-digest.ts';
import { decideSuggestions, newEnds } from '../rules/new-suggestions.ts';
import type { Oddity } from '../rules/odd-leads.ts';
import type { OddScores } from '../rules/odd-scores.ts';
import { knownSubjects } from '../store/deliveries.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { suggestionStates } from '../store/suggestions.ts';
import { besideDigest } from './beside-digest.ts';
import { sayingUnread } from './extra-reads.ts';
import { filtersOf } from './lead-filters.ts';
import { keepCitations, leadMemory } from './lead-memory.ts';
import type { Snapshot } from './poll.ts';
import { recap } from './recap.ts';
import { scores } from './score-alerts.ts';

/** A verdict, why it is silent where it is, and what was odd about the leads or the scores of the poll. */
export type Decided = Verdict & { silence?: string; odd?: readonly Oddity[]; oddScores?: OddScores };

export type Question = {
  slot: SlotRow;
  feed: Feed;
  snapshot: Snapshot;
  /** What was polled is to be taken for known, as on a first run. */
  relearn: boolean;
  /** Ids of the owners, who are told of a held digest. */
  owners: readonly string[];
  now: number;
  /** Asked before the feed is due: of a recap, what has come together since the last one. */
  soFar?: boolean;
};

export async function decide(db: Db, question: Question): Promise<Decided> {
  const { slot, feed, snapshot } = question;
  const decided = await decidedBy(db, question);
  const decisions = await sayingUnread(db, slot.team, feed, snapshot.extras, decided.decisions);
  return { ...decided, decisions };
}

async function decidedBy(db: Db, question: Question): Promise<Decided> {
  const { feed, snapshot } = question;
  if (snapshot.kind === 'leads' && feed.kind === 'leads') return leads(db, question, feed, snapshot);
  if (snapshot.kind === 'scores' && feed.kind === 'scores') {
    return scores(db, question.slot, feed, snapshot, question.now);
  }
  if (snapshot.kind === 'suggestions') return suggestions(db, question, snapshot);
  if (snapshot.kind === 'recap' && feed.kind === 'recap') {
    const told = await recap(db, question.slot, feed, snapshot.topics, question.soFar ?? false);
    return said({ ...told, lateHours: lateHours(question.slot.due_at, question.now) });
  }
  throw new TypeError(`A ${snapshot.kind} snapshot cannot decide a ${feed.kind} feed`);
}

type Of<Kind, Union extends { kind: string }> = Extract<Union, { kind: Kind }>;

async function leads(
  db: Db,
  { slot, relearn, owners, now }: Question,
  feed: Of<'leads', Feed>,
  snapshot: Of<'leads', Snapshot>,
): Promise<Decided> {
  const { team, due_at } = slot;
  const { limit, post_empty } = feed.settings;
  const { memory, odd } = await leadMemory(db, slot, feed, snapshot, { relearn, now });
  const filters = await filtersOf(feed, team, db);
  const settings = {
    project: feed.project,
    subscription: feed.id,
    limit,
    filters,
    schedule: feed.schedule,
    timezone: feed.timezone,
    postEmpty: post_empty,
    owners,
  };
  const { decision, seen, fates } = decideLeadDigest(snapshot, memory, settings, due_at, now);
  const late = lateHours(due_at, now);
  const digest =
    decision.kind === 'lead_digest'
      ? { ...withCitations(decision, wantedOf(snapshot.cited, filters, now)), lateHours: late }
      : decision;
  await keepCitations(db, slot, feed, snapshot, memory.keys, now);
  const { decisions, ...verdict } = said(digest);
  const beside = await besideDigest(db, slot, feed, { ...snapshot, filters, decisions }, now);
  return { ...verdict, decisions: [...decisions, ...beside], seen, fates, odd };
}

async function suggestions(
  db: Db,
  { slot: { team, channel }, feed: { project } }: Question,
  snapshot: Of<'suggestions', Snapshot>,
): Promise<Decided> {
  const all = snapshot.suggestions.map(({ suggestion }) => suggestion);
  const known = await knownSuggestions(db, team, { channel, project }, all);
  const ended = newEnds(all, { known, states: await suggestionStates(db, team, project.id) });
  return { ...said(decideSuggestions(snapshot.suggestions, { known }, { project })), ended };
}

/** The ids of those that the channel was told of, or that somebody decided from the list: these are no news to be decided. */
export async function knownSuggestions(
  db: Db,
  team: string,
  { channel, project }: Pick<Feed, 'channel' | 'project'>,
  all: readonly { id: string }[],
): Promise<Set<string>> {
  const subjectOf = ({ id }: { id: string }) => suggestionSubject(project.id, id);
  const told = await knownSubjects(db, team, channel, all.map(subjectOf));
  const states = await suggestionStates(db, team, project.id);
  const isKnown = (one: { id: string }) => told.has(subjectOf(one)) || states.get(one.id)?.by !== undefined;
  return new Set(all.filter(isKnown).map(({ id }) => id));
}

function said(decided: Decision | readonly Decision[] | Silence): Decided {
  if (!('kind' in decided)) return { decisions: decided };
  return decided.kind === 'silence' ? { decisions: [], silence: decided.reason } : { decisions: [decided] };
}
