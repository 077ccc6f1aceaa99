import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApiKeys } from '../../src/projects/api-keys.ts';
import { feedsOf } from '../../src/projects/projects.ts';
import { createProjectsSource } from '../../src/projects/projects-source.ts';
import { createVault, type Vault } from '../../src/secrets.ts';
import { keepAlert, readKeptAlert } from '../../src/store/alerts.ts';
import { announce, readKnownLeads } from '../../src/store/announced.ts';
import { type NewDelivery, updateDelivery } from '../../src/store/deliveries.ts';
import { answerMute, readMutedPlacesPerFeed } from '../../src/store/mutes.ts';
import { readStoredApiKeys } from '../../src/store/sealed.ts';
import {
  CHANNEL_TAKEN,
  createSetup,
  loadMade,
  readConnectedProjects,
  readMadeFeeds,
} from '../../src/store/setup.ts';
import { claimSlot, closeSlot } from '../../src/store/slots.ts';
import { type Db, TABLE_NAMES, TABLES } from '../../src/store/tables.ts';
import { OPENED } from '../messages/every-alert.ts';
import { temporaryFolder } from '../support/folder.ts';
import { keptLog } from '../support/log-kept.ts';
import { anyRow, columnsOf, ENGINES, insert, rowsOf } from '../support/store-engines.ts';
import { deliveryOf, dueSlot, NINE, queued, slotsOf, TEAM } from '../support/store-opened.ts';

const OTHER_TEAM = 'T0OTHER';
/** Of the file: one with a key of its own, one without any. */
const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const GLOBEX = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';
const INITECH = 'c0ffee00-1c6f-4e2b-8a05-7d9f6c4e2b18';
const FILE = `
projects:
  - { id: ${ACME}, name: Acme, workspace: ${TEAM}, api_key_env: ACME_KEY, leads: { channel: C0LEADS, schedule: hourly } }
  - { id: ${GLOBEX}, name: Globex, workspace: ${TEAM} }
`;
const VAULT = createVault(new Uint8Array(32).fill(1));
const ana = { by: 'U0ANA', at: NINE };
const ben = { by: 'U0BEN', at: NINE + 1 };
const initech = { id: INITECH, name: 'Initech', channel: 'C0INI', apiKey: 'vk-initech' };
const WEEKDAYS = { channel: 'C0MADE', schedule: 'weekdays at 9:00' };

/** A bot that has this store, in a workspace and in another one. */
async function setupOn(db: Db, vault: Vault | 'no vault' = VAULT) {
  const location = path.join(temporaryFolder(), 'projects.yml');
  writeFileSync(location, FILE);
  const keys = createApiKeys((name) => (name === 'ACME_KEY' ? 'vk-acme' : undefined));
  const projects = await createProjectsSource({
    location,
    mayBeEmpty: false,
    check: () => undefined,
    readMade: () =>
      Promise.all(
        [TEAM, OTHER_TEAM].map(async (team) => ({
          team,
          projects: await readConnectedProjects(db, team),
          feeds: await readMadeFeeds(db, team),
        })),
      ),
    realNow: () => NINE,
    log: keptLog().log,
  });
  await projects.reread();
  const setup = createSetup({
    db,
    vault: vault === 'no vault' ? undefined : vault,
    projects,
    hasOwnKey: keys.isInEnvironment,
  });
  const names = (team = TEAM) => projects.of(team).projects.map(({ name }) => name);
  const feeds = (team = TEAM) => feedsOf(projects.of(team)).map(({ id, revision }) => [id, revision]);
  return { setup, projects, names, feeds };
}

const refused = (field: string, sentence: unknown) => ({ kind: 'refused', faults: [{ field, sentence }] });
const TAKEN = CHANNEL_TAKEN.sentence;
const IN_FILE = 'This feed is set up in projects.yml. Change it there; here you can pause and resume it';

describe.each(ENGINES)('on $name', ({ openedStore }) => {
  async function opened(vault?: Vault | 'no vault') {
    const store = await openedStore();
    return { ...store, ...(await setupOn(store.db, vault)) };
  }

  describe('a project that is connected', () => {
    it('is there at once, with its key sealed, in its workspace alone', async () => {
      const { db, setup, names } = await opened();
      expect(await setup.connect(TEAM, initech, ana)).toMatchObject({
        kind: 'connected',
        project: { name: 'Initech', visible_in: ['C0INI'], connected: true },
      });
      expect([names(), names(OTHER_TEAM)]).toEqual([['Acme', 'Globex', 'Initech'], []]);
      expect((await readStoredApiKeys(db, VAULT, TEAM)).keys.get(INITECH)).toBe('vk-initech');
      expect(await readConnectedProjects(db, TEAM)).toEqual([
        { id: INITECH, name: 'Initech', channel: 'C0INI', ...ana },
      ]);
    });

    it('again gets the new key, and keeps its name', async () => {
      const { db, setup, names } = await opened();
      await setup.connect(TEAM, initech, ana);
      const again = { ...initech, name: 'Another', apiKey: ' vk-new\n' };
      expect(await setup.connect(TEAM, again, ben)).toMatchObject({ kind: 'key_replaced' });
      expect(names()).toEqual(['Acme', 'Globex', 'Initech']);
      expect((await readStoredApiKeys(db, VAULT, TEAM)).keys.get(INITECH)).toBe('vk-new');
    });

    it('may be connected in two workspaces, each with its own key', async () => {
      const { db, setup } = await opened();
      await setup.connect(TEAM, initech, ana);
      await setup.connect(OTHER_TEAM, { ...initech, apiKey: 'vk-other' }, ben);
      expect((await readStoredApiKeys(db, VAULT, TEAM)).keys.get(INITECH)).toBe('vk-initech');
      expect((await readStoredApiKeys(db, VAULT, OTHER_TEAM)).keys.get(INITECH)).toBe('vk-other');
    });

    it('has a key that is a secret from the start of every process', async () => {
      const { db, setup } = await opened();
      await setup.connect(TEAM, initech, ana);
      const secrets = new Set<string>();
      await loadMade(TEAM, { db, vault: VAULT, keys: createApiKeys(() => undefined), secrets });
      expect(secrets).toEqual(new Set(['vk-initech']));
    });

    it('by the file without a key, gets this one', async () => {
      const { db, setup, names } = await opened();
      const globex = { ...initech, id: GLOBEX, apiKey: 'vk-globex' };
      expect(await setup.connect(TEAM, globex, ana)).toMatchObject({ kind: 'key_replaced' });
      expect(names()).toEqual(['Acme', 'Globex']);
      expect(await readConnectedProjects(db, TEAM)).toEqual([]);
    });

    it('by the file, can be taken its key again, and stays', async () => {
      const { db, setup, projects, names } = await opened();
      const globex = projects.of(TEAM).projects.find(({ id }) => id === GLOBEX) ?? expect.fail('no Globex');
      expect(await setup.readGivenKey(TEAM, globex)).toBeUndefined();
      await setup.connect(TEAM, { ...initech, id: GLOBEX, apiKey: 'vk-globex' }, ana);
      expect(await setup.readGivenKey(TEAM, globex)).toEqual({ ...ana, isUsed: true });
      expect(await setup.forgetKey(OTHER_TEAM, GLOBEX)).toMatchObject({ kind: 'refused' });
      expect(await setup.forgetKey(TEAM, GLOBEX)).toEqual({ kind: 'forgotten' });
      expect((await readStoredApiKeys(db, VAULT, TEAM)).keys.size).toBe(0);
      expect(names()).toEqual(['Acme', 'Globex']);
      expect(await setup.forgetKey(TEAM, GLOBEX)).toEqual(
        refused('apiKey', 'This project no longer has a key that was given here'),
      );
    });

    it('here, keeps its key as long as it is there', async () => {
      const { db, setup } = await opened();
      await setup.connect(TEAM, initech, ana);
      expect(await setup.forgetKey(TEAM, INITECH)).toMatchObject({ kind: 'refused' });
      expect((await readStoredApiKeys(db, VAULT, TEAM)).keys.size).toBe(1);
    });

    it.each([
      [
        'by the file with its key',
        { id: ACME },
        'id',
        'Acme is set up in projects.yml, with its key. Change it there',
      ],
      ['under a name that is taken', { name: 'ACME' }, 'name', 'Another project here has this name'],
      ['under no name', { name: '' }, 'name', 'is empty'],
      ['by an id that is none', { id: 'initech' }, 'id', 'must be the project_id of the API, a UUID'],
      ['with no key', { apiKey: ' ' }, 'apiKey', 'must be an API key: one word without spaces'],
      [
        'with two lines for a key',
        { apiKey: 'a\r\nb: c' },
        'apiKey',
        'must be an API key: one word without spaces',
      ],
    ])('%s is refused at its field, and nothing is kept', async (_, given, field, sentence) => {
      const { db, setup } = await opened();
      expect(await setup.connect(TEAM, { ...initech, ...given }, ana)).toEqual(refused(field, sentence));
      expect(await db.selectFrom('api_key').selectAll().execute()).toEqual([]);
      expect(await readConnectedProjects(db, TEAM)).toEqual([]);
    });

    it('where no key can be kept is refused, with a way to make an encryption key', async () => {
      const { setup } = await opened('no vault');
      expect(await setup.connect(TEAM, initech, ana)).toEqual(
        refused('apiKey', expect.stringContaining('`openssl rand -base64 32`')),
      );
    });

    it('is removed with its key and its feeds; one of the file is not', async () => {
      const { db, setup, names } = await opened();
      await setup.connect(TEAM, initech, ana);
      await setup.addFeed(TEAM, { projectId: INITECH, kind: 'leads', settings: WEEKDAYS }, ana);
      expect(await setup.disconnect(OTHER_TEAM, INITECH)).toMatchObject({ kind: 'refused' });
      expect(await setup.disconnect(TEAM, INITECH)).toEqual({ kind: 'removed' });
      expect([names(), await readMadeFeeds(db, TEAM)]).toEqual([['Acme', 'Globex'], []]);
      expect((await readStoredApiKeys(db, VAULT, TEAM)).keys.size).toBe(0);
      expect(await setup.disconnect(TEAM, ACME)).toEqual(
        refused('project', 'Acme is set up in projects.yml. Change it there'),
      );
    });
  });

  describe('what a project that is disconnected had on its way', () => {
    const FEED = `leads:${INITECH}:C0MADE`;
    const at = { team: TEAM, channel: 'C0MADE', projectId: INITECH };

    /** Initech with a feed; `post` queues one of it. */
    async function connected(db: Db) {
      const { setup } = await setupOn(db);
      await setup.connect(TEAM, initech, ana);
      await setup.addFeed(TEAM, { projectId: INITECH, kind: 'leads', settings: WEEKDAYS }, ana);
      const post = (id: string, given: Partial<NewDelivery> = {}) =>
        queued(db, id, { channel: 'C0MADE', subscription: FEED, project_id: INITECH, ...given });
      return { disconnect: () => setup.disconnect(TEAM, INITECH), post };
    }
    const stateOf = async (db: Db, id: string) => (await deliveryOf(db, id)).state;

    it('is posted no more; what Slack may have already is left as it is, and so are other projects', async () => {
      const { db } = await openedStore();
      const { disconnect, post } = await connected(db);
      await post('waits');
      await post('word to the owners', { channel: 'U0OWNER', subscription: 'owners' });
      await post('with Slack', { channel: 'C0ELSE' });
      await updateDelivery(db, { team: TEAM, id: 'with Slack' }, ['queued'], { state: 'sending' });
      await post('of Acme', { project_id: ACME });
      await post('elsewhere', { team: OTHER_TEAM });
      await disconnect();
      expect(await stateOf(db, 'waits')).toBe('expired');
      expect((await deliveryOf(db, 'waits')).failure).toBe('withdrawn');
      expect(await stateOf(db, 'word to the owners')).toBe('expired');
      expect(await stateOf(db, 'with Slack')).toBe('sending');
      expect(await stateOf(db, 'of Acme')).toBe('queued');
      expect(await stateOf(db, 'elsewhere')).toBe('queued');
    });

    it('is news again, should the project be connected once more', async () => {
      const { db } = await openedStore();
      const { disconnect, post } = await connected(db);
      await post('digest');
      await announce(db, { ...at, deliveryId: 'digest' }, ['id:1']);
      const alert = { ...OPENED, project: { id: INITECH, name: 'Initech' } };
      await post('alert', { kind: 'score_alert', subject: alert.key, decision: JSON.stringify(alert) });
      await keepAlert(db, at, alert, NINE);
      await disconnect();
      expect(await readKnownLeads(db, at, ['id:1'])).toEqual(new Set());
      expect(await readKeptAlert(db, { ...at, key: alert.key })).toBeUndefined();
      expect(await post('again', { dedupe_key: 'key of digest' })).toBe(true);
    });

    it('is not decided either: a slot that is due ends, also in the middle of its work', async () => {
      const { db } = await openedStore();
      const { disconnect } = await connected(db);
      await dueSlot(db, { subscription: FEED, channel: 'C0MADE' });
      await dueSlot(db, { subscription: `leads:${ACME}:C0LEADS`, channel: 'C0LEADS' });
      const claimed = [await claimSlot(db, TEAM, 'me', NINE), await claimSlot(db, TEAM, 'me', NINE)];
      const of = (id: string) =>
        claimed.find((one) => one?.subscription === id) ?? expect.fail(`${id} was not due`);
      const [slot, worked] = [of(`leads:${ACME}:C0LEADS`), of(FEED)];
      await disconnect();
      expect(await closeSlot(db, worked, 'me', 'done')).toBe(false);
      expect(await closeSlot(db, slot, 'me', 'done')).toBe(true);
      expect((await slotsOf(db)).map(({ state }) => state).sort()).toEqual(['done', 'expired']);
    });
  });

  describe('a feed that is made', () => {
    const wish = { projectId: ACME, kind: 'leads', settings: WEEKDAYS } as const;
    const ID = `leads:${ACME}:C0MADE`;

    it('is there at once, in the words in which it was made', async () => {
      const { setup, feeds } = await opened();
      const settings = { ...WEEKDAYS, max_age: '14d' };
      expect(await setup.addFeed(TEAM, { ...wish, settings }, ana)).toMatchObject({ kind: 'made' });
      expect(feeds()).toEqual([
        [`leads:${ACME}:C0LEADS`, undefined],
        [ID, 1],
      ]);
      expect(await setup.feed(TEAM, ID)).toEqual({
        id: ID,
        projectId: ACME,
        kind: 'leads',
        settings,
        revision: 1,
        ...ana,
      });
    });

    it.each([
      ['twice in a channel', WEEKDAYS, 'channel', TAKEN],
      ['where the file posts it', { ...WEEKDAYS, channel: 'C0LEADS' }, 'channel', TAKEN],
      [
        'by no schedule',
        { ...WEEKDAYS, schedule: 'sometimes' },
        'schedule',
        expect.stringMatching(/^must be a sch/),
      ],
      ['to no channel', { schedule: 'hourly' }, 'channel', 'is missing'],
    ])('%s is refused at its field', async (_, settings, field, sentence) => {
      const { setup } = await opened();
      await setup.addFeed(TEAM, wish, ana);
      expect(await setup.addFeed(TEAM, { ...wish, settings }, ben)).toEqual(refused(field, sentence));
    });

    it('for a project of another workspace is refused as if there were none', async () => {
      const { setup } = await opened();
      expect(await setup.addFeed(OTHER_TEAM, wish, ana)).toEqual(
        refused('project', 'This project no longer exists'),
      );
    });

    it('is edited by one of two who edit at once; the other is shown what there is now', async () => {
      const { db, another } = await openedStore();
      const [here, there] = [await setupOn(db), await setupOn(await another())];
      await here.setup.addFeed(TEAM, wish, ana);
      await there.projects.reread();
      const edits = await Promise.all([
        here.setup.editFeed(TEAM, ID, 1, { ...WEEKDAYS, limit: 3 }, ana),
        there.setup.editFeed(TEAM, ID, 1, { ...WEEKDAYS, limit: 4 }, ben),
      ]);
      expect(edits.map(({ kind }) => kind).sort()).toEqual(['changed', 'stale']);
      const [one, other] = edits.map((edit) => (edit.kind === 'refused' ? undefined : edit.feed));
      expect(one).toEqual(other);
      expect(one?.revision).toBe(2);
      expect(await here.setup.feed(TEAM, ID)).toEqual(one);
    });

    it('moves to another channel, unless that has such a feed', async () => {
      const { setup, feeds } = await opened();
      await setup.addFeed(TEAM, wish, ana);
      const second = { ...WEEKDAYS, channel: 'C0SECOND' };
      await setup.addFeed(TEAM, { ...wish, settings: second }, ana);
      expect(await setup.editFeed(TEAM, ID, 1, second, ben)).toEqual(refused('channel', TAKEN));
      expect(await setup.editFeed(TEAM, ID, 1, { ...WEEKDAYS, channel: 'C0THIRD' }, ben)).toMatchObject({
        kind: 'changed',
        feed: { id: `leads:${ACME}:C0THIRD`, revision: 2, by: 'U0BEN' },
      });
      expect(feeds().map(([id]) => id)).toEqual(
        ['C0LEADS', 'C0SECOND', 'C0THIRD'].map((channel) => `leads:${ACME}:${channel}`),
      );
    });

    it('stays as it is if its new settings are faulty', async () => {
      const { setup } = await opened();
      await setup.addFeed(TEAM, wish, ana);
      const before = await setup.feed(TEAM, ID);
      const edit = await setup.editFeed(TEAM, ID, 1, { ...WEEKDAYS, limit: 'many' }, ben);
      expect(edit).toMatchObject({ kind: 'refused', faults: [{ field: 'limit' }] });
      expect(await setup.feed(TEAM, ID)).toEqual(before);
    });

    it('takes its muted places along when it moves', async () => {
      const { db } = await openedStore();
      const { setup } = await setupOn(db);
      await setup.addFeed(TEAM, wish, ana);
      const mute = { place_key: 'memes', round: 0 };
      const answer = { place: 'r/memes', state: 'muted', ...ana } as const;
      await answerMute(db, { team: TEAM, subscription: ID, ...mute }, answer);
      const there = `leads:${ACME}:C0THIRD`;
      // Left there by a feed that ended.
      const left = { ...answer, state: 'declined' } as const;
      await answerMute(db, { team: TEAM, subscription: there, ...mute }, left);
      await setup.editFeed(TEAM, ID, 1, { ...WEEKDAYS, channel: 'C0THIRD' }, ben);
      expect(await readMutedPlacesPerFeed(db, TEAM)).toEqual(new Map([[there, ['r/memes']]]));
    });

    it('is changed and removed where it was made: the file’s in the file, another workspace’s not at all', async () => {
      const { setup, feeds } = await opened();
      const ofFile = `leads:${ACME}:C0LEADS`;
      expect(await setup.editFeed(TEAM, ofFile, 1, WEEKDAYS, ana)).toEqual(refused('feed', IN_FILE));
      expect(await setup.dropFeed(TEAM, ofFile)).toEqual(refused('feed', IN_FILE));
      await setup.addFeed(TEAM, wish, ana);
      expect(await setup.dropFeed(OTHER_TEAM, ID)).toEqual(
        refused('feed', 'This feed was removed in the meantime'),
      );
      expect(await setup.dropFeed(TEAM, ID)).toEqual({ kind: 'removed' });
      expect(await setup.editFeed(TEAM, ID, 1, WEEKDAYS, ben)).toEqual(
        refused('feed', 'This feed was removed in the meantime'),
      );
      expect(feeds()).toEqual([[ofFile, undefined]]);
    });
  });

  describe('a channel to which Slack gives a new id', () => {
    it('has it wherever the store keeps the old one, in its workspace alone, and loses nothing', async () => {
      const { db, setup } = await opened();
      const [from, to] = ['C0OLDROOM', 'C0NEWROOM'];
      const columns = await columnsOf(db);
      const tables = TABLE_NAMES.filter((name) => name !== 'app_version' && name !== 'moved_channel');
      const settings = JSON.stringify({ ...WEEKDAYS, channel: from });
      for (const name of tables) {
        const texts = [...TABLES[name].person, ...TABLES[name].nothing, ...TABLES[name].decision];
        for (const team of [TEAM, OTHER_TEAM]) {
          const named = texts.map((column) => [column, JSON.stringify({ [column]: from, team })] as const);
          const ofFeed = name === 'made_feed' && { kind: 'leads', settings };
          const row = { ...Object.fromEntries(named), ...ofFeed, team };
          await insert(db, name, anyRow(columns.get(name) ?? [], 1, row));
        }
      }
      const readAll = (team: string) =>
        Promise.all(tables.map(async (name) => (await rowsOf(db, name)).filter((row) => row.team === team)));
      const [before, others] = [await readAll(TEAM), await readAll(OTHER_TEAM)];
      const follow = () => setup.followChannel(TEAM, { from, to, at: NINE }, async () => undefined);
      await follow();
      await follow();
      const said = (rows: unknown) => JSON.stringify(rows);
      expect(said(await readAll(TEAM))).toBe(said(before).replaceAll(from, to));
      expect(said(await readAll(OTHER_TEAM))).toBe(said(others));
    });
  });
});
