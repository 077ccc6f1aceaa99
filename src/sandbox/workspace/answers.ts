/** Posts the bot's answer to a command or click, from its acknowledgement or later from a response_url. */
import { z } from 'zod';
import { withBlockIds } from './block-ids.ts';
import type { AnswerTarget } from './grants.ts';
import { checkMessage } from './limits-check.ts';
import { Refusal } from './refusal.ts';
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

/** Only the asker sees the answer unless it says `in_channel`. @throws Refusal with Slack's code. */
export function postAnswer(state: State, target: AnswerTarget, answer: unknown): void {
  const parsed = answerShape.safeParse(answer);
  if (!parsed.success) throw new Refusal('invalid_payload');
  const { response_type: audience, thread_ts: threadTs, ...given } = parsed.data;
  const source = target.sourceTs && state.messages.find(target.channel, target.sourceTs);
  if (given.delete_original) {
    if (source) state.messages.remove(source);
    return;
  }
  const checked = checkMessage({ text: given.text, blocks: given.blocks });
  if (!checked.ok) throw new Refusal(checked.error, checked.messages);
  const content = { text: checked.value.text, blocks: withBlockIds(checked.value.blocks) };
  if (given.replace_original && source) {
    state.messages.replace({ ...source, ...content });
    return;
  }
  state.messages.post({
    channel: target.channel,
    author: state.bot.userId,
    ...content,
    ...(audience === 'ephemeral' && { onlyFor: target.person }),
    ...(threadTs && { threadTs }),
  });
}
