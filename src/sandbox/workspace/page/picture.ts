/**
 * Everything on the page that can change, by id, as one person sees it from one place. The document is made of it,
 * and the stream sends what of it became different.
 */
import type { OpenView, Workspace } from '../model.ts';
import type { PageControls } from './controls.ts';
import { momentLabel } from './dates.ts';
import type { Reader } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { channelRows, type Row, threadRows } from './message-list.ts';
import { modal } from './modal.ts';
import type { Place } from './place.ts';
import { conversations, type Seen } from './sidebar.ts';
import { home } from './stage.ts';
import { type Tour, tourStrip, troubleBar } from './tour.ts';

/** An element that is replaced as a whole. */
export type Piece = { id: string; html: Html };

/** What one page shows now. */
export type Picture = {
  /** Elements that are replaced where they stand. */
  pieces: Piece[];
  /** Lists by id; their rows come, go and are replaced one by one. */
  lists: { messages: Row[]; replies: Row[] };
};

/** A place and what is needed to draw it. */
export type View = {
  workspace: Workspace;
  seen: Seen;
  place: Place;
  reader: Reader;
  opensHome: boolean;
  /** The form that is open in this tab. */
  form: OpenView | undefined;
  tour: ReturnType<Tour['steps']>;
  troubles: NonNullable<PageControls['troubles']>;
  /** Days that were asked for and did not begin yet. */
  daysToCome: number;
};

/** Looking is seeing: the open channel is read by its person from here on. */
export function picture(view: View): Picture {
  const { place, reader } = view;
  const { spot, thread, person } = place;
  const channel = spot.kind === 'channel' ? spot.channel : undefined;
  if (channel) view.seen.look(person, channel);
  return {
    pieces: [
      { id: 'clock', html: clock(view) },
      { id: 'tour', html: tourStrip(view.tour, place) },
      { id: 'troubles', html: troubleBar(view.troubles, place) },
      { id: 'conversations', html: conversations(view) },
      { id: 'modal', html: modal(view.form, reader) },
      ...(spot.kind === 'home' ? [{ id: 'home', html: home(view) }] : []),
    ],
    lists: {
      messages: channel ? channelRows(channel, view) : [],
      replies: channel && thread ? threadRows(channel, thread, view) : [],
    },
  };
}

/** The simulated time, beside "Next day", and how many days that were asked for wait to begin. */
export function clock({ reader: { now, timezone }, daysToCome }: View): Html {
  const more = daysToCome > 1 && html` <small>${daysToCome - 1} more to come</small>`;
  return html`<time id="clock" title="Simulated time, ${timezone}">${momentLabel(now, timezone)}${more}</time>`;
}
