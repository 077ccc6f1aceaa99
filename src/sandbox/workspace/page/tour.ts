/** What a visitor can try: the strip for newcomers, a few things to do, each ticked once done, and the "Break it" menu. */
import type { PageControls, TourStep, Trouble } from './controls.ts';
import { type Html, html } from './markup.ts';
import { CROSS } from './modal.ts';
import { href, type Place } from './place.ts';

export type Tour = {
  /** Somebody did this: an action's id, a control's path, or a line that they typed. */
  did(what: string): void;
  close(): void;
  /** Nothing once it was closed. */
  steps(): readonly (TourStep & { done: boolean })[];
};

/** One for everybody at this page, as long as it runs. */
export function createTour(steps: readonly TourStep[]): Tour {
  const done = new Set<TourStep>();
  let closed = false;
  return {
    did: (what) => {
      for (const step of steps) if (step.doneBy.includes(what) || step.typed?.test(what)) done.add(step);
    },
    close: () => {
      closed = true;
    },
    steps: () => (closed ? [] : steps.map((step) => ({ ...step, done: done.has(step) }))),
  };
}

/** Pushed again when a step is done. */
export function tourStrip(steps: ReturnType<Tour['steps']>, place: Place): Html {
  if (steps.length === 0) return html`<section id="tour" aria-label="Start here" hidden></section>`;
  return html`<section id="tour" aria-label="Start here">
    <b>Start here</b>
    <ol>${steps.map(
      (step, i) =>
        html`<li${step.done ? html` class="done"` : ''}><span class="sign" aria-hidden="true">${step.done ? TICK : String(i + 1)}</span>${step.done && html`<span class="unseen">Done: </span>`}${use(step, place)}</li>`,
    )}</ol>
    <form data-post="/tour/close"><button class="close" aria-label="Close “Start here”">${CROSS}</button></form>
  </section>`;
}

function use({ label, doneBy: [first = ''], channel }: TourStep, { person, textOnly }: Place): Html {
  if (channel === undefined) return html`<form data-post="${first}"><button>${label}</button></form>`;
  const target = href({ person, textOnly, spot: { kind: 'channel', channel: { id: channel } } });
  return html`<a href="${target}" data-go>${label}</a>`;
}

const TICK = html`<svg class="icon" viewBox="0 0 16 16"><path d="M3.5 8.5l3 3 6-7"/></svg>`;

/** Pushed again when it changes: whoever looks sees what is broken and mends it. */
export function troubleBar(troubles: NonNullable<PageControls['troubles']>, place: Place): Html {
  const channel = place.spot.kind === 'channel' ? place.spot.channel.id : '';
  const broken = troubles.filter((trouble) => trouble.isOn(channel));
  if (troubles.length === 0) return html`<div id="troubles"></div>`;
  return html`<div id="troubles">
    ${broken.map((trouble) => mend(trouble, channel))}
    <button type="button" class="button" popovertarget="break" aria-haspopup="menu">Break it</button>
    <form id="break" popover data-post="/trouble" class="menu"><input type="hidden" name="channel" value="${channel}"><div role="menu" aria-label="Break it">${troubles.map(
      (trouble, i) =>
        html`<button role="menuitemcheckbox" aria-checked="${String(broken.includes(trouble))}" name="trouble" value="${trouble.id}"${i === 0 ? html` autofocus` : ''}><span><b>${trouble.label}</b><small>${trouble.hint}</small></span></button>`,
    )}</div></form>
  </div>`;
}

function mend({ id, label }: Trouble, channel: string): Html {
  return html`<form data-post="/trouble" class="broken"><input type="hidden" name="channel" value="${channel}"><span>${label}</span><button class="button" name="trouble" value="${id}" aria-label="Mend it: ${label}">Mend it</button></form>`;
}
