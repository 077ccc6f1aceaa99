import { expect, it } from 'vitest';
import type { MentionAlert, ScoreAlert } from '../../src/decision.ts';
import { foldIntoScoreAlerts } from '../../src/rules/mention-alerts.ts';

const passedBy = (rival: string, toldIn?: string): MentionAlert => ({
  kind: 'mention_alert',
  v: 1,
  project: { id: 'p', name: 'Acme' },
  key: `rival:p:${rival.toLowerCase()}`,
  status: 'open',
  about: {
    type: 'rival',
    rival,
    since: '2026-11-20',
    until: '2026-11-10',
    figures: { day: '2026-11-22', own: 10, rival: 20, of: 60 },
  },
  toldIn,
});

const naming = (name: string) =>
  ({ key: 'score:p', explanation: { gained: { name, before: 1, after: 9 } } }) as unknown as ScoreAlert;

const heads = (alerts: readonly MentionAlert[]) => alerts.map(({ key, toldIn }) => toldIn ?? key);

it('of several rivals that pass on one day one message tells, or a score alert the one that it names', () => {
  const opened = [
    passedBy('Globex'),
    passedBy('Hooli', 'rival:p:globex'),
    passedBy('Umbra', 'rival:p:globex'),
  ];
  expect(heads(foldIntoScoreAlerts(opened, []))).toEqual(Array(3).fill('rival:p:globex'));
  expect(heads(foldIntoScoreAlerts(opened, [naming('globex')]))).toEqual([
    'score:p',
    'rival:p:hooli',
    'rival:p:hooli',
  ]);
});
