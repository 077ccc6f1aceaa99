/** Draws what the owners are told when the store's file is gone: the last thing that the bot can say. */
import type { Message } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';

export function storeGoneMessage(): Message {
  const happened = 'I’ve stopped: my store was deleted or replaced while I was running.';
  const why = 'Nothing that I post from here on could be kept.';
  const mend =
    'If you have a backup, put it back before I start again. Without one I begin anew, and no longer know what was posted, claimed or muted.';
  return {
    text: fallback(happened, [why, mend]),
    blocks: [section(mrkdwn`*${happened}* ${why}\n${mend}`)],
  };
}
