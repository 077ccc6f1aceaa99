import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findMeasuredChanges,
  findPromptChanges,
  findSetChanges,
  type PromptWrite,
  type SetWrite,
} from '../../src/rules/measured-changes.ts';
import { dailyScore, daysAgo } from './cast.ts';

const on = (engine: string, days: readonly number[]) =>
  days.map((ago) => dailyScore({ date: daysAgo(ago), score: 50, engine }));

test('an engine that came between two days is named with its first day', () => {
  const scores = [...on('Gemini', [0, 1, 2, 3]), ...on('Copilot', [0, 1])];
  expect(findMeasuredChanges(scores, [], daysAgo(3), daysAgo(0))).toEqual([
    { day: daysAgo(1), of: 'engines', came: ['Copilot'], went: [] },
  ]);
});

test('one that was missing only in between changes nothing between both', () => {
  const scores = [...on('Gemini', [0, 1, 2, 3]), ...on('Copilot', [0, 3])];
  expect(findMeasuredChanges(scores, [], daysAgo(3), daysAgo(0))).toEqual([]);
});

test('a region that went is told as one; where no day names any, nothing is', () => {
  const scores = [
    ...[0, 1].map((ago) => dailyScore({ date: daysAgo(ago), score: 50, region: 'Germany' })),
    dailyScore({ date: daysAgo(1), score: 50, region: 'France' }),
  ];
  expect(findMeasuredChanges(scores, [], daysAgo(1), daysAgo(0))).toMatchObject([
    { of: 'regions', came: [], went: ['France'] },
  ]);
  expect(findMeasuredChanges([], [], daysAgo(1), daysAgo(0))).toEqual([]);
});

test('by engine and region alone, an engine that is nowhere is told by its name', () => {
  const cell = (ago: number, engine: string, region: string) =>
    dailyScore({ date: daysAgo(ago), score: 50, engine, region });
  const before = ['Gemini', 'Claude'].flatMap((engine) =>
    ['France', 'Spain'].map((region) => cell(1, engine, region)),
  );
  const now = [cell(0, 'Gemini', 'France'), cell(0, 'Gemini', 'Spain')];
  const between = (rows: ReturnType<typeof cell>[]) =>
    findMeasuredChanges([...before, ...rows], [], daysAgo(1), daysAgo(0));
  expect(between(now)).toEqual([{ day: daysAgo(0), of: 'engines', came: [], went: ['Claude'] }]);
  expect(between([...now, cell(0, 'Claude', 'France'), cell(0, 'Claude', 'Spain')])).toEqual([]);
});

/** Regions that somebody set, at noon so many days ago. */
const set = (ago: number, names: string[], was?: string[]): SetWrite => ({
  of: 'regions',
  at: Date.parse(`${daysAgo(ago)}T12:00:00Z`),
  names,
  ...(was && { was }),
});
const since = (ago: number, written: readonly SetWrite[]) =>
  findMeasuredChanges([], findSetChanges(written, 'Europe/Berlin'), daysAgo(ago), daysAgo(0));

test('regions that somebody set are named from the next day on, where no figure is by region', () => {
  const written = [set(2, ['France'], ['Germany', 'Spain'])];
  const told = [{ day: daysAgo(1), of: 'regions', came: ['France'], went: ['Germany', 'Spain'] }];
  expect(since(2, written)).toEqual(told);
  expect(since(3, written)).toEqual(told);
  expect(since(1, written)).toEqual([]);
});

test('figures by region are believed where both days have them', () => {
  const byRegion = (region: string) =>
    [0, 1].map((ago) => dailyScore({ date: daysAgo(ago), score: 50, region }));
  const written = findSetChanges([set(1, ['France'], ['Germany'])], 'UTC');
  expect(findMeasuredChanges(byRegion('Germany'), written, daysAgo(1), daysAgo(0))).toEqual([]);
  const gone = byRegion('Germany').slice(1);
  expect(findMeasuredChanges(gone, written, daysAgo(1), daysAgo(0))).toMatchObject([{ came: ['France'] }]);
});

test('what was set twice on a day came once, and what was set back did not change', () => {
  const again = [set(1, ['France'], ['Germany']), set(1, ['Spain'], ['France'])];
  expect(since(1, again)).toMatchObject([{ came: ['Spain'], went: ['Germany'] }]);
  expect(since(1, [set(1, ['France'], ['Germany']), set(1, ['Germany'], ['France'])])).toEqual([]);
  const later = [set(3, ['France'], ['Germany']), set(1, ['Germany', 'Spain'], ['France'])];
  expect(since(3, later)).toEqual([{ day: daysAgo(0), of: 'regions', came: ['Spain'], went: [] }]);
  expect(since(3, [set(3, ['France'], ['Germany']), set(1, ['Germany'], ['France'])])).toEqual([]);
});

test('what nobody knows the former of is no list of newcomers: it is known by the set before, or only as set anew', () => {
  const anew = { day: daysAgo(0), of: 'regions', came: [], went: [] };
  expect(since(3, [set(1, ['France'])])).toEqual([anew]);
  expect(since(3, [set(3, ['France']), set(1, ['France', 'Spain'], ['France'])])).toEqual([anew]);
  expect(since(1, [set(3, ['France']), set(1, ['France', 'Spain'])])).toMatchObject([
    { came: ['Spain'], went: [] },
  ]);
});

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
const wrote = (action: string, subject: string, time: string) => ({ action, subject, at: at(time) });

test('prompts that people track or that the dashboard made are asked from the next day on', () => {
  const tracked = [
    { id: 'p1', text: 'K8s cost', createdAt: at('21T10:00') },
    { id: 'p2', text: 'helm', createdAt: at('21T12:00') },
  ];
  const here = [wrote('prompt.track', 'k8s cost', '21T10:00')];
  expect(findPromptChanges(tracked, here, 'UTC')).toMatchObject([
    { day: '2026-11-22', of: 'prompts', came: [expect.stringMatching(/k8s/i), 'helm'], went: [] },
  ]);
});

test('those that went and those that got other words are known of what was done here', () => {
  const here = [wrote('prompt.untrack', 'helm', '20T10:00'), wrote('prompt.edit', 'k8s', '21T10:00')];
  expect(findPromptChanges([], here, 'UTC')).toEqual([
    { day: '2026-11-21', of: 'prompts', came: [], went: ['helm'] },
    { day: '2026-11-22', of: 'prompts', came: [], went: [], reworded: ['k8s'] },
  ]);
});

test('what was tracked and untracked on one day was never asked', () => {
  const here = [wrote('prompt.track', 'helm', '20T10:00'), wrote('prompt.untrack', 'Helm', '20T11:00')];
  expect(findPromptChanges([], here, 'UTC')).toEqual([]);
  const stored = [{ ...wrote('prompt.track', 'helm', '20T10:00'), words: 'helm?' }];
  expect(findPromptChanges([], [...stored, wrote('prompt.untrack', 'helm?', '20T11:00')], 'UTC')).toEqual([]);
});

test('the day ends where the project lives', () => {
  expect(
    findPromptChanges([{ id: 'p1', text: 'helm', createdAt: at('20T23:30') }], [], 'Europe/Berlin'),
  ).toMatchObject([{ day: '2026-11-22' }]);
});

test('a prompt that got other words on the day that it was tracked came once, with the words that are asked', () => {
  const tracked = [{ id: 'p1', text: 'k8s bill', createdAt: at('21T10:00') }];
  const here = [
    { ...wrote('prompt.track', 'k8s cost', '21T10:00'), id: 'p1' },
    { ...wrote('prompt.edit', 'k8s cost', '21T11:00'), words: 'k8s price' },
    { ...wrote('prompt.edit', 'k8s price', '21T12:00'), words: 'k8s bill' },
  ];
  const once = [{ day: '2026-11-22', of: 'prompts', came: ['k8s bill'], went: [] }];
  expect(findPromptChanges(tracked, here, 'UTC')).toEqual(once);
  expect(findPromptChanges([], here, 'UTC')).toEqual(once);
  // The dashboard made it, or the API gave no id.
  expect(findPromptChanges(tracked, here.slice(1), 'UTC')).toEqual(once);
  expect(findPromptChanges(tracked, [wrote('prompt.track', 'K8s bill', '21T10:00')], 'UTC')).toHaveLength(1);
});

test('a prompt that got other words on a later day came once and changed once', () => {
  const tracked = [{ id: 'p1', text: 'k8s bill', createdAt: at('20T10:00') }];
  const here = [
    { ...wrote('prompt.track', 'k8s cost', '20T10:00'), id: 'p1' },
    { ...wrote('prompt.edit', 'k8s cost', '21T11:00'), words: 'k8s bill' },
  ];
  expect(findPromptChanges(tracked, here, 'UTC')).toEqual([
    { day: '2026-11-21', of: 'prompts', came: ['k8s cost'], went: [] },
    { day: '2026-11-22', of: 'prompts', came: [], went: [], reworded: ['k8s bill'] },
  ]);
});

test('what came, was edited and went on one day was never asked, and one that has its old words again did not change', () => {
  const here = [
    { ...wrote('prompt.track', 'helm', '20T10:00'), id: 'p1' },
    { ...wrote('prompt.edit', 'helm', '20T11:00'), words: 'helm charts' },
    wrote('prompt.untrack', 'helm charts', '20T12:00'),
    { ...wrote('prompt.edit', 'k8s', '20T13:00'), words: 'kubernetes' },
    { ...wrote('prompt.edit', 'kubernetes', '20T14:00'), words: 'k8s' },
    wrote('prompt.untrack', 'k8s', '20T15:00'),
    { ...wrote('prompt.track', 'k8s', '20T16:00'), id: 'p2' },
  ];
  expect(findPromptChanges([], here, 'UTC')).toEqual([]);
});

test('an older prompt that got other words and went on one day went, by the words that were asked', () => {
  const here = [
    { ...wrote('prompt.edit', 'k8s', '20T13:00'), words: 'kubernetes' },
    wrote('prompt.untrack', 'kubernetes', '20T15:00'),
  ];
  expect(findPromptChanges([], here, 'UTC')).toEqual([
    { day: '2026-11-21', of: 'prompts', came: [], went: ['k8s'] },
  ]);
});

test('whatever people do within a day, no more is said to come or go than the lists of both days differ by', () => {
  const step = fc.record({ does: fc.constantFrom('track', 'edit', 'untrack'), which: fc.nat(9) });
  const from = fc.nat(4);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), from, fc.boolean(), (steps, olderOnes, isRead) => {
      const older = Array.from({ length: olderOnes }, (_, i) => ({
        id: `o${i}`,
        text: `older ${i}`,
        createdAt: 0,
      }));
      let list = [...older];
      const here = steps.flatMap(({ does, which }, i): PromptWrite[] => {
        const time = { at: at('20T10:00') + i * 60_000 };
        const words = `words ${i}`;
        const one = list[which % list.length];
        if (does === 'track') {
          list = [...list, { id: `n${i}`, text: words, createdAt: time.at }];
          return [{ ...time, action: 'prompt.track', subject: words, id: `n${i}` }];
        }
        if (!one) return [];
        list = list.flatMap((kept) => (kept !== one ? kept : does === 'edit' ? { ...one, text: words } : []));
        return [{ ...time, action: `prompt.${does}`, subject: one.text, ...(does === 'edit' && { words }) }];
      });
      const ids = new Set(list.map(({ id }) => id));
      const difference = {
        came: list.filter(({ createdAt }) => createdAt > 0).length,
        went: older.filter(({ id }) => !ids.has(id)).length,
        reworded: list.filter(({ id, text }) => id.startsWith('o') && !older.some((one) => one.text === text))
          .length,
      };
      const [moved] = findPromptChanges(isRead ? list : [], here, 'UTC').filter(
        ({ day }) => day >= '2026-11-21',
      );
      const said = moved?.of === 'prompts' ? moved : undefined;
      expect({
        came: said?.came?.length ?? 0,
        went: said?.went?.length ?? 0,
        reworded: said?.reworded?.length ?? 0,
      }).toEqual(difference);
    }),
  );
});
