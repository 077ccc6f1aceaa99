/** Why a post is not in its channel, by what the outbox noted of Slack: what goes on after "because". */
import type { PostEnd, PostFailure } from '../decision.ts';
import { brief } from './lengths.ts';
import { placeWords } from './pause-words.ts';

/** A post that waits, or that never came. `state` as the outbox has it. */
type Unposted = {
  reason?: PostFailure | undefined;
  state?: PostEnd['state'] | 'queued' | 'sending' | 'sent';
};

/** ", because Slack has asked us to slow down", or nothing where it said nothing. */
export function becauseOf({ reason, state }: Unposted = {}): string {
  return reason === undefined ? '' : `, because ${sentenceOf(reason, state)}`;
}

/** Slack's answer was lost, so that the post may stand there after all. */
export function isUnclear({ reason }: Unposted = {}): boolean {
  return reason === 'unclear';
}

function sentenceOf(reason: PostFailure, state: Unposted['state']): string {
  if (state === 'expired') return `Slack took nothing until it was too late: ${sentenceOf(reason, 'queued')}`;
  if (reason === 'unclear') return 'Slack’s answer was lost';
  if (state === 'failed') {
    return placeWords(reason)?.why ?? `Slack refuses this message (${brief(reason, 'place')})`;
  }
  switch (reason) {
    case 'ratelimited':
      return 'Slack has asked us to slow down';
    case 'unreachable':
      return 'Slack has not answered';
    case 'no_turn':
      return 'others were before it';
    default:
      return `Slack’s answer was ${brief(reason, 'place')}`;
  }
}
