/** An answer names the engines or regions it's filtered by, or the list would look complete. */
import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../../src/messages/refusal.ts';
import type { Command } from '../../../src/surface/ask.ts';
import { leads } from '../../../src/surface/leads/leads.ts';
import { citations, sources } from '../../../src/surface/lookups/lookups.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { runTyped } from '../../../src/surface/run-command.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { apiWith } from '../../support/watch-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';

const idOf = (i: number) => `0000000${i}-0000-4000-8000-000000000000`;
const ENGINES = [
  ['Gemini', 'chat', 'gemini-3'],
  ['ChatGPT', 'chat', 'gpt-5'],
  ['ChatGPT', 'search', 'gpt-5'],
  ['Bard', 'chat', 'bard', false],
].map(([display_name, surface, model, active = true], i) => ({
  id: idOf(i),
  provider: 'p',
  display_name,
  surface,
  model,
  active,
}));
const REGIONS = [
  { id: 'r1', name: 'Germany', code: 'DE' },
  { id: 'r2', name: 'France', code: 'FR' },
  { id: 'r3', name: 'India', code: 'IN' },
  { id: 'r4', name: 'Bosnia and Herzegovina', code: 'BA' },
];
const PAGE = { title: 'Pricing', url: 'https://acme.example/pricing' };

/** The answer to this line, and the ids in the API's requests. */
async function asked(
  command: Command,
  line: string,
  tracked: readonly object[] = [],
  pagesOf: (isFiltered: boolean) => readonly object[] = () => [PAGE],
) {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const urls: URL[] = [];
  const listed: Answering = (response, request, number) => {
    urls.push(new URL(request.url, 'http://api.example'));
    json(pagesOf(request.url.includes('_ids')))(response, request, number);
  };
  const api = apiWith({
    '/engines': json(ENGINES),
    '/regions': json(REGIONS),
    '/region-usage': json(tracked),
    '/sources': listed,
    '/citations': listed,
    '/warm-leads': listed,
  });
  const personOf = async () => memberNamed('Ana', 'U0ANA');
  const { ask } = await surfaceOver(file, api, ok(), { workspace: { personOf } });
  const typed = { slash: '/visibility', text: `${command.name} ${line}`, channels: {} };
  const answer = await runTyped(typed, ask());
  const message = answer && 'message' in answer ? drawn(answer.message) : expect.fail('nothing is answered');
  const query = (name: string) => urls[0]?.searchParams.getAll(name) ?? [];
  return {
    heads: [wordsOf(message.blocks).join('\n'), message.text].map((text) => text.split('\n')[0] ?? ''),
    engines: query('engine_ids').map((id) => Number(id[7])),
    regions: query('region_ids'),
    words: wordsOf(message.blocks).join('\n'),
  };
}

async function refusal(command: Command, line: string): Promise<Refusal> {
  try {
    await asked(command, line);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  return expect.fail('nothing is refused');
}

describe.each([
  ['sources', sources, '1 cited page'],
  ['citations', citations, '1 citation'],
] as const)('%s', (_, command, amount) => {
  test.each([
    ['in Germany', ' · only Germany'],
    ['Gemini', ' · only Gemini'],
    ['engine:gemini region:de', ' · only Gemini · only Germany'],
    ['Gemini in Germany', ' · only Gemini · only Germany'],
    [
      'Gemini, ChatGPT (search) in Germany, France',
      ' · only Gemini, ChatGPT (search) · only Germany, France',
    ],
    ['Gemni in Germany', ' · only Gemini · only Germany'],
    ['engine:Gemini region:Germny', ' · only Gemini · only Germany'],
    ['', ''],
  ])('filtered by “%s”', async (line, only) => {
    expect((await asked(command, line)).heads).toEqual([
      `*Acme: ${amount}*${only}`,
      `Acme: ${amount}${only}`,
    ]);
  });
});

test.each([sources, citations])(
  '%#: says so if the API’s list is the same without the filter',
  async (command) => {
    const two = [PAGE, { title: 'Docs', url: 'https://acme.example/docs' }];
    const wordsWith = async (line: string, pagesOf: (isFiltered: boolean) => readonly object[]) =>
      (await asked(command, line, [], pagesOf)).words;
    expect(await wordsWith('Gemini', () => two)).toContain('same list without this filter');
    expect(await wordsWith('Gemini', (isFiltered) => (isFiltered ? two.slice(1) : two))).not.toContain(
      'without this filter',
    );
    expect(await wordsWith('', () => two)).not.toContain('without this filter');
  },
);

describe('a site', () => {
  test.each([
    [sources, 'acme.example', '*Acme: 1 of 1 cited page* · only acme.example'],
    [sources, 'acme.example/pricing', '*Acme: 1 of 1 cited page* · only acme.example/pricing'],
    [citations, 'globex.example', '*Acme: none of 1 citation* · only globex.example'],
  ] as const)('%#: is counted as a part of what the API returned', async (command, site, head) => {
    expect((await asked(command, `site:${site}`)).heads[0]).toBe(head);
  });

  test('can be combined with engines', async () => {
    const { heads, engines } = await asked(sources, 'Gemini site:acme.example');
    expect(heads[0]).toBe('*Acme: 1 of 1 cited page* · only Gemini · only acme.example');
    expect(engines).toEqual([0]);
  });
});

test('warm leads are filtered the same way', async () => {
  const { heads, engines, regions } = await asked(leads, 'warm Gemini in Germany and France');
  expect(heads[0]).toBe('*Acme · 1 warm lead · only Gemini · only Germany, France*');
  expect(heads[1]).toContain('only Gemini · only Germany, France');
  expect([engines, regions]).toEqual([[0], ['r1', 'r2']]);
});

test('other leads can’t be filtered by region', async () => {
  expect(await refusal(leads, 'all region:DE')).toMatchObject({
    sentence: 'Only warm leads can be filtered by region.',
  });
});

describe('ids in the request', () => {
  test.each<[string, number[], string[]]>([
    ['engine:Gemini engine:ChatGPT', [0, 1, 2], []],
    ['engine:Gemini,"ChatGPT (chat)" region:DE,fr', [0, 1], ['r1', 'r2']],
    ['engine:Gemini, gpt-5', [0, 1, 2], []],
    ['gemini GEMINI and Gemini', [0], []],
    ['ChatGPT', [1, 2], []],
    ['“ChatGPT (search)”', [2], []],
    ['gpt-5', [1, 2], []],
    // It was asked once, so it has citations.
    ['Bard', [3], []],
    ['from Bosnia and Herzegovina, India', [], ['r4', 'r3']],
    ['Gemini in India', [0], ['r3']],
    ['Gemini in BA', [0], ['r4']],
    ['region:IN', [], ['r3']],
    ['in', [], ['r3']],
    ['Gemini in Germany in Acme', [0], ['r1']],
    ['gem in fra', [0], ['r2']],
    ['', [], []],
  ])('for “%s”', async (line, engines, regions) => {
    const found = await asked(citations, line);
    expect([found.engines, found.regions]).toEqual([engines, regions]);
  });
});

describe('refused', () => {
  test('is an unknown name, with the known ones', async () => {
    const { sentence, tries } = await refusal(sources, 'Gemini, Grmn');
    expect(sentence).toBe(
      'The API has no engine or region “Grmn”. It has: Gemini, ChatGPT (chat), ChatGPT (search), Germany, France, India, Bosnia and Herzegovina.',
    );
    expect(tries).toEqual([]);
  });

  test('is a typo of what several share, which one button mends', async () => {
    expect((await refusal(sources, 'ChatGTP in Germany')).tries).toEqual(['sources ChatGPT in Germany']);
    expect((await refusal(sources, 'Gemni in Atlantis')).tries).toEqual([]);
  });

  test.each([
    ['engine:Germany', 'no engine “Germany”'],
    ['region:Gemini', 'no region “Gemini”'],
    ['Gemini; drop', 'no engine or region “drop”'],
    [`${'a'.repeat(2_000)} in Germany`, 'no engine or region “aaa'],
  ])('is “%s”', async (line, sentence) => {
    expect((await refusal(sources, line)).sentence).toContain(sentence);
  });
});

test.each([sources, citations])('%o says which of them isn’t tracked, and only that', async (command) => {
  const germany = { region_id: 'r1', name: 'Germany', prompt_runs: 9 };
  const { words } = await asked(command, 'in Germany, France', [germany]);
  expect(words).toContain('isn’t tracked in France');
  expect(words).not.toContain('tracked in Germany');
});
