/** A running bot loses what it works with: /readyz says so, the process lives on, and when it is back so is the bot. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { serve } from '../../src/sandbox/api/serve.ts';
import { EXAMPLE_PROJECTS, ready, startBot } from '../support/bot.ts';
import { createFolder } from '../support/folder.ts';
import { emptySchema } from '../support/store-engines.ts';
import { until } from '../support/until.ts';

/** A way to a server that can be cut off: then nobody gets through, and whoever was through is thrown out. */
async function wayTo(url: URL) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
      socket.pipe(other);
    }
    if (isCut) near.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const setCut = (cut: boolean) => {
    isCut = cut;
    if (cut) for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    setCut(true);
    server.close();
  });
  const there = new URL(url);
  there.host = `127.0.0.1:${port}`;
  return { url: there.href, setCut };
}

test('without its PostgreSQL a bot is alive and not ready; with it again it is', async () => {
  const identity = { ok: true, team_id: 'T0LOCAL01', user_id: 'U0SIGHTLINE', bot_id: 'B0SIGHTLINE' };
  const slack = await serve(
    new Hono().post('/api/auth.test', (c) => c.json(identity)),
    0,
  );
  onTestFinished(slack.close);
  const folder = await createFolder();
  onTestFinished(folder.remove);
  const database = await wayTo(new URL(await emptySchema()));
  const bot = await startBot({
    SLACK_BOT_TOKEN: 'xoxb-of-nobody',
    SLACK_SIGNING_SECRET: 'a signing secret',
    SLACK_API_URL: `${slack.url}/api/`,
    VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v1/public',
    VISIBILITY_API_KEY: 'key-of-nobody',
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder.path, 'unused'),
  });
  await ready(bot);
  database.setCut(true);
  const said = await until('no readiness', async () => {
    const answer = await fetch(bot.readyUrl);
    return answer.status === 503 && answer.text();
  });
  expect(said).toBe('not ready: the store takes no write\n');
  expect((await fetch(bot.readyUrl.replace('readyz', 'healthz'))).status).toBe(200);
  database.setCut(false);
  await ready(bot);
  expect(await bot.stop()).toBe(0);
});
