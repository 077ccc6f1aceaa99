/** A bot whose projects.yml names no project: what was set up in Slack is all it has, and it outlives restarts. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { feedId } from '../../src/projects.ts';
import { createVault } from '../../src/secrets.ts';
import { keepApiKey } from '../../src/store/api-keys.ts';
import { makeFeed } from '../../src/store/made-feeds.ts';
import { connectProject } from '../../src/store/made-projects.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createFolder, type Folder } from '../support/folder.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { ACME, API_KEY, TIDEWATER } from '../support/sandbox.ts';

const TEAM = 'T0LOCAL01';
const KEY = Buffer.alloc(32, 9);
const HERE = ACME.leads;

let folder: Folder;
let journey: Journey;

beforeAll(async () => {
  folder = await createFolder();
  const environment = {
    VISIBILITY_API_KEY: '',
    ENCRYPTION_KEY: KEY.toString('base64'),
    DATA_DIR: path.join(folder.path, 'data'),
  };
  journey = await startJourney({ projects: 'projects: []', environment });
});

afterAll(async () => {
  await journey?.end();
  await folder?.remove();
});

/** What somebody set up before the bot was restarted. */
async function setUp(): Promise<void> {
  const db = await openSqlite(path.join(folder.path, 'data'), systemClock().now);
  const who = { by: ANA, at: await journey.now() };
  const settings = { channel: HERE, schedule: 'every day at 9:00', timezone: 'Europe/Berlin', limit: 3 };
  await connectProject(db, TEAM, { id: ACME.id, name: 'Acme', channel: HERE }, who);
  await keepApiKey(db, createVault(KEY), TEAM, ACME.id, API_KEY, who);
  const id = feedId('leads', ACME.id, HERE);
  await makeFeed(db, TEAM, { id, projectId: ACME.id, kind: 'leads', settings }, who);
  await db.destroy();
}

test('before anything is set up the bot is ready, and knows of no project', async () => {
  expect(await journey.slack.ask(ANA, HERE, '/visibility leads')).not.toContain('Acme');
});

test('a connected project answers in its channel, with the key that was given, and nowhere else', async () => {
  await journey.restart(setUp);
  expect(await journey.slack.ask(ANA, HERE, '/visibility leads')).toContain('Acme');
  expect(await journey.slack.ask(ANA, TIDEWATER.channel, '/visibility leads')).not.toContain('Acme');
});

test('a feed that was made in Slack posts on its schedule, as it was made', async () => {
  await journey.pass({ minutes: 1 });
  const digest = onlyOne(postsOf(await journey.slack.history(HERE), 'lead_digest'));
  expect(digest.metadata?.event_payload).toMatchObject({ subscription_id: `leads:${ACME.id}:${HERE}` });
  expect(digest.text).toContain('Acme');
});

test('the key that was given is not in the log', () => {
  expect(journey.bot().stderr()).not.toContain(API_KEY);
});
