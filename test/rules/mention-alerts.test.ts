import { expect, it } from 'vitest';
import type { MentionAlert, ScoreAlert } from '../../src/decision.ts';
import { decideMentionAlerts, foldIntoScoreAlerts } from '../../src/rules/mention-alerts.ts';
import type { NamedDay } from '../../src/rules/named-days.ts';
import { daysAgo } from './cast.ts';

const passedBy = (rival: string): MentionAlert => ({
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
});

const naming = (name: string) =>
  ({ key: 'score:p', explanation: { gained: { name, before: 1, after: 9 } } }) as unknown as ScoreAlert;

const heads = (alerts: readonly MentionAlert[]) => alerts.map(({ key, toldIn }) => toldIn ?? key);

it('of several rivals that pass on one day one message tells, or a score alert the one that it names', () => {
  const opened = ['Globex', 'Hooli', 'Umbra'].map(passedBy);
  expect(heads(foldIntoScoreAlerts(opened, []))).toEqual(Array(3).fill('rival:p:globex'));
  expect(heads(foldIntoScoreAlerts(opened, [naming('globex')]))).toEqual([
    'score:p',
    'rival:p:hooli',
    'rival:p:hooli',
  ]);
});

it('an alert about a rival whose points the API no longer gives ends after four weeks', () => {
  const days = Array.from({ length: 60 }, (_, ago) => daysAgo(ago)).toReversed();
  const named = days.map((day, i): NamedDay => {
    const points = { own: i < 20 ? 60 : 50, rivals: [{ name: 'Globex', score: 55 }] };
    return {
      day,
      ranked: 40,
      own: 20,
      rivals: [{ name: 'Globex', first: 20 }],
      points: i < 24 ? points : undefined,
    };
  });
  const on = (today: number, told: readonly MentionAlert[]) => {
    const feed = { project: { id: 'p', name: 'Acme' }, minChange: 5, today: days[today] ?? '' };
    return decideMentionAlerts(named.slice(0, today), told, feed, []);
  };
  const { opened } = on(24, []);
  expect(opened).toMatchObject([{ status: 'open', about: { rival: 'Globex' } }]);
  expect(on(50, opened).changed).toEqual([]);
  expect(on(51, opened).changed).toMatchObject([{ key: opened[0]?.key, status: 'stays' }]);
});
