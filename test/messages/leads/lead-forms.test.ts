import { expect, test } from 'vitest';
import { leadLetGoForm, leadSnoozeForm } from '../../../src/messages/leads/lead-forms.ts';
import type { Field } from '../../../src/messages/page.ts';
import { drawView } from '../../../src/slack/draw.ts';
import { FRIDAY } from '../cast.ts';
import { wordsOf } from '../reading.ts';

function offered(days: Parameters<typeof leadSnoozeForm>[3]) {
  const fields = leadSnoozeForm(
    [{ handle: 'L1', lead: { key: 'id:1', title: 'CRM?' } }],
    '',
    FRIDAY,
    days,
  ).parts.filter((part): part is Field => part !== undefined && part !== false && part.kind === 'field');
  const { input } = fields.find(({ name }) => name === 'until') ?? {};
  return input?.type === 'choice' ? input.options.map(({ value, label }) => [value, label]) : [];
}

test('snooze options name their dates', () => {
  expect(offered({ tomorrow: '2026-11-21', nextWeek: '2026-11-23' })).toEqual([
    ['2026-11-21', 'Tomorrow, Sat 21 Nov'],
    ['2026-11-23', 'Next week, Mon 23 Nov'],
  ]);
});

test('where tomorrow is next week’s Monday, the Monday after it is offered', () => {
  expect(offered({ tomorrow: '2026-11-23', nextWeek: '2026-11-30' })).toEqual([
    ['2026-11-23', 'Tomorrow, Mon 23 Nov'],
    ['2026-11-30', 'Next week, Mon 30 Nov'],
  ]);
});

test('old leads show their score before they go', () => {
  const lead = { key: 'id:1', title: 'CRM?', score: 87, postedAt: FRIDAY - 15 * 86_400_000 };
  const { blocks } = drawView(leadLetGoForm([{ handle: 'L1', lead }], '', FRIDAY));
  expect(wordsOf(blocks).at(-1)).toBe('*87* CRM? · 15 d · L1');
});

test('every old lead that goes is to be seen before, also where they are dozens', () => {
  const leads = Array.from({ length: 40 }, (_, i) => {
    const title = `Which of these tools would you choose for a small team, and why? (${i})`;
    return {
      handle: `L${i + 1}`,
      lead: { key: `id:${i}`, title, score: 87, postedAt: FRIDAY - 15 * 86_400_000 },
    };
  });
  const said = wordsOf(drawView(leadLetGoForm(leads, '', FRIDAY)).blocks).join('\n');
  expect(said).toContain('*40 old leads*');
  for (const { handle } of leads) expect(said).toMatch(new RegExp(`· ${handle}$`, 'm'));
});
