/** What those are told who listen, or see a message's text alone: every fact that its rows carry. */
import { describe, expect, test } from 'vitest';
import { headline, note, rows } from '../../src/messages/page.ts';
import { auditPage } from '../../src/messages/projects/audit.ts';
import { say } from '../../src/messages/text.ts';
import { draw } from '../../src/slack/draw.ts';
import { FRIDAY } from '../messages/cast.ts';
import { heardOf } from '../messages/reading.ts';

test('the audit names the project and the channel of a feed', () => {
  const line = { at: FRIDAY, person: 'U0ANA', name: 'Ana', project: 'Acme', outcome: '' };
  const feed = { kind: 'leads', channel: 'C0ACME', more: '' };
  const page = auditPage(
    [
      { ...line, action: 'feed.pause', subject: 'leads:acme:C0ACME', feed },
      { ...line, action: 'lead.claim', subject: 'L412' },
    ],
    2,
    'Europe/Berlin',
  );
  expect(heardOf(page)).toEqual([
    'Audit: 2 changes',
    'Newest first · times in Europe/Berlin',
    '• Fri 20 Nov, 09:00 <@U0ANA> feed.pause · Acme · leads in <#C0ACME>',
    '• Fri 20 Nov, 09:00 <@U0ANA> lead.claim · Acme · L412',
  ]);
});

describe('a text that is longer than Slack takes', () => {
  const lines = Array.from({ length: 60 }, (_, i) => ({ text: say`${i}. ${'word '.repeat(25)}` }));

  test('ends with what stands below all rows, and counts the rows that it leaves out', () => {
    const { text } = draw({
      parts: [headline('Acme: 60 leads.'), rows(lines), note('Weekdays at 9:00 Europe/Berlin')],
    });
    const said = text.split('\n');
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(said.at(-1)).toBe('Weekdays at 9:00 Europe/Berlin');
    expect(said.at(-2)).toBe(`${60 - (said.length - 3)} more are not listed here.`);
  });
});
