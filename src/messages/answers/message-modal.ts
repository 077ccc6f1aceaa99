/** A message shown in a modal that is open, where no channel is at hand to say it in. */
import type { ModalView } from '@slack/types';
import { LIMITS, type Message } from '../../slack/blocks.ts';
import { type Drawable, drawn } from '../../slack/draw.ts';
import { plainText } from '../../slack/text.ts';

export function messageModal(message: Drawable): ModalView {
  const { blocks, plainBlocks } = drawn(message);
  return modal(plainBlocks ?? blocks);
}

/** While what was asked for takes its time. `what`: "Trying the key", of which one reads that it goes on. */
export function workingModal(what: string): ModalView {
  return modal([{ type: 'section', text: plainText(`${what} …`) }]);
}

function modal(blocks: Message['blocks']): ModalView {
  return {
    type: 'modal',
    title: plainText('Sightline', LIMITS.viewTitle),
    close: plainText('Close', LIMITS.viewTitle),
    // A modal has no charts of Slack's own; whoever sends one here sends its plain form.
    blocks: blocks.flatMap((block) => (block.type === 'data_visualization' ? [] : [block])),
  };
}
