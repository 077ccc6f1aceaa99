import { describe, expect, test } from 'vitest';
import { engineNames, withEngineNames } from '../../src/visibility/breakdown.ts';
import type { Engine } from '../../src/visibility/contract.ts';
import { clientOf, json, listing, PROJECT } from './api.ts';

type Kind = [display_name: string, surface?: string, model?: string];

const idOf = (i: number) => `${i}0000000-0000-4000-8000-000000000000`;
const engines = (...kinds: Kind[]): Engine[] =>
  kinds.map(([display_name, surface = 'chat', model = 'm'], i) => ({
    id: idOf(i),
    provider: 'p',
    model,
    display_name,
    surface,
    active: true,
  }));
const names = (...kinds: Kind[]) => [...engineNames(engines(...kinds)).values()];

describe('an engine', () => {
  test('has its display name, where no other has it', () => {
    expect(names(['ChatGPT', 'chat'], ['Gemini', 'chat'])).toEqual(['ChatGPT', 'Gemini']);
  });

  test.each<[string, Kind[], string[]]>([
    [
      'on another surface',
      [
        ['ChatGPT', 'chat'],
        ['ChatGPT', 'search'],
      ],
      ['ChatGPT (chat)', 'ChatGPT (search)'],
    ],
    [
      'written otherwise',
      [
        ['ChatGPT', 'chat'],
        ['chatgpt ', 'search'],
      ],
      ['ChatGPT (chat)', 'chatgpt (search)'],
    ],
    [
      'of another model',
      [
        ['ChatGPT', 'chat', '4o'],
        ['ChatGPT', 'chat', '5'],
      ],
      ['ChatGPT (4o)', 'ChatGPT (5)'],
    ],
    [
      'without a surface',
      [
        ['ChatGPT', '', '4o'],
        ['ChatGPT', '', '5'],
      ],
      ['ChatGPT (4o)', 'ChatGPT (5)'],
    ],
    [
      'on every surface of every model',
      [
        ['GPT', 'a', '1'],
        ['GPT', 'a', '2'],
        ['GPT', 'b', '1'],
        ['GPT', 'b', '2'],
      ],
      ['GPT (a, 1)', 'GPT (a, 2)', 'GPT (b, 1)', 'GPT (b, 2)'],
    ],
    ['the same in all', [['GPT'], ['GPT']], ['GPT (00000000)', 'GPT (10000000)']],
  ])('beside a namesake %s is told apart from it', (_, kinds, expected) => {
    expect(names(...kinds)).toEqual(expected);
  });
});

test('rows have the engine’s own name by its id, and else what the API calls it', () => {
  const all = engineNames(engines(['ChatGPT', 'chat'], ['ChatGPT', 'search']));
  const rows = [
    { engineId: idOf(1), engine: 'ChatGPT' },
    { engineId: idOf(9), engine: 'Grok' },
    { engineId: undefined, engine: 'ChatGPT' },
    { engineId: idOf(0), engine: undefined },
  ];
  expect(withEngineNames(rows, all).map(({ engine }) => engine)).toEqual([
    'ChatGPT (search)',
    'Grok',
    'ChatGPT',
    'ChatGPT (chat)',
  ]);
});

test('an engine may be named by what its resource’s name ends with', async () => {
  const lead = { title: 'Flags?', engines: ['models/gemini-1', 'engines/chatgpt'] };
  const { client } = await clientOf(listing([lead]));
  expect(await client.warmLeads(PROJECT)).toMatchObject([{ engines: ['Gemini', 'ChatGPT'] }]);
  const rows = ['models/gemini-1', 'acme/flags'].map((engine) => ({ query: 'flag tools', engine }));
  const { client: other } = await clientOf(listing(rows));
  expect(await other.queryFanout(PROJECT)).toMatchObject([{ engine: 'Gemini' }, { engine: 'acme/flags' }]);
});

test.each(['GEMINI', 'gemini-1', 'google/gemini-1', 'GOOGLE'])(
  'an engine may be called %s',
  async (called) => {
    const { client } = await clientOf(listing([{ title: 'Flags?', engines: [called] }]));
    expect(await client.warmLeads(PROJECT)).toMatchObject([{ engines: ['Gemini'] }]);
  },
);

test.each(['FR', 'fr', 'france'])(
  'a region may be called %s, and has its name everywhere',
  async (region) => {
    const regions = [{ id: 'r4', code: 'FR', name: 'France' }];
    const { client } = await clientOf(listing([{ date: '2026-03-10', region, score: 50 }], { regions }));
    expect(await client.dailyScores(PROJECT)).toMatchObject([{ region: 'France', regionId: 'r4' }]);
  },
);

test('engines with slugs are listed once for all prompts’ time series', async () => {
  const { client, asked } = await clientOf(listing([{ date: '2026-03-10', engine: 'gemini', score: 50 }]));
  await client.dailyScores(PROJECT);
  const { api } = client.limited(2);
  await api.promptTimeseries(PROJECT, idOf(1));
  expect(await api.promptTimeseries(PROJECT, idOf(2))).toMatchObject([{ engine: 'Gemini' }]);
  expect(asked.filter(({ url }) => url.endsWith('/engines'))).toHaveLength(1);
});

test.each(['de', 'DE', 'de-DE'])('a region may be called %s', async (code) => {
  const regions = [
    { id: idOf(7), name: 'Germany', code },
    { id: idOf(8), name: 'France', code: 'fr' },
  ];
  const there = { region: 'Germany', regionId: idOf(7) };
  const body = { runs: [{ prompt_run_id: idOf(1), engine: 'Gemini', region: code, rank: 2 }] };
  const { client } = await clientOf(listing(body, { regions }));
  expect((await client.promptHistory(PROJECT, idOf(1))).runs).toMatchObject([there]);
  const { client: other } = await clientOf(
    listing([{ date: '2026-03-10', region: code, score: 50 }], { regions }),
  );
  expect(await other.dailyScores(PROJECT)).toMatchObject([there]);
});

test('engines that can’t be listed again are as they were', async () => {
  const rows = [{ date: '2026-03-10', engine: 'gemini', score: 50 }];
  let isBusy = false;
  const answer = listing(rows);
  const { client } = await clientOf((response, asked, number) =>
    (isBusy && asked.url.endsWith('/engines') ? json({}, 503) : answer)(response, asked, number),
  );
  await client.dailyScores(PROJECT);
  isBusy = true;
  expect(await client.dailyScores(PROJECT)).toMatchObject([{ engine: 'Gemini' }]);
});
