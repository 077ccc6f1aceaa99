/** Every button there is: pressed twice at once, by those who may not, after a restart and when its message is old. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { carry } from '../../src/carried.ts';
import { ACTIONS } from '../../src/messages/actions.ts';
import { ACTION_ROUTES } from '../../src/surface/index.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, OTO } from '../support/local-slack.ts';
import { nodesOf } from '../support/posts.ts';
import { ACME, startTestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { type SignedSlack, startSignedSlack } from '../surface/signed-slack.ts';

const Button = z.object({ type: z.literal('button'), action_id: z.string(), value: z.string() });
const Menu = z.object({
  type: z.enum(['overflow', 'static_select']),
  action_id: z.string(),
  options: z.array(z.object({ value: z.string() })),
});

/** Something that can be pressed, on a post or in a private answer. */
type Control = { action: string; value: string; channel: string; ts: string; isPrivate: boolean };

let journey: Journey;
let slack: SignedSlack;
let pressed = 0;
let controls: Control[];

beforeAll(async () => {
  const sandbox = await startTestSandbox();
  slack = await startSignedSlack(sandbox.slack.url, () => journey.bot().eventsUrl);
  journey = await startJourney({ sandbox, environment: { SLACK_API_URL: slack.apiUrl } });
  await journey.pass({ minutes: 1 });
  controls = [...(await onPosts()), ...(await inAnswers())];
});

afterAll(async () => {
  await journey?.end();
  await slack?.close();
});

function controlsIn(content: unknown, at: Omit<Control, 'action' | 'value'>): Control[] {
  return nodesOf(content).flatMap((node) => {
    const menu = Menu.safeParse(node).data;
    const { action_id, value } = Button.safeParse(node).data ?? {};
    const values = menu?.options.map((option) => option.value) ?? (value === undefined ? [] : [value]);
    return values.map((one) => ({ action: menu?.action_id ?? action_id ?? '', value: one, ...at }));
  });
}

async function onPosts(): Promise<Control[]> {
  const found = [ACME.leads, ACME.scores].map(async (channel) =>
    (await journey.slack.history(channel)).flatMap(({ blocks, ts }) =>
      controlsIn(blocks, { channel, ts, isPrivate: false }),
    ),
  );
  return (await Promise.all(found)).flat();
}

async function inAnswers(): Promise<Control[]> {
  const lines = [
    'citations',
    'suggestions prompts',
    'engines',
    'subscriptions',
    'why',
    'subscribe recap whenever',
  ];
  const found = lines.map(async (line) => {
    const asker = { person: BEN, channel: ACME.leads, id: `asked ${line}` };
    await slack.send(slack.command(asker, line));
    const answer: unknown = JSON.parse(await slack.answerTo(asker.id));
    return controlsIn(answer, { channel: ACME.leads, ts: '9.9', isPrivate: true });
  });
  return (await Promise.all(found)).flat();
}

/** Sends the click and gives back its id. */
async function press(control: Control, person: string, id = `press-${pressed++}`): Promise<string> {
  const { action, value, channel, ts, isPrivate } = control;
  const body = slack.interaction(slack.click({ person, channel, id }, action, value, { ts, isPrivate }));
  expect(await slack.send(body)).toEqual({ status: 200, words: '' });
  return id;
}

const control = (action: string): Control => {
  const found = controls.find((one) => one.action === action);
  if (!found) throw new Error(`There is no ${action}.`);
  return found;
};

const faults = () =>
  (journey.bot().stdout() + journey.bot().stderr())
    .split('\n')
    .filter((line) => line.includes('A request failed'));

const audit = () => journey.slack.ask(BEN, ACME.leads, '/visibility audit');
const claims = (lines: string) => lines.match(/claimed a lead (?![^•]*under way)/g) ?? [];

test('the morning and some answers bring buttons of many kinds', () => {
  expect(new Set(controls.map(({ action }) => action)).size).toBeGreaterThan(12);
});

describe.each([
  ['a guest', GIA, /Guests can look things up, but can’t do this\./],
  [
    'somebody of another organisation',
    OTO,
    /People from other organisations can look things up, but can’t do this\./,
  ],
])('%s', (_who, person, refusal) => {
  test('is refused by every button that changes something', async () => {
    const changing = ACTION_ROUTES.flatMap(({ action, permission }) =>
      permission === 'everyone' ? [] : [action.id],
    );
    for (const action of changing) {
      const one = controls.find((each) => each.action === action) ?? {
        action,
        value: carry('lead_choice', { verb: 'snooze', handle: 'L1', projectId: ACME.id }),
        channel: ACME.leads,
        ts: '1.2',
        isPrivate: false,
      };
      expect(await slack.answerTo(await press(one, person))).toMatch(refusal);
    }
    expect(await journey.writes()).toEqual([]);
  });

  test('is told why a lead came, by its menu as by its button', async () => {
    const { channel, ts } = control(ACTIONS.leadClaim);
    const value = carry('lead_choice', { verb: 'why', handle: 'L1', projectId: ACME.id });
    const said = await slack.answerTo(
      await press({ action: ACTIONS.leadMenu, value, channel, ts, isPrivate: false }, person),
    );
    expect(said).not.toMatch(refusal);
    expect(said).toContain('L1');
  });
});

describe('pressed twice at once', () => {
  const twice = (one: Control, ids: readonly string[]) => Promise.all(ids.map((id) => press(one, ANA, id)));

  test.each([
    ['as Slack repeats a click', ['claim', 'claim']],
    ['as a double click', ['claim again', 'claim once more']],
  ])('%s, I’ll reply claims once', async (_, ids) => {
    await twice(control(ACTIONS.leadClaim), ids);
    await until('the outcome of the claim', async () => claims(await audit()).length > 0);
    expect(claims(await audit())).toHaveLength(1);
  });

  test('the private brief becomes its result when its lead is released there', async () => {
    const brief = { ...control(ACTIONS.leadClaim), action: ACTIONS.leadRelease, isPrivate: true };
    const said = await slack.answerTo(await press(brief, ANA));
    expect(JSON.parse(said)).toMatchObject({ replace_original: true });
    expect(said).toContain('It has been open again');
  });

  test('Dismiss on a suggestion is told to the API once', async () => {
    await twice(control(ACTIONS.suggestionDismiss), ['dismiss', 'dismiss again']);
    await until('the write', async () => (await journey.writes()).length > 0);
    expect((await audit()).match(/dismissed a suggestion/g)).toHaveLength(1);
    expect((await journey.writes()).map(({ operation }) => operation)).toEqual([
      'dismiss_segment_suggestion',
    ]);
  });

  test('Track beside a suggested prompt tracks it once', async () => {
    const [first, second] = ['track', 'track again'];
    await twice(control(ACTIONS.promptTrackSuggested), [first, second]);
    const said = (await Promise.all([slack.answerTo(first), slack.answerTo(second)])).join();
    expect(said).toContain('Tracked for');
    expect((await journey.writes()).filter(({ operation }) => operation === 'create_prompt')).toHaveLength(1);
  });

  test('Pause stops a feed once', async () => {
    await Promise.all(['pause', 'pause again'].map((id) => press(control(ACTIONS.feedPause), BEN, id)));
    await Promise.all([slack.answerTo('pause'), slack.answerTo('pause again')]);
    expect((await audit()).match(/paused a feed (?![^•]*under way)/g)).toHaveLength(1);
    expect(await journey.slack.ask(BEN, ACME.leads, '/visibility resume all')).toMatch(/^Resumed\./);
  });
});

const verbOf = ({ value }: Control) => /"verb":"(\w+)"/.exec(value)?.[1] ?? value.split(' ')[0];

/** What each says to the only click is told or seen elsewhere; here it must be taken without a fault. */
async function pressAll(): Promise<void> {
  const one = new Map(controls.map((each) => [`${each.action} ${verbOf(each)}`, each]));
  for (const each of one.values()) await press(each, BEN);
  const last = { person: BEN, channel: ACME.leads, id: `after-${pressed++}` };
  await slack.send(slack.command(last, 'help'));
  await slack.answerTo(last.id);
}

test('every button is taken once more when all is settled, by a bot that was restarted', async () => {
  expect(await journey.restart()).toBe(0);
  await pressAll();
  expect(faults()).toEqual([]);
});

test('a month later they are still taken, and say so where they are too old', async () => {
  await journey.pass({ days: 31 });
  await pressAll();
  const turned = await press(control(ACTIONS.pageNext), ANA);
  expect(await slack.answerTo(turned)).toContain('over an hour old');
  const claimed = await press(
    { ...control(ACTIONS.leadClaim), value: carry('lead', { handle: 'L9999', projectId: ACME.id }) },
    ANA,
  );
  expect(await slack.answerTo(claimed)).toContain('This lead is no longer shown here');
  expect(faults()).toEqual([]);
});
