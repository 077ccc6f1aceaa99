import { describe, expect, it } from 'vitest';
import type { ApiTrouble, FeedMissed, FeedPaused, PostMissed } from '../../../src/decision.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { ACME, FRIDAY, STANDING } from '../cast.ts';
import { clocksRead, wordsOf } from '../reading.ts';

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

const line = (decision: ApiTrouble | FeedMissed | FeedPaused, overSince?: number) =>
  clocksRead(wordsOf(render(decision, { ...STANDING, overSince }).blocks)[0] ?? '');
const spoken = (decision: FeedMissed, overSince?: number) =>
  render(decision, { ...STANDING, overSince }).text;

describe('the line of a feed that said nothing', () => {
  it('names the day, for it stays for days', () => {
    expect(line(missed)).toBe(
      'Acme: no digest on Fri 20 Nov, 08:00 UTC. The API has not answered since 08:00 UTC. Told <@U0BEN>.',
    );
  });

  it('names the day on which the trouble began where that was another', () => {
    expect(line({ ...missed, since: FRIDAY - DAY })).toBe(
      'Acme: no digest on Fri 20 Nov, 08:00 UTC. The API has not answered since Thu 19 Nov, 08:00 UTC. Told <@U0BEN>.',
    );
  });

  it('says since when it is over, on the same day by the clock alone', () => {
    const over = FRIDAY + 200 * MINUTE;
    expect(line(missed, over)).toBe(
      'Acme: no digest on Fri 20 Nov, 08:00 UTC. The API has not answered since 08:00 UTC. Over since 11:20 UTC; the next one comes on schedule.',
    );
    expect(spoken(missed, over)).toBe(
      'Acme: no digest on Fri 20 Nov, 08:00 UTC. The API has not answered since 08:00 UTC.\nOver since 11:20 UTC.',
    );
  });

  it('promises no schedule while one that was due since still waits for its try', () => {
    const kept = { project: ACME, feed: 'leads', first: FRIDAY, times: 1 } as const;
    const overSince = FRIDAY + DAY;
    const missedSince = { ...STANDING, overSince, missed: [{ ...kept, triedAgain: overSince }] };
    const { text, blocks } = render(missed, missedSince);
    const words = 'Over since Sat 21 Nov, 08:00 UTC; the next one, due on Sat 21 Nov, 08:00 UTC, comes late.';
    expect(clocksRead(wordsOf(blocks)[0] ?? '')).toContain(` ${words}`);
    expect(text).toContain(`\n${words}`);
    const none = { ...missedSince, missed: [kept] };
    expect(wordsOf(render(missed, none).blocks)[0]).toContain('; the next one comes on schedule.');
  });

  it('names every feed of the channel that the trouble kept, those of one time together', () => {
    const globex = { id: 'globex', name: 'Globex' };
    const kept = [
      { project: ACME, feed: 'scores', first: FRIDAY, times: 1 },
      { project: ACME, feed: 'leads', first: FRIDAY, times: 1 },
      { project: globex, feed: 'leads', first: FRIDAY + 60 * MINUTE, times: 4 },
    ] as const;
    const { text, blocks } = render(missed, { ...STANDING, missed: kept });
    const acme = 'Acme: scores not checked, no digest on Fri 20 Nov, 08:00 UTC.';
    const other = 'Globex: no digest on Fri 20 Nov, 09:00 UTC, nor 3 times after.';
    const why = 'The API has not answered since 08:00 UTC.';
    expect(clocksRead(wordsOf(blocks)[0] ?? '')).toBe(`${acme} ${other} ${why} Told <@U0BEN>.`);
    expect(text).toBe(`${acme} ${why}\n${other}`);
  });

  it('counts on where a channel has hundreds of feeds', () => {
    const kept = Array.from({ length: 300 }, (_, i) => ({
      project: { id: `p${i}`, name: `Project ${i}` },
      feed: 'leads' as const,
      first: FRIDAY,
      times: 1,
    }));
    const { blocks } = render(missed, { ...STANDING, missed: kept });
    expect(wordsOf(blocks)[0]).toContain('Nor did 295 others post.');
  });

  it('says the day too where it ended on another', () => {
    expect(line(missed, FRIDAY + 3 * DAY)).toContain(' Over since Mon 23 Nov, 08:00 UTC; ');
  });

  it('does not say the same minute twice', () => {
    expect(line(missed, FRIDAY + 20_000)).toBe(
      'Acme: no digest on Fri 20 Nov, 08:00 UTC. The API has not answered since 08:00 UTC. Over within that minute; the next one comes on schedule.',
    );
  });
});

it('what the owners are told of a trouble names its day, and the day of its end where that was another', () => {
  expect(line(told)).toBe(
    '*The API has not answered* since Fri 20 Nov, 08:00 UTC. It is tried again on schedule.',
  );
  expect(line(told, FRIDAY + 2 * MINUTE)).toBe(
    '*The API has not answered* since Fri 20 Nov, 08:00 UTC. *Over since 08:02 UTC.*',
  );
  expect(line(told, FRIDAY + DAY)).toBe(
    '*The API has not answered* since Fri 20 Nov, 08:00 UTC. *Over since Sat 21 Nov, 08:00 UTC.*',
  );
});

it('a paused feed says on which day it stopped, and since when it runs again', () => {
  expect(line(paused)).toBe(
    '*Acme leads* in <#C0ACME> is paused since Fri 20 Nov, 08:00 UTC. The channel is archived. Bring it back, then resume; or name another channel in projects.yml.',
  );
  expect(line(paused, FRIDAY + DAY)).toBe(
    '*Acme leads* in <#C0ACME> was paused on Fri 20 Nov, 08:00 UTC. *Running again since Sat 21 Nov, 08:00 UTC.*',
  );
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
  const drawn = (missed: PostMissed) => {
    const { blocks, text } = render(missed, STANDING);
    return { shown: clocksRead(wordsOf(blocks).join()), text };
  };

  it('names the project, what it was, the channel and when it was due, and no id', () => {
    const { shown, text } = drawn(lost);
    expect(shown).toBe(
      '*Acme: a digest of leads was not posted* in <#C0ACME> on Fri 20 Nov, 08:00 UTC. Slack took nothing until it was too late. The next digest brings its leads.',
    );
    expect(text).toBe(
      'Acme: a digest of leads was not posted.\nIn <#C0ACME> on Fri 20 Nov, 08:00 UTC. Slack took nothing until it was too late. The next digest brings its leads.',
    );
  });

  it.each([
    ['mute_proposal', 'a proposal to mute a place'],
    ['filtered_out', 'word that its filters left nothing'],
    ['digest_held', 'word of a held digest'],
  ] as const)('does not call everything of a leads feed a digest: %s', (what, words) => {
    const { shown } = drawn({ ...lost, what });
    expect(shown).toMatch(`*Acme: ${words} was not posted*`);
    expect(shown).not.toContain('next digest');
  });

  it('that an earlier version wrote down is named by its feed', () => {
    const { what, due, ...before } = lost;
    expect([what, due]).toEqual(['lead_digest', FRIDAY]);
    expect(drawn(before).shown).toMatch('*Acme: a digest of leads was not posted*');
  });
});

it('what the owners read of a clock that is off', () => {
  const off: ApiTrouble = { ...told, reason: 'clock_skew', keyName: '', aheadMs: 11 * MINUTE };
  expect(line(off)).toContain('11 minutes ahead of Slack’s');
  expect(line(off, FRIDAY + 5 * MINUTE)).toContain('Over since');
});
