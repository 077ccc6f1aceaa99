import { expect, test } from 'vitest';
import { render } from '../../../src/outbox/post-kinds.ts';
import { ACME, STANDING } from '../cast.ts';
import { livingAlert, OPENED } from '../every-alert.ts';
import { wordsOf } from '../reading.ts';

test('an alert that gets graver compares with its usual level', () => {
  const lead = { ...livingAlert().lead, value: 47.1, delta: 47.1 - 61.2 };
  const alert = livingAlert({ day: '2026-11-20', lead });
  const { blocks } = render(
    { kind: 'graver_alert', v: 1, project: ACME, key: OPENED.key, alert, mention: ['U0ANA'] },
    STANDING,
  );
  expect(wordsOf(blocks)).toEqual([
    '🔻 *Acme: A37 is now well outside normal*',
    'Acme fell 14.1 points from its usual level of 61.2, to 47.1 on Fri 20 Nov.',
    '<@U0ANA>',
  ]);
});
