/** Buttons from a row to its prompt run, and from a run to its group, only by ids from the API. */
import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../../src/messages/actions.ts';
import type { Answer, Command } from '../../../src/surface/ask.ts';
import { answers, citations, mentions } from '../../../src/surface/lookups/lookups.ts';
import { promptHistory, runOpen } from '../../../src/surface/prompts/prompts.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { runTyped } from '../../../src/surface/run-command.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { nodesOf } from '../../support/posts.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { ACME, ACME_FILE, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { apiWith } from '../../support/watch-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const TIME = '2026-11-19T07:00:00Z';
const idOf = (i: number) => `0000000${i}-0000-4000-8000-000000000000`;
const [RUN, GROUP, RESPONSE, OTHER, PROMPT, ENGINE] = [1, 2, 3, 4, 5, 6].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

const run = (project = ACME) => ({
  id: RUN,
  run_group_id: GROUP,
  project_id: project,
  prompt_id: PROMPT,
  engine_id: ENGINE,
  status: 'completed',
  scheduled_for: TIME,
  started_at: TIME,
  completed_at: TIME,
  latency_ms: 900,
  cost_usd: 0.01,
  error: null,
  created_at: TIME,
});
const runDetail = (project = ACME) => ({
  prompt_run: run(project),
  response: {
    id: RESPONSE,
    prompt_run_id: RUN,
    raw_text: 'Use Acme.',
    model_used: null,
    provider: null,
    created_at: TIME,
  },
});
const group = {
  run_group: {
    id: GROUP,
    project_id: ACME,
    run_type: 'nightly',
    status: 'completed',
    created_at: TIME,
    completed_at: TIME,
    total_runs: 1,
    completed_runs: 1,
  },
  prompt_runs: [run()],
};
const mention = (response_id: string) => ({
  id: ACME,
  response_id,
  entity_name: 'Globex',
  entity_type: 'tool',
  matched_term: null,
  rank_position: 1,
  sentiment: null,
  description: null,
  confidence: null,
  created_at: TIME,
});
const engine = (id: string, surface: string) => ({
  id,
  provider: 'p',
  model: 'm',
  display_name: 'ChatGPT',
  surface,
  active: true,
});

const RUNS = {
  [`/prompt-runs/${RUN}`]: json(runDetail()),
  [`/runs/${GROUP}`]: json(group),
  '/prompts': json([{ id: PROMPT, prompt: 'k8s cost alerts' }]),
  '/engines': json([engine(ENGINE, 'chat'), engine(OTHER, 'search')]),
};

type Clicked = { action_id: string; value: string };

/** A channel of Acme with these API responses. `asked`: the requested paths. */
async function channelOver(api: Record<string, Answering>) {
  const asked: string[] = [];
  const answering = apiWith({ ...RUNS, ...api });
  const given = { workspace: { personOf: async () => memberNamed('Ana', 'U0ANA') } };
  const { ask: asker, lines } = await surfaceOver(
    ACME_FILE,
    (response, request, number) => {
      asked.push(request.url.split('?')[0] ?? '');
      answering(response, request, number);
    },
    ok(),
    given,
  );
  return {
    asked,
    lines,
    ask: async (command: Command, words = '') =>
      messageOf(
        await runTyped({ slash: '/visibility', text: `${command.name} ${words}`, channels: {} }, asker()),
      ),
    click: async (button: Pick<Clicked, 'value'>, kind: 'run' | 'group' = 'run', channel = CHANNEL) => {
      const request = { ...asker({ channel }), value: button.value, ts: '', isPrivate: true };
      return messageOf(await runOpen(kind).run(request));
    },
  };
}

function messageOf(answer: Answer) {
  return answer && 'message' in answer ? drawn(answer.message) : expect.fail('nothing is answered');
}

const opening = (blocks: readonly unknown[], action: string = ACTIONS.runOpen): Clicked[] =>
  nodesOf(blocks).filter(
    (node): node is Clicked => node.action_id === action && typeof node.value === 'string',
  );

const refusedBy = async (click: Promise<unknown>) => {
  const error = await click.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Refused ? error.refusal.sentence : expect.fail(`not refused: ${error}`);
};

const answer = { evidence: 'cheap', prompt: 'k8s', engine_id: OTHER, engine: 'ChatGPT', prompt_run_id: RUN };

describe('a row with a run has a button to its answer', () => {
  test.each<[string, Command, string, Record<string, Answering>]>([
    [
      'answers',
      answers,
      'pricing',
      { '/topic-answers': json([answer]), '/topics': json([{ label: 'pricing' }]) },
    ],
    ['citations', citations, '', { '/citations': json([{ title: 'A page', run_id: RUN }]) }],
    [
      'prompt-history',
      promptHistory,
      'k8s cost alerts',
      { '/history': json({ runs: [{ prompt_run_id: RUN, engine: 'Gemini' }] }), '/prompt-detail': json({}) },
    ],
  ])('%s', async (_, command, words, api) => {
    const channel = await channelOver(api);
    const [button] = opening((await channel.ask(command, words)).blocks);
    const opened = await channel.click(button ?? expect.fail('there is no button'));
    expect(wordsOf(opened.blocks).join('\n')).toMatch(
      /“k8s cost alerts” on ChatGPT \(chat\)\ncompleted · [\s\S]*Use Acme\./,
    );

    const [whole] = opening(opened.blocks, ACTIONS.groupOpen);
    const all = await channel.click(whole ?? expect.fail('there is no way to the group'), 'group');
    expect(wordsOf(all.blocks).join('\n')).toContain('1 of 1 completed');
    const [again] = opening(all.blocks);
    expect(await channel.click(again ?? expect.fail('its run cannot be opened'))).toEqual(opened);
  });

  test('a run known only by its group has a button to the group', async () => {
    const history = json({ runs: [{ run_group_id: GROUP, engine: 'Gemini' }] });
    const channel = await channelOver({ '/history': history, '/prompt-detail': json({}) });
    const { blocks } = await channel.ask(promptHistory, 'k8s cost alerts');
    expect([opening(blocks), opening(blocks, ACTIONS.groupOpen)].map(({ length }) => length)).toEqual([0, 1]);
  });

  test.each([[undefined], ['17'], ['x'.repeat(3_000)], ['<!channel>']])(
    'a run with the id %s, which can’t be requested, has no button',
    async (id) => {
      const { ask } = await channelOver({
        '/topic-answers': json([{ ...answer, prompt_run_id: id }]),
        '/topics': json([{ label: 'pricing' }]),
      });
      expect(opening((await ask(answers, 'pricing')).blocks)).toEqual([]);
    },
  );
});

test('engines with the same name are told apart in every row', async () => {
  const { ask } = await channelOver({
    '/topic-answers': json([answer, { ...answer, engine_id: ENGINE }]),
    '/topics': json([{ label: 'pricing' }]),
  });
  const words = wordsOf((await ask(answers, 'pricing')).blocks).join('\n');
  expect(words).toMatch(/ChatGPT \(search\)[\s\S]*ChatGPT \(chat\)/);
});

test('an answer is shown without engine names if they can’t be read', async () => {
  const { ask } = await channelOver({
    '/engines': json({}, 404),
    '/topic-answers': json([answer]),
    '/topics': json([{ label: 'pricing' }]),
  });
  expect(wordsOf((await ask(answers, 'pricing')).blocks).join('\n')).toContain(' · ChatGPT · ');
});

test('a run is shown without prompt and engine names if they can’t be read', async () => {
  const { click } = await channelOver({ '/engines': json({}, 404), '/prompts': json({}, 404) });
  const { blocks } = await click({ value: JSON.stringify({ project: ACME, id: RUN }) });
  expect(wordsOf(blocks).join('\n')).toMatch(/a prompt on an unlisted engine\n[\s\S]*Use Acme\./);
});

describe('the run of an answer known only by its response', () => {
  const named = { response_id: RESPONSE, prompt_run_id: RUN };

  test.each<[string, Command, Record<string, Answering>]>([
    [
      'a mention, in the latest citations',
      mentions,
      { '/mentions': json([mention(RESPONSE)]), '/citations': json([{ title: 'A page', ...named }]) },
    ],
    [
      'a citation, in the history of its prompt',
      citations,
      {
        '/citations': json([{ title: 'A page', response_id: RESPONSE, prompt_id: PROMPT }]),
        [`/prompts/${PROMPT}/history`]: json({ runs: [named] }),
      },
    ],
  ])('is found: %s', async (_, command, api) => {
    const channel = await channelOver(api);
    const [button] = opening((await channel.ask(command)).blocks);
    expect(JSON.parse(button?.value ?? '{}')).toEqual({ project: ACME, id: RUN });
  });

  test.each<[string, Record<string, Answering>]>([
    ['names another', { '/citations': json([{ ...named, response_id: OTHER }]) }],
    ['does not answer', { '/citations': json({}, 404) }],
  ])('has no button if the API %s', async (_, api) => {
    const channel = await channelOver({ '/mentions': json([mention(RESPONSE)]), ...api });
    const { blocks } = await channel.ask(mentions);
    expect(wordsOf(blocks).join('\n')).toContain('Globex');
    expect(opening(blocks)).toEqual([]);
  });

  test('is looked up with few calls, however many rows and prompts there are', async () => {
    const many = Array.from({ length: 60 }, (_, i) => ({
      title: `Page ${i}`,
      response_id: `${10_000_000 + i}-0000-4000-8000-000000000000`,
      prompt_id: `${20_000_000 + i}-0000-4000-8000-000000000000`,
    }));
    const channel = await channelOver({ '/citations': json(many) });
    expect(opening((await channel.ask(citations)).blocks)).toEqual([]);
    expect(channel.asked.filter((path) => !/\/(citations|engines)$/.test(path)).length).toBeLessThanOrEqual(
      3,
    );
  });
});

describe('a button', () => {
  test.each([
    [''],
    ['null'],
    ['[]'],
    ['{"project":1}'],
    [JSON.stringify({ project: ACME, id: '../../engines' })],
    [JSON.stringify({ project: ACME, id: `${RUN}\n` })],
    [JSON.stringify({ project: ACME })],
  ])('that carries %s is refused without asking the API', async (value) => {
    const { click, asked } = await channelOver({});
    expect(await refusedBy(click({ value }))).toMatch(/^This is too old to work/);
    expect(asked).toEqual([]);
  });

  test('reveals nothing if the project isn’t shown here', async () => {
    const { click, asked } = await channelOver({});
    const value = JSON.stringify({ project: ACME, id: RUN });
    expect(await refusedBy(click({ value }, 'run', 'C0ELSE'))).toMatch(
      /^This project is no longer in this channel/,
    );
    expect(asked).toEqual([]);
  });

  test.each([
    ['another project’s', json(runDetail(OTHER))],
    ['that no longer exists', json({}, 404)],
    ['whose id the API refuses', json({ detail: [] }, 422)],
  ])('to a run %s says there is none', async (_, answering) => {
    const { click } = await channelOver({ [`/prompt-runs/${RUN}`]: answering });
    const value = JSON.stringify({ project: ACME, id: RUN });
    expect(await refusedBy(click({ value }))).toBe('Acme has no run with this ID.');
  });
});
