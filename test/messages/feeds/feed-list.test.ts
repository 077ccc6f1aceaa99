/** The list of feeds: what each row says, to eye and ear alike. */
import { describe, expect, test } from 'vitest';
import type { FeedStanding } from '../../../src/decision.ts';
import { FEED_WORDS } from '../../../src/feeds/feeds.ts';
import { feedForm } from '../../../src/messages/feeds/feed-form.ts';
import { feedList, filtersPage } from '../../../src/messages/feeds/feed-list.ts';
import { drawView } from '../../../src/slack/draw.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { buttonsOf, clocksRead, drawn, heardOf, shownOf } from '../reading.ts';

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

/** The row of one feed as it is shown, which is what is heard of it. */
function rowOf(standing: FeedStanding): string {
  const page = feedList(ACME, [standing], { mayChange: false });
  const [, ...shown] = clocksRead(shownOf(page).join('\n')).split('\n');
  const row = shown.join(' · ');
  expect(heardOf(page).slice(1)).toEqual([row.replaceAll('*', '')]);
  return row;
}

describe('feeds', () => {
  test('have their channel, their schedule with its timezone, and when they post next', () => {
    expect(rowOf(FEED)).toBe(
      '*leads* in <#C0ACME> · weekdays at 9:00 Europe/Berlin · next Fri 20 Nov, 08:00 UTC · quiet 22:00 to 07:00 · lead score 60 or higher (leads without a score too)',
    );
    expect(heardOf(feedList(ACME, [FEED], { mayChange: false }))[0]).toBe('Acme: 1 feed.');
    expect(heardOf(feedList(ACME, [FEED], { mayChange: false, of: 5 }))[0]).toBe('Acme: 1 of 5 feeds.');
  });

  test('of leads name the places that are muted, with the way to lift them', () => {
    const standing = { ...FEED, mutedPlaces: ['r/memes', 'r/spam'] };
    expect(rowOf(standing)).toMatch(/ · muted here: r\/memes and 1 more place$/);
    expect(buttonsOf(drawn(feedList(ACME, [standing], { mayChange: false })).blocks)).toEqual([
      'Change filter',
    ]);
  });

  const HOUR = 3_600_000;

  test.each([
    [{ limit: 3 }, 'at most 3 leads'],
    [{ limit: 1 }, 'at most 1 lead'],
    [{ max_age: 14 * 24 * HOUR }, 'at most 14 days old'],
    [{ max_age: 36 * HOUR }, 'at most 36 hours old'],
    [{ words: { never: ['hiring'] } }, 'never with the words hiring'],
    [
      { places: { never: ['r/memes', 'r/jobs'] }, words: { never: ['a', 'b', 'c', 'd'] } },
      'never from r/memes and r/jobs · never with the words a, b, c and 1 more',
    ],
    [
      { limit: 3, min_score: 60, max_age: 24 * HOUR },
      'at most 3 leads · lead score 60 or higher (leads without a score too) · at most 1 day old',
    ],
    [
      { warm_leads: true, post_empty: true },
      'ends with threads that engines cite · says so when nothing is new',
    ],
    [{ by_person: true }, 'names who claimed and answered'],
  ])('of leads with the settings %j say “%s”', (settings, said) => {
    const feed = { ...FEED.feed, quiet: undefined, settings: { channel: 'C0ACME', limit: 10, ...settings } };
    expect(rowOf({ ...FEED, feed }).split(/ · next .*? UTC · /)[1]).toBe(said);
  });

  test('of leads say nothing of settings that are as usual', () => {
    const usual = { channel: 'C0ACME', limit: 10, places: { never: [] }, words: { never: [] } };
    const feed = { ...FEED.feed, quiet: undefined, settings: usual };
    expect(rowOf({ ...FEED, feed })).toMatch(/ · weekdays at 9:00 Europe\/Berlin · next .* UTC$/);
  });

  test('that are paused say since when, by whom and until when', () => {
    const paused = { at: FRIDAY, by: 'U0ANA', until: FRIDAY + HOUR, reason: 'person' } as const;
    expect(rowOf({ ...FEED, paused })).toContain(
      ' · *paused* since Fri 20 Nov, 08:00 UTC by <@U0ANA>, until Fri 20 Nov, 09:00 UTC · ',
    );
  });

  test('whose post is late say which it is, and that it is tried again', () => {
    expect(rowOf({ ...FEED, triedAgain: FRIDAY - 24 * HOUR })).toContain(
      ' · post of Thu 19 Nov, 08:00 UTC *late*, retrying · next Fri 20 Nov, 08:00 UTC · ',
    );
  });

  test('that Sightline stopped say why, and those without another time say that', () => {
    const paused = { at: FRIDAY, by: undefined, until: undefined, reason: 'is_archived' } as const;
    expect(rowOf({ ...FEED, paused })).toContain(
      ' · *paused* since Fri 20 Nov, 08:00 UTC, because the channel is archived · ',
    );
    expect(rowOf({ ...FEED, next: undefined })).toContain(' · no more posts scheduled · ');
  });

  test('that were just changed say so first', () => {
    const page = feedList(ACME, [FEED], { done: 'Changed.', mayChange: false });
    expect(shownOf(page)[0]).toBe('*Changed.*\n*Acme · 1 feed*');
    expect(heardOf(page)[0]).toBe('Changed. Acme: 1 feed.');
  });
});

test('where a lowest score is set it is said that leads without one are shown', () => {
  const draft = { kind: 'leads', values: {}, lists: {} } as const;
  const about = { project: ACME, draft, isNew: true, timezone: 'Europe/Berlin', next: [], carries: '' };
  expect(JSON.stringify(drawView(feedForm({ ...about, words: FEED_WORDS })))).toContain(
    'leads without a score are shown too',
  );
  const page = filtersPage(ACME, { min_score: 60 }, { isMade: true, muted: [] });
  expect(shownOf(page).join()).toContain('leads without a score too');
  expect(rowOf(FEED)).toContain('lead score 60 or higher (leads without a score too)');
});

const FILTERS = { min_score: 60, max_age: 36 * 3_600_000, places: { never: ['r/memes'] } };

const told = (isMade: boolean, muted: { place: string; value: string | undefined }[] = []) =>
  shownOf(filtersPage(ACME, FILTERS, { isMade, muted }))
    .slice(2)
    .join('\n')
    .split('\n');

test('what a feed leaves out is told in the words of its form', () => {
  for (const isMade of [true, false])
    expect(told(isMade)).toEqual([
      'Lead score 60 or higher (leads without a score too) · at most 36 hours old · never from r/memes',
    ]);
});
