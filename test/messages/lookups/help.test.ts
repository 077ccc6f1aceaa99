import { expect, test } from 'vitest';
import { helpPage } from '../../../src/messages/lookups/help.ts';
import { shownOf } from '../reading.ts';

test('help lists every command and defines the phrases of an alert', () => {
  const page = helpPage([{ usage: '/visibility topic <name>', summary: 'One topic in full' }]);
  const [, commands, notes, phrases] = shownOf(page);
  expect(commands).toContain('`/visibility topic &lt;name&gt;` One topic in full');
  for (const phrase of ['well outside normal', 'outside normal', 'at the edge of normal']) {
    expect(phrases).toContain(`• *${phrase}*: `);
  }
  expect(notes).toContain('“in” and the project’s name');
});
