/** Answers Why is this here? on a post that is not of leads: what it is, and which feed decided it when. */
import type { Decision, ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import { moment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

const WHAT: Readonly<Record<Decision['kind'], string>> = {
  lead_digest: 'a digest: leads that its filters let pass and that the channel had not seen, best first',
  lead_reminder: 'a reminder of a lead that somebody claimed',
  claim_ended: 'word that a colleague released the lead that you claimed, or replied to it',
  score_alert: 'a score alert: the score moved further than its feed lets pass in silence',
  graver_alert: 'word that a score alert became grave after it was posted, for whom its feed calls then',
  score_notice: 'word that the score cannot be compared or has no figures, in place of an alert',
  segment_suggestion: 'a segment that the API suggests, posted once and edited when somebody decides',
  feed_missed: 'word of a post that could not be made, edited when the trouble is over',
  api_trouble: 'word of a trouble with the API, edited when it is over',
  feed_paused: 'word of a feed that stands still, edited when it goes on',
  post_missed: 'word of a post that never arrived',
  owners_line: 'the line on Mondays that says how all projects fare',
  events_limited: 'word that Slack limits the events it sends',
  digest_held: 'word of a digest that was held back, since most of a known list came back as new',
  filtered_out: 'word that the feed’s filters left nothing to post',
  mute_proposal: 'a proposal to mute a place whose leads are always dismissed',
  recap: 'a recap: what became of the leads that were shown',
};

/** `feed` is the one that decided it, where it is still there; `at` epoch ms. */
export function whyPostAnswer(
  project: ProjectRef,
  kind: Decision['kind'],
  { feed, at }: { feed: { kind: string; schedule: string; timezone: string } | undefined; at: number },
): Message {
  const name = brief(project.name, 'project');
  const by =
    feed &&
    `Its ${feed.kind} feed runs ${brief(feed.schedule, 'name')} ${feed.timezone}: /visibility subscriptions`;
  return {
    text: fallback(`${name}: this is ${WHAT[kind]}.`, by ? [by] : []),
    blocks: [section(joined([mrkdwn`*${name}*: this is ${WHAT[kind]}. Decided ${moment(at)}.`, by], '\n'))],
  };
}
