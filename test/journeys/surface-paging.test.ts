/** Answers that go on: their pages are turned in place for an hour, and shown to everybody by who asked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ACTIONS } from '../../src/messages/actions.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { mrkdwnOf, nodesOf } from '../support/posts.ts';
import { ACME, RANDOM, startTestSandbox } from '../support/sandbox.ts';
import { type SignedSlack, startSignedSlack } from '../surface/signed-slack.ts';

const Answer = z.object({
  response_type: z.enum(['ephemeral', 'in_channel']),
  replace_original: z.boolean(),
  text: z.string(),
  blocks: z.array(z.looseObject({ type: z.string() })),
});
type Answer = z.output<typeof Answer>;

const Cell = z.object({ type: z.string(), text: z.string().optional() });
const DataTable = z.object({ type: z.literal('data_table'), rows: z.array(z.array(Cell)) });

const Button = z.object({ action_id: z.string(), value: z.string() });

let journey: Journey;
let slack: SignedSlack;
let asked = 0;

beforeAll(async () => {
  const sandbox = await startTestSandbox();
  slack = await startSignedSlack(sandbox.slack.url, () => journey.bot().eventsUrl);
  journey = await startJourney({ sandbox, environment: { SLACK_API_URL: slack.apiUrl } });
});

afterAll(async () => {
  await journey?.end();
  await slack?.close();
});

const from = (channel: string = ACME.leads, person = ANA) => ({ person, channel, id: `asked-${asked++}` });

async function answered(id: string, body: string): Promise<Answer> {
  expect(await slack.send(body)).toEqual({ status: 200, words: '' });
  return Answer.parse(JSON.parse(await slack.answerTo(id)));
}

async function ask(line: string): Promise<Answer> {
  const asker = from();
  return answered(asker.id, slack.command(asker, line));
}

async function press(button: string, { blocks }: Answer, asker = from()): Promise<Answer> {
  const click = slack.click(asker, button, carriedBy(button, blocks), { isPrivate: true });
  return answered(asker.id, slack.interaction(click));
}

function carriedBy(button: string, blocks: Answer['blocks']): string {
  const buttons = nodesOf(blocks).flatMap((node) => Button.safeParse(node).data ?? []);
  const found = buttons.find(({ action_id }) => action_id === button);
  if (!found) throw new Error(`There is no ${button} in ${JSON.stringify(buttons)}.`);
  return found.value;
}

/** What stands between an answer's first line and its page. */
const rowsOf = (answer: Parameters<typeof mrkdwnOf>[0]) => mrkdwnOf(answer).split('\n').slice(1, 5);

test.each(['citations', 'mentions', 'leads all', 'answers pricing'])(
  'the pages of “%s” are turned in place',
  async (line) => {
    const first = await ask(line);
    expect(mrkdwnOf(first)).toContain('Page 1 of ');
    expect(() => carriedBy(ACTIONS.pagePrevious, first.blocks)).toThrow();

    const second = await press(ACTIONS.pageNext, first);
    expect(second).toMatchObject({ response_type: 'ephemeral', replace_original: true });
    expect(mrkdwnOf(second)).toContain('Page 2 of ');
    expect(rowsOf(second)).not.toEqual(rowsOf(first));

    const back = await press(ACTIONS.pagePrevious, second);
    expect({ ...back, replace_original: false }).toEqual(first);
  },
);

test('the last page has no next one', async () => {
  let answer = await ask('sources');
  answer = await press(ACTIONS.pageNext, answer);
  expect(mrkdwnOf(answer)).toContain('Page 2 of 2');
  expect(() => carriedBy(ACTIONS.pageNext, answer.blocks)).toThrow();
});

describe('a list as a table', () => {
  const tableIn = ({ blocks }: Answer) =>
    DataTable.safeParse(blocks.find(({ type }) => type === 'data_table'));

  test.each([
    ['topic', 'Topic', 'Score'],
    ['sources', 'Page', 'Citations'],
    ['prompts', 'Prompt', 'Score'],
    ['leads', 'Lead', 'Score'],
  ])('“%s” has it in place of the list, to nobody else, and goes back', async (line, name, figure) => {
    const list = await ask(line);
    expect(tableIn(list).success).toBe(false);
    const sorted = await press(ACTIONS.pageAsTable, list);
    expect(sorted).toMatchObject({ response_type: 'ephemeral', replace_original: true });
    const [heads = [], ...rows] = tableIn(sorted).data?.rows ?? expect.fail('There is no table.');
    expect(heads.map(({ text }) => text)).toEqual(expect.arrayContaining([name, figure]));
    const at = heads.findIndex(({ text }) => text === figure);
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.some((row) => row[at]?.type === 'raw_number')).toBe(true);
    expect(() => carriedBy(ACTIONS.pageAsTable, sorted.blocks)).toThrow();

    const back = await press(ACTIONS.pageAsList, sorted);
    expect({ ...back, replace_original: false }).toEqual(list);
  });

  test('has its rows as lines where Slack refuses the table', async () => {
    const list = await ask('topic');
    const sorted = await press(ACTIONS.pageAsTable, list);
    slack.unknown.add('data_table');
    const lines = await press(ACTIONS.pageAsTable, list);
    slack.unknown.clear();
    expect(tableIn(lines).success).toBe(false);
    const said = mrkdwnOf(lines).split('\n');
    const [heads = [], ...rows] = tableIn(sorted).data?.rows ?? [];
    expect(said).toContain(`*${heads.map(({ text }) => text).join(' · ')}*`);
    for (const row of rows) expect(said).toContain(row.map(({ text }) => text).join(' · '));
    expect(carriedBy(ACTIONS.pageAsList, lines.blocks)).toBe(carriedBy(ACTIONS.pageAsList, sorted.blocks));
  });

  test('is shown to the channel as it stands there', async () => {
    const sorted = await press(ACTIONS.pageAsTable, await ask('sources'));
    const shown = await press(ACTIONS.shareHere, sorted);
    expect(shown).toMatchObject({ response_type: 'in_channel' });
    expect(tableIn(shown)).toEqual(tableIn(sorted));
  });
});

test('Share here shows everybody the page that stands there, with who shared it and nothing to click', async () => {
  const second = await press(ACTIONS.pageNext, await ask('citations'));
  const shared = await press(ACTIONS.shareHere, second);
  expect(shared).toMatchObject({ response_type: 'in_channel', replace_original: false });
  expect(mrkdwnOf(shared)).toMatch(/Shared by <@U0ANARUIZ>, as of /);
  expect(shared.blocks[0]).toEqual(second.blocks[0]);
  expect(nodesOf(shared.blocks).filter((node) => 'action_id' in node)).toEqual([]);
});

test.each([
  ['with the click’s id, as Slack’s retries have it', (one: string) => [one, one]],
  ['with an id of its own each, as a double click has it', (one: string) => [one, `${one} again`]],
])('twice at once, %s, it is shared once', async (_, ids) => {
  const { blocks } = await ask('metrics');
  const value = carriedBy(ACTIONS.shareHere, blocks);
  const both = ids(from().id).map((id) => ({ ...from(), id }));
  await Promise.all(
    both.map((asker) => slack.send(slack.interaction(slack.click(asker, ACTIONS.shareHere, value)))),
  );
  await Promise.all(both.map(({ id }) => slack.answerTo(id)));
  const after = from();
  await answered(after.id, slack.interaction(slack.click(after, ACTIONS.shareHere, value)));
  const said = [...new Set([...both, after].map(({ id }) => id))].flatMap((id) => slack.saidTo(id));
  expect(said.filter((one) => one.includes('in_channel'))).toHaveLength(1);
  expect(said.at(-1)).toContain('You already shared this here.');
});

describe('from what engines said to the run behind it, by buttons alone', () => {
  test.each([
    ['answers pricing', ACTIONS.runOpen],
    ['citations', ACTIONS.runOpen],
    ['mentions', ACTIONS.runOpen],
    ['prompt-history k8s cost alerts', ACTIONS.runOpen],
  ])('from “%s”', async (line, button) => {
    const run = await press(button, await ask(line));
    expect(run).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect(mrkdwnOf(run)).toMatch(
      /^\*Acme prompt run\* · “.*” on (ChatGPT|Gemini|Perplexity|Claude)\ncompleted · /,
    );
    const group = await press(ACTIONS.groupOpen, run);
    expect(mrkdwnOf(group)).toMatch(/^\*Acme run group\* · \d+ prompt runs\n\d+ of \d+ completed\n/);
    const later = await press(ACTIONS.pageNext, group);
    expect(later).toMatchObject({ replace_original: true });
    expect(mrkdwnOf(later)).toContain('Page 2 of ');
    expect(mrkdwnOf(await press(ACTIONS.runOpen, later))).toMatch(/^\*Acme prompt run\* /);
  });

  test('a day later too', async () => {
    const answer = await ask('answers pricing');
    await journey.pass({ minutes: 24 * 60 });
    expect(mrkdwnOf(await press(ACTIONS.runOpen, answer))).toMatch(/^\*Acme prompt run\* /);
  });

  test('elsewhere they tell nothing', async () => {
    const told = await press(ACTIONS.runOpen, await ask('answers pricing'), from(RANDOM, BEN));
    expect(told.text).toMatch(/^This project is no longer in this channel/);
  });
});

test('elsewhere the same buttons tell nothing and show nothing', async () => {
  const answer = await ask('citations');
  for (const button of [ACTIONS.pageNext, ACTIONS.shareHere]) {
    const told = await press(button, answer, from(RANDOM, BEN));
    expect(told).toMatchObject({ response_type: 'ephemeral' });
    expect(told.text).toMatch(/^This project is no longer in this channel\.\nNothing changed\.$/);
  }
});

test('a bot that was restarted turns them on', async () => {
  const answer = await ask('citations');
  expect(await journey.restart()).toBe(0);
  expect(mrkdwnOf(await press(ACTIONS.pageNext, answer))).toContain('Page 2 of ');
});

test('they work for an hour, and say so after', async () => {
  const answer = await ask('citations');
  await journey.pass({ minutes: 59 });
  expect(mrkdwnOf(await press(ACTIONS.pageNext, answer))).toContain('Page 2 of ');
  await journey.pass({ minutes: 2 });
  for (const button of [ACTIONS.pageNext, ACTIONS.shareHere]) {
    const told = await press(button, answer);
    expect(told).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect(mrkdwnOf(told)).toMatch(
      /^This answer is over an hour old, and its buttons no longer work\.\s+Ask again\.[\s\S]*\/visibility citations/,
    );
  }
});
