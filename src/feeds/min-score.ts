/** Reads what a proposal of a higher minimum score needs: its feed, and what became of the feed's leads. */
import type { MinScoreProposal } from '../decision.ts';
import { feedId, type Project } from '../projects/projects.ts';
import { minScoreHistoryStart, proposeMinScore } from '../rules/lead-proposals.ts';
import { MIN_SCORE_WRITES, readLastWrites } from '../store/audit.ts';
import { readLeadStories, readScoresWhenShown } from '../store/lead-stories.ts';
import { readStandingLeads } from '../store/open-leads.ts';
import type { Db } from '../store/schema.ts';

/** What a proposal needs to know of a leads feed. */
export type MinScored = { feed: string; minScore: number | undefined };

/** The leads feed that a proposal in this channel is about: the one that posts there, else the project's only one. */
export function findLeadsFeed(project: Project, channel: string): MinScored | undefined {
  const all = [project, ...(project.made ?? [])].flatMap(({ leads }) => leads ?? []);
  const meant = all.find((one) => one.channel === channel) ?? (all.length === 1 ? all[0] : undefined);
  return meant && { feed: feedId('leads', project.id, meant.channel), minScore: meant.min_score };
}

/** Undefined if there is nothing to propose. `now` epoch ms. */
export async function readMinScoreProposal(
  db: Db,
  team: string,
  project: Project,
  { feed, minScore: from }: MinScored,
  now: number,
): Promise<MinScoreProposal | undefined> {
  const of = { team, projectId: project.id, since: minScoreHistoryStart(now) };
  const scores = await readScoresWhenShown(db, of);
  const stories = (await readLeadStories(db, { ...of, subscription: feed })).map((story) =>
    // The score at that time, not today's, decides whether a minimum would have hidden it.
    scores.has(story.key) ? { ...story, score: scores.get(story.key) } : story,
  );
  const posted = new Set(stories.map(({ key }) => key));
  const taken = await readStandingLeads(db, of, ['claimed', 'replied', 'snoozed']);
  const unposted = taken.filter(({ key, state }) => !posted.has(key) && (state.since ?? 0) >= of.since);
  const used = unposted.flatMap(({ score }) => score ?? []);
  const decidedAt = await readLastDecidedAt(db, team, project.id, feed);
  return proposeMinScore(stories, used, { feed, from, decidedAt }, now);
}

async function readLastDecidedAt(db: Db, team: string, projectId: string, feed: string): Promise<number> {
  const writes = MIN_SCORE_WRITES.map((action) =>
    readLastWrites(db, team, { action, projectId, except: '' }),
  );
  const times = (await Promise.all(writes)).flat().filter(({ subject }) => subject === feed);
  return Math.max(0, ...times.map(({ at }) => at));
}
