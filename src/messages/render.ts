/** Draws a decision: pure, at sending time, from what was decided and how the things it names stand now. */
import type { Decision, Standing } from '../decision.ts';
import type { Message } from '../slack/blocks.ts';
import { leadDigestMessage } from './lead-digest.ts';
import { scoreAlertMessage } from './score-alert.ts';
import { segmentSuggestionMessage } from './segment-suggestion.ts';

export function render(decision: Decision, standing: Standing): Message {
  switch (decision.kind) {
    case 'lead_digest':
      return leadDigestMessage(decision, standing);
    case 'score_alert':
      return scoreAlertMessage(decision, standing);
    case 'segment_suggestion':
      return segmentSuggestionMessage(decision, standing);
  }
}
