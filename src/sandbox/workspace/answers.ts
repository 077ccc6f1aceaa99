/** What the bot says to a command or a click, in its acknowledgement or later through the response_url. */
import { z } from 'zod';
import { named } from './block-ids.ts';
import type { Asked } from './grants.ts';
import { checkMessage } from './limits-check.ts';
import { Refused } from './refused.ts';
import type { State } from './state.ts';

/** https://docs.slack.dev/interactivity/handling-user-interaction#message_responses */
const answerShape = z.looseObject({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});

/** Posts the answer: for the asker alone unless it says otherwise. @throws Refused as Slack names it. */
export function giveAnswer(state: State, asked: Asked, answer: unknown): void {
  const parsed = answerShape.safeParse(answer);
  if (!parsed.success) throw new Refused('invalid_payload');
  const { response_type: audience, thread_ts: threadTs, ...given } = parsed.data;
  const source = asked.sourceTs && state.messages.find(asked.channel, asked.sourceTs);
  if (given.delete_original) {
    if (source) state.messages.remove(source);
    return;
  }
  const checked = checkMessage({ text: given.text, blocks: given.blocks });
  if (!checked.ok) throw new Refused(checked.error, checked.messages);
  const content = { text: checked.value.text, blocks: named(checked.value.blocks) };
  if (given.replace_original && source) {
    state.messages.replace({ ...source, ...content });
    return;
  }
  state.messages.post({
    channel: asked.channel,
    author: state.bot.userId,
    ...content,
    ...(audience === 'ephemeral' && { onlyFor: asked.person }),
    ...(threadTs && { threadTs }),
  });
}
