/** What the sandbox hands to the page: the simulation's controls, the tour, and the app's profile. */
import type { ThreadCopy } from './thread-copy.ts';

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

/** The app's profile. An empty list has no heading. */
export type About = {
  summary: string;
  /** OAuth scopes and their reasons. The app works without `optional` ones. */
  scopes: readonly { scope: string; why: string; optional?: boolean }[];
  /** What data leaves Slack and where it goes, one sentence each. */
  leaves: readonly string[];
  /** The steps to connect a real workspace. `code` can be copied. */
  connect: readonly { title: string; text?: string; code?: string }[];
};
