import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChangeToExplain, explainChange } from '../../src/rules/alert-explanation.ts';
import { dailyScore } from './cast.ts';

const [previousDay, day] = ['2026-11-18', '2026-11-19'];
const days = { previousDay, day };

/** Scores of both days of one engine, or of all. */
const both = (before: number | undefined, after: number | undefined, engine?: string, answers?: number) => [
  dailyScore({ date: previousDay, score: before, engine, answers }),
  dailyScore({ date: day, score: after, engine, answers }),
];
const prompt = (text: string, rows: ReturnType<typeof both>, topics: string[] = []) => ({
  id: text,
  text,
  topics,
  rows,
});
const brief = (change: ChangeToExplain) => {
  const found = explainChange(change, 1);
  return (
    found && [
      ...found.parts.map(({ kind, name, points }) => `${kind} ${name} ${points}`),
      `rest ${found.rest}`,
    ]
  );
};

describe('what moved is named', () => {
  test('one prompt on all engines', () => {
    const prompts = [
      prompt('k8s', [...both(60, 40, 'Gemini'), ...both(60, 40, 'Claude')]),
      prompt('crm', [...both(60, 60, 'Gemini'), ...both(60, 60, 'Claude')]),
    ];
    expect(brief({ ...days, before: 60, after: 50, prompts })).toEqual(['prompt k8s -10', 'rest 0']);
  });

  test('one engine over all prompts', () => {
    const prompts = ['k8s', 'crm', 'bill'].map((text) =>
      prompt(text, [...both(60, 36, 'Gemini'), ...both(60, 60, 'Claude')]),
    );
    expect(brief({ ...days, before: 60, after: 48, prompts })).toEqual(['engine Gemini -12', 'rest 0']);
  });

  test('a topic, where several of its prompts moved alike', () => {
    const prompts = [
      prompt('k8s', both(60, 50), ['cost']),
      prompt('bill', both(60, 50), ['cost']),
      prompt('crm', both(60, 60), ['sales']),
    ];
    expect(brief({ ...days, before: 60, after: 53.3, prompts })?.[0]).toBe('topic cost -6.7');
  });

  test('a part is all of what it names: beside a prompt no engine is told without that prompt', () => {
    const prompts = [
      prompt('k8s', [...both(60, 20, 'Gemini'), ...both(60, 20, 'Claude')]),
      prompt('crm', [...both(60, 50, 'Gemini'), ...both(60, 60, 'Claude')]),
      prompt('bill', [...both(60, 50, 'Gemini'), ...both(60, 60, 'Claude')]),
    ];
    expect(brief({ ...days, before: 60, after: 43.3, prompts })).toEqual(['prompt k8s -13.3', 'rest -3.4']);
  });

  test('engines alone, weighed by their answers where these are counted', () => {
    const engines = [...both(60, 40, 'Gemini', 30), ...both(60, 60, 'Claude', 10)];
    expect(brief({ ...days, before: 60, after: 45, engines })).toEqual(['engine Gemini -15', 'rest 0']);
  });
});

describe('what is absent is left out', () => {
  test('without any figure of both days there is no explanation', () => {
    const prompts = [prompt('k8s', both(60, undefined))];
    expect(explainChange({ ...days, before: 60, after: 50, prompts }, 1)).toBeUndefined();
    expect(explainChange({ ...days, before: 60, after: 50 }, 1)).toBeUndefined();
  });

  test('a prompt of one day only goes to the rest', () => {
    const prompts = [prompt('k8s', both(60, 50)), prompt('new', both(undefined, 10))];
    expect(brief({ ...days, before: 60, after: 30, prompts })).toEqual(['prompt k8s -7.5', 'rest -22.5']);
  });

  test('rows of other days and regions are not mixed in', () => {
    const other = [
      dailyScore({ date: '2026-11-01', score: 0 }),
      dailyScore({ date: day, score: 0, region: 'DE', engine: 'X' }),
    ];
    const prompts = [prompt('k8s', [...both(60, 50), ...other])];
    expect(brief({ ...days, before: 60, after: 50, prompts })).toEqual(['prompt k8s -10', 'rest 0']);
  });
});

test('whatever the figures, parts and rest sum to the change as it is shown', () => {
  const score = fc.double({ min: 0, max: 100, noNaN: true });
  const cell = fc.tuple(score, score);
  fc.assert(
    fc.property(score, score, fc.array(fc.tuple(cell, cell), { maxLength: 8 }), (before, after, cells) => {
      const prompts = cells.map(([gemini, claude], i) =>
        prompt(`p${i}`, [...both(...gemini, 'Gemini'), ...both(...claude, 'Claude')], [`t${i % 3}`]),
      );
      const found = explainChange({ ...days, before, after, prompts }, 1);
      if (!found) return;
      const sum = found.parts.reduce((total, { points }) => total + points, found.rest);
      expect(sum).toBeCloseTo(found.change, 6);
    }),
    { seed: 6, numRuns: 100 },
  );
});
