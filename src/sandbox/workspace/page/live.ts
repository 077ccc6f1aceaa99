/** The stream of changes to one open page: after each change in the workspace, what now looks different. */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Picture } from './picture.ts';

/** What the script in the browser puts in place. `lists` gives the order of a list's rows; absent: unchanged. */
export type Update = { pieces: { id: string; html: string }[]; lists: Record<string, string[]> };

/** Also without a change, so that the simulated time moves on and a dead connection is noticed. */
const BEAT_MS = 15_000;

/** `draw` is called for every update; `subscribe` is told to call back on every change, and gives its own end back. */
export function live(
  c: Context,
  draw: () => Picture,
  subscribe: (listener: () => void) => () => void,
): Response {
  return streamSSE(c, async (stream) => {
    const bell = createBell();
    const unsubscribe = subscribe(bell.ring);
    stream.onAbort(bell.ring);
    const difference = createDifference();
    while (!stream.aborted) {
      const update = difference(draw());
      if (update) await stream.writeSSE({ event: 'update', data: JSON.stringify(update) });
      else await stream.writeSSE({ event: 'beat', data: '' });
      await bell.rung(BEAT_MS);
    }
    unsubscribe();
  });
}

/** Remembers what was drawn before and gives what differs; the first time that is everything. */
export function createDifference(): (drawn: Picture) => Update | undefined {
  const sent = new Map<string, string>();
  const changed = (id: string, value: string) => {
    if (sent.get(id) === value) return false;
    sent.set(id, value);
    return true;
  };
  return ({ pieces, lists }) => {
    const rows = Object.values(lists).flat();
    const fresh = [...pieces, ...rows].filter((piece) => changed(piece.id, String(piece.html)));
    const orders = Object.entries(lists)
      .map(([id, list]): [string, string[]] => [id, list.map((row) => row.id)])
      .filter(([id, order]) => changed(`order of ${id}`, order.join(' ')));
    if (fresh.length === 0 && orders.length === 0) return undefined;
    return {
      pieces: fresh.map(({ id, html }) => ({ id, html: String(html) })),
      lists: Object.fromEntries(orders),
    };
  };
}

/** Rings that come while nobody waits are one ring; `rung` resolves at the next one, or after `ms`. */
function createBell() {
  let pending = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      pending = true;
      wake?.();
    },
    rung: async (ms: number) => {
      if (!pending) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      pending = false;
    },
  };
}
