/** Draws what the owners are told of a feed that stands still, with the one click that mends it. */
import type { FeedPaused, Standing } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { channel, joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { moment, momentBeside, utcBeside, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** What to do before the click, by Slack's name of the error. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const REMEDIES: Readonly<Record<string, string>> = {
  not_in_channel:
    'Sightline is not in the channel. There type /invite @Sightline, and the feed goes on by itself.',
  channel_not_found:
    'Sightline cannot see the channel: it is private without Sightline, or gone. There type /invite @Sightline, and the feed goes on by itself; or name another channel in projects.yml.',
  is_archived:
    'The channel is archived. Bring it back, then resume; or name another channel in projects.yml.',
  restricted_action:
    'A setting of the workspace keeps apps from posting there. An admin can change that; then resume.',
  reissued:
    'Most leads of a list that the channel knew came back as new, so their ids may have been reissued. Resuming takes the list as known and shows the best of it once.',
};

export function feedPausedMessage(paused: FeedPaused, { overSince }: Standing): Message {
  const name = `${brief(paused.project.name, 'project')} ${paused.feed}`;
  const known = Object.hasOwn(REMEDIES, paused.reason) ? REMEDIES[paused.reason] : undefined;
  const remedy =
    known ?? `Slack refuses posts there (${brief(paused.reason, 'name')}). Mend that, then resume.`;
  const stands = overSince === undefined ? 'is paused since' : 'was paused on';
  const where = mrkdwn`*${name}* in ${channel(paused.channel)} ${stands} ${moment(paused.at)}.`;
  const end: Mrkdwn | string =
    overSince === undefined ? remedy : mrkdwn`*Running again since ${momentBeside(overSince, paused.at)}.*`;
  const blocks: MessageBlock[] = [section(joined([where, end], ' '))];
  if (overSince === undefined) {
    const resume = button('Resume', `Resume ${name}`, ACTIONS.feedResume, paused.subscription);
    blocks.push({ type: 'actions', elements: [resume] });
  }
  const said = overSince === undefined ? remedy : `Running again since ${utcBeside(overSince, paused.at)}.`;
  return { text: fallback(`${name} ${stands} ${utcMoment(paused.at)}.`, [said]), blocks };
}
