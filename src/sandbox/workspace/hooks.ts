/** What the bot posts outside the Web API: late answers to /hooks/TOKEN, and file bytes to /upload/TOKEN. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { postAnswer } from './answers.ts';
import { parseJson } from './json.ts';
import { Refusal } from './refusal.ts';
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
