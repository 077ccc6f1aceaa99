/** The strip for newcomers: a few things to do, each ticked once it was done. Closed, it stays closed. */
import type { TourStep } from './controls.ts';
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
