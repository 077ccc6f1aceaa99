/** response_urls where no local Slack gives them out: a small server that keeps the answers that it is sent. */
import { Hono } from 'hono';
import { z } from 'zod';
import { serve } from '../../src/sandbox/local-only.ts';
import { isStillAsking } from './local-slack.ts';
import { until } from './until.ts';

const Answer = z.looseObject({
  text: z.string(),
  response_type: z.string(),
  blocks: z.array(z.looseObject({ type: z.string() })),
});
export type Answer = z.output<typeof Answer>;

export async function startResponseUrls() {
  const answers = new Map<string, Answer>();
  const times = new Map<string, number>();
  const app = new Hono().post('/:name', async (c) => {
    const name = c.req.param('name');
    answers.set(name, Answer.parse(await c.req.json()));
    times.set(name, (times.get(name) ?? 0) + 1);
    return c.text('ok');
  });
  const served = await serve(app, 0);
  return {
    /** The address for one request, by a name of your own. */
    urlFor: (name: string) => `${served.url}/${name}`,
    /** What was answered there, once it is: on a busy machine, that the bot still asks comes first. */
    answerAt: (name: string): Promise<Answer> =>
      until(`an answer at ${name}`, () => {
        const latest = answers.get(name);
        return latest && !isStillAsking(latest.text) && latest;
      }),
    /** How often it was answered there so far. */
    timesAt: (name: string): number => times.get(name) ?? 0,
    close: served.close,
  };
}
