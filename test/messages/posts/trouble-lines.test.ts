import { describe, expect, it } from 'vitest';
import type { ApiTrouble, FeedMissed, FeedPaused } from '../../../src/decision.ts';
import { render } from '../../../src/messages/render.ts';
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
