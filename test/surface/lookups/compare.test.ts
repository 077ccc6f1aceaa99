/** /visibility compare: the brand against a rival, whatever the API has on the brand, and against itself. */
import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../../src/messages/refusal.ts';
import type { NamedDay } from '../../../src/rules/named-days.ts';
import { keepDays } from '../../../src/store/daily-scores.ts';
import { compare } from '../../../src/surface/ask/ask-command.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';

const ANA = { workspace: { personOf: async (id: string) => memberNamed('Ana', id) } };

const mention = (name: string, type: string, i: number) => ({
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  response_id: ACME,
  entity_name: name,
  entity_type: type,
  matched_term: name,
  rank_position: 1,
  sentiment: null,
  description: null,
  confidence: null,
  created_at: '2026-11-19T07:00:00Z',
});

/** The answer to `words` with these API responses. */
async function answerTo(words: string, api: Answering, kept: readonly NamedDay[] = []) {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const { ask, workspace } = await surfaceOver(file, api, ok(), ANA);
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  if (compare.scope !== 'project') expect.fail('asked for a project');
  const asker = ask();
  await keepDays(asker.db, { team: asker.team, projectId: ACME }, kept, '');
  return compare.run({ ...asker, project, words, line: '', channels: {}, options: {}, page: 0 });
}

/** The refusal of `words` while answers name these. */
async function refusedOf(words: string, ...named: [name: string, type: string][]): Promise<Refusal> {
  const mentions = named.map(([name, type], i) => mention(name, type, i));
  try {
    await answerTo(words, json(mentions));
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  return expect.fail('nothing is refused');
}

test.each([
  ['by the project’s name', 'acme', 'tool'],
  ['by its name in answers', 'acme cloud', 'brand'],
])('the own brand, %s, is refused with where to find its figures', async (_, words, type) => {
  const own = type === 'brand' ? 'Acme Cloud' : 'Acme';
  expect(await refusedOf(words, [own, type], ['Globex', 'tool'])).toMatchObject({
    sentence: expect.stringContaining(`${own} is this project’s own brand`),
    tries: expect.arrayContaining(['scores']),
  });
});

test('the own brand is refused even if no answer names it', async () => {
  expect((await refusedOf('"ACME"', ['Globex', 'tool'])).sentence).toMatch(
    /^Acme is this project’s own brand/,
  );
});

test('the own brand isn’t among the suggested tools', async () => {
  const { tries } = await refusedOf('Initech', ['Acme Cloud', 'own'], ['Globex', 'tool']);
  expect(tries).toEqual(['compare Globex']);
});

test('without a name, as many mentions are counted as for a rival', async () => {
  const asked: string[] = [];
  const answers = json([mention('Globex', 'tool', 1)]);
  await answerTo('', (response, one, number) => {
    asked.push(one.url);
    answers(response, one, number);
  });
  expect(asked.at(-1)).toContain('limit=2000');
});

const GLOBEX = {
  name: 'Globex',
  score: 61,
  mention_rate: 0.712,
  by_model: [
    { engine: 'ChatGPT', score: 60 },
    { engine: 'Gemini', score: 71.3 },
    { engine: 'Claude', score: 50 },
  ],
  topics: [{ label: 'pricing', score: 78 }],
};
const OWN = {
  name: 'Acme Cloud',
  score: 52.2,
  mention_rate: 0.621,
  by_model: [
    { engine: 'ChatGPT', score: 66.5 },
    { engine: 'Gemini', score: 35.3 },
  ],
  topics: [
    { label: 'pricing', score: 42 },
    { label: 'support', score: 90 },
  ],
};
const DAILY = [
  { date: '2026-11-17', score: 60 },
  { date: '2026-11-18', score: 56 },
  { date: '2026-11-18', score: 40, engine: 'Gemini' },
];

const TOPICS = [
  { label: 'Pricing', score: 61.5 },
  { label: 'support', score: 90 },
];

type Comparison = {
  own: Answering;
  daily?: Answering;
  topics?: Answering;
  mentions?: Answering;
  kept?: readonly NamedDay[];
};

const BOTH_NAMED = [mention('Acme Cloud', 'own', 1), mention('Globex', 'tool', 2)];

/** The answer to `compare Globex`, and the API's requests. */
async function comparison(answering: Comparison) {
  const { own, daily = json(DAILY), topics = json(TOPICS), mentions = json(BOTH_NAMED) } = answering;
  const asked: string[] = [];
  const answer = await answerTo(
    'globex',
    (response, request, number) => {
      asked.push(request.url);
      const answers: [string, Answering][] = [
        ['/mentions', mentions],
        ['/engines', json([])],
        ['/scores/daily', daily],
        ['/topics', topics],
        ['=globex', json(GLOBEX)],
        ['/competitor-detail', own],
      ];
      const [, answering] =
        answers.find(([part]) => request.url.toLowerCase().includes(part)) ?? expect.fail(request.url);
      answering(response, request, number);
    },
    answering.kept,
  );
  const message = answer && 'message' in answer ? drawn(answer.message) : expect.fail('nothing is answered');
  const rows = message.blocks.flatMap((block) => (block.type === 'table' ? block.rows : []));
  const cells = rows.map((row) => row.map((cell) => (cell.type === 'raw_text' ? cell.text : '')));
  const charts = message.blocks.flatMap((block) => (block.type === 'data_visualization' ? block.chart : []));
  return { words: wordsOf(message.blocks).join('\n'), cells, charts, heard: message.text, asked };
}

describe('a rival', () => {
  test('is compared with the brand’s figures from the same operation, worst engine first', async () => {
    const { words, cells, charts, heard, asked } = await comparison({ own: json(OWN) });
    expect(words).toContain('*Acme vs Globex* · Globex leads by 8.8 (61.0 to 52.2)');
    expect(words).toContain('Globex: mention rate 71.2%, you 62.1%');
    expect(cells).toEqual([
      ['Engine', 'You', 'Globex', 'Gap'],
      ['Overall', '52.2', '61.0', '−8.8'],
      ['Gemini', '35.3', '71.3', '−36.0'],
      ['ChatGPT', '66.5', '60.0', '+6.5'],
      ['Claude', 'none given', '50.0', 'none given'],
    ]);
    expect(charts).toMatchObject([
      {
        type: 'bar',
        series: [
          { name: 'You', data: [{ value: 35.3 }, { value: 66.5 }] },
          { name: 'Globex', data: [{ value: 71.3 }, { value: 60 }] },
        ],
      },
    ]);
    expect(words).toMatch(/pricing: you 42\.0, Globex 78\.0, gap −36\.0/);
    expect(words).not.toContain('support');
    expect(heard).toContain('Gemini: you 35.3, Globex 71.3, gap −36.0');
    expect(asked.some((url) => url.includes('daily'))).toBe(false);
    expect(asked.length).toBeLessThanOrEqual(8);
  });

  test.each([
    ['knows no such competitor', json({ detail: 'Competitor not found' }, 404)],
    ['refuses the name', json({ detail: 'Unknown competitor' }, 422)],
    ['answers with zeros', json({ ...OWN, score: 0, mention_rate: 0, by_model: [], topics: [] })],
    ['answers with another tool', json({ ...OWN, name: 'Acme Rivals' })],
    ['answers the same to every name', json(GLOBEX)],
  ])(
    'is compared with the brand’s average of its latest days, with a note, if the API %s',
    async (_, own) => {
      const { words, cells, asked } = await comparison({ own, topics: json([]) });
      expect(words).toContain('*Acme vs Globex* · Globex leads by 3.0 (61.0 to 58.0)');
      expect(cells.slice(1, 3)).toEqual([
        ['Overall', '58.0', '61.0', '−3.0'],
        ['Gemini', '40.0', '71.3', '−31.3'],
      ]);
      expect(words).toMatch(/Your figures are averages of Tue 17 Nov to Wed 18 Nov\. Others/);
      expect(words).toMatch(/pricing: Globex 78\.0$/m);
      expect(asked.length).toBeLessThanOrEqual(8);
    },
  );

  test('is also compared by topic, with the brand’s topics of unknown days', async () => {
    const { words, asked } = await comparison({ own: json({}, 404) });
    expect(words).toMatch(/pricing: you 61\.5, Globex 78\.0, gap −16\.5/);
    expect(words).toMatch(/Others may cover other days/);
    expect(words).not.toContain('support');
    expect(asked.filter((url) => url.includes('/topics'))).toHaveLength(1);
  });

  test('is shown alone by topic if the brand’s topics have another scale or can’t be read', async () => {
    const rates = json([{ label: 'pricing', score: 0.6 }]);
    for (const topics of [rates, json({}, 500)]) {
      const { words } = await comparison({ own: json({}, 404), topics });
      expect(words).toMatch(/pricing: Globex 78\.0$/m);
    }
  });

  test.each([
    ['has no figures of the brand', json([]), 'The API gives no figures of yours'],
    ['fails', json({}, 500), 'No figures of yours could be read'],
    ['has them on another scale', json([{ date: '2026-11-18', score: 0.58 }]), 'no figures of yours'],
  ])('is shown alone, without a gap, if the API %s', async (_, daily, none) => {
    const { words, cells, charts } = await comparison({ own: json({}, 404), daily });
    expect(words).toContain('*Acme vs Globex* · Globex: score 61.0');
    expect(words).not.toMatch(/leads|gap|you /i);
    expect(words).toContain(none);
    expect(cells[0]).toEqual(['Engine', 'Globex']);
    expect(charts).toEqual([]);
  });

  test('is compared over time if there are mentions of enough days', async () => {
    const named = (day: number, first: string, i: number) => ({
      ...mention(first, first === 'Globex' ? 'tool' : 'own', 10 * day + i),
      response_id: `00000000-0000-4000-9000-${String(10 * day + i).padStart(12, '0')}`,
      created_at: `2026-11-${day}T07:00:00Z`,
    });
    const mentions = [10, 11, 12, 13, 14, 15].flatMap((day) => [
      named(day, day < 13 ? 'Acme Cloud' : 'Globex', 1),
      named(day, 'Globex', 2),
    ]);
    const { charts, heard, asked } = await comparison({ own: json(OWN), mentions: json(mentions) });
    const values = (name: string) => expect.objectContaining({ name });
    expect(charts[1]).toMatchObject({ type: 'line', series: [values('You'), values('Globex')] });
    expect(heard).toMatch(/you 50\.?0?% → 0\.?0?%, Globex 50\.?0?% → 100\.?0?%/);
    expect(asked.filter((url) => url.includes('/mentions'))).toHaveLength(1);
    expect(asked.some((url) => url.includes('limit=2000'))).toBe(true);
  });

  test('is compared over the days of earlier lists too', async () => {
    const kept = [12, 13, 14, 15].map((day): NamedDay => {
      const rivals = [{ name: 'Globex', first: day - 11 }];
      return { day: `2026-11-${day}`, ranked: 10, own: 5, rivals };
    });
    const point = (value: number) => ({ value });
    const { charts } = await comparison({ own: json(OWN), kept });
    expect(charts[1]).toMatchObject({
      series: [{ data: [50, 50, 50, 50].map(point) }, { data: [10, 20, 30, 40].map(point) }],
    });
  });

  test('is compared without mentions, with a note, if these can’t be read', async () => {
    const { words } = await comparison({ own: json(OWN), mentions: json({}, 500) });
    expect(words).toMatch(/leads by .*named first couldn’t be read/s);
    expect((await comparison({ own: json(OWN) })).words).not.toContain('couldn’t be read');
  });
});
