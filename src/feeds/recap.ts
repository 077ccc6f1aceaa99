/** Recaps: what came of the leads of some days, and what is proposed from it. They live from what is known here. */
import type { Recap } from '../decision.ts';
import { decideRecap, recapBegins } from '../rules/recap.ts';
import { leadStories } from '../store/lead-stories.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { type FeedKindRow, type FeedOf, said } from './feed-kind.ts';
import { leadsFeedMeant, minScoreProposal } from './min-score.ts';
import { lateHours, latestRun, nextDue } from './schedule.ts';

type RecapFeed = FeedOf<'recap'>;

/** The labels by which leads are sorted; missing if not readable. */
type RecapPolled = { topics?: readonly string[] | undefined };

export const recapFeed: FeedKindRow<RecapFeed, RecapPolled> = {
  rank: 3,
  label: 'Recap: what became of leads',
  usual: 'Fridays 16:00',
  settings: {
    by_person: {
      as: 'switch',
      label: 'Show who claimed and answered how often',
      named: 'whether people are shown',
    },
  },
  livesFrom: undefined,
  async poll({ project: { id } }, { api, extra }) {
    const topics = await extra('topics', (signal) => api.topics(id, { signal }));
    return { topics: topics?.flatMap(({ label }) => label ?? []) };
  },
  async decide(db, { slot, feed, snapshot: { topics }, now, soFar = false }) {
    const told = await recap(db, slot, feed, topics, soFar);
    return said({ ...told, lateHours: lateHours(slot.due_at, now) });
  },
};

/**
 * From the run of the schedule before this one until this one: quiet hours may have put off when it became due. Asked
 * before the next one is due (`soFar`), from the latest run until now.
 */
export async function recap(
  db: Db,
  { team, due_at }: SlotRow,
  feed: RecapFeed,
  topics: readonly string[] | undefined,
  soFar: boolean,
): Promise<Recap> {
  const { project, channel, id: subscription, timezone, schedule, settings } = feed;
  const to = (soFar ? undefined : latestRun(feed, due_at)) ?? due_at;
  const weeksTo = soFar ? nextDue({ ...feed, quiet: undefined, since: to }, to) : undefined;
  const span = { from: latestRun(feed, to - 1) ?? to, to, weeksTo };
  const since = Math.min(span.from, recapBegins(span));
  const stories = await leadStories(db, { team, projectId: project.id, since });
  const wanted = { project, subscription, timezone, schedule, byPerson: settings.by_person };
  const leadsFeed = leadsFeedMeant(project, channel);
  const proposal = leadsFeed && (await minScoreProposal(db, team, project, leadsFeed, due_at));
  return decideRecap(stories, topics, wanted, span, proposal);
}
