/** Why a post is not in its channel, by the reason that the outbox noted: what goes on after "because". */
import type { LatePosts } from '../decision.ts';
import { brief } from './lengths.ts';
import { placeWords } from './pause-words.ts';

/** ", because Slack has asked us to slow down", or nothing where it said nothing. */
export function becauseOf({ reason }: Pick<LatePosts, 'reason'>): string {
  return reason === undefined ? '' : `, because ${slackSentence(reason)}`;
}

/** As the outbox begins them. */
const REFUSED = /^refused: (\w+)$/;
const EXPIRED = /^not worth posting any more; last: (.+)$/;
const UNCLEAR = /^unclear\b/;

/** Slack's answer was lost, so that the post may stand there after all. */
export function isUnclear(reason: string | undefined): boolean {
  return reason !== undefined && UNCLEAR.test(reason);
}

export function slackSentence(reason: string): string {
  const [, refused] = reason.match(REFUSED) ?? [];
  if (refused !== undefined) {
    return placeWords(refused)?.why ?? `Slack refuses this message (${brief(refused, 'place')})`;
  }
  const [, last] = reason.match(EXPIRED) ?? [];
  if (last !== undefined) return `Slack took nothing until it was too late: ${slackSentence(last)}`;
  if (isUnclear(reason)) return 'Slack’s answer was lost';
  switch (reason) {
    case 'ratelimited':
      return 'Slack has asked us to slow down';
    case 'unreachable':
      return 'Slack has not answered';
    case 'its turn never came':
      return 'others were before it';
    default:
      return `Slack’s answer was ${brief(reason, 'place')}`;
  }
}
