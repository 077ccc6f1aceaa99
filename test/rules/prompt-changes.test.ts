import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPromptChanges, type PromptWrite } from '../../src/rules/measured-changes.ts';

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
    { day: '2026-11-22', of: 'prompts', came: [], went: [], reworded: 1 },
  ]);
});

test('what was tracked and untracked on one day was never asked', () => {
  const here = [wrote('prompt.track', 'helm', '20T10:00'), wrote('prompt.untrack', 'Helm', '20T11:00')];
  expect(findPromptChanges([], here, 'UTC')).toEqual([]);
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
    { day: '2026-11-22', of: 'prompts', came: [], went: [], reworded: 1 },
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
        reworded: said?.reworded ?? 0,
      }).toEqual(difference);
    }),
  );
});
