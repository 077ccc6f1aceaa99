/** response_urls over HTTP: the bot's late answers, at /TOKEN of the app that is mounted at /hooks. */
import { Hono } from 'hono';
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
