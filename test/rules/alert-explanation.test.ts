import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChangeToExplain,
  explainChange,
  findPromptsThatMoved,
} from '../../src/rules/alert-explanation.ts';
import { daysBefore } from '../../src/rules/calendar.ts';
import { dailyScore } from './cast.ts';

const [previousDay, day] = ['2026-11-18', '2026-11-19'];
const days = { previousDay, day };

/** Four weeks that swing by a point, and the day of the change. */
function history(
  before: number,
  after: number | undefined,
  place: { engine?: string; region?: string } = {},
  answers?: number,
) {
  const past = Array.from({ length: 28 }, (_, i) =>
    dailyScore({
      ...place,
      answers,
      date: daysBefore(previousDay, 27 - i),
      score: before + (i < 27 ? ([0.5, -0.5, 0.2, -0.2][i % 4] ?? 0) : 0),
    }),
  );
  return [...past, dailyScore({ ...place, answers, date: day, score: after })];
}
const on = (engine: string, before: number, after: number | undefined, region?: string) =>
  history(before, after, { engine, ...(region && { region }) });
const prompt = (text: string, rows: ReturnType<typeof history>, topics: string[] = []) => ({
  id: text,
  text,
  topics,
  rows,
});
/** "engine Gemini + topic cost -6.7", and what is left. */
const brief = (change: ChangeToExplain) => {
  const found = explainChange(change);
  const named = found?.parts.reduce((sum, { points }) => sum + points, 0) ?? 0;
  return (
    found && [
      ...found.parts.map(
        ({ of, points }) =>
          `${of
            .map(({ kind, name }) => `${kind} ${name}`)
            .toSorted()
            .join(' + ')} ${points}`,
      ),
      `rest ${Number((found.change - named).toFixed(3)) + 0}`,
    ]
  );
};

describe('what moved is named', () => {
  test('one prompt on all engines', () => {
    const prompts = ['k8s', 'crm', 'bill'].map((text) =>
      prompt(text, [
        ...on('Gemini', 60, text === 'k8s' ? 30 : 60),
        ...on('Claude', 60, text === 'k8s' ? 30 : 60),
      ]),
    );
    expect(brief({ ...days, before: 60, after: 50, prompts })).toEqual(['prompt k8s -10', 'rest 0']);
  });

  test('one engine over all prompts', () => {
    const prompts = ['k8s', 'crm', 'bill'].map((text) =>
      prompt(text, [...on('Gemini', 60, 36), ...on('Claude', 60, 60)]),
    );
    expect(brief({ ...days, before: 60, after: 48, prompts })).toEqual(['engine Gemini -12', 'rest 0']);
  });

  test('a topic, where several of its prompts moved alike', () => {
    const prompts = [
      prompt('k8s', history(60, 50), ['cost']),
      prompt('bill', history(60, 50), ['cost']),
      prompt('crm', history(60, 60), ['sales']),
      prompt('leads', history(60, 60), ['sales']),
    ];
    expect(brief({ ...days, before: 60, after: 55, prompts })).toEqual(['topic cost -5', 'rest 0']);
  });

  test('one engine on the prompts of a topic', () => {
    const prompts = ['k8s', 'bill', 'crm', 'leads'].map((text, i) =>
      prompt(
        text,
        [...on('Gemini', 60, i < 2 ? 30 : 60), ...on('Claude', 60, 60)],
        [i < 2 ? 'cost' : 'sales'],
      ),
    );
    expect(brief({ ...days, before: 60, after: 52.5, prompts })).toEqual([
      'engine Gemini + topic cost -7.5',
      'rest 0',
    ]);
  });

  test('a region, also where prompts have no figures of regions and all moved alike', () => {
    const engines = [
      ...history(60, 45, { region: 'Germany' }),
      ...history(60, 60, { region: 'France' }),
      ...history(60, 60, { region: 'Spain' }),
    ];
    const prompts = ['k8s', 'crm', 'bill'].map((text) => prompt(text, history(60, 55)));
    expect(brief({ ...days, before: 60, after: 55, prompts, engines })).toEqual([
      'region Germany -5',
      'rest 0',
    ]);
  });

  test('two causes, the larger first', () => {
    const prompts = ['k8s', 'crm', 'bill', 'cost'].map((text) =>
      prompt(text, [
        ...on('Gemini', 60, 40),
        ...on('Claude', 60, text === 'crm' ? 20 : 60),
        ...on('Perplexity', 60, text === 'crm' ? 20 : 60),
      ]),
    );
    const [first, second] = brief({ ...days, before: 60, after: 46.7, prompts }) ?? [];
    expect([first, second]).toEqual(['prompt crm -8.3', 'engine Gemini -5']);
  });

  test('engines alone, weighed by their answers where these are counted', () => {
    const engines = [
      ...history(60, 40, { engine: 'Gemini' }, 30),
      ...history(60, 60, { engine: 'Claude' }, 10),
    ];
    expect(brief({ ...days, before: 60, after: 45, engines })).toEqual(['engine Gemini -15', 'rest 0']);
  });

  test('one of several prompts whose words are the same, or cannot be read', () => {
    const prompts = [60, 60, 30].map((after, i) => ({ ...prompt('', history(60, after)), id: `${i}` }));
    expect(brief({ ...days, before: 60, after: 50, prompts })).toEqual(['prompt  -10', 'rest 0']);
  });

  test('nothing, where all moved alike or no more than they usually do', () => {
    const alike = ['k8s', 'crm', 'bill'].map((text) => prompt(text, history(60, 50)));
    expect(brief({ ...days, before: 60, after: 50, prompts: alike })).toEqual(['rest -10']);
    const calm = ['k8s', 'crm', 'bill'].map((text, i) => prompt(text, history(60, 60 - i / 4)));
    expect(brief({ ...days, before: 60, after: 59.8, prompts: calm })).toEqual(['rest -0.2']);
  });
});

describe('what is absent is left out', () => {
  test('without any figure of both days there is no explanation', () => {
    const prompts = [prompt('k8s', history(60, undefined))];
    expect(explainChange({ ...days, before: 60, after: 50, prompts })).toBeUndefined();
    expect(explainChange({ ...days, before: 60, after: 50 })).toBeUndefined();
  });

  test('a prompt of one day only goes to the rest', () => {
    const isNew = dailyScore({ date: day, score: 10 });
    const prompts = [prompt('k8s', history(60, 40)), prompt('crm', history(60, 60)), prompt('new', [isNew])];
    expect(brief({ ...days, before: 60, after: 30, prompts })?.[0]).toMatch(/^prompt k8s /);
  });

  test('where only these two days are known, the calm parts tell what is unusual', () => {
    const two = (before: number, after: number) => [
      dailyScore({ date: previousDay, score: before }),
      dailyScore({ date: day, score: after }),
    ];
    const prompts = [
      prompt('k8s', two(60, 30)),
      prompt('crm', two(60, 61)),
      prompt('bill', two(60, 59)),
      prompt('cost', two(60, 61)),
    ];
    expect(brief({ ...days, before: 60, after: 52.8, prompts })?.[0]).toBe('prompt k8s -7.5');
  });
});

test('that all points are larger or smaller by a factor changes nothing but the points', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 20, max: 80, noNaN: true }), { minLength: 3, maxLength: 8 }),
      fc.constantFrom(0.01, 10),
      (scores, factor) => {
        const at = (scale: number) =>
          explainChange({
            ...days,
            before: 60 * scale,
            after: 50 * scale,
            prompts: scores.map((score, i) =>
              prompt(
                `p${i}`,
                history(60, score).map((row) => ({ ...row, score: (row.score ?? 0) * scale })),
              ),
            ),
          })?.parts.map(({ of }) => of);
        expect(at(factor)).toEqual(at(1));
      },
    ),
    { seed: 9, numRuns: 50 },
  );
});

test('whatever the figures, each part is its share of the change, rounded once', () => {
  const score = fc.double({ min: 0, max: 100, noNaN: true });
  const cell = fc.tuple(score, score);
  fc.assert(
    fc.property(score, score, fc.array(fc.tuple(cell, cell), { maxLength: 8 }), (before, after, cells) => {
      const prompts = cells.map(([gemini, claude], i) =>
        prompt(`p${i}`, [...on('Gemini', ...gemini), ...on('Claude', ...claude)], [`t${i % 3}`]),
      );
      const found = explainChange({ ...days, before, after, prompts });
      if (!found) return;
      // Rounded once: half a rounding step of the points, and no more, lies between both.
      for (const { points, share = NaN } of found.parts)
        expect(Math.abs(points - share * (after - before))).toBeLessThanOrEqual(0.0501);
    }),
    { seed: 6, numRuns: 100 },
  );
});

test('a prompt moved as its own figure says, whatever those of its regions and engines do', () => {
  const rows = [
    ...history(60, 50),
    ...history(60, 60, { region: 'Germany' }),
    ...history(60, 60, { engine: 'Gemini' }),
    ...history(60, 30, { engine: 'Gemini', region: 'Germany' }),
  ];
  const change = { ...days, before: 60, after: 50, prompts: [prompt('k8s', rows)] };
  expect(findPromptsThatMoved(change)).toMatchObject([{ after: 50 }]);
  expect(findPromptsThatMoved(change, { id: 'Gemini', name: 'Gemini' })).toEqual([]);
});
