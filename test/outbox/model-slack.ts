/** Slack in memory, exact to the millisecond of a clock that the test moves: what stands where, and what it was asked. */
import type { FetchFunction } from '@slack/web-api';
import { z } from 'zod';
import { DELIVERY_EVENT } from '../../src/slack/blocks.ts';

/**
 * What becomes of one call; times in ms from its arrival. lost: Slack fails after that time or the connection breaks,
 * and the call takes effect at `takenMs`, or never.
 */
export type Weather = { afterMs: number } & (
  | { answer: 'ok' }
  | { answer: 'limited'; seconds: number }
  | { answer: 'no'; error: string }
  | { answer: 'lost'; how: 'broken' | 'half_done' | 'cut'; takenMs?: number | undefined }
);

/** A message as it stands. `editRefused`: Slack refused the latest edit, so it is older than it should be. */
export type Standing = {
  id: string;
  ts: string;
  at: number;
  blocks: string;
  editRefused: boolean;
};

/** One process's way to Slack. `instant` is told before a call leaves and before its answer arrives; it may throw. */
export type Line = { fetch: FetchFunction; cut(): void };

type Call = { method: string; channel: string; form: URLSearchParams };

const Metadata = z.object({
  event_type: z.literal(DELIVERY_EVENT),
  event_payload: z.looseObject({ delivery_id: z.string() }),
});

/** So few that looking a post up takes many pages. */
const PAGE = 1;

const CALM: Weather = { answer: 'ok', afterMs: 0 };
const NEVER: Weather = { answer: 'no', error: 'an_error_of_next_year', afterMs: 0 };

/** What it dates is by a clock that is `aheadMs` ahead of the test's. */
export function createModelSlack(now: () => number, aheadMs = 0) {
  const messages = new Map<string, Standing[]>();
  const forecasts = new Map<string, Weather[]>();
  const locked = new Set<string>();
  const stubborn = new Set<string>();
  const limits = new Map<string, number>();
  const posting = new Map<string, number>();
  const faults: string[] = [];
  let events: { at: number; happens: () => void }[] = [];
  let posts = 0;

  const standingIn = (channel: string) => messages.get(channel) ?? [];

  function after(ms: number | undefined, happens: () => void): void {
    if (ms === 0) happens();
    else if (ms !== undefined) events.push({ at: now() + ms, happens });
  }

  /** Calls to a channel that Slack told to wait, and two posts at once, are what no pump may do. */
  function watch({ method, channel }: Call): void {
    const until = limits.get(channel) ?? 0;
    if (now() < until) faults.push(`${method} in ${channel} ${until - now()} ms before Retry-After`);
    const others = posting.get(channel) ?? 0;
    if (method === 'chat.postMessage' && others > 0) faults.push(`${others + 1} posts at once in ${channel}`);
  }

  function take(call: Call): { ts: string } {
    const { method, channel, form } = call;
    const blocks = form.get('blocks') ?? '';
    if (method === 'chat.update') {
      const shown = standingIn(channel).find(({ ts }) => ts === form.get('ts'));
      if (shown) Object.assign(shown, { blocks, editRefused: false });
      else faults.push(`an edit of what does not stand in ${channel}`);
      return { ts: form.get('ts') ?? '' };
    }
    posts += 1;
    const ts = `${((now() + aheadMs) / 1000).toFixed(3)}${String(posts % 1000).padStart(3, '0')}`;
    const { event_payload } = Metadata.parse(JSON.parse(form.get('metadata') ?? ''));
    const message = { id: event_payload.delivery_id, ts, at: now(), blocks, editRefused: false };
    messages.set(channel, [...standingIn(channel), message]);
    return { ts };
  }

  /** Newest first; a cursor goes on below the message it names. */
  function page({ channel, form }: Call): object {
    const below = Math.min(Number(form.get('cursor') ?? Infinity), Number(form.get('latest') ?? Infinity));
    const found = standingIn(channel)
      .filter(({ ts }) => Number(ts) >= Number(form.get('oldest')) && Number(ts) < below)
      .toReversed();
    const shown = found.slice(0, PAGE);
    return {
      messages: shown.map(({ id, ts }) => ({
        ts,
        metadata: { event_type: DELIVERY_EVENT, event_payload: { delivery_id: id } },
      })),
      has_more: found.length > PAGE,
      response_metadata: { next_cursor: found.length > PAGE ? shown.at(-1)?.ts : '' },
    };
  }

  function weatherOf({ method, channel }: Call): Weather {
    const forecast = forecasts.get(`${method} ${channel}`)?.shift();
    return forecast ?? (method === 'chat.update' && stubborn.has(channel) ? NEVER : CALM);
  }

  function answer(call: Call, weather: Weather): Response {
    const { method, channel, form } = call;
    switch (weather.answer) {
      case 'limited':
        return json({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': `${weather.seconds}` });
      case 'lost':
        if (weather.how === 'cut') throw new TypeError('fetch failed');
        return weather.how === 'broken'
          ? new Response('<h1>Something went wrong</h1>', { status: 500 })
          : json({ ok: false, error: 'internal_error' });
      case 'no':
        for (const shown of standingIn(channel)) if (shown.ts === form.get('ts')) shown.editRefused = true;
        return json({ ok: false, error: weather.error });
      case 'ok':
        if (method !== 'conversations.history') return json({ ok: true, channel, ...take(call) });
        return locked.has(channel)
          ? json({ ok: false, error: 'missing_scope' })
          : json({ ok: true, ...page(call) });
    }
  }

  return {
    /** All that was done which no pump may do, in words. */
    faults,
    locked,
    /** Channels where every edit is refused from now on, for a reason that nobody knows. */
    stubborn,
    standingIn,
    /** The next call of `method` in `channel` that has no weather yet meets this one. */
    forecast(channel: string, method: string, weather: Weather): void {
      const key = `${method} ${channel}`;
      forecasts.set(key, [...(forecasts.get(key) ?? []), weather]);
    },
    /** From now on every call is answered well and at once; edits only where Slack is not stubborn. */
    calm: () => forecasts.clear(),
    /** Whoever was told to wait died before it could write that down. */
    forgetLimit: (channel: string) => limits.delete(channel),
    /** When something is to happen by itself next, epoch ms. */
    nextEvent: () => Math.min(...events.map(({ at }) => at)),
    /** Time has passed: posts land, answers arrive. */
    happen(): void {
      const due = events.filter(({ at }) => at <= now());
      events = events.filter(({ at }) => at > now());
      for (const { happens } of due) happens();
    },

    connect(instant: () => void): Line {
      const broken = Promise.withResolvers<never>();
      broken.promise.catch(() => undefined);
      async function asked(call: Call): Promise<Response> {
        instant();
        watch(call);
        const weather = weatherOf(call);
        const isPost = call.method === 'chat.postMessage';
        const tally = (by: number) => posting.set(call.channel, (posting.get(call.channel) ?? 0) + by);
        if (weather.answer === 'lost') after(weather.takenMs, () => take(call));
        const answered = Promise.withResolvers<Response>();
        answered.promise.catch(() => undefined);
        after(weather.afterMs, () => {
          try {
            answered.resolve(answer(call, weather));
          } catch (error) {
            answered.reject(error);
          }
        });
        if (isPost) tally(1);
        try {
          const response = await Promise.race([answered.promise, broken.promise]);
          instant();
          // An answer that nobody heard binds nobody.
          if (weather.answer === 'limited') limits.set(call.channel, now() + weather.seconds * 1000);
          return response;
        } finally {
          if (isPost) tally(-1);
        }
      }
      return {
        fetch: async (url, init) => asked(callOf(String(url), String(init?.body))),
        /** The process is gone: what Slack was asked takes its course, nobody hears the answer. */
        cut: () => broken.reject(new TypeError('fetch failed')),
      };
    },
  };
}

function callOf(url: string, body: string): Call {
  const form = new URLSearchParams(body);
  return { method: url.replace(/^.*\/api\//, ''), channel: form.get('channel') ?? '', form };
}

function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
