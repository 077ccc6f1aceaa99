/** What those are told who listen, or see a message's text alone: every fact that its rows carry. */
import { describe, expect, test } from 'vitest';
import { foundLeadsAnswer } from '../../../src/messages/answers/found-leads.ts';
import { leadsAnswer } from '../../../src/messages/answers/leads-answer.ts';
import { fallback } from '../../../src/messages/fallback.ts';
import { auditPage } from '../../../src/messages/projects/audit.ts';
import { render } from '../../../src/messages/render.ts';
import { warmLeadsAnswer } from '../../../src/messages/warm-leads.ts';
import { fallbackText } from '../../../src/slack/text.ts';
import { ACME, DIGEST, FRIDAY, STANDING } from '../cast.ts';
import { PROPOSAL } from '../insight-cast.ts';
import { heardOf } from '../reading.ts';

const linesOf = ({ text }: { text: string }) => text.split('\n').slice(1);

test('the audit names the project and the channel of a feed', () => {
  const line = { at: FRIDAY, person: 'U0ANA', name: 'Ana', project: 'Acme', outcome: 'done' };
  const feed = { kind: 'leads', channel: 'C0ACME', more: '' };
  const page = auditPage(
    [
      { ...line, action: 'feed.pause', subject: 'leads:acme:C0ACME', feed },
      { ...line, action: 'lead.claim', subject: 'L412' },
    ],
    2,
  );
  expect(heardOf(page)).toEqual([
    'Audit: 2 changes',
    'Newest first',
    '• Fri 20 Nov, 08:00 UTC <@U0ANA> feed.pause · Acme · leads in <#C0ACME> · done',
    '• Fri 20 Nov, 08:00 UTC <@U0ANA> lead.claim · Acme · L412 · done',
  ]);
});

describe('leads that were found', () => {
  const found = {
    project: ACME,
    lead: { key: 'id:2', title: 'Best CRM?', state: { state: 'claimed' as const } },
    handle: 'L398',
    places: [{ channel: 'C0ACME', at: FRIDAY, permalink: undefined }],
    isHere: false,
    askable: false,
  };

  test('have their project and where they stand', () => {
    expect(linesOf(foundLeadsAnswer([found, { ...found, places: [], isHere: true }]))).toEqual([
      'L398 · Best CRM? · Acme · claimed · stands in <#C0ACME>, Fri 20 Nov, 08:00 UTC',
      'L398 · Best CRM? · Acme · claimed · No other post shows it.',
    ]);
  });

  test('come after what the message is, which is not escaped twice', () => {
    const how = { text: 'This is a post of Acme &amp; Co.', blocks: [] };
    expect(foundLeadsAnswer([found], how).text).toMatch(
      /^This is a post of Acme &amp; Co\.\n1 lead in this message\.\nL398 /,
    );
  });
});

test('the leads of an answer say what the filters left out, as its head does', () => {
  const { text } = leadsAnswer(
    { project: ACME, leads: DIGEST.leads, limit: 10, leftOut: DIGEST.leftOut, minScore: 60, now: FRIDAY },
    STANDING,
  );
  expect(text).toMatch(/\n6 left out below 60$/);
});

test('warm leads say how they stand and what they are called', () => {
  const standing = { ...STANDING, leads: { 'id:1': { state: 'claimed' as const } } };
  expect(linesOf(warmLeadsAnswer(ACME, DIGEST.leads.slice(0, 1), standing))[0]).toMatch(/ · claimed · L412$/);
});

test('a proposal to mute names the leads that it would have removed', () => {
  expect(linesOf(render(PROPOSAL, STANDING)).slice(1)).toEqual([
    'Thread 0',
    'Thread 1',
    'Thread 2',
    '4 more',
  ]);
});

describe('a text that is longer than Slack takes', () => {
  const lines = Array.from({ length: 60 }, (_, i) => fallbackText`${i}. ${'word '.repeat(25)}`);

  test('ends with what stands below all rows, and counts the rows that it leaves out', () => {
    const text = fallback('Acme: 60 leads.', lines, 'Weekdays at 9:00 Europe/Berlin');
    const said = text.split('\n');
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(said.at(-1)).toBe('Weekdays at 9:00 Europe/Berlin');
    expect(said.at(-2)).toBe(`${60 - (said.length - 3)} more are not listed here.`);
  });
});
