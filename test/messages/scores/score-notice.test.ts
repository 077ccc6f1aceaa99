import { expect, test } from 'vitest';
import type { MeasuredChange, NoData, NotComparable, ScoreNotice, Standing } from '../../../src/decision.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { ACME, STANDING } from '../cast.ts';
import { standingWith } from '../every-alert.ts';
import { wordsOf } from '../reading.ts';

const SET: NotComparable = {
  type: 'not_comparable',
  key: 'set',
  metric: 'score',
  day: '2026-11-19',
  previousDay: '2026-11-18',
  value: 57.4,
  previousValue: 61.4,
  measured: [],
  shared: { of: 'engines', before: 61.4, after: 61, parts: 3 },
};
const GAP: NoData = { type: 'no_data', key: 'gap', status: 'open', since: '2026-11-17', day: '2026-11-18' };

function notice(about: ScoreNotice['about'], measured?: MeasuredChange[]): ScoreNotice {
  const told = about.type === 'not_comparable' && measured ? { ...about, measured } : about;
  return { kind: 'score_notice', v: 1, project: ACME, key: about.key, about: told };
}
const change = (given: Partial<MeasuredChange> = {}): MeasuredChange => ({
  day: '2026-11-19',
  of: 'engines',
  came: [],
  went: [],
  ...given,
});
const GEMINI = change({ came: ['Gemini'] });
const draw = (...made: Parameters<typeof notice>) =>
  wordsOf(render(notice(...made), STANDING).blocks).join('\n');

test('a changed set replaces an alert, with figures for what both days have', () => {
  expect(draw(SET, [GEMINI])).toBe(
    '⚠️ *Acme: Thu 19 Nov and Wed 18 Nov can’t be compared*\n' +
      'Gemini added. On the 3 engines measured both days: 61.4 → 61.0, normal.\n' +
      'The API’s own figures: 61.4 → 57.4.',
  );
});

test('compares nothing if nothing was measured on both days', () => {
  expect(
    draw({ ...SET, shared: undefined }, [change({ came: ['Gemini'], went: ['Claude', 'ChatGPT'] })]),
  ).toContain('Gemini added, Claude and ChatGPT removed. No engine was measured both days');
});

test('counts prompts, and names regions and the metric', () => {
  const came = Array.from({ length: 6 }, (_, i) => `prompt ${i}`);
  const on = (of: MeasuredChange['of']) => ({ ...SET, shared: { of, before: 61.4, after: 61, parts: 3 } });
  expect(draw(on('prompts'), [change({ of: 'prompts', came })])).toContain(
    '6 prompts added. On the 3 prompts',
  );
  const regions = { ...on('regions'), metric: 'mentionRate' as const };
  expect(draw(regions, [change({ of: 'regions', came: ['France'] })])).toContain(
    '*Acme mention rate: Thu 19 Nov and Wed 18 Nov can’t be compared*\nFrance added. On the 3 regions',
  );
});

test.each([
  [
    change({ of: 'regions', came: ['France'], went: ['Spain', 'Germany'] }),
    'Gemini and France added, Spain and Germany removed. On the 3 engines measured both days: 61.4 → 61.0, with different regions than before.',
  ],
  [change({ of: 'regions' }), 'Gemini added, regions changed. On the 3'],
  [
    change({ of: 'prompts', came: ['helm'] }),
    'Gemini and 1 prompt added. On the 3 engines measured both days: 61.4 → 61.0, with different prompts than before.',
  ],
])('says what else changed, and calls nothing normal then: %j', (too, words) => {
  expect(draw(SET, [GEMINI, too])).toContain(words);
});

test('names days without data, and says in the same message when they are over', () => {
  expect(draw(GAP)).toMatch(/^⚠️ \*Acme: no scores for Tue 17 Nov to Wed 18 Nov\*\nThe API answers, but /);
  const over = notice({ ...GAP, status: 'closed', returnedOn: '2026-11-19' });
  const message = render(notice(GAP), standingWith(over));
  expect(wordsOf(message.blocks)).toEqual([
    '✅ *Acme: scores are back since Thu 19 Nov*',
    'The API gave none for Tue 17 Nov to Wed 18 Nov.',
  ]);
  expect(message.text.split('\n')[0]).toBe('✅ Acme: scores are back since Thu 19 Nov');
});

test('promises no news of missing days while its feed is paused', () => {
  const words = (given: Partial<Standing['alert']>) =>
    wordsOf(render(notice(GAP), standingWith(notice(GAP), given)).blocks).join('\n');
  expect(words({})).toContain('this message will say so');
  expect(words({ stalled: 'paused' })).toMatch(/^(?!.*will say so).*paused\.$/s);
});

test('says if there are too few days, and when there will be enough', () => {
  const about = { type: 'few_days', key: 'few', days: 5, day: '2026-11-19', startsOn: '2026-11-28' } as const;
  const words = draw(about);
  expect(words).toMatch(/^\*Acme: only 5 days of scores/);
  expect(words).toContain('until Sat 28 Nov');
});
