/** Draws what the owners are told of a post that never reached its channel, or may not have. */
import type { Decision, FeedKind, PostMissed } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { channel, fallbackText, mrkdwn } from '../../slack/text.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** What an earlier version kept of it is the feed alone. */
const OF_FEED: Record<FeedKind, Decision['kind']> = {
  leads: 'lead_digest',
  scores: 'score_alert',
  suggestions: 'segment_suggestion',
  recap: 'recap',
};

/** Only what a feed posts is missed: what is said to people themselves is not told of. */
const WHAT: Partial<Record<Decision['kind'], string>> = {
  lead_digest: 'a digest of leads',
  digest_held: 'word of a held digest',
  filtered_out: 'word that its filters left nothing',
  mute_proposal: 'a proposal to mute a place',
  score_alert: 'a score alert',
  graver_alert: 'word that a score alert became grave',
  score_notice: 'a notice about its scores',
  segment_suggestion: 'a suggestion',
  recap: 'a recap',
  feed_missed: 'word of a post that could not be made',
};

export function postMissedMessage(missed: PostMissed): Message {
  const { what = OF_FEED[missed.feed], due = missed.at } = missed;
  const post = `${brief(missed.project.name, 'project')}: ${WHAT[what] ?? 'a post'}`;
  const fate = missed.why === 'unclear' ? 'may be missing' : 'was not posted';
  const reason = whyInWords(missed.why, what);
  const place = channel(missed.channel);
  return {
    text: fallback(`${post} ${fate}.`, [fallbackText`In ${place} on ${utcMoment(due)}. ${reason}`]),
    blocks: [section(mrkdwn`*${post} ${fate}* in ${place} on ${moment(due)}. ${reason}`)],
  };
}

/** A digest's leads are not lost with it, unless it may stand in the channel after all. */
function whyInWords(why: PostMissed['why'], what: Decision['kind']): string {
  const leads = what === 'lead_digest' ? ' The next digest brings its leads.' : '';
  if (why === 'expired') return `Slack took nothing until it was too late.${leads}`;
  if (why === 'unclear') {
    return 'Slack\u2019s answer was lost, and its history cannot be read; the optional history scopes mend that.';
  }
  return `Slack refused it (${brief(why, 'name')}).${leads}`;
}
