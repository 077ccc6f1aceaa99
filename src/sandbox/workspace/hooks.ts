/** What the bot sends outside of the Web API: late answers at /hooks/TOKEN, and the bytes of files at /upload/TOKEN. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { giveAnswer } from './answers.ts';
import { parsedJson } from './json.ts';
import { Refused } from './refused.ts';
import type { State } from './state.ts';

/** 200 "ok"; 404 for an address that is too old or used up; 400 for an answer that Slack would not show. */
export function createHooks({ state }: { state: State }): Hono {
  const app = new Hono();
  app.post('/:token', async (c) => {
    const answer = parsedJson(await c.req.text());
    try {
      giveAnswer(state, state.responseUrls.use(c.req.param('token')), answer);
      return c.text('ok');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const gone = error.code === 'expired_url' || error.code === 'used_url';
      return c.json({ ok: false, error: error.code }, gone ? 404 : 400);
    }
  });
  return app;
}

const MOST_BYTES = 20 * 1024 * 1024;

/** Takes the raw bytes or a form with one file, as Slack does; 200 "OK - n", or 4xx with the reason. */
export function createUploads({ state }: { state: State }): Hono {
  const app = new Hono();
  app.post('/:token', bodyLimit({ maxSize: MOST_BYTES }), async (c) => {
    const isForm = c.req.header('content-type')?.startsWith('multipart/form-data');
    const sent = isForm ? Object.values(await c.req.parseBody()).find((part) => part instanceof File) : c.req;
    if (!sent) return c.text('no_file_data', 400);
    const bytes = new Uint8Array(await sent.arrayBuffer());
    try {
      state.files.upload(c.req.param('token'), bytes);
      return c.text(`OK - ${bytes.length}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return c.text(error.code, error.code === 'file_not_found' ? 404 : 400);
    }
  });
  return app;
}
