/** The forms that buttons open: tracked engines and regions, and a feed made in Slack; of two who edit one is told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { carry } from '../../src/carried.ts';
import { ACTIONS, VIEWS } from '../../src/messages/actions.ts';
import { DEFAULT_ENGINES, DEFAULT_REGIONS } from '../../src/sandbox/world/rows.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { mrkdwnOf, nodesOf } from '../support/posts.ts';
import { ACME, startTestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { type SignedSlack, startSignedSlack } from '../surface/signed-slack.ts';

const HERE = ACME.leads;

const View = z.object({
  callback_id: z.string().optional(),
  private_metadata: z.string().optional(),
  blocks: z.array(z.looseObject({ type: z.string() })),
});
type View = z.output<typeof View>;
const Shown = z.object({ view: z.string().transform((json) => View.parse(JSON.parse(json))) });
const Acknowledged = z.union([
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('update'), view: View }),
]);
const Options = z.object({ initial_options: z.array(z.object({ value: z.string() })) });

let journey: Journey;
let slack: SignedSlack;
let asked = 0;

beforeAll(async () => {
  const sandbox = await startTestSandbox();
  slack = await startSignedSlack(sandbox.slack.url, () => journey.bot().eventsUrl);
  const environment = { SLACK_API_URL: slack.apiUrl, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
  journey = await startJourney({ sandbox, environment });
});

afterAll(async () => {
  await journey?.end();
  await slack?.close();
});

const from = (person = BEN) => ({ person, channel: HERE, id: `asked-${asked++}` });

/** The form as it stands once it is filled. */
async function opened(action: string, value: string, asker = from()): Promise<View> {
  await slack.send(slack.interaction(slack.click(asker, action, value, { isPrivate: true })));
  return until('the form', () => {
    const last = slack.saidTo(asker.id).at(-1);
    const view = last === undefined ? undefined : Shown.parse(JSON.parse(last)).view;
    return view?.callback_id !== undefined && view;
  });
}

/** Submits it; gives back the faults at its fields, or what stands in its place afterwards. */
async function submitted(
  { callback_id = '', private_metadata = '' }: View,
  fields: Record<string, Record<string, unknown>>,
  asker = from(),
  view = asker.id,
): Promise<string> {
  const submission = slack.submission(asker, callback_id, private_metadata, fields, view);
  const { words } = await slack.send(slack.interaction(submission));
  const taken = Acknowledged.parse(JSON.parse(words));
  if (taken.response_action === 'errors') return JSON.stringify(taken.errors);
  // A form that stays has its faults drawn.
  if (words.includes('"type":"input"')) return words;
  return mrkdwnOf(Shown.parse(JSON.parse(await slack.answerTo(view))).view);
}

const writesOf = async (operation: string) =>
  (await journey.writes()).filter((write) => write.operation === operation);

describe.each([
  { kind: 'engines', now: DEFAULT_ENGINES.map(({ id }) => id), operation: 'set_engines', key: 'engine_ids' },
  { kind: 'regions', now: DEFAULT_REGIONS.map(({ id }) => id), operation: 'set_regions', key: 'region_ids' },
])('the tracked $kind', ({ kind, now, operation, key }) => {
  const form = (asker?: ReturnType<typeof from>) =>
    opened(ACTIONS.setChange, JSON.stringify({ kind, project: ACME.id }), asker);
  const chosen = (ids: readonly string[]) => ({
    set: { ids: { type: 'multi_static_select', selected_options: ids.map((value) => ({ value })) } },
  });

  test('stand chosen in their form, which says what a change costs', async () => {
    const view = await form();
    expect(view.callback_id).toBe(VIEWS.setChange);
    const [options] = nodesOf(view.blocks).flatMap((node) => Options.safeParse(node).data ?? []);
    expect(options?.initial_options.map(({ value }) => value)).toEqual(now);
    expect(mrkdwnOf(view)).toMatch(/before and after then measure different things/);
  });

  test('are at least one', async () => {
    expect(await submitted(await form(), chosen([]))).toBe('{"set":"Choose at least one."}');
    expect(await writesOf(operation)).toEqual([]);
  });

  test('are changed by admins alone', async () => {
    const refused = await submitted(await form(), chosen(now.slice(1)), from(ANA));
    expect(refused).toContain('Only an admin of this workspace can do this');
    expect(await writesOf(operation)).toEqual([]);
  });

  test('are set once for a form that is submitted twice; who opened theirs before is told and sets nothing', async () => {
    const [first, second] = [await form(), await form()];
    const view = `one form of ${kind}`;
    const wanted = now.slice(1);
    await Promise.all([1, 2].map(() => submitted(first, chosen(wanted), from(), view)));
    const said = await until('both answers', () => {
      const views = slack.saidTo(view).map((one) => mrkdwnOf(Shown.parse(JSON.parse(one)).view));
      return views.some((one) => one.startsWith('Set: ')) && views.length > 1 && views;
    });
    expect(said.join('\n')).toContain('Your first click already did this');
    expect(await writesOf(operation)).toMatchObject([{ status: 200, body: { [key]: wanted } }]);
    expect(await submitted(second, chosen(now))).toContain(`You set the tracked ${kind} to`);
    expect(await writesOf(operation)).toHaveLength(1);
  });

  test('are set in the list that the form was opened from, too', async () => {
    const asker = from();
    await submitted(await form(asker), chosen(now));
    const list = await until('the list', () => slack.saidTo(asker.id).find((one) => one.includes('Set: ')));
    expect(JSON.parse(list)).toMatchObject({ replace_original: true });
    expect(list).toMatch(new RegExp(`${now.length} of \\d+ tracked|all ${now.length} tracked`));
  });
});

describe('a feed made in Slack', () => {
  const feed = `recap:${ACME.id}:${HERE}`;
  const fields = (schedule: string) => ({
    channel: { [ACTIONS.feedChannel]: { type: 'conversations_select', selected_conversation: HERE } },
    schedule: { [ACTIONS.feedSchedule]: { type: 'plain_text_input', value: schedule } },
  });

  test('is changed with its form; who opened theirs before is told what it is now', async () => {
    const asker = from();
    await slack.send(slack.command(asker, 'subscribe recap Fridays 15:00'));
    expect(await slack.answerTo(asker.id)).toContain('Subscribed.');

    const reader = from();
    const [first, second] = [
      await opened(ACTIONS.feedMenu, carry('feed', { feed, choice: 'edit' }), reader),
      await opened(ACTIONS.feedMenu, carry('feed', { feed, choice: 'edit' })),
    ];
    expect(await submitted(first, fields('now and then'))).toContain(
      '“now and then” must be a schedule such as',
    );
    expect(await submitted(first, fields('Mondays 8:00'))).toMatch(/Changed\.[\s\S]*Mondays 8:00/);
    // The list that the form was opened from says so, too.
    const list = await until('the list', () =>
      slack.saidTo(reader.id).find((one) => one.includes('Changed.')),
    );
    expect(JSON.parse(list)).toMatchObject({ replace_original: true });
    expect(list).toContain('Mondays 8:00');
    const late = await submitted(second, fields('Tuesdays 9:00'));
    expect(late).toMatch(/You changed this feed .* ago\.\nYour change wasn’t saved/);
  });

  test('is none any more once it was ended, and its form says so', async () => {
    const view = await opened(ACTIONS.feedMenu, carry('feed', { feed, choice: 'edit' }));
    const asker = from();
    await slack.send(slack.command(asker, 'unsubscribe recap'));
    expect(await slack.answerTo(asker.id)).toContain('Unsubscribed.');
    expect(await submitted(view, fields('Tuesdays 9:00'))).toMatch(/\S/);
    const after = from();
    await slack.send(slack.command(after, 'subscriptions'));
    expect(await slack.answerTo(after.id)).not.toContain('*recap*');
  });
});
