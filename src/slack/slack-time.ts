/** Slack's own clock, as the Date of its answers tells it: by that its messages are dated, whatever this machine's shows. */
import type { FetchFunction } from '@slack/web-api';

/** An answer that took longer says little of the time; and one that a pause of this machine fell into, nothing. */
const LONGEST_MS = 10_000;

/** A Date has whole seconds: on average it is so much behind. */
const HALF_SECOND_MS = 500;

/** Of an answer what is listened to. */
type Heard = { headers: { get(name: string): string | null } };

export type SlackTime = {
  /** Epoch ms; undefined before Slack's first answer. */
  now(): number | undefined;
  /** By how much this machine's clock is ahead of Slack's, ms, to a second or the time its last answer took. */
  aheadMs(): number | undefined;
  /** The same fetch, listened to. */
  listening(fetch: FetchFunction): FetchFunction;
};

/** `realNow` is this machine's own time, epoch ms. */
export function createSlackTime(realNow: () => number): SlackTime {
  let ahead: number | undefined;

  function hear({ headers }: Heard, askedAt: number, answeredAt: number): void {
    // A proxy on the way dates its own pages.
    if (!headers.get('content-type')?.includes('json')) return;
    const date = Date.parse(headers.get('date') ?? '');
    const took = answeredAt - askedAt;
    if (Number.isNaN(date) || took < 0 || took > LONGEST_MS) return;
    ahead = Math.round(askedAt + took / 2 - (date + HALF_SECOND_MS));
  }

  return {
    now: () => (ahead === undefined ? undefined : realNow() - ahead),
    aheadMs: () => ahead,
    listening: (ask) => async (url, init) => {
      const askedAt = realNow();
      const response = await ask(url, init);
      hear(response, askedAt, realNow());
      return response;
    },
  };
}
