/** What those are told who listen, or see a message's text alone: every fact that its rows carry. */
import { describe, expect, test } from 'vitest';
import type { FeedStanding } from '../../../src/decision.ts';
import { feedChanged } from '../../../src/messages/answers/feed-changed.ts';
import { subscriptionsAnswer } from '../../../src/messages/answers/subscriptions-answer.ts';
import { fallback } from '../../../src/messages/fallback.ts';
import { filtersPage } from '../../../src/messages/feeds/filters.ts';
import { feedModal } from '../../../src/messages/forms/feed-modal.ts';
import { auditPage } from '../../../src/messages/projects/audit.ts';
import { fallbackText } from '../../../src/slack/text.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { buttonsOf, heardOf, shownOf, wordsOf } from '../reading.ts';

const FEED: FeedStanding = {
  feed: {
    id: 'leads:acme:C0ACME',
    kind: 'leads',
    channel: 'C0ACME',
    schedule: 'weekdays at 9:00',
    timezone: 'Europe/Berlin',
    quiet: '22:00-07:00',
    settings: { channel: 'C0ACME', min_score: 60 },
  },
  next: FRIDAY,
};

const linesOf = ({ text }: { text: string }) => text.split('\n').slice(1);

describe('feeds', () => {
  test('have their channel, and every time in the timezone of their schedule', () => {
    const { text } = subscriptionsAnswer(ACME, [FEED], { mayChange: false });
    expect(text).toBe(
      'Acme: 1 feed.\nleads in <#C0ACME>: weekdays at 9:00 Europe/Berlin · quiet 22:00-07:00 · from a score of 60 on, or without a score · next Fri 20 Nov, 09:00',
    );
  });

  test('of leads name the places that are muted, with the way to lift them', () => {
    const feeds = [{ ...FEED, mutedPlaces: ['r/memes', 'r/spam'] }];
    const { text, blocks } = subscriptionsAnswer(ACME, feeds, { mayChange: false });
    expect(text).toContain(' · nothing from r/memes and 1 more place, muted here · next ');
    expect(wordsOf(blocks).join()).toContain('nothing from r/memes and 1 more place, muted here');
    expect(buttonsOf(blocks)).toEqual(['Change filter']);
  });

  const HOUR = 3_600_000;

  test.each([
    [{ limit: 3 }, 'at most 3 leads'],
    [{ limit: 1 }, 'at most 1 lead'],
    [{ max_age: 14 * 24 * HOUR }, 'not older than 14 days'],
    [{ max_age: 36 * HOUR }, 'not older than 36 hours'],
    [{ words: { never: ['hiring'] } }, 'without 1 word'],
    [
      { places: { never: ['r/memes', 'r/jobs'] }, words: { never: ['a', 'b', 'c'] } },
      'without 2 places and 3 words',
    ],
    [
      { limit: 3, min_score: 60, max_age: 24 * HOUR },
      'at most 3 leads · from a score of 60 on, or without a score · not older than 1 day',
    ],
  ])('of leads with the settings %j say “%s”, to the eye and to the ear', (settings, said) => {
    const feed = { ...FEED.feed, quiet: undefined, settings: { channel: 'C0ACME', limit: 10, ...settings } };
    const { text, blocks } = subscriptionsAnswer(ACME, [{ ...FEED, feed }], { mayChange: false });
    expect(text).toContain(`: weekdays at 9:00 Europe/Berlin · ${said} · next `);
    expect(wordsOf(blocks)[1]).toContain(` · weekdays at 9:00 Europe/Berlin · ${said}\nnext `);
  });

  test('of leads say nothing of settings that are as usual', () => {
    const usual = { channel: 'C0ACME', limit: 10, places: { never: [] }, words: { never: [] } };
    const feed = { ...FEED.feed, quiet: undefined, settings: usual };
    const { text, blocks } = subscriptionsAnswer(ACME, [{ ...FEED, feed }], { mayChange: false });
    expect(text).toContain(': weekdays at 9:00 Europe/Berlin · next ');
    expect(wordsOf(blocks)[1]).toContain(' · weekdays at 9:00 Europe/Berlin\nnext ');
  });

  test('that are paused say since when, by whom and until when', () => {
    const paused = { at: FRIDAY, by: 'U0ANA', until: FRIDAY + 3_600_000, reason: 'person' } as const;
    expect(linesOf(subscriptionsAnswer(ACME, [{ ...FEED, paused }], { mayChange: true }))[0]).toMatch(
      / · paused since Fri 20 Nov, 09:00 by <@U0ANA>, until Fri 20 Nov, 10:00$/,
    );
  });

  test('whose post is late say which it is, and that it is tried again', () => {
    const { text, blocks } = subscriptionsAnswer(ACME, [{ ...FEED, triedAgain: FRIDAY - 86_400_000 }], {
      mayChange: false,
    });
    expect(text).toMatch(
      / · not posted yet on Thu 19 Nov, 09:00, will be tried again · next Fri 20 Nov, 09:00$/,
    );
    expect(wordsOf(blocks).join()).toMatch(/\n\*not posted yet\* on .*, will be tried again · next /);
  });

  test('that Sightline stopped say why, and those without another time say that', () => {
    const paused = { at: FRIDAY, by: undefined, until: undefined, reason: 'is_archived' } as const;
    const feeds = [
      { ...FEED, paused },
      { ...FEED, next: undefined },
    ];
    expect(linesOf(subscriptionsAnswer(ACME, feeds, { mayChange: true }))).toEqual([
      expect.stringMatching(/ · paused since Fri 20 Nov, 09:00, because the channel is archived$/),
      expect.stringMatching(/ · never again by its schedule$/),
    ]);
  });

  test('that were changed say where they post now', () => {
    expect(linesOf(feedChanged(ACME, [FEED], []))).toEqual([
      'leads in <#C0ACME>: weekdays at 9:00 Europe/Berlin · next Fri 20 Nov, 09:00',
    ]);
  });
});

test('where a lowest score is set it is said that leads without one are shown', () => {
  const draft = { kind: 'leads', values: {}, lists: {} } as const;
  const form = { project: ACME, draft, isNew: true, timezone: 'Europe/Berlin', next: [], metadata: '' };
  expect(JSON.stringify(feedModal(form))).toContain('leads without a score are shown too');
  const filters = { isMade: true, minScore: 60, places: [], words: [], muted: [] };
  expect(shownOf(filtersPage(ACME, filters)).join()).toContain('leads without a score are shown too');
  expect(wordsOf(subscriptionsAnswer(ACME, [FEED], { mayChange: false }).blocks)[1]).toContain(
    'from a score of 60 on, or without a score',
  );
});

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
