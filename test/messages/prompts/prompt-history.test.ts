import { describe, expect, test } from 'vitest';
import type { Page } from '../../../src/messages/page.ts';
import { promptHistoryAnswer } from '../../../src/messages/prompts/runs.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { ACME } from '../cast.ts';
import { heardOf, shownOf } from '../reading.ts';

/** What a reader sees, line by line. */
const linesOf = (page: Page) => shownOf(page).flatMap((words) => words.split('\n'));

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

test('the latest runs come first, in whichever order the API lists them', () => {
  const runs = [18, 20, 19].map((day) => ({
    engine: `Engine ${day}`,
    completed_at: `2026-11-${day}T07:00:00Z`,
    mentioned: true,
  }));
  const history = parseAnswer('promptHistory', { runs });
  const page = promptHistoryAnswer(ACME, 'k8s cost alerts', {
    detail: undefined,
    history,
    series: undefined,
  });
  const engines = linesOf(page).flatMap((line) => /Engine \d+/.exec(line) ?? []);
  expect(engines).toEqual(['Engine 20', 'Engine 19', 'Engine 18']);
});
