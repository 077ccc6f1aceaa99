/** The forms that track a prompt. */
import { describe, expect, test } from 'vitest';
import { trackAnywhereForm, trackForm } from '../../../src/messages/prompts/prompt-forms.ts';
import { LIMITS } from '../../../src/slack/blocks.ts';
import { drawForm } from '../../../src/slack/draw.ts';
import { ACME } from '../cast.ts';
import { expectViewWithinLimits } from '../reading.ts';

const HOSTILE = ['<!channel> <https://evil.example|x> *_~`', '&'.repeat(3_000), '👨‍👩‍👧‍👦'.repeat(270), ''];

test('Track asks for a prompt, and keeps what was typed', () => {
  const view = drawForm(trackForm(ACME, 'meta', 'best crm'));
  expect(view).toMatchObject({ callback_id: 'prompt.track', private_metadata: 'meta' });
  expect(view.blocks).toMatchObject([
    { block_id: 'prompt', element: { action_id: 'text', initial_value: 'best crm' } },
  ]);
});

describe('the form of Track a prompt', () => {
  const projects = (many: number, name: string) =>
    Array.from({ length: many }, (_, i) => ({ id: `p${i}`, name }));

  test('names the only project, and asks for one of several', () => {
    const one = trackAnywhereForm([ACME], { initial: '', chosen: true });
    expect(JSON.stringify(one)).toContain('Prompt to track for Acme');
    expect(JSON.parse(one?.carries ?? '')).toEqual({ project: ACME.id });
    const two = trackAnywhereForm([ACME, { id: 'b', name: 'Globex' }], { initial: 'best crm', chosen: true });
    expect(two && drawForm(two).blocks).toMatchObject([
      { block_id: 'project', element: { initial_option: { value: ACME.id } } },
      { block_id: 'prompt', element: { initial_value: 'best crm' } },
    ]);
  });

  test('is none for those who see no project', () => {
    expect(trackAnywhereForm([], { initial: '', chosen: false })).toBeUndefined();
  });

  test.each(HOSTILE)('with any name and any message is within the limits: %.20s', (text) => {
    for (const many of [1, 500]) {
      const modal = trackAnywhereForm(projects(many, text || 'x'), { initial: text, chosen: false });
      const view = drawForm(modal ?? expect.fail('there is no form'));
      expectViewWithinLimits(view);
      const shown = JSON.stringify(view).match(/"value":"p\d+"/g) ?? [];
      expect(shown).toHaveLength(many === 1 ? 0 : LIMITS.selectOptions);
    }
  });
});
