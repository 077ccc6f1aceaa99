/** Draws the one line of a digest that was held back, because most of a known list came back as new. */
import type { DigestHeld, Standing } from '../decision.ts';
import type { Message } from '../slack/blocks.ts';
import { joined, mrkdwn, user } from '../slack/text.ts';
import { clock, utcTime } from './days.ts';
import { fallback } from './fallback.ts';
import { section } from './layout.ts';
import { brief } from './lengths.ts';

export function digestHeldMessage(held: DigestHeld, { overSince }: Standing): Message {
  const name = brief(held.project.name, 'project');
  const what = `${name}: digest held. ${held.fresh} of ${held.polled} leads came back as new at once; their ids may have been reissued.`;
  const told = held.told.length > 0 && mrkdwn`Told ${joined(held.told.map(user), ', ')}.`;
  const over = overSince !== undefined && mrkdwn`Resumed at ${clock(overSince)}.`;
  return {
    text: fallback(overSince === undefined ? what : `${what} Resumed at ${utcTime(overSince)}.`),
    blocks: [section(joined([what, over || told], ' '))],
  };
}
