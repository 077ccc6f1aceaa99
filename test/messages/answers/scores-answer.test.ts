import { expect, test } from 'vitest';
import type { ChangeAlert, ScoreOverview } from '../../../src/decision.ts';
import { scoresAnswer } from '../../../src/messages/answers/scores-answer.ts';
import { ACME } from '../cast.ts';
import { livingAlert, OPENED } from '../every-alert.ts';
import { wordsOf } from '../reading.ts';

const OVERVIEW: ScoreOverview = {
  series: [{ date: '2026-11-25', score: 60.8 }],
  engines: [{ engine: 'Gemini', date: '2026-11-25', score: 60 }],
};
const lines = (alert: Partial<ChangeAlert>) => {
  const latest = { alert: { ...OPENED, alert: livingAlert(alert) }, handle: 'A37' };
  return wordsOf(scoresAnswer(ACME, OVERVIEW, latest).blocks)[0]?.split('\n');
};

test('the scores say how the latest alert stands', () => {
  expect(lines({})?.[2]).toBe('A37: visibility score fell 8.2 points on Thu 19 Nov.');
  const lead = { ...livingAlert().lead, value: 60.8 };
  expect(lines({ status: 'recovered', day: '2026-11-25', lead })).toEqual([
    '*Acme visibility score* · 60.8 on Wed 25 Nov, the first day.',
    'Engines: Gemini 60.0',
    'A37: visibility score fell 8.2 points on Thu 19 Nov. Back to normal: 60.8 on Wed 25 Nov. Lasted 6 days.',
  ]);
});
