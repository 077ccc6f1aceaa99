/**
 * Addresses that the bot calls outside the Web API: a response_url takes its answer to a command or click, as an
 * acknowledgement may carry it too, and an upload address takes a file's bytes.
 */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { parseJson } from '../../json.ts';
import { type AnswerTarget, Refusal } from './grants.ts';
import { checkMessage } from './limits-check.ts';
import type { State } from './state.ts';

/**
 * Answers 200 "ok", 404 for an address that has expired or is used up, or 400 for an answer that Slack wouldn't show.
 */
export function createHooks({ state }: { state: State }): Hono {
  const app = new Hono();
  app.post('/:token', async (c) => {
    const answer = parseJson(await c.req.text());
    try {
      postAnswer(state, state.responseUrls.use(c.req.param('token')), answer);
      return c.text('ok');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isGone = error.code === 'expired_url' || error.code === 'used_url';
      return c.json({ ok: false, error: error.code }, isGone ? 404 : 400);
    }
  });
  return app;
}

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** Takes raw bytes or a form with one file, as Slack does. Answers 200 "OK - n", or 4xx with the reason. */
export function createUploads({ state }: { state: State }): Hono {
  const app = new Hono();
  app.post('/:token', bodyLimit({ maxSize: MAX_UPLOAD_BYTES }), async (c) => {
    const isForm = c.req.header('content-type')?.startsWith('multipart/form-data');
    const sent = isForm ? Object.values(await c.req.parseBody()).find((part) => part instanceof File) : c.req;
    if (!sent) return c.text('no_file_data', 400);
    const bytes = new Uint8Array(await sent.arrayBuffer());
    try {
      state.files.upload(c.req.param('token'), bytes);
      return c.text(`OK - ${bytes.length}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return c.text(error.code, error.code === 'file_not_found' ? 404 : 400);
    }
  });
  return app;
}

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
  if (given.replace_original && source) {
    state.messages.replace({ ...source, ...checked.value });
    return;
  }
  state.messages.post({
    channel: target.channel,
    author: state.bot.userId,
    ...checked.value,
    ...(audience === 'ephemeral' && { onlyFor: target.person }),
    ...(threadTs && { threadTs }),
  });
}
