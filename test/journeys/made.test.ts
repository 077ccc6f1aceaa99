/** A bot whose projects.yml names no project: what was set up in Slack is all it has, and it outlives restarts. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carry } from '../../src/carried.ts';
import { systemClock } from '../../src/clock.ts';
import { feedId } from '../../src/projects/projects.ts';
import { createVault } from '../../src/secrets.ts';
import { insertRow } from '../../src/store/rows.ts';
import { keepApiKey } from '../../src/store/sealed.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createFolder, type Folder } from '../support/folder.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { ACME, API_KEY, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

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
  const project = { id: ACME.id, name: 'Acme', channel: HERE, made_by: who.by, made_at: who.at };
  await insertRow(db, 'made_project', { team: TEAM, ...project });
  await keepApiKey(db, createVault(KEY), TEAM, ACME.id, API_KEY, who);
  const id = feedId('leads', ACME.id, HERE);
  const changed = { revision: 1, changed_by: who.by, changed_at: who.at };
  const feed = {
    id,
    project_id: ACME.id,
    kind: 'leads',
    settings: JSON.stringify(settings),
    ...changed,
  } as const;
  await insertRow(db, 'made_feed', { team: TEAM, ...feed });
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

describe('a project that an admin connects by the form', () => {
  const THERE = TIDEWATER.channel;
  const page = () => journey.slack.page(BEN, THERE);
  const digests = async () => postsOf(await journey.slack.history(THERE), 'lead_digest');
  const connect = () =>
    journey.slack.modalAfter(BEN, () => journey.slack.say(BEN, THERE, '/visibility connect'));

  test('is tried with its key, shown in its channel, and previewed by the button of the answer', async () => {
    const { slack } = journey;
    const form = await connect();
    const answer = await slack.submitForAnswer(BEN, form.id, {
      'name/name': 'Tidewater',
      'id/id': TIDEWATER.id,
      'apiKey/apiKey': API_KEY,
      'channel/channel': THERE,
    });
    expect(answer).toMatch(/Tidewater is connected You’ll find it in #tidewater\. .* Preview digest Close$/);
    const tried = (await journey.requests()).filter(({ path }) => path.includes(TIDEWATER.id));
    expect(tried.map(({ operation, status }) => [operation, status])).toEqual([['prompts', 200]]);

    const [, block] = (await page()).match(/data-block="([^"]*)" data-action="command\.again"/) ?? [];
    await slack.pressIn(BEN, form.id, `${block}/command.again`);
    const shown = await until('the preview', async () => {
      const open = await slack.modal(BEN);
      return open?.text.includes('Preview. ') && open.text;
    });
    expect(shown).toMatch(/Tidewater · .* leads? /);
    expect(await digests()).toEqual([]);
    await slack.close(BEN, form.id);
  });

  test('gets its first digest when its first feed is due, and not before', async () => {
    const made = await journey.slack.ask(BEN, THERE, '/visibility subscribe leads every day at 8:30');
    expect(made).toMatch(/^Subscribed\. Tidewater · 1 feed leads in #tidewater · every day at 8:30 UTC/);
    await journey.pass({ minutes: 20 });
    expect(await digests()).toEqual([]);
    await journey.pass({ minutes: 15 });
    expect(onlyOne(await digests()).text).toContain('Tidewater');
  });

  test('has a key that nobody is shown again', async () => {
    const { slack } = journey;
    const audit = await slack.ask(BEN, THERE, '/visibility audit');
    expect(audit).toMatch(
      /made a feed · Tidewater · leads in #tidewater • .* connected a project · Tidewater/,
    );
    const again = await connect();
    const seen = [audit, await page(), JSON.stringify(await slack.history(THERE)), await slack.home(BEN)];
    await slack.close(BEN, again.id);
    expect(seen.filter((text) => text.includes(API_KEY))).toEqual([]);
  });
});

describe('a project that was connected', () => {
  const THERE = TIDEWATER.channel;
  const page = () => journey.slack.page(BEN, THERE);
  const ask = (line: string, person = BEN) => journey.slack.ask(person, THERE, line);

  test('is disconnected by admins alone, and only where it is shown', async () => {
    const { slack } = journey;
    await slack.say(BEN, THERE, '/invite @ana');
    expect(await ask('/visibility disconnect Tidewater', ANA)).toMatch(
      /^Only an admin of this workspace can do this/,
    );
    expect(await slack.ask(BEN, HERE, '/visibility disconnect Tidewater')).toMatch(
      /^No project “Tidewater” is shown in this channel\./,
    );
    expect(await ask('/visibility disconnect')).toMatch(
      /^Say which project to disconnect\. disconnect Tidewater$/,
    );
    expect(await ask('/visibility feeds')).toContain('1 feed');
  });

  test('goes after a question that says what goes with it; what it posted stays', async () => {
    const { slack } = journey;
    const posts = await slack.history(THERE);
    expect(await ask('/visibility disconnect Tidewater')).toMatch(
      /^Disconnect Tidewater\? Its 1 feed ends\. Its API key is deleted\. Its messages stay\. leads in #tidewater Disconnect/,
    );
    const [row] = (await slack.rows(BEN, THERE)).filter(({ isPrivate }) => isPrivate).slice(-1);
    const [, block = ''] =
      (await page()).match(/data-block="([^"]*)" data-action="project\.disconnect"/) ?? [];
    expect(await page()).toContain('To get it back, connect it again with its key.');
    const tidewater = carry('project', { project: TIDEWATER.id });
    await slack.choose(BEN, THERE, row?.ts ?? '', `${block}/project.disconnect`, tidewater);
    await until('the answer', async () =>
      /Tidewater is disconnected<[\s\S]*Its feeds have ended/.test(await page()),
    );
    expect(await ask('/visibility leads')).toMatch(/^No project is shown in this channel\./);
    expect(await slack.history(THERE)).toEqual(posts);
    expect(await slack.ask(BEN, HERE, '/visibility leads')).toContain('Acme');
  });

  test('posts nothing more, and its key is in the store no more', async () => {
    const { slack } = journey;
    const posts = await slack.history(THERE);
    await journey.pass({ days: 1 });
    expect(await slack.history(THERE)).toEqual(posts);
    await journey.restart(async () => {
      const db = await openSqlite(path.join(folder.path, 'data'), systemClock().now);
      const keys = await db.selectFrom('api_key').select('project_id').execute();
      expect(keys).toEqual([{ project_id: ACME.id }]);
      await db.destroy();
    });
  });

  test('can be connected again, with its key', async () => {
    const { slack } = journey;
    const form = await slack.modalAfter(BEN, () => slack.say(BEN, THERE, '/visibility connect'));
    const answer = await slack.submitForAnswer(BEN, form.id, {
      'name/name': 'Tidewater',
      'id/id': TIDEWATER.id,
      'apiKey/apiKey': API_KEY,
      'channel/channel': THERE,
    });
    expect(answer).toContain('Tidewater is connected');
    expect(await ask('/visibility audit')).toContain('disconnected a project · Tidewater');
  });
});

test('the keys that were given are neither in the log nor readable in the store', async () => {
  const { stderr, stdout } = journey.bot();
  const data = path.join(folder.path, 'data');
  const kept = (await readdir(data, { withFileTypes: true })).filter((entry) => entry.isFile());
  const files = await Promise.all(kept.map(({ name }) => readFile(path.join(data, name))));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((content) => content.includes(API_KEY))).toEqual([]);
  expect(stderr() + stdout()).not.toContain(API_KEY);
});
