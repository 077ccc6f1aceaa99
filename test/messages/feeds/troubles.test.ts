import { describe, expect, it } from 'vitest';
import type {
  ApiTrouble,
  Decision,
  FeedMissed,
  FeedPaused,
  PostMissed,
  Standing,
} from '../../../src/decision.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { ACME, FRIDAY, STANDING } from '../cast.ts';
import { buttonsOf, clocksRead, wordsOf } from '../reading.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const trouble = { v: 1, project: ACME, cause: 'unreachable', reason: 'unreachable', since: FRIDAY } as const;
const missed: FeedMissed = { ...trouble, kind: 'feed_missed', feed: 'leads', at: FRIDAY, told: ['U0BEN'] };
const told: ApiTrouble = { ...trouble, kind: 'api_trouble', keyName: 'ACME_KEY' };
const paused: FeedPaused = {
  kind: 'feed_paused',
  v: 1,
  project: ACME,
  feed: 'leads',
  subscription: 'leads:acme',
  channel: 'C0ACME',
  reason: 'is_archived',
  at: FRIDAY,
};

const standing = (overSince?: number): Standing => ({ ...STANDING, overSince });
const line = (decision: Decision, overSince?: number) => linesOf(decision, standing(overSince)).join(' ');
const linesOf = (decision: Decision, how: Standing) => {
  const { blocks, text } = render(decision, how);
  const shown = clocksRead(wordsOf(blocks).join('\n'));
  // Whoever listens is told the same, without a mark.
  expect(clocksRead(text).replace(/\n/g, ' ')).toBe(shown.replaceAll('*', '').replace(/\n/g, ' '));
  return shown.split('\n');
};

describe('the line of a feed that said nothing', () => {
  it('names the day, for it stays for days', () => {
    expect(line(missed)).toBe(
      '⚠️ *Acme: no digest on Fri 20 Nov, 08:00 UTC.* The API hasn’t answered since 08:00 UTC. <@U0BEN> knows.',
    );
  });

  it('names the day on which the trouble began where that was another', () => {
    expect(line({ ...missed, since: FRIDAY - DAY })).toContain(
      'The API hasn’t answered since Thu 19 Nov, 08:00 UTC.',
    );
  });

  it('says that it is over and how long it lasted, on the same day by the clock alone', () => {
    expect(line(missed, FRIDAY + 200 * MINUTE)).toBe(
      '✅ *The API answers again.* Acme: no digest on Fri 20 Nov, 08:00 UTC. The trouble lasted from Fri 20 Nov, 08:00 UTC to 11:20 UTC. Posts go on from here.',
    );
  });

  it('names every feed of the channel that the trouble kept, those of one time together', () => {
    const globex = { id: 'globex', name: 'Globex' };
    const kept = [
      { project: ACME, feed: 'scores', first: FRIDAY, times: 1 },
      { project: ACME, feed: 'leads', first: FRIDAY, times: 1 },
      { project: globex, feed: 'leads', first: FRIDAY + 60 * MINUTE, times: 4 },
    ] as const;
    expect(linesOf(missed, { ...STANDING, missed: kept })).toEqual([
      '⚠️ *Acme: scores not checked, no digest on Fri 20 Nov, 08:00 UTC.*',
      'Globex: no digest on Fri 20 Nov, 09:00 UTC, and 3 more times since. The API hasn’t answered since 08:00 UTC. <@U0BEN> knows.',
    ]);
  });

  it('counts on where a channel has hundreds of feeds', () => {
    const kept = Array.from({ length: 300 }, (_, i) => ({
      project: { id: `p${i}`, name: `Project ${i}` },
      feed: 'leads' as const,
      first: FRIDAY,
      times: 1,
    }));
    expect(linesOf(missed, { ...STANDING, missed: kept }).join()).toContain('295 more missed posts');
  });
});

it('what the owners are told of a trouble names its day, and the day of its end where that was another', () => {
  expect(line(told)).toMatch(/^⚠️ \*The API hasn’t answered since Fri 20 Nov, 08:00 UTC\.\* /);
  expect(line(told, FRIDAY + 2 * MINUTE)).toBe(
    '✅ *The API answers again.* The trouble lasted from Fri 20 Nov, 08:00 UTC to 08:02 UTC.',
  );
  const kept = [{ project: ACME, feed: 'leads', first: FRIDAY, times: 2 }] as const;
  expect(linesOf(told, { ...STANDING, missed: kept })[1]).toMatch(
    /^Acme: no digest on .*, and 1 more time since\. /,
  );
  expect(line(told, FRIDAY + DAY)).toContain('from Fri 20 Nov, 08:00 UTC to Sat 21 Nov, 08:00 UTC.');
});

it('names the trouble that is over', () => {
  const key = { ...missed, reason: 'key_refused' } as const;
  expect(line(key, FRIDAY + DAY)).toMatch(/^✅ \*The API accepts our key again\.\*/);
});

it('of a refused key the owners read what to do first, and what stands still until then', () => {
  expect(linesOf({ ...told, reason: 'key_refused' }, STANDING)[1]).toMatch(
    /^Put a valid key in ACME_KEY and restart Sightline\. .* ACME_KEY aren’t polled; /,
  );
});

it.each([
  ['forbidden', 'ACME_KEY', /^Give ACME_KEY access to Acme, or Acme a key of its own/],
  ['quota', 'ACME_KEY', /^See to the plan and its quota/],
  ['project_unknown', 'ACME_KEY', /^Check the project ID of Acme/],
  [
    'key_refused',
    'the key given with /visibility connect for Acme',
    /^Connect the project again with a valid key/,
  ],
] as const)('of trouble that only they can mend (%s) the owners read what to do', (reason, keyName, what) => {
  expect(linesOf({ ...told, reason, keyName }, STANDING)[1]).toMatch(what);
});

it('a paused feed says on which day it stopped and how to mend it, and when it runs again', () => {
  expect(linesOf(paused, STANDING)).toEqual([
    '⚠️ *The Acme leads feed is paused.*',
    'The channel is archived. Unarchive it, and posting resumes by itself; or give the feed another channel.',
    '<#C0ACME> · paused since Fri 20 Nov, 08:00 UTC',
  ]);
  expect(buttonsOf(render(paused, STANDING).blocks)).toEqual(['Resume']);
  expect(linesOf(paused, standing(FRIDAY + DAY))).toEqual([
    '✅ *The Acme leads feed is running again.*',
    '<#C0ACME> · paused from Fri 20 Nov, 08:00 UTC to Sat 21 Nov, 08:00 UTC',
  ]);
  expect(buttonsOf(render(paused, standing(FRIDAY + DAY)).blocks)).toEqual([]);
});

describe('what the owners are told of a post that did not arrive', () => {
  const lost: PostMissed = {
    kind: 'post_missed',
    v: 1,
    project: ACME,
    feed: 'leads',
    what: 'lead_digest',
    due: FRIDAY,
    channel: 'C0ACME',
    delivery: '0b1c2d3e-0000-4000-8000-000000000000',
    why: 'expired',
    at: FRIDAY + 240 * MINUTE,
  };
  it.each(['constructor', 'toString'])('names Slack’s error %s, which every object has', (why) => {
    expect(line({ ...lost, why }, STANDING.overSince)).toContain(`answer was ${why}.`);
  });

  it('names the project, what it was, the channel and when it was due, and no id', () => {
    expect(linesOf(lost, STANDING)).toEqual([
      '⚠️ *Acme: a digest wasn’t posted.*',
      'Slack accepted nothing until it was too late. The next digest brings its leads.',
      '<#C0ACME> · due Fri 20 Nov, 08:00 UTC',
    ]);
  });

  it('lists what else was missed for the same reason', () => {
    const also = [{ project: ACME, what: 'recap' as const, due: FRIDAY, channel: 'C0REST' }];
    expect(linesOf({ ...lost, also }, STANDING)).toEqual([
      '⚠️ *2 posts weren’t posted.*',
      'Slack accepted nothing until it was too late. The next digest brings its leads.',
      '• Acme: a digest · <#C0ACME> · due Fri 20 Nov, 08:00 UTC',
      '• Acme: a recap · <#C0REST> · due Fri 20 Nov, 08:00 UTC',
    ]);
  });

  it.each([
    ['mute_proposal', 'a proposal to mute a place whose leads are always dismissed'],
    ['filtered_out', 'a note that the feed’s filters left nothing to post'],
    ['digest_held', 'a note that a digest was held back'],
  ] as const)('does not call everything of a leads feed a digest: %s', (what, words) => {
    const said = line({ ...lost, what });
    expect(said).toContain(`*Acme: ${words} wasn’t posted.*`);
    expect(said).not.toContain('next digest');
  });
});

it('what the owners read of a clock that is off', () => {
  const off: ApiTrouble = { ...told, reason: 'clock_skew', keyName: '', aheadMs: 11 * MINUTE };
  expect(line(off)).toContain('11 min ahead of Slack’s');
  expect(line(off, FRIDAY + 5 * MINUTE)).toContain('clock is right again');
});
