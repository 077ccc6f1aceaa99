/** Draws what the owners are told when Slack limits the events that it sends Sightline. */
import type { EventsLimited } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';

const SAID = 'Slack limits the events it sends Sightline';
/** https://docs.slack.dev/apis/events-api#rate-limiting */
const MEANS =
  'Past 30,000 an hour Slack drops them, so a Home tab may be out of date and a new or renamed channel may be noticed late. Posts, commands and buttons work as usual. If this app listens to more events than its manifest lists, remove those.';

export function eventsLimitedMessage({ at }: EventsLimited): Message {
  return {
    text: fallback(`${SAID} since ${utcMoment(at)}.`, [MEANS]),
    blocks: [section(mrkdwn`⚠️ *${SAID}* since ${moment(at)}. ${MEANS}`)],
  };
}
