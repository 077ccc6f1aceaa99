import { describe, expect, it } from 'vitest';
import { findDueSlots, findNextDue, findQuietEnd, type Scheduled } from '../../src/feeds/schedule.ts';

const at = (text: string) => Date.parse(text);
const minutes = (ms: number | undefined) => (ms === undefined ? '' : new Date(ms).toISOString().slice(0, 16));

describe('quiet hours end', () => {
  it.each([
    ['in the same day', 'UTC', '12:00-13:30', '2026-11-20T12:15Z', '2026-11-20T13:30'],
    ['at midnight', 'UTC', '22:00-0:00', '2026-11-20T23:59Z', '2026-11-21T00:00'],
    ['on the next day', 'Europe/Berlin', '22:00-07:00', '2026-11-20T21:00Z', '2026-11-21T06:00'],
    [
      'on the day that has begun',
      'Europe/Berlin',
      '22:00-07:00',
      '2026-11-21T05:59:59.999Z',
      '2026-11-21T06:00',
    ],
    ['in a timezone of quarters', 'Asia/Kathmandu', '22:00-07:10', '2026-11-20T18:00Z', '2026-11-21T01:25'],
    ['an hour sooner in spring', 'Europe/Berlin', '22:00-07:00', '2026-03-28T22:00Z', '2026-03-29T05:00'],
    ['an hour later in autumn', 'Europe/Berlin', '22:00-07:00', '2026-10-24T21:00Z', '2026-10-25T06:00'],
    [
      'with the gap they would end in',
      'Europe/Berlin',
      '22:00-02:30',
      '2026-03-28T22:00Z',
      '2026-03-29T01:00',
    ],
    ['with a gap at midnight', 'Africa/Cairo', '22:00-0:30', '2026-04-23T20:00Z', '2026-04-23T22:00'],
    ['with a gap at midnight', 'America/Santiago', '20:00-0:15', '2026-09-06T02:00Z', '2026-09-06T04:00'],
    [
      'where the hour comes twice, first',
      'Europe/Berlin',
      '22:00-02:30',
      '2026-10-24T22:00Z',
      '2026-10-25T00:30',
    ],
    [
      'where the hour comes twice, again',
      'Europe/Berlin',
      '22:00-02:30',
      '2026-10-25T01:10Z',
      '2026-10-25T01:30',
    ],
    ['after both evenings', 'America/Santiago', '21:00-7:00', '2026-04-05T02:30Z', '2026-04-05T11:00'],
    [
      'after the half hour that comes twice',
      'Australia/Lord_Howe',
      '1:00-3:00',
      '2026-04-04T14:10Z',
      '2026-04-04T16:30',
    ],
    ['a minute before they begin again', 'UTC', '9:00-8:59', '2026-11-20T09:00Z', '2026-11-21T08:59'],
  ])('%s: %s %s, asked at %s', (_, timezone, quiet, moment, end) => {
    expect(minutes(findQuietEnd(quiet, timezone, at(moment)))).toBe(end);
  });

  it.each([
    ['22:00-07:00', '2026-11-20T20:59:59.999Z'],
    ['22:00-07:00', '2026-11-21T06:00Z'],
    ['02:00-03:00', '2026-03-29T01:00Z'],
    ['22:00-02:30', '2026-10-25T00:45Z'],
    [undefined, '2026-11-20T23:00Z'],
  ])('of %s not at all for %s in Berlin, which is outside of them', (quiet, moment) => {
    expect(findQuietEnd(quiet, 'Europe/Berlin', at(moment))).toBeUndefined();
  });
});

describe('a feed with quiet hours', () => {
  const feed = (cron: string, rest: Partial<Scheduled> = {}): Scheduled => ({
    cron,
    timezone: 'Europe/Berlin',
    kind: 'leads',
    channel: 'C0LEADS',
    quiet: '22:00-07:00',
    since: at('2026-11-01'),
    ...rest,
  });
  /** What one feed opens from a Friday noon to the next, looked at every ten minutes: when, and due when. */
  function opened(scheduled: Scheduled) {
    const [found, spans] = [[] as string[], new Map()];
    for (let now = at('2026-11-20T11:00Z'); now < at('2026-11-21T11:00Z'); now += 600_000) {
      const [slot] = findDueSlots([scheduled], now, now + 600_000, spans);
      if (slot) found.push(`${minutes(now + 600_000).slice(8)} for ${minutes(slot.dueAt).slice(8)}`);
    }
    return found;
  }

  it('posts at their end, once, whatever fell into them', () => {
    const once = ['21T06:00 for 21T06:00'];
    expect(opened(feed('0 23 * * *'))).toEqual(once);
    expect(opened(feed('0 23 * * *', { kind: 'suggestions' }))).toEqual(once);
    expect(opened(feed('*/15 22-23,0-6 * * *'))).toEqual(once);
    expect(opened(feed('0 7 * * *'))).toEqual(once);
  });

  it('names their end as its next time, while they last too; of scores its time of looking', () => {
    const next = (one: Scheduled, now: string) => minutes(findNextDue(one, at(now))).slice(8);
    const late = feed('0 23 * * *');
    expect(next(late, '2026-11-20T11:00Z')).toBe('21T06:00');
    expect(next(late, '2026-11-20T23:00Z')).toBe('21T06:00');
    expect(next(late, '2026-11-21T06:00Z')).toBe('22T06:00');
    expect(next(feed('0 23 * * *', { since: at('2026-11-20T22:30Z') }), '2026-11-20T23:00Z')).toBe(
      '22T06:00',
    );
    expect(next(feed('0 23 * * *', { kind: 'scores' }), '2026-11-20T11:00Z')).toBe('20T22:00');
  });

  it('keeps its other times', () => {
    expect(opened(feed('0 */6 * * *'))).toEqual([
      '20T17:00 for 20T17:00',
      '21T06:00 for 21T06:00',
      '21T11:00 for 21T11:00',
    ]);
    expect(opened(feed('0 9 * * *'))).toEqual(['21T08:00 for 21T08:00']);
  });

  it('polls scores on time: each alert is held by itself', () => {
    const scores = feed('0 23 * * *', { kind: 'scores' });
    expect(opened(scores)).toEqual(['20T22:00 for 20T22:00']);
    const together = findDueSlots([feed('0 23 * * *'), scores], undefined, at('2026-11-20T23:00Z'));
    expect(together.map(({ dueAt }) => minutes(dueAt))).toEqual(['2026-11-20T06:00', '2026-11-20T22:00']);
  });

  it('that was first seen after its run in the night waits for the next one', () => {
    expect(opened(feed('0 23 * * *', { since: at('2026-11-20T22:30Z') }))).toEqual([]);
    expect(opened(feed('0 2,23 * * *', { since: at('2026-11-20T22:30Z') }))).toEqual([
      '21T06:00 for 21T06:00',
    ]);
  });

  it('that starts in the night makes up for what was due before, not for what is still held', () => {
    const start = at('2026-11-20T23:30Z');
    const feeds = [feed('0 21,23 * * *'), feed('59 21-23 * * *'), feed('0 23 * * *')];
    const due = findDueSlots(feeds, undefined, start);
    expect(due.map(({ dueAt }) => minutes(dueAt).slice(8))).toEqual(['20T20:00', '20T20:59', '20T06:00']);
  });
});
