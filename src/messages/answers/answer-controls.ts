/** The buttons under an answer: to its other pages, and to show it to everybody in the channel. */
import type { ActionsBlock } from '@slack/types';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { type Drawable, drawn } from '../../slack/draw.ts';
import { mrkdwn, user } from '../../slack/text.ts';
import { clock } from '../days.ts';
import { button, footer } from '../layout.ts';

/** `page` counts from 0; the others are what the buttons carry. */
export type Controls = {
  page: number;
  pages: number;
  previous: string;
  next: string;
  share: string | undefined;
  again: string | undefined;
};

export function withControls(message: Drawable, controls: Controls): Drawable {
  const { page, pages, previous, next, share, again } = controls;
  const buttons = [
    ...(page > 0 ? [button('Previous', `Page ${page} of ${pages}`, ACTIONS.pagePrevious, previous)] : []),
    ...(page + 1 < pages ? [button('Next', `Page ${page + 2} of ${pages}`, ACTIONS.pageNext, next)] : []),
    ...(share ? [button('Share here', 'Show this answer to the channel', ACTIONS.shareHere, share)] : []),
    ...(again ? [button('Try again', 'Try the same again', ACTIONS.askAgain, again)] : []),
  ];
  if (buttons.length === 0) return message;
  const row: ActionsBlock = { type: 'actions', elements: buttons };
  const place = pages > 1 ? [footer(mrkdwn`Page ${page + 1} of ${pages}`)] : [];
  return withBelow(message, [...place, row]);
}

/** As everybody sees it: who showed it, and when it was so. `at` in epoch ms. */
export function shared(message: Drawable, person: string, at: number): Message {
  const { text, blocks, plainBlocks } = drawn(message);
  const unclickable = {
    text,
    blocks: withoutButtons(blocks),
    ...(plainBlocks && { plainBlocks: withoutButtons(plainBlocks) }),
  };
  return withBelow(unclickable, [footer(mrkdwn`Shared by ${user(person)}, as of ${clock(at)}`)]);
}

function withoutButtons(blocks: readonly MessageBlock[]): MessageBlock[] {
  return blocks.flatMap((block): MessageBlock[] => {
    if (block.type === 'actions') return [];
    if (block.type !== 'section' || !block.accessory) return [block];
    const { accessory: _, ...rest } = block;
    return [rest];
  });
}

function withBelow(message: Drawable, below: readonly MessageBlock[]): Message {
  const { text, blocks, plainBlocks } = drawn(message);
  return {
    text,
    blocks: [...blocks, ...below],
    ...(plainBlocks && { plainBlocks: [...plainBlocks, ...below] }),
  };
}
