/** Answers Why is this here? on a post that is not of leads: what it is, and which feed decided it when. */
import type { Decision, ProjectRef } from '../../decision.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { moment } from '../times.ts';

const WHAT: Readonly<Record<Decision['kind'], string>> = {
  lead_digest: 'a digest: leads that pass its filters and that the channel hadn’t seen, best first',
  lead_reminder: 'a reminder of a lead that someone claimed',
  lead_assigned: 'a lead that a colleague gave you',
  claim_ended:
    'a note that a colleague released the lead you claimed, replied to it, or declined one you gave them',
  score_alert: 'a score alert: the score moved by more than its feed ignores',
  graver_alert: 'a note to those whom its feed mentions that a score alert became grave',
  score_notice: 'a note that the score can’t be compared or has no figures, in place of an alert',
  segment_suggestion: 'a segment that the API suggests, posted once and edited when someone decides',
  feed_missed: 'a note about a post that couldn’t be made, edited when the trouble is over',
  api_trouble: 'a note about trouble with the API, edited when it is over',
  feed_paused: 'a note about a paused feed, edited when it runs again',
  post_missed: 'a note about a post that never arrived',
  owners_line: 'the Monday line that says how all projects are doing',
  events_limited: 'a note that Slack limits the events it sends',
  digest_held: 'a note that a digest was held back, because most of a known list came back as new',
  filtered_out: 'a note that the feed’s filters left nothing to post',
  mute_proposal: 'a proposal to mute a place whose leads are always dismissed',
  recap: 'a recap: what became of the leads that were shown',
};

/** `feed` is the one that decided it, where it is still there; `at` epoch ms. */
export function whyPostAnswer(
  project: ProjectRef,
  kind: Decision['kind'],
  { feed, at }: { feed: { kind: string; schedule: string; timezone: string } | undefined; at: number },
): Page {
  const name = brief(project.name, 'project');
  const by = feed && `its ${feed.kind} feed runs ${brief(feed.schedule, 'name')} ${feed.timezone}`;
  return {
    parts: [
      headline(say`${bold(name)}: this is ${WHAT[kind]}.`),
      note(beside(say`Decided ${moment(at)}`, by, by && '/visibility subscriptions')),
    ],
  };
}
