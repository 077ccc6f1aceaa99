/** Draws a decision: pure, at sending time, from what was decided and how the things it names stand now. */
import type { Decision, Standing } from '../decision.ts';
import type { Message } from '../slack/blocks.ts';
import { type Drawable, drawn } from '../slack/draw.ts';
import { eventsLimitedMessage, feedPausedMessage, postMissedMessage } from './feeds/owner-notices.ts';
import { ownersLineMessage } from './feeds/owners-line.ts';
import { recapMessage } from './feeds/recap.ts';
import { apiTroubleMessage, feedMissedMessage } from './feeds/troubles.ts';
import { claimEndedMessage, leadReminderMessage } from './leads/claims.ts';
import { leadDigestMessage } from './leads/lead-digest.ts';
import { muteProposalMessage } from './leads/mute-proposal.ts';
import { digestHeldMessage, filteredOutMessage } from './leads/no-digest.ts';
import { segmentSuggestionMessage } from './prompts/segment-suggestion.ts';
import { scoreAlertMessage, scoreGraverMessage } from './scores/score-alert.ts';
import { scoreNoticeMessage } from './scores/score-notice.ts';

/** As Slack takes it. */
export function render(decision: Decision, standing: Standing): Message {
  return drawn(pageOf(decision, standing));
}

/** As it is described; what is no page yet is drawn already. */
export function pageOf(decision: Decision, standing: Standing): Drawable {
  switch (decision.kind) {
    case 'lead_digest':
      return leadDigestMessage(decision, standing);
    case 'lead_reminder':
      return leadReminderMessage(decision, standing);
    case 'claim_ended':
      return claimEndedMessage(decision, standing);
    case 'score_alert':
      return scoreAlertMessage(decision, standing);
    case 'graver_alert':
      return scoreGraverMessage(decision, standing);
    case 'score_notice':
      return scoreNoticeMessage(decision, standing);
    case 'segment_suggestion':
      return segmentSuggestionMessage(decision, standing);
    case 'feed_missed':
      return feedMissedMessage(decision, standing);
    case 'api_trouble':
      return apiTroubleMessage(decision, standing);
    case 'feed_paused':
      return feedPausedMessage(decision, standing);
    case 'post_missed':
      return postMissedMessage(decision);
    case 'owners_line':
      return ownersLineMessage(decision);
    case 'events_limited':
      return eventsLimitedMessage(decision);
    case 'digest_held':
      return digestHeldMessage(decision, standing);
    case 'filtered_out':
      return filteredOutMessage(decision);
    case 'mute_proposal':
      return muteProposalMessage(decision, standing);
    case 'recap':
      return recapMessage(decision);
  }
}
