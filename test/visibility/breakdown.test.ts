/** Whose a daily score is: never the whole project's where it is an engine's or a region's. */
import { describe, expect, it } from 'vitest';
import { createProfiles, profileOf } from '../../src/visibility/profile.ts';
import { CHATGPT, clientOf, failureIn, json, listing, OTHER, PROJECT, SEGMENT } from './api.ts';

const REGIONS = [
  { id: 'r1', code: 'DE', name: 'Germany' },
  { id: 'r2', code: 'US', name: 'United States' },
];

/** An API that lists two engines and two regions, and answers so to daily scores. */
async function scoresOf(body: unknown) {
  const { client } = await clientOf(listing(body, { regions: REGIONS }));
  return client.dailyScores(PROJECT);
}

const day = (more: object, score: number) => ({ date: '2026-11-20', ...more, score });
const parts = async (body: unknown) =>
  (await scoresOf(body)).map(({ engine, region, score }) => [engine, region, score]);

it('a day that was measured again has the later figure, in whichever order they come', async () => {
  const at = (hour: number) => `2026-11-21T0${hour}:00:00Z`;
  const before = ['2026-11-17', '2026-11-18', '2026-11-19'].map((date) => ({
    date,
    score: 60,
    created_at: at(1),
  }));
  const again = [day({ created_at: at(5) }, 52), day({ created_at: at(2) }, 61)];
  expect((await scoresOf([...before, ...again])).map(({ score }) => score)).toEqual([60, 60, 60, 52]);
});

describe('an engine under a name that nobody told us', () => {
  it.each([
    ['its name', [day({ via: 'ChatGPT' }, 70), day({ via: 'Gemini' }, 40)]],
    ['its id', [day({ ref: SEGMENT }, 70), day({ ref: OTHER.toUpperCase() }, 40)]],
    ['its maker', [day({ maker: 'OpenAI' }, 70), day({ maker: 'google' }, 40)]],
    [
      'a thing with a name',
      [day({ source: { title: 'ChatGPT' } }, 70), day({ source: { title: 'Gemini' } }, 40)],
    ],
    ['the key of a map', { ChatGPT: [day({}, 70)], Gemini: [day({}, 40)] }],
    [
      'its group',
      [
        { via: 'ChatGPT', points: [day({}, 70)] },
        { via: 'Gemini', points: [day({}, 40)] },
      ],
    ],
  ])('is known by what stands there: %s', async (_, body) => {
    expect(await parts(body)).toEqual([
      ['ChatGPT', undefined, 70],
      ['Gemini', undefined, 40],
    ]);
  });

  it('in the day itself, which has the whole’s figures', async () => {
    const engine = (score: number) => ({ score, mention_rate: 0.5 });
    const body = [
      { ...day({ mention_rate: 0.75 }, 55), chatgpt: engine(70), gemini: engine(40), was: engine(9) },
    ];
    expect(
      (await scoresOf(body)).map(({ engine, score, mentionRate }) => [engine, score, mentionRate]),
    ).toEqual([
      [undefined, 55, 0.75],
      ['ChatGPT', 70, 0.5],
      ['Gemini', 40, 0.5],
    ]);
  });

  it('beside a row of the whole, which has none', async () => {
    expect(await parts([day({ via: null }, 55), day({ via: 'Gemini' }, 40)])).toEqual([
      [undefined, undefined, 55],
      ['Gemini', undefined, 40],
    ]);
  });

  it('and regions in the same column', async () => {
    const body = [day({ by: 'overall' }, 55), day({ by: 'Gemini' }, 40), day({ by: 'de' }, 62)];
    expect(await parts(body)).toEqual([
      [undefined, undefined, 55],
      ['Gemini', undefined, 40],
      [undefined, 'Germany', 62],
    ]);
  });
});

describe('an engine that a daily score names by its id alone', () => {
  it.each(['engine_id', 'engine', 'model_id'])('goes by the name that the API lists (%s)', async (name) => {
    const rows = [day({ [name]: SEGMENT }, 70), day({ [name]: OTHER.toUpperCase() }, 40)];
    expect(await parts(rows)).toEqual([
      ['ChatGPT', undefined, 70],
      ['Gemini', undefined, 40],
    ]);
  });

  it('is known in a relationship of JSON:API too', async () => {
    const row = (id: string | null, score: number) => ({
      type: 'daily-scores',
      attributes: day({}, score),
      relationships: { engine: { data: id && { type: 'engines', id } } },
    });
    expect(await parts({ data: [row(null, 55), row(SEGMENT, 70), row(OTHER, 40)] })).toEqual([
      [undefined, undefined, 55],
      ['ChatGPT', undefined, 70],
      ['Gemini', undefined, 40],
    ]);
  });

  it('is listed once for the figures of many prompts', async () => {
    const { client, asked } = await clientOf(listing([day({ engine_id: SEGMENT }, 70)]));
    await client.dailyScores(PROJECT);
    await client.promptTimeseries(PROJECT, OTHER);
    const [again] = await client.promptTimeseries(PROJECT, OTHER);
    expect(again?.engine).toBe('ChatGPT');
    expect(asked.filter(({ url }) => url.endsWith('/engines'))).toHaveLength(1);
  });
});

it('a day may have the whole, and in it each engine', async () => {
  const body = {
    payload: {
      days: [
        {
          on: '2026-11-20',
          overall: { visibilityIndex: 55, samples: 40 },
          perAssistant: [
            { assistant: 'ChatGPT', visibilityIndex: 70 },
            { assistant: 'Gemini', visibilityIndex: 40 },
          ],
        },
      ],
    },
  };
  expect(await parts(body)).toEqual([
    [undefined, undefined, 55],
    ['ChatGPT', undefined, 70],
    ['Gemini', undefined, 40],
  ]);
});

it('a day has its whole and its engines also once learn has seen where they lie', async () => {
  const body = {
    days: [{ date: '2026-11-20', score: 55, engines: [{ engine: 'Gemini', score: 40 }] }],
  };
  const learned = profileOf([{ operation: 'dailyScores', what: 'list', there: 'days', known: 'answered' }]);
  const { client } = await clientOf(json(body), { profiles: { of: () => learned, learn: () => undefined } });
  const scores = await client.dailyScores(PROJECT);
  expect(scores.map(({ engine, score }) => [engine, score])).toEqual([
    [undefined, 55],
    ['Gemini', 40],
  ]);
});

it('an engine that was recognised once is known where it stands from then on', async () => {
  const profiles = createProfiles({
    corrected: () => [],
    keep: async () => undefined,
    onLost: () => undefined,
  });
  const rows = [day({ via: 'ChatGPT' }, 70), day({ via: 'Gemini' }, 40)];
  const { client, asked } = await clientOf(listing(rows), { profiles });
  await client.dailyScores(PROJECT);
  const before = asked.length;
  expect((await client.dailyScores(PROJECT)).map(({ engine }) => engine)).toEqual(['ChatGPT', 'Gemini']);
  expect(asked.length - before).toBe(1);
});

it('two engines of one name are told apart by their surface', async () => {
  const twins = [CHATGPT, { ...CHATGPT, id: OTHER, surface: 'search' }];
  const rows = twins.map(({ id }, i) => day({ engine: { id, name: 'ChatGPT' } }, 70 - i));
  const { client } = await clientOf(listing(rows, { engines: twins }));
  const names = (await client.dailyScores(PROJECT)).map(({ engine }) => engine);
  expect(names).toEqual(['ChatGPT (chat)', 'ChatGPT (search)']);
});

it('what an API calls the whole is no engine', async () => {
  expect(await parts([day({ engine: 'all' }, 55), day({ engine: 'Gemini' }, 40)])).toEqual([
    [undefined, undefined, 55],
    ['Gemini', undefined, 40],
  ]);
});

it('rows that nothing tells apart are not used at all', async () => {
  const failure = await failureIn(scoresOf([day({ cohort: 'a' }, 70), day({ cohort: 'b' }, 40)]));
  expect(failure).toMatchObject({ code: 'visibility_unreadable', retry: 'never' });
});

it('nor are they where the first row of a day lacks the figure that differs', async () => {
  const rate = { date: '2026-11-20', mention_rate: 0.5 };
  const failure = await failureIn(scoresOf([rate, day({}, 70), day({}, 40)]));
  expect(failure).toMatchObject({ code: 'visibility_unreadable' });
});

it('one day that is listed wrongly does not silence the others', async () => {
  const days = Array.from({ length: 6 }, (_, i) => ({ date: `2026-11-1${i}`, score: 55 }));
  expect(await scoresOf([...days, { date: '2026-11-10', score: 71 }])).toHaveLength(7);
});

it('the same row twice is one score', async () => {
  expect(await parts([day({}, 55), day({}, 55)])).toEqual([
    [undefined, undefined, 55],
    [undefined, undefined, 55],
  ]);
});

it('days under regions may hold a total and a map of engines', async () => {
  const days = (score: number, engines: unknown) =>
    Object.fromEntries(
      ['2026-11-19', '2026-11-20'].map((date) => [date, { total: { score }, engines, is_final: 1 }]),
    );
  const engines = { [SEGMENT]: { name: 'ChatGPT', score: 70 } };
  const read = await parts({ status: 'ok', result: { ALL: days(60, engines), US: days(50, []) } });
  expect(read.filter(([engine]) => engine)).toEqual([1, 2].map(() => ['ChatGPT', undefined, 70]));
  expect(read.filter(([engine]) => !engine)).toEqual([
    ...[1, 2].map(() => [undefined, undefined, 60]),
    ...[1, 2].map(() => [undefined, 'United States', 50]),
  ]);
});

describe('the whole', () => {
  it('is what the project’s id stands beside, where a column has the ids of engines else', async () => {
    const row = (type: string, id: string, score: number) =>
      day({ scoreable_type: type, scoreable_id: id }, score);
    const body = [row('Project', PROJECT, 55), row('Engine', SEGMENT, 70), row('Engine', OTHER, 40)];
    const { client } = await clientOf(listing(body, { regions: REGIONS }));
    for (const rows of [await client.dailyScores(PROJECT), await client.dailyScores(PROJECT)])
      expect(rows.map(({ engine, score }) => [engine, score])).toEqual([
        [undefined, 55],
        ['ChatGPT', 70],
        ['Gemini', 40],
      ]);
  });

  it('of a prompt isn’t another one’s, though a column says of what type each prompt is', async () => {
    const [prompt, other] = ['5b0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', '6c0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b91'];
    const row = (type: string, id: string, score: number) => day({ prompt_id: id, prompt_type: type }, score);
    const { client } = await clientOf(listing([row('branded', prompt, 55), row('generic', other, 90)]));
    const rows = await client.promptTimeseries(PROJECT, prompt);
    expect(rows.map(({ score }) => score)).toEqual([55]);
  });

  it('of a prompt has its id, and its engines’ figures are kept', async () => {
    const prompt = '5b0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
    const row = (type: string, id: string, score: number) =>
      day({ scoreable_type: type, scoreable_id: id }, score);
    const { client } = await clientOf(listing([row('Prompt', prompt, 55), row('Engine', SEGMENT, 70)]));
    const rows = await client.promptTimeseries(PROJECT, prompt);
    expect(rows.map(({ engine, score }) => [engine, score])).toEqual([
      [undefined, 55],
      ['ChatGPT', 70],
    ]);
  });

  it('may stand in a list of totals beside that of the engines', async () => {
    const body = { totals: [day({}, 55)], by_engine: [day({ engine: 'ChatGPT' }, 70)] };
    const scores = new Map((await parts(body)).map(([engine, , score]) => [engine, score]));
    expect([scores.get(undefined), scores.get('ChatGPT')]).toEqual([55, 70]);
  });
});

it('a day is over once it has the time since when', async () => {
  const rows = [
    { date: '2026-11-19', score: 60, finalized_at: '2026-11-20T01:00:00Z' },
    { date: '2026-11-20', score: 52, finalized_at: null },
  ];
  expect((await scoresOf(rows)).map(({ complete }) => complete)).toEqual([true, false]);
});
