import { expect, test } from 'vitest';
import { helpPage, launcherPage } from '../../../src/messages/lookups/help.ts';
import { shownOf } from '../reading.ts';

test('help lists every command and defines the phrases of an alert', () => {
  const page = helpPage([{ usage: '/visibility topic <name>', summary: 'One topic in full' }]);
  const [, commands, notes, phrases] = shownOf(page);
  expect(commands).toContain('`/visibility topic &lt;name&gt;` One topic in full');
  for (const phrase of ['well outside normal', 'outside normal', 'at the edge of normal']) {
    expect(phrases).toContain(`• *${phrase}*: `);
  }
  // One share for all: one each would contradict their order.
  expect(phrases?.match(/of 100/g)).toHaveLength(1);
  expect(notes).toContain('“in” and the project’s name');
});

test('where no project is shown, whoever may connect one has a button for that, and nobody else', () => {
  const labels = (mayConnect: boolean) =>
    JSON.stringify(launcherPage({ shown: false, mayConnect }).parts).match(
      /"line":|"text":"connect"|connect/g,
    );
  expect(labels(true)).not.toBeNull();
  expect(labels(false)).toBeNull();
});
