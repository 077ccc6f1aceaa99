import { describe, expect, it, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { DAY_MS } from '../../../src/durations.ts';
import { FEED_WORDS } from '../../../src/feeds/feeds.ts';
import { ACTIONS, VIEWS } from '../../../src/messages/actions.ts';
import { feedId, feedOf, type Project } from '../../../src/projects/projects.ts';
import { parseFeed } from '../../../src/projects/projects-source.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import type { ProjectAsk } from '../../../src/surface/ask.ts';
import { unsubscribe } from '../../../src/surface/feeds/feed-commands.ts';
import { feedFormTyped, feedFormView, makeFeed } from '../../../src/surface/feeds/feed-form.ts';
import { endFeed, feedUndo } from '../../../src/surface/feeds/feeds-of-project.ts';
import { describeUnknownPlaces } from '../../../src/surface/leads/find-leads.ts';
import { lineButton } from '../../../src/surface/run-command.ts';
import { buttonsOf, drawn, drawnView, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, ACME_FILE, appOver, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

test('the bot can’t be mentioned in alerts, though Slack offers it', async () => {
  const { ask, workspace } = await surfaceOver(ACME_FILE, json([]), ok({ channel: { is_member: true } }));
  const project = workspace.projects().projects[0] as Project;
  const asker = ask({ person: 'U0BEN' });
  const naming = (...mention: string[]) => ({
    kind: 'scores' as const,
    values: { channel: CHANNEL, schedule: 'every day at 9:00' },
    lists: { mention },
  });
  expect(await makeFeed(project, naming('U0ANA', workspace.botUserId), asker)).toEqual({
    kind: 'faulty',
    faults: { mention: 'Sightline can’t be mentioned in its own alert. Choose people.' },
  });
  expect(await makeFeed(project, naming('U0ANA'), asker)).toMatchObject({
    kind: 'kept',
    feed: { settings: { mention: ['U0ANA'] } },
  });
});

test('the form says what counts where a field is left empty', () => {
  const { max_age: oldest, limit } = FEED_WORDS.leads.settings;
  const { leads } = {
    leads: undefined,
    ...parseFeed('leads', { channel: CHANNEL, schedule: 'every day at 9:00' }),
  };
  expect(limit).toMatchObject({ hint: expect.stringContaining(`${leads?.limit} if empty`) });
  const days = (leads?.max_age ?? 0) / DAY_MS;
  expect(oldest).toMatchObject({ hint: expect.stringContaining(`${days} days if empty`) });
});

describe('the end of a feed that alone showed its project in a channel', () => {
  const THERE = 'C0THERE';
  const id = feedId('leads', ACME, THERE);
  const settings = { channel: THERE, schedule: 'every day at 9:00', limit: 7 };

  async function ended(isMember = true) {
    const workspace = {
      personOf: async () => ({ ...memberNamed('Ben', 'U0BEN'), isAdmin: true }),
      isMember: async () => isMember,
    };
    const over = await surfaceOver(ACME_FILE, json([]), ok({}), { workspace });
    const { setup, projects } = over.workspace;
    await setup.addFeed(TEAM, { projectId: ACME, kind: 'leads', settings }, { by: 'U0BEN', at: NINE });
    const feed = feedOf(projects(), id) ?? expect.fail('no feed was made');
    const list = await endFeed(feed, over.ask({ person: 'U0BEN', channel: THERE }));
    const value = carry('ended_feed', { project: ACME, kind: 'leads', settings });
    const undo = (channel: string) =>
      feedUndo.run({
        ...over.ask({ id: channel, person: 'U0BEN', channel }),
        value,
        ts: '1.2',
        isPrivate: true,
      });
    const press = (channel: string, text: string) =>
      lineButton(ACTIONS.lineOpen).run({
        ...over.ask({ id: `press in ${channel}`, person: 'U0BEN', channel }),
        value: carry('line', { text, project: ACME }),
        ts: '1.2',
        isPrivate: true,
      });
    const type = (channel: string) => {
      const form = carry('feed_form', { project: ACME, channel });
      const typed = { metadata: form, values: { [ACTIONS.feedKind]: 'scores' }, lists: {} };
      return feedFormTyped(ACTIONS.feedKind).run({
        ...over.ask({ person: 'U0BEN', channel }),
        value: '',
        ts: '',
        isPrivate: true,
        form: typed,
      });
    };
    return { undo, press, type, list, back: () => setup.feed(TEAM, id) };
  }

  it.each([THERE, 'D0BEN'])('is not all: another feed can be started there, too: %s', async (channel) => {
    const { press, type } = await ended();
    expect(await press(channel, 'subscribe')).toMatchObject({ modal: { title: 'New feed' } });
    expect(await type(channel)).toMatchObject({ modal: { title: 'New feed' } });
    // The project is shown no longer.
    await expect(press(channel, 'preview leads')).rejects.toThrow('no longer in');
  });

  it('stands over a list that offers no more than that', async () => {
    expect(buttonsOf(drawn((await ended()).list).blocks)).toEqual(['Undo', 'New feed…']);
  });

  it.each([THERE, 'D0BEN'])('is undone with its settings: %s', async (channel) => {
    const { undo, back } = await ended();
    expect(await back()).toBeUndefined();
    await undo(channel);
    expect(await back()).toMatchObject({ settings });
  });

  it('can be undone in no other channel, nor by those who have left its channel', async () => {
    const { undo, press, type, back } = await ended(false);
    for (const channel of ['C0OTHER', 'D0BEN']) {
      await expect(undo(channel)).rejects.toThrow('no longer in');
      await expect(press(channel, 'subscribe')).rejects.toThrow('no longer in');
      await expect(type(channel)).rejects.toThrow('no longer in');
    }
    expect(await back()).toBeUndefined();
  });
});

test('a second feed of a kind in a channel is warned of as long as it would be one', async () => {
  const file = ACME_FILE.replace(/\}\s*\]\s*$/, ', scores: { channel: C0THERE, schedule: "0 9 * * *" } }]');
  const workspace = { personOf: async () => ({ ...memberNamed('Ben', 'U0BEN'), isAdmin: true }) };
  const over = await surfaceOver(file, json([]), ok({}), { workspace });
  const choose = async (kind: string, there = 'C0THERE') => {
    const metadata = carry('feed_form', { project: ACME, channel: 'C0THERE' });
    const values = { [ACTIONS.feedKind]: kind, [ACTIONS.feedChannel]: there };
    const answer = await feedFormTyped(ACTIONS.feedChannel).run({
      ...over.ask({ person: 'U0BEN', channel: 'C0THERE' }),
      value: '',
      ts: '',
      isPrivate: true,
      form: { metadata, values, lists: {} },
    });
    return JSON.stringify(answer);
  };
  expect(await choose('scores')).toContain('already gets this feed');
  expect(await choose('scores', 'C0OTHER')).not.toContain('already gets this feed');
  expect(await choose('recap')).not.toContain('already gets this feed');
});

test.each([
  ['a channel that has the feed', 'C0THERE', 'Mondays 8:00', 'already gets this feed'],
  ['a schedule that isn’t one', 'C0OTHER', 'now and then', 'must be a schedule such as'],
])('the form that is sent with %s says so once, where it stays open', async (_, there, schedule, fault) => {
  const file = ACME_FILE.replace(/\}\s*\]\s*$/, ', scores: { channel: C0THERE, schedule: "0 9 * * *" } }]');
  const workspace = { personOf: async () => ({ ...memberNamed('Ben', 'U0BEN'), isAdmin: true }) };
  const over = await surfaceOver(file, json([]), ok({}), { workspace });
  const submitted = await feedFormView.submit({
    ...over.ask({ person: 'U0BEN' }),
    metadata: carry('feed_form', { project: ACME, channel: 'C0THERE' }),
    values: {
      [ACTIONS.feedKind]: 'scores',
      [ACTIONS.feedChannel]: there,
      [ACTIONS.feedSchedule]: schedule,
    },
    lists: {},
  });
  // Slack would show its errors beside what the form has drawn already.
  expect(submitted).not.toHaveProperty('errors');
  const again = 'again' in submitted ? JSON.stringify(drawnView(submitted.again).blocks) : '';
  expect(again.split(fault)).toHaveLength(2);
});

describe('the list of feeds whose [New feed…] opened the form shows the new one, too', () => {
  const values = {
    [ACTIONS.feedKind]: 'scores',
    [ACTIONS.feedChannel]: CHANNEL,
    [ACTIONS.feedSchedule]: 'daily at 9:00',
  };
  const asAdmin = () =>
    surfaceOver(ACME_FILE, json([]), ok({ channel: { is_member: true }, view: { id: 'V0' } }), {
      workspace: { personOf: async () => ({ ...memberNamed('Ben', 'U0BEN'), isAdmin: true }) },
    });

  test('as a private message', async () => {
    const over = await asAdmin();
    const address = 'https://hooks.slack.com/list';
    const answer = await lineButton(ACTIONS.lineOpen).run({
      ...over.ask({ person: 'U0BEN' }),
      value: carry('line', { text: 'subscribe', project: ACME }),
      ts: '',
      isPrivate: true,
      answerAt: address,
    });
    const metadata = answer && 'modal' in answer ? drawnView(answer.modal).private_metadata : '';
    const submitted = await feedFormView.submit({
      ...over.ask({ person: 'U0BEN' }),
      metadata: `${metadata}`,
      values,
      lists: {},
    });
    await ('after' in submitted && submitted.after(over.ask({ person: 'U0BEN' })));
    expect(over.sent).toEqual([address]);
  });

  test('as the page below it in a modal', async () => {
    const over = await asAdmin();
    const fields = Object.entries(values).map(([id, value]) => [
      id,
      { [id]: { type: 'plain_text_input', value } },
    ]);
    await appOver(over)({
      type: 'view_submission',
      user: { id: 'U0BEN' },
      trigger_id: 't',
      view: {
        id: 'V0FORM',
        type: 'modal',
        callback_id: VIEWS.feedForm,
        previous_view_id: 'V0LIST',
        private_metadata: carry('feed_form', { project: ACME, channel: CHANNEL }),
        state: { values: Object.fromEntries(fields) },
      },
    });
    const updated = over.calls.flatMap(({ method, args }) =>
      method === 'views.update' ? [[args.view_id, JSON.stringify(args.view)]] : [],
    );
    const drawnAt = Object.fromEntries(updated);
    expect(drawnAt.V0LIST).toContain('Subscribed.');
    expect(drawnAt.V0FORM).toContain('Subscribed.');
  });
});

describe('a change that may be a typo', () => {
  async function doubts() {
    const { ask, db } = await surfaceOver(ACME_FILE, json([]), ok({}));
    const describe = (...places: string[]) => describeUnknownPlaces(places, [ACME], ask({}));
    const lead = { key: 'id:1', identities: ['id:1'], rank: 1, score: 91, place: 'r/devops' };
    return { describe, record: () => recordLeads(db, TEAM, ACME, [lead], NINE) };
  }

  it('is a place that no lead has come from: the nearest known one is named', async () => {
    const { describe, record } = await doubts();
    expect(await describe('r/devpos')).toBeUndefined();
    await record();
    expect(await describe('devops')).toBeUndefined();
    expect(await describe('r/devpos', 'r/devops')).toBe(
      'No lead has come from “r/devpos”. Did you mean r/devops?',
    );
    expect(await describe('r/memes')).toContain('No lead has come from “r/memes”.');
  });
});

test('unsubscribe without a name lists the feeds, and says which can’t be ended here', async () => {
  const there = 'C0THERE';
  const file = ACME_FILE.replace(/\}\s*\]\s*$/, ', scores: { channel: C0THERE, schedule: "0 9 * * *" } }]');
  const workspace = { personOf: async () => ({ ...memberNamed('Ben', 'U0BEN'), isAdmin: true }) };
  const over = await surfaceOver(file, json([]), ok({}), { workspace });
  const list = async () => {
    const asker = over.ask({ person: 'U0BEN', channel: there });
    const [project] = over.workspace.projects().projects;
    const request = { ...asker, project, words: '', channels: {}, options: {}, page: 0 };
    const answer = await unsubscribe.run(request as unknown as ProjectAsk);
    return answer && 'message' in answer ? wordsOf(drawn(answer.message).blocks).join('\n') : '';
  };
  expect(await list()).toMatch(/set up in projects\.yml.*\n(?:.*\n)*.*scores/);
  const settings = { channel: there, schedule: 'Mondays 8:00' };
  await over.workspace.setup.addFeed(
    TEAM,
    { projectId: ACME, kind: 'leads', settings },
    { by: 'U0BEN', at: NINE },
  );
  const both = await list();
  expect(both).toContain('Which one?');
  expect(both).toContain('those without ⋯ are set up in projects.yml');
  expect(both).toContain('*leads* in');
});
