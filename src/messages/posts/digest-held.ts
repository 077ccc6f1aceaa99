/** Draws the one line of a digest that was held back, because most of a known list came back as new. */
import type { DigestHeld, Standing } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { joined, mrkdwn, user } from '../../slack/text.ts';
import { momentBeside, utcBeside } from '../days.ts';
import { fallback } from '../fallback.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

export function digestHeldMessage(held: DigestHeld, { overSince }: Standing): Message {
  const name = brief(held.project.name, 'project');
  const what = `${name}: digest held. ${held.fresh} of ${held.polled} leads came back as new at once; their ids may have been reissued. Resuming takes the list as known and shows the best of it once.`;
  const told = held.told.length > 0 && mrkdwn`Told ${joined(held.told.map(user), ', ')}.`;
  const over = overSince !== undefined && mrkdwn`Running again since ${momentBeside(overSince, held.at)}.`;
  const blocks: MessageBlock[] = [section(joined([what, over || told], ' '))];
  if (overSince === undefined) {
    const resume = button('Resume', `Resume ${name} leads`, ACTIONS.feedResume, held.subscription);
    blocks.push({ type: 'actions', elements: [resume] });
  }
  return {
    text: fallback(
      overSince === undefined ? what : `${what} Running again since ${utcBeside(overSince, held.at)}.`,
    ),
    blocks,
  };
}
