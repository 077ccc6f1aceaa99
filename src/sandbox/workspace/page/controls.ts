/**
 * What the sandbox hands to the page, and what a visitor can try with it: the steps in the "Start here" strip, ticked once
 * done, and the "Break it" menu.
 */
import type { ThreadCopy } from '../../world/leads.ts';
import { CROSS, type Html, html, TICK } from './markup.ts';
import { buildHref, type Place } from './reader.ts';

/** Something a visitor can break to see how the bot reacts. `hint` says when that shows. */
export type Trouble = { id: string; label: string; hint: string };

/**
 * Something for a newcomer to try in `channel`. `doneBy` are action ids, or the path of a control, which the step then
 * presses itself. `typed` matches a line that does the same.
 */
export type TourStep = { label: string; doneBy: readonly string[]; typed?: RegExp; channel?: string };

/** `channel` is the one the visitor is looking at, or empty. */
export type PageControls = {
  /**
   * Moves simulated time to the next morning and resolves once the bot has reacted. Calls `moved` at each stop on the
   * way. Calls queue up.
   */
  nextDay(moved: () => void): Promise<void>;
  /** How many calls of nextDay haven't finished. */
  daysToCome?(): number;
  /** Simulated time, epoch ms. */
  now(): number;
  /** An IANA name. */
  timezone: string;
  /** Tells the app that a person opened one of its tabs. Without it, Home appears once it's published. */
  openHome?(person: string, tab: 'home' | 'messages'): Promise<unknown>;
  /** The forum thread at this address. Without it, links to threads lead to the real site. */
  threadAt?(url: string): ThreadCopy | undefined;
  /** Without it, there is no "Start here" strip. */
  tour?: readonly TourStep[];
  /** Without it, there is no "Break it" menu. */
  troubles?: readonly (Trouble & {
    isOn(channel: string): boolean;
    turn(on: boolean, at: { person: string; channel: string }): Promise<void>;
  })[];
};

export type Tour = {
  /** Ticks the steps that this does: an action id, a control's path or a typed line. */
  did(what: string): void;
  close(): void;
  /** Empty once closed. */
  steps(): readonly (TourStep & { done: boolean })[];
};

/** All visitors share it. Once every step is done, it closes with whatever is done next. */
export function createTour(steps: readonly TourStep[]): Tour {
  const done = new Set<TourStep>();
  let closed = false;
  return {
    did: (what) => {
      closed ||= done.size === steps.length;
      for (const step of steps) if (step.doneBy.includes(what) || step.typed?.test(what)) done.add(step);
    },
    close: () => {
      closed = true;
    },
    steps: () => (closed ? [] : steps.map((step) => ({ ...step, done: done.has(step) }))),
  };
}

export function drawTour(steps: ReturnType<Tour['steps']>, place: Place): Html {
  if (steps.length === 0) return html`<section id="tour" aria-label="Start here" hidden></section>`;
  return html`<section id="tour" aria-label="Start here">
    <b>Start here</b>
    <ol>${steps.map(
      (step, i) =>
        html`<li${step.done && html` class="done"`}><span class="sign" aria-hidden="true">${step.done ? TICK : String(i + 1)}</span>${step.done && html`<span class="unseen">Done: </span>`}${drawStep(step, place)}</li>`,
    )}</ol>
    <form data-post="/tour/close"><button class="close" aria-label="Close “Start here”">${CROSS}</button></form>
  </section>`;
}

function drawStep({ label, doneBy: [first = ''], channel }: TourStep, { person, textOnly }: Place): Html {
  if (channel === undefined) return html`<form data-post="${first}"><button>${label}</button></form>`;
  const target = buildHref({ person, textOnly, spot: { kind: 'channel', channel: { id: channel } } });
  return html`<a href="${target}" data-go data-points-at="${first}">${label}</a>`;
}

/** What is broken now, each with a way to fix it, and the menu. */
export function drawTroubles(troubles: NonNullable<PageControls['troubles']>, place: Place): Html {
  const channel = place.spot.kind === 'channel' ? place.spot.channel.id : '';
  const broken = troubles.filter((trouble) => trouble.isOn(channel));
  if (troubles.length === 0) return html`<div id="troubles"></div>`;
  return html`<div id="troubles">
    ${broken.map((trouble) => drawBroken(trouble, channel))}
    <button type="button" class="button" popovertarget="break" aria-haspopup="menu">Break it</button>
    <form id="break" popover data-post="/trouble" class="menu"><input type="hidden" name="channel" value="${channel}"><div role="menu" aria-label="Break it">${troubles.map(
      (trouble, i) =>
        html`<button role="menuitemcheckbox" aria-checked="${String(broken.includes(trouble))}" name="trouble" value="${trouble.id}"${i === 0 ? html` autofocus` : ''}><span><b>${trouble.label}</b><small>${trouble.hint}</small></span></button>`,
    )}</div></form>
  </div>`;
}

function drawBroken({ id, label }: Trouble, channel: string): Html {
  return html`<form data-post="/trouble" class="broken"><input type="hidden" name="channel" value="${channel}"><span>${label}</span><button class="button" name="trouble" value="${id}" aria-label="Fix it: ${label}">Fix it</button></form>`;
}
