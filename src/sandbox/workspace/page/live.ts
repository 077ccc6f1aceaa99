/**
 * Keeps an open page current. A snapshot holds everything on the page that can change; after each change in the
 * workspace, the stream sends the parts that now look different.
 */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { OpenView, Workspace } from '../model.ts';
import { drawHome } from './app-pages.ts';
import { drawTour, drawTroubles, type PageControls, type Tour } from './controls.ts';
import { momentLabel } from './dates.ts';
import { type Html, html } from './markup.ts';
import { drawChannelRows, drawThreadRows, type Row } from './messages.ts';
import { drawModal } from './modal.ts';
import type { Place, Reader } from './reader.ts';
import { drawConversations, type Seen } from './sidebar.ts';

/** A place, and everything needed to draw it. */
export type PageView = {
  workspace: Workspace;
  seen: Seen;
  place: Place;
  reader: Reader;
  opensHome: boolean;
  /** The modal that is open in this tab. */
  modal: OpenView | undefined;
  tour: ReturnType<Tour['steps']>;
  troubles: NonNullable<PageControls['troubles']>;
  daysToCome: number;
};

export type Snapshot = {
  /** Elements that are replaced as a whole, by id. */
  pieces: { id: string; html: Html }[];
  /** Lists by id, whose rows change one by one. */
  lists: { messages: Row[]; replies: Row[] };
};

/** Marks the open channel as read. */
export function takeSnapshot(view: PageView): Snapshot {
  const { workspace, place, reader } = view;
  const { spot, thread, person } = place;
  const channel = spot.kind === 'channel' ? spot.channel : undefined;
  if (channel) view.seen.look(person, channel);
  return {
    pieces: [
      { id: 'clock', html: drawClock(view) },
      { id: 'tour', html: drawTour(view.tour, place) },
      { id: 'troubles', html: drawTroubles(view.troubles, place) },
      { id: 'conversations', html: drawConversations(view) },
      { id: 'modal', html: drawModal(view.modal, reader) },
      ...(spot.kind === 'home' ? [{ id: 'home', html: drawHome(workspace, reader) }] : []),
    ],
    lists: {
      messages: channel ? drawChannelRows(channel, view) : [],
      replies: channel && thread ? drawThreadRows(channel, thread, view) : [],
    },
  };
}

/** The simulated time, and how many requested days have yet to begin. */
export function drawClock({ reader: { now, timezone }, daysToCome }: PageView): Html {
  const more =
    daysToCome > 1 && html` <small>${daysToCome - 1} more ${daysToCome > 2 ? 'days' : 'day'} to come</small>`;
  return html`<time id="clock" title="Simulated time, ${timezone}">${momentLabel(now, timezone)}${more}</time>`;
}

/** What the browser's script puts in place. `lists` has the order of each list that changed. */
export type Update = { pieces: { id: string; html: string }[]; lists: Record<string, string[]> };

/** How often to draw without a change, so that the clock moves and dead connections are noticed. */
const BEAT_MS = 15_000;

/** `subscribe` returns a function that ends the subscription. */
export function streamUpdates(
  c: Context,
  draw: () => Snapshot,
  subscribe: (listener: () => void) => () => void,
): Response {
  return streamSSE(c, async (stream) => {
    const bell = createBell();
    const unsubscribe = subscribe(bell.ring);
    stream.onAbort(bell.ring);
    const findChanges = createDifference();
    while (!stream.aborted) {
      const update = findChanges(draw());
      if (update) await stream.writeSSE({ event: 'update', data: JSON.stringify(update) });
      else await stream.writeSSE({ event: 'beat', data: '' });
      await bell.wait(BEAT_MS);
    }
    unsubscribe();
  });
}

/** The returned function finds what differs from its last call. At first, that's everything. */
export function createDifference(): (snapshot: Snapshot) => Update | undefined {
  const sent = new Map<string, string>();
  const isNew = (id: string, value: string) => {
    if (sent.get(id) === value) return false;
    sent.set(id, value);
    return true;
  };
  return ({ pieces, lists }) => {
    const rows = Object.values(lists).flat();
    const fresh = [...pieces, ...rows].filter((piece) => isNew(piece.id, String(piece.html)));
    const orders = Object.entries(lists)
      .map(([id, list]): [string, string[]] => [id, list.map((row) => row.id)])
      .filter(([id, order]) => isNew(`order of ${id}`, order.join(' ')));
    if (fresh.length === 0 && orders.length === 0) return undefined;
    return {
      pieces: fresh.map(({ id, html }) => ({ id, html: String(html) })),
      lists: Object.fromEntries(orders),
    };
  };
}

/** Rings while nobody waits count as one; `wait` resolves at the next ring or after `ms`. */
function createBell() {
  let isRinging = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      isRinging = true;
      wake?.();
    },
    wait: async (ms: number) => {
      if (!isRinging) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      isRinging = false;
    },
  };
}
