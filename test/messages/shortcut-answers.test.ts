import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/decision.ts';
import { whyPostAnswer } from '../../src/messages/feeds/why-post.ts';
import { trackForModal } from '../../src/messages/forms/track-for-modal.ts';
import { LIMITS } from '../../src/slack/blocks.ts';
import { ACME, ALERT, FRIDAY, NEWS } from './cast.ts';
import { expectViewWithinLimits, shownOf } from './reading.ts';

const HOSTILE = ['<!channel> <https://evil.example|x> *_~`', '&'.repeat(3_000), '👨‍👩‍👧‍👦'.repeat(270), ''];

describe('a post that is not of leads', () => {
  it.each([ALERT, NEWS] satisfies Decision[])('says what it is and which feed decided it: %s', ({ kind }) => {
    const feed = { kind: 'scores', schedule: 'weekdays at 9:00', timezone: 'Europe/Berlin' };
    const words = shownOf(whyPostAnswer(ACME, kind, { feed, at: FRIDAY })).join('\n');
    expect(words).toMatch(
      /^\*Acme\*: this is a .*\nDecided .* its scores feed runs weekdays at 9:00 Europe\/Berlin/,
    );
  });

  it('of a feed that is gone says only what it is', () => {
    expect(shownOf(whyPostAnswer(ACME, 'recap', { feed: undefined, at: FRIDAY })).join('\n')).not.toContain(
      'feed runs',
    );
  });
});

describe('the form of Track a prompt', () => {
  const projects = (many: number, name: string) =>
    Array.from({ length: many }, (_, i) => ({ id: `p${i}`, name }));

  it('names the only project, and asks for one of several', () => {
    const one = trackForModal([ACME], { initial: '', chosen: true });
    expect(JSON.stringify(one)).toContain('Prompt to track for Acme');
    expect(JSON.parse(one?.private_metadata ?? '')).toEqual({ project: ACME.id });
    const two = trackForModal([ACME, { id: 'b', name: 'Globex' }], { initial: 'best crm', chosen: true });
    expect(two?.blocks).toMatchObject([
      { block_id: 'project', element: { initial_option: { value: ACME.id } } },
      { block_id: 'prompt', element: { initial_value: 'best crm' } },
    ]);
  });

  it('is none for those who see no project', () => {
    expect(trackForModal([], { initial: '', chosen: false })).toBeUndefined();
  });

  it.each(HOSTILE)('with any name and any message is within the limits: %.20s', (text) => {
    for (const many of [1, 500]) {
      const modal = trackForModal(projects(many, text || 'x'), { initial: text, chosen: false });
      if (!modal) throw new Error('There is no modal.');
      expectViewWithinLimits(modal);
      const shown = JSON.stringify(modal).match(/"value":"p\d+"/g) ?? [];
      expect(shown).toHaveLength(many === 1 ? 0 : LIMITS.selectOptions);
    }
  });
});
