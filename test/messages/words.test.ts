import { describe, expect, test } from 'vitest';
import type { Course } from '../../src/decision.ts';
import { levelWords } from '../../src/messages/ask/course-figures.ts';
import { describeStandings, namedToolsPage, namesShown } from '../../src/messages/ask/rivals.ts';
import {
  alignFigures,
  alignShares,
  count,
  figure,
  labelFigure,
  scaleOf,
} from '../../src/messages/figures.ts';
import { chartNote, sparkline } from '../../src/messages/scores/score-words.ts';
import { isEmpty } from '../../src/messages/text.ts';
import { chartDay, dayAt, dayName } from '../../src/messages/times.ts';
import { fallbackText } from '../../src/slack/text.ts';
import { ACME } from './cast.ts';
import { everyMessage } from './every-message.ts';

test.each([
  [91, '91'],
  [61.4, '61.4'],
  [61.39999999999999, '61.4'],
  [0.91, '0.91'],
  [0.0456, '0.0456'],
  [0, '0'],
  [1204, '1,204'],
  [-3.5, '−3.5'],
])('the figure %d reads %s', (value, words) => {
  expect(figure(value)).toBe(words);
});

test('a missing figure is named missing, a zero is a figure', () => {
  expect(labelFigure('score', undefined)).toBe('no score');
  expect(labelFigure('score', null)).toBe('no score');
  expect(labelFigure('score', 0)).toBe('score 0');
});

describe('figures side by side', () => {
  test.each([
    [[61.4, 53], '53.0', -8.4, '−8.4'],
    [[0.614, 0.532], '0.532', -0.082, '−0.082'],
    [[4.5, 3], '3.00', 0.25, '+0.25'],
    [[61, 61], '61.0', -0.04, '0.0'],
  ])('%j have the same decimals', (values, level, change, signed) => {
    const scale = scaleOf(values);
    expect(scale.level(values[1] ?? 0)).toBe(level);
    expect(scale.signed(change)).toBe(signed);
  });
});

describe('a column of figures', () => {
  test.each([
    [
      [60, 57.7],
      ['60.0', '57.7'],
    ],
    [
      [61, 44],
      ['61', '44'],
    ],
    [
      [2, 1.5],
      ['2.0', '1.5'],
    ],
    [
      [12, 1.25],
      ['12.0', '1.3'],
    ],
    [
      [0.9, 0.914],
      ['0.900', '0.914'],
    ],
    [
      [1_204, 3.5],
      ['1,204.0', '3.5'],
    ],
    [
      [-3, 2.5],
      ['−3.0', '2.5'],
    ],
    [[0.0456], ['0.0456']],
  ])('%j has as many decimals everywhere as one of them needs', (values, words) => {
    const say = alignFigures([...values, undefined, null]);
    expect(values.map(say)).toEqual(words);
  });

  test('of shares has them too, and none where none needs any', () => {
    expect([0.34, 0.275].map(alignShares([0.34, 0.275]))).toEqual(['34.0%', '27.5%']);
    expect([34, 27].map(alignShares([34, 27, null]))).toEqual(['34%', '27%']);
  });
});

test('one lead, four leads, no leads', () => {
  expect([1, 4, 0].map((number) => count(number, 'lead'))).toEqual(['1 lead', '4 leads', '0 leads']);
  expect(count(2, 'reply', 'replies')).toBe('2 replies');
});

describe('days', () => {
  test('are those of the timezone', () => {
    const lateOnThursday = Date.parse('2026-11-19T23:30:00Z');
    expect(dayAt(lateOnThursday, 'Europe/Berlin')).toBe('Fri 20 Nov');
    expect(dayAt(lateOnThursday, 'America/New_York')).toBe('Thu 19 Nov');
  });

  test('have names', () => {
    expect(dayName('2026-11-19')).toBe('Thu 19 Nov');
    expect(dayName('2026-09-01')).toBe('Tue 1 Sep');
    expect(chartDay('2026-11-19')).toBe('19 Nov');
  });
});

test('a chart in one line has a sign for each day and a dot for none', () => {
  const days = [60, null, 61, 50].map((score, i) => ({ date: `2026-11-1${i}`, score }));
  expect(sparkline(days)).toBe('▇·█▁');
  expect(sparkline([{ date: '2026-11-10', score: 0 }])).toBe('▅');
});

test('the days that a chart skips are named', () => {
  const days = [60, null, null, 61, null, 50].map((score, i) => ({ date: `2026-11-1${i}`, score }));
  expect(fallbackText(chartNote(days))).toBe(
    'No data on 3 of 6 days, which the chart skips: Wed 11 Nov to Thu 12 Nov; Sat 14 Nov.',
  );
  expect(isEmpty(chartNote(days.slice(0, 1)))).toBe(true);
});

test('no message holds a name from our code', () => {
  const all = everyMessage('words', 'https://forum.example/t/1', 3);
  const texts = JSON.stringify(Object.values(all))
    .replaceAll('\\n', ' ')
    .matchAll(/"text":"([^"]*)"/g);
  const names = [...texts].flatMap(([, text = '']) => text.match(/\b[A-Za-z][a-z]+[A-Z][a-z]+\b/g) ?? []);
  expect(new Set(names)).toEqual(new Set([]));
});

test('a screen reader hears what a button does, not the command behind it', () => {
  const all = JSON.stringify(Object.values(everyMessage('words', 'https://forum.example/t/1', 3)));
  const labels = [...all.matchAll(/"accessibility_label":"([^"]*)"/g)].map(([, label = '']) => label);
  expect(labels.length).toBeGreaterThan(100);
  const spoken = labels.filter((label) =>
    /^ask |: (?:(?!words$)[a-z][a-z-]+$|(?:leads (?!of)|(?:scores|why|topic|compare|what-if|prompt-history) ))/.test(
      label,
    ),
  );
  expect(new Set(spoken)).toEqual(new Set());
});

test.each([
  [47.84, 'at the edge of normal'],
  [41.1, 'at the edge of normal'],
  [47.9, 'just outside normal'],
])('a figure that reads the same as an end of its usual range isn’t outside it: %s', (value, said) => {
  const course: Course = {
    metric: 'score',
    scope: {},
    now: { date: '2026-11-20', value },
    rates: [],
    measured: [],
    days: [],
    level: 'just outside normal',
    usual: { low: 41.14, high: 47.79 },
  };
  expect(levelWords(course)).toBe(said);
});

test('scores beside each other have the same decimals, and places among a few say so', () => {
  const rows = [59.5, 40.9, 30].map((score, i) => ({
    name: ['Acme', 'Initech', 'Umbra'][i] ?? '',
    isOwn: !i,
    score,
  }));
  const about = ['Initech', 'Umbra', 'Acme'];
  const said = describeStandings({ project: ACME, where: '', by: 'score', rows, about, isOfSome: true });
  expect(said).toBe('Initech is 2nd of these 3 by score, 40.9; Umbra is 3rd, 30.0; you are 1st, 59.5');
});

test.each([
  [[59.5, 40.9, 30], /^nobody is ahead of you; you are 1st/],
  [[40.9, 59.5, 30], /^only Initech is ahead of you, 1st of 3 by score, 59\.5; you are 2nd/],
  [[30, 59.5, 40.9], /^Initech and Umbra are ahead of you; /],
])('asked who beats us, the scores %j say who does', (scores, said) => {
  const names = ['Acme', 'Initech', 'Umbra'];
  const rows = scores
    .map((score, i) => ({ name: names[i] ?? '', isOwn: i === 0, score }))
    .toSorted((a, b) => b.score - a.score);
  const of = { project: ACME, where: '', by: 'score', rows, areRivals: true } as const;
  expect(describeStandings(of)).toMatch(said);
  const shown = JSON.stringify(namedToolsPage(of));
  const places = rows.map(({ name }) => shown.indexOf(`"${name}${name === 'Acme' ? ' (you)' : ''}"`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(namesShown(of)).not.toContain('Acme');
});

test('of tools named as often as you, the one named first more often is ahead', () => {
  const own = { name: 'Acme', isOwn: true, answers: 3 };
  const rival = { name: 'Globex', isOwn: false, answers: 3 };
  const of = { project: ACME, where: '', by: 'answers', answers: 3, areRivals: true } as const;
  const whoIsAhead = (first: number, second: number) =>
    describeStandings({
      ...of,
      rows: [
        { ...rival, first },
        { ...own, first: second },
      ],
    });
  expect(whoIsAhead(3, 0)).toMatch(/^only Globex is ahead of you/);
  expect(whoIsAhead(1, 2)).toMatch(/^nobody is named more often than you/);
  const page = namedToolsPage({
    ...of,
    rows: [
      { ...rival, first: 1 },
      { ...own, first: 2 },
    ],
  });
  expect(JSON.stringify(page)).toContain('So few answers');
});

test('beside a rival’s count of answers, yours leaves out of how many', () => {
  const rows = [
    { name: 'Globex', isOwn: false, answers: 474, first: 244 },
    { name: 'Acme', isOwn: true, answers: 358, first: 94 },
  ];
  const of = { project: ACME, where: '', by: 'answers', rows, answers: 501, areRivals: true } as const;
  expect(describeStandings(of)).toBe(
    'only Globex is ahead of you, named in 474 of 501 answers (94.6%), first in 244; you are named in 358 (71.5%), first in 94',
  );
});
