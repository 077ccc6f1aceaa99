/** A running bot loses what it works with: /readyz says so, the process lives on, and when it is back so is the bot. */

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { serve } from '../../src/sandbox/local-only.ts';
import { createVault } from '../../src/secrets.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { keepInstallation } from '../../src/store/sealed.ts';
import { EXAMPLE_PROJECTS, ready, startBotHere } from '../support/bot.ts';
import { createFolder, temporaryFolder } from '../support/folder.ts';
import { APP } from '../support/oauth-slack.ts';
import { exampleProjects } from '../support/projects.ts';
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

const IDENTITY = { ok: true, team_id: 'T0LOCAL01', user_id: 'U0SIGHTLINE', bot_id: 'B0SIGHTLINE' };

/** A bot on this database; Slack confirms whoever asks while `isThere`. */
async function botOn(databaseUrl: string, { isThere }: { isThere: () => boolean }, environment: object) {
  const app = new Hono().post('/api/auth.test', (c) => (isThere() ? c.json(IDENTITY) : c.text('away', 503)));
  const slack = await serve(app, 0);
  onTestFinished(slack.close);
  const folder = await createFolder();
  onTestFinished(folder.remove);
  return startBotHere({
    SLACK_SIGNING_SECRET: 'a signing secret',
    SLACK_API_URL: `${slack.url}/api/`,
    VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v1/public',
    VISIBILITY_API_KEY: 'key-of-nobody',
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(folder.path, 'unused'),
    ...environment,
  });
}

test('without its PostgreSQL a bot is alive and not ready; with it again it is', async () => {
  const database = await wayTo(new URL(await emptySchema()));
  const environment = { SLACK_BOT_TOKEN: 'xoxb-of-nobody', PROJECTS_FILE: EXAMPLE_PROJECTS };
  const bot = await botOn(database.url, { isThere: () => true }, environment);
  await ready(bot);
  database.setCut(true);
  const said = await until('no readiness', async () => {
    const answer = await fetch(bot.readyUrl);
    return answer.status === 503 && answer.text();
  });
  expect(said).toBe('not ready: the store takes no writes\n');
  expect((await fetch(bot.readyUrl.replace('readyz', 'healthz'))).status).toBe(200);
  database.setCut(false);
  await ready(bot);
  expect(await bot.stop()).toBe(0);
});

test('a bot whose PostgreSQL goes before it has begun is ready once it is back', async () => {
  const url = await emptySchema();
  const key = Buffer.alloc(32, 7);
  const db = await openPostgres(url);
  await keepInstallation(db, createVault(key), {
    team: IDENTITY.team_id,
    botUserId: IDENTITY.user_id,
    botId: IDENTITY.bot_id,
    token: 'xoxb-of-nobody',
    scopes: ['commands'],
    installedBy: 'U0ADMIN',
    installedAt: 1,
  });
  await db.destroy();
  const database = await wayTo(new URL(url));
  let isThere = false;
  const projectsFile = path.join(temporaryFolder(), 'projects.yml');
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects.map((project) => ({ ...project, workspace: IDENTITY.team_id })),
  }));
  await writeFile(projectsFile, projects);
  const bot = await botOn(
    database.url,
    { isThere: () => isThere },
    {
      SLACK_CLIENT_ID: APP.clientId,
      SLACK_CLIENT_SECRET: APP.clientSecret,
      SLACK_STATE_SECRET: 'state secret of the journeys',
      ENCRYPTION_KEY: key.toString('base64'),
      PROJECTS_FILE: projectsFile,
    },
  );
  database.setCut(true);
  await until('a beginning in vain', () => /PostgreSQL can’t be reached/.test(bot.stderr()));
  isThere = true;
  database.setCut(false);
  await ready(bot);
  expect(await bot.stop()).toBe(0);
});
