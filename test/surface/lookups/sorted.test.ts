/** A list too long for one table: its pages stay tables until Back to the list is clicked. */
import { describe, expect, test } from 'vitest';
import { readCarried } from '../../../src/carried.ts';
import { ACTIONS } from '../../../src/messages/actions.ts';
import type { Page } from '../../../src/messages/page.ts';
import type { Answer } from '../../../src/surface/ask.ts';
import { questionButton, runAgain, runTyped } from '../../../src/surface/run-command.ts';
import { drawn, shownOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const FILE = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
const TOPICS = Array.from({ length: 214 }, (_, i) => ({
  label: `topic ${i}`,
  own_score: i,
  kind: 'feature',
}));

const messageOf = (answer: Answer): Page =>
  answer && 'message' in answer ? answer.message : expect.fail('There is no message.');

/** The labels and values of its buttons. */
function buttonsIn(page: Page): Map<string, string> {
  const controls = page.parts.flatMap((part) => (part && part.kind === 'actions' ? part.controls : []));
  return new Map(controls.flatMap((one) => (one.kind === 'button' ? [[one.id, one.value] as const] : [])));
}

const topicsIn = (page: Page) => {
  const table = drawn(page).blocks.find(({ type }) => type === 'data_table');
  if (table?.type !== 'data_table') return undefined;
  return table.rows.slice(1).map(([cell]) => (cell?.type === 'raw_text' ? cell.text : undefined));
};

test('every topic is on one page of the table, in list order', async () => {
  const { ask } = await surfaceOver(FILE, json(TOPICS), ok());
  const press = async (id: string, page: Page) => {
    const value = buttonsIn(page).get(id) ?? expect.fail(`There is no ${id}.`);
    const click = { ...ask(), value, ts: '1.2', isPrivate: true };
    return messageOf(await questionButton(id).run(click));
  };
  const list = messageOf(await runTyped({ slash: '/visibility', text: 'topics', channels: {} }, ask()));
  const first = await press(ACTIONS.pageAsTable, await press(ACTIONS.pageNext, list));
  expect(shownOf(first)[0]).toMatch(/^\*Acme: 214 topics\* · 1 to \d+ of 214, best score first$/);
  const topics = [...(topicsIn(first) ?? [])];
  let page = first;
  while (buttonsIn(page).has(ACTIONS.pageNext)) {
    page = await press(ACTIONS.pageNext, page);
    topics.push(...(topicsIn(page) ?? []));
  }
  expect(topics).toEqual(TOPICS.map(({ label }) => label).toReversed());
  const back = await press(ACTIONS.pageAsList, page);
  expect(shownOf(back)).toEqual(shownOf(list));
});

test('a list of one can’t be sorted', async () => {
  const { ask } = await surfaceOver(FILE, json(TOPICS.slice(0, 1)), ok());
  const list = messageOf(await runTyped({ slash: '/visibility', text: 'topics', channels: {} }, ask()));
  expect(buttonsIn(list).has(ACTIONS.pageAsTable)).toBe(false);
});

test('a list that shrank to one is shown as it is', async () => {
  const long = await surfaceOver(FILE, json(TOPICS), ok());
  const list = messageOf(await runTyped({ slash: '/visibility', text: 'topics', channels: {} }, long.ask()));
  const value = buttonsIn(list).get(ACTIONS.pageAsTable) ?? expect.fail('It cannot be sorted.');
  expect(readCarried('question', value)).toMatchObject({ view: 'table', page: 0 });
  const short = await surfaceOver(FILE, json(TOPICS.slice(0, 1)), ok());
  const click = { ...short.ask(), value, ts: '1.2', isPrivate: true };
  const answer = messageOf(await questionButton(ACTIONS.pageAsTable).run(click));
  expect(topicsIn(answer)).toBeUndefined();
  expect(shownOf(answer).join()).toContain('topic 0');
});

describe('prompts', () => {
  const PROMPTS = Array.from({ length: 30 }, (_, i) => ({ id: `p${i}`, prompt: `prompt ${i}` }));
  const ids = (urls: readonly string[]) => urls.flatMap((url) => url.match(/prompt_id=(p\d+)/)?.[1] ?? []);

  /** The table, and the prompts whose figures were requested. `refused`: prompts without figures in the API. */
  async function table(refused: (id: string) => boolean, page = 0) {
    const urls: string[] = [];
    const api: Answering = (response, asked, number) => {
      urls.push(asked.url);
      const [id] = ids([asked.url]);
      if (id === undefined) return json(PROMPTS)(response, asked, number);
      const figures = { id, own_score: Number(id.slice(1)), answer_count: 7 };
      return (refused(id) ? json({}, 404) : json(figures))(response, asked, number);
    };
    const { ask } = await surfaceOver(FILE, api, ok());
    const question = { name: 'prompts', words: '', project: ACME, channels: {}, page, until: Infinity };
    const answer = messageOf(await runAgain({ ...question, view: 'table' }, ask()));
    const block = drawn(answer).blocks.find(({ type }) => type === 'data_table');
    const rows = block?.type === 'data_table' ? block.rows : [];
    return {
      said: shownOf(answer),
      asked: ids(urls),
      cells: rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : ''))),
    };
  }

  test('come with figures only for those shown', async () => {
    const first = await table(() => false);
    expect(first.cells[0]).toEqual(['Prompt', 'Score', 'Answers']);
    expect(first.cells[25]).toEqual(['prompt 24', '24', '7']);
    expect(first.asked.toSorted()).toEqual(
      PROMPTS.slice(0, 25)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(first.said[0]).toContain('1 to 25 of 30');
    const last = await table(() => false, 1);
    expect(last.cells.slice(1).map(([name]) => name)).toEqual(PROMPTS.slice(25).map(({ prompt }) => prompt));
    expect(last.asked).toHaveLength(5);
  });

  test('say how many figures couldn’t be read', async () => {
    const { cells, said } = await table((id) => id === 'p3');
    expect(cells[4]).toEqual(['prompt 3', 'not given', 'not given']);
    expect(cells[5]).toEqual(['prompt 4', '4', '7']);
    expect(said.at(-1)).toContain('The figures of 1 prompt couldn’t be read.');
  });

  test('are listed without figures if the API gives none', async () => {
    const { cells, said } = await table(() => true);
    expect(cells.slice(0, 2)).toEqual([['Prompt'], ['prompt 0']]);
    expect(said.at(-1)).toBe('The figures of 25 prompts couldn’t be read.');
  });
});
