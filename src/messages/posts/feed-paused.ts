/** Draws what the owners are told of a feed that stands still, with the one click that mends it. */
import type { FeedPaused, Standing } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { channel, joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { moment, momentBeside, utcBeside, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { capital } from '../first-letter.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { pauseWords } from '../pause-words.ts';

export function feedPausedMessage(paused: FeedPaused, { overSince }: Standing): Message {
  const name = `${brief(paused.project.name, 'project')} ${paused.feed}`;
  const { why, remedy } = pauseWords(paused.reason);
  const mend = `${capital(why)}. ${remedy}`;
  const stands = overSince === undefined ? 'is paused since' : 'was paused on';
  const where = mrkdwn`*${name}* in ${channel(paused.channel)} ${stands} ${moment(paused.at)}.`;
  const end: Mrkdwn | string =
    overSince === undefined ? mend : mrkdwn`*Running again since ${momentBeside(overSince, paused.at)}.*`;
  const blocks: MessageBlock[] = [section(joined([where, end], ' '))];
  if (overSince === undefined) {
    const resume = button('Resume', `Resume ${name}`, ACTIONS.feedResume, paused.subscription);
    blocks.push({ type: 'actions', elements: [resume] });
  }
  const said = overSince === undefined ? mend : `Running again since ${utcBeside(overSince, paused.at)}.`;
  return { text: fallback(`${name} ${stands} ${utcMoment(paused.at)}.`, [said]), blocks };
}
