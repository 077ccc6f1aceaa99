/** A message shown in a modal that is open, where no channel is at hand to say it in. */
import type { ModalView } from '@slack/types';
import { LIMITS } from '../../slack/blocks.ts';
import { type Drawable, drawModal } from '../../slack/draw.ts';
import { plainText } from '../../slack/text.ts';
import { paragraph } from '../page.ts';

export function messageModal(message: Drawable, metadata = ''): ModalView {
  if ('parts' in message) return drawModal(message, metadata);
  const { blocks, plainBlocks = blocks } = message;
  return {
    type: 'modal',
    title: plainText('Sightline', LIMITS.viewTitle),
    close: plainText('Close', LIMITS.viewTitle),
    private_metadata: metadata,
    // A modal has no charts of Slack's own; whoever sends one here sends its plain form.
    blocks: plainBlocks.flatMap((block) => (block.type === 'data_visualization' ? [] : [block])),
  };
}

/** While what was asked for takes its time. `what`: "Trying the key", of which one reads that it goes on. */
export function workingModal(what: string): ModalView {
  return drawModal({ parts: [paragraph(`${what} …`)] });
}
