/** What a channel should know of its feed's filters, beside a digest or in its place. */
import type { Decision } from '../decision.ts';
import type { Feed } from '../projects/projects.ts';
import { decideFilteredOut } from '../rules/filtered-out.ts';
import type { LeadFilters } from '../rules/lead-filter.ts';
import { decideMuteProposal, proposalBegins } from '../rules/mute-proposal.ts';
import { leadStories } from '../store/lead-stories.ts';
import { muteAnswers } from '../store/mutes.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import type { Lead } from '../visibility/assumed.ts';

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
