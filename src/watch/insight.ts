/** What is decided from how people treat leads: the recap, and beside a digest what a channel should know of its filters. */
import type { Decision, Recap } from '../decision.ts';
import { latestRun } from '../outbox/schedule.ts';
import type { Feed } from '../projects/projects.ts';
import { citedLeads } from '../rules/cited-threads.ts';
import { decideFilteredOut } from '../rules/filtered-out.ts';
import type { LeadFilters } from '../rules/lead-filter.ts';
import { identified } from '../rules/lead-key.ts';
import { decideMuteProposal, proposalBegins } from '../rules/mute-proposal.ts';
import { decideRecap, recapBegins } from '../rules/recap.ts';
import { recordCitations } from '../store/lead-citations.ts';
import { leadStories, scoresWhenShown } from '../store/lead-figures.ts';
import { muteAnswers } from '../store/mutes.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import type { Lead } from '../visibility/assumed.ts';
import type { Snapshot } from './poll.ts';

type RecapFeed = Extract<Feed, { kind: 'recap' }>;

/** From the run of the schedule before this one until this one: quiet hours may have put off when it became due. */
export async function recap(
  db: Db,
  { team, due_at }: SlotRow,
  feed: RecapFeed,
  topics: readonly string[] | undefined,
): Promise<Recap> {
  const { project, id: subscription, timezone, schedule, settings } = feed;
  const to = latestRun(feed, due_at) ?? due_at;
  const span = { from: latestRun(feed, to - 1) ?? to, to };
  const since = Math.min(span.from, recapBegins(span));
  const scores = await scoresWhenShown(db, { team, projectId: project.id, since: span.from });
  const stories = (await leadStories(db, { team, projectId: project.id, since })).map((story) =>
    // By that score, not by today's, a threshold would have let it in or kept it out.
    scores.has(story.key) ? { ...story, score: scores.get(story.key) } : story,
  );
  const wanted = { project, subscription, timezone, schedule, byPerson: settings.by_person };
  return decideRecap(stories, topics, wanted, span);
}

/** Which of a poll's leads AI engines cite; `keys` are the keys of known leads by identity. */
export async function keepCitations(
  db: Db,
  { team }: SlotRow,
  { project }: Feed,
  { leads, cited }: Extract<Snapshot, { kind: 'leads' }>,
  keys: ReadonlyMap<string, string> | undefined,
  now: number,
): Promise<void> {
  const found = citedLeads(identified(leads, keys ?? new Map()), cited);
  await recordCitations(db, { team, projectId: project.id }, found, now);
}

/** What stands below a digest, or in its place: filters that remove everything, and a place that might be muted. */
export async function besideDigest(
  db: Db,
  { team }: SlotRow,
  { id: subscription, project }: Feed,
  digest: { leads: readonly Lead[]; filters: LeadFilters; decisions: readonly Decision[] },
  now: number,
): Promise<Decision[]> {
  const { leads, filters, decisions } = digest;
  const about = { project, subscription };
  const filteredOut = decisions.length > 0 ? undefined : decideFilteredOut(leads, filters, about, now);
  const since = proposalBegins(now);
  const stories = await leadStories(db, { team, projectId: project.id, since, subscription });
  const proposal = decideMuteProposal(stories, await muteAnswers(db, team, subscription), about, now);
  return [filteredOut, proposal].filter((decision) => decision !== undefined);
}
