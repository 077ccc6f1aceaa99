/** Draws what the owners are told of a post that never reached its channel, or may not have. */
import type { FeedKind, PostMissed } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { channel, mrkdwn } from '../../slack/text.ts';
import { moment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

const WHAT: Record<FeedKind, string> = {
  leads: 'a digest of leads',
  scores: 'a score alert',
  suggestions: 'a suggestion',
  recap: 'a recap',
};

export function postMissedMessage(missed: PostMissed): Message {
  const what = `${brief(missed.project.name, 'project')}: ${WHAT[missed.feed]}`;
  const fate = missed.why === 'unclear' ? 'may be missing' : 'was not posted';
  const reason = `${whyInWords(missed)} The log knows it as ${missed.delivery}.`;
  return {
    text: fallback(`${what} ${fate}.`, [reason]),
    blocks: [
      section(mrkdwn`*${what} ${fate}* in ${channel(missed.channel)} on ${moment(missed.at)}. ${reason}`),
    ],
  };
}

/** A digest's leads are not lost with it, unless it may stand in the channel after all. */
function whyInWords({ why, feed }: PostMissed): string {
  const leads = feed === 'leads' ? ' The next digest brings its leads.' : '';
  if (why === 'expired') return `Slack took nothing until it was too late.${leads}`;
  if (why === 'unclear') {
    return 'Slack\u2019s answer was lost, and its history cannot be read; the optional history scopes mend that.';
  }
  return `Slack refused it (${brief(why, 'name')}).${leads}`;
}
