import { describe, expect, test } from 'vitest';
import type { Page } from '../../../src/messages/page.ts';
import { promptHistoryAnswer } from '../../../src/messages/prompts/runs.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { ACME } from '../cast.ts';
import { heardOf, shownOf } from '../reading.ts';

const series = [
  { date: '2026-11-18', score: 62 },
  { date: '2026-11-19', score: 31.7 },
];
const history = parseAnswer('promptHistory', {});

/** What a reader sees, line by line. */
const linesOf = (page: Page) => shownOf(page).flatMap((words) => words.split('\n'));

function head(given: Readonly<Record<string, number>>): string[] {
  const detail = parseAnswer('promptDetail', given);
  const page = promptHistoryAnswer(ACME, 'k8s cost alerts', { detail, history, series });
  return linesOf(page).slice(1, -1);
}

/** Below a score of so many answers: so many runs of Thu 19 Nov, the last complete day, and of the day after. */
function withRuns(answers: number, thursday: number, friday: number): string[] {
  const detail = parseAnswer('promptDetail', { own_score: 62.4, answer_count: answers });
  const runOf = (day: string) => ({ engine: 'Gemini', completed_at: `${day}T07:00:00Z`, mentioned: true });
  const days = [...Array(friday).fill('2026-11-20'), ...Array(thursday).fill('2026-11-19')];
  const runs = parseAnswer('promptHistory', { runs: days.map(runOf) });
  return linesOf(promptHistoryAnswer(ACME, 'k8s cost alerts', { detail, history: runs, series }));
}

test('figures that count other answers than there are runs say so', () => {
  const lines = withRuns(84, 84, 5);
  expect(lines[1]).toBe('score 62.4 · no average rank · 84 answers');
  expect(lines[2]).toMatch(/ alone: 31\.7\. The API lists 89 runs; these figures count 84\.$/);
  expect(lines).toContain('*Latest runs* · 10 of 89');
  expect(withRuns(84, 20, 0)[2]).toContain('The API lists 20 runs; these figures count 84.');
});

test('as many runs as answers need no word', () => {
  expect(withRuns(9, 9, 0)[2]).toMatch(/alone: 31\.7\.$/);
  expect(withRuns(9, 9, 0)).toContain('*Latest runs*');
});

describe('a prompt that was tracked minutes ago', () => {
  const zero = {
    answer_count: 0,
    own_score: 0,
    own_mention_rate: 0,
    by_model: [{ engine: 'Gemini', own_score: 0 }],
  };
  const historyOf = (runs: readonly object[]) => {
    const detail = parseAnswer('promptDetail', zero);
    const history = parseAnswer('promptHistory', { runs });
    return promptHistoryAnswer(ACME, 'k8s cost alerts', { detail, history, series: [] });
  };

  test('has no score, and it is said from when on answers count', () => {
    const page = historyOf([]);
    expect(linesOf(page)).toEqual([
      '*Acme: “k8s cost alerts”*',
      'no score yet',
      expect.stringMatching(/^No answer counts yet: .* from the next day/),
      '*Latest runs* · the API has none',
    ]);
    expect(heardOf(page)[0]).toBe('Acme, “k8s cost alerts”: no score yet');
    const today = historyOf([{ engine: 'Gemini', completed_at: '2026-11-20T07:00:00Z', mentioned: true }]);
    expect(linesOf(today)[1]).toBe('no score yet');
  });
});

test('a prompt’s figure of all its answers is told apart from that of the last day', () => {
  expect(head({ own_score: 62.4 })).toEqual([
    'score 62.4 · no average rank',
    'These figures may cover several days. On Thu 19 Nov alone: 31.7.',
  ]);
  expect(head({})).toEqual(['no score · no average rank']);
});
