/** The buttons under an answer: to its other pages, and to show it to everybody in the channel. */
import { ACTIONS, type Message, type MessageBlock } from '../slack/blocks.ts';
import { type Drawable, draw, drawn } from '../slack/draw.ts';
import { actions, button, note, type Part, withBelow, withoutControls } from './page.ts';
import { say, user } from './text.ts';
import { clock } from './times.ts';

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
  const buttons = actions([
    page > 0 && button(ACTIONS.pagePrevious, 'Previous', `Page ${page} of ${pages}`, previous),
    page + 1 < pages && button(ACTIONS.pageNext, 'Next', `Page ${page + 2} of ${pages}`, next),
    share !== undefined && button(ACTIONS.shareHere, 'Share here', 'Show this answer to the channel', share),
    again !== undefined && button(ACTIONS.askAgain, 'Try again', 'Try the same again', again),
  ]);
  if (!buttons) return message;
  return withMore(message, buttons, note(pages > 1 && `Page ${page + 1} of ${pages}`));
}

/** As everybody sees it: who showed it, and when it was so. `at` in epoch ms. */
export function shared(message: Drawable, person: string, at: number): Drawable {
  const by = note(say`Shared by ${user(person)}, as of ${clock(at)}`);
  return withMore('parts' in message ? withoutControls(message) : unclickable(message), by);
}

function withMore(message: Drawable, ...below: readonly (Part | undefined)[]): Drawable {
  if ('parts' in message) return withBelow(message, ...below);
  const { text, blocks, plainBlocks } = drawn(message);
  const more = draw({ parts: below }).blocks;
  return {
    text,
    blocks: [...blocks, ...more],
    ...(plainBlocks && { plainBlocks: [...plainBlocks, ...more] }),
  };
}

function unclickable({ text, blocks, plainBlocks }: Message): Message {
  return {
    text,
    blocks: withoutButtons(blocks),
    ...(plainBlocks && { plainBlocks: withoutButtons(plainBlocks) }),
  };
}

function withoutButtons(blocks: readonly MessageBlock[]): MessageBlock[] {
  return blocks.flatMap((block): MessageBlock[] => {
    if (block.type === 'actions') return [];
    if (block.type !== 'section' || !block.accessory) return [block];
    const { accessory: _, ...rest } = block;
    return [rest];
  });
}
