/** The forms that track a prompt. */
import { describe, expect, test } from 'vitest';
import { trackForm } from '../../../src/messages/prompts/prompt-forms.ts';
import { LIMITS } from '../../../src/slack/blocks.ts';
import { drawView } from '../../../src/slack/draw.ts';
import { ACME } from '../cast.ts';
import { expectViewWithinLimits, HOSTILE } from '../reading.ts';

describe('the form of Track a prompt', () => {
  test('names the only project, keeps what was typed, and says where to answer', () => {
    const one = trackForm([ACME], { channel: 'C0ACME', initial: 'best crm' });
    expect(JSON.stringify(one)).toContain('Prompt to track for Acme');
    expect(JSON.parse(one.carries)).toEqual({ project: ACME.id, channel: 'C0ACME' });
    expect(drawView(one).blocks).toMatchObject([
      { block_id: 'prompt', element: { action_id: 'text', initial_value: 'best crm' } },
    ]);
  });

  test('asks for one of several projects', () => {
    const two = trackForm([ACME, { id: 'b', name: 'Globex' }], { initial: 'best crm', chosen: true });
    expect(drawView(two).blocks).toMatchObject([
      { block_id: 'project', element: { initial_option: { value: ACME.id } } },
      { block_id: 'prompt', element: { initial_value: 'best crm' } },
    ]);
  });

  test.each(HOSTILE)('is within the limits where names and messages are %s', (_, text) => {
    for (const many of [1, 500]) {
      const others = Array.from({ length: many - 1 }, (_, i) => ({ id: `p${i}`, name: text || 'x' }));
      const view = drawView(trackForm([{ id: 'p', name: text || 'x' }, ...others], { initial: text }));
      expectViewWithinLimits(view);
      const shown = JSON.stringify(view).match(/"value":"p\d*"/g) ?? [];
      expect(shown).toHaveLength(many === 1 ? 0 : LIMITS.selectOptions);
    }
  });
});
