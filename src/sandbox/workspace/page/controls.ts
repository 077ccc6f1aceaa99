/** What the page can do beside the workspace: move the simulation around it, and look outside of Slack. */
import type { ThreadCopy } from './thread-copy.ts';

/** Something that a visitor may break, to see what the bot then says. */
export type Trouble = { id: string; label: string /** When one sees it. */; hint: string };

/**
 * Something for a newcomer to try. `doneBy`: ids of actions, or the path of a control that is then pressed here.
 * `typed` is a line that does the same. `channel` is where it is done.
 */
export type TourStep = { label: string; doneBy: readonly string[]; typed?: RegExp; channel?: string };

/** Given by whoever runs the sandbox. `channel` is the one that the visitor looks at, or empty. */
export type PageControls = {
  /**
   * Moves the simulated time on to the next day's morning; resolves when what comes of it is there. `moved` is called
   * at each stop on the way. Calls wait for each other.
   */
  nextDay(moved: () => void): Promise<void>;
  /** How many calls of it are not done yet. */
  daysToCome?(): number;
  /** Simulated time, epoch ms. */
  now(): number;
  /** IANA name. */
  timezone: string;
  /** Tells the app that a person opened a tab of it. Without it, Home is there once it is published. */
  openHome?(person: string, tab: 'home' | 'messages'): Promise<unknown>;
  /** The forum thread at this address; without it, links to threads lead to their real site. */
  threadAt?(url: string): ThreadCopy | undefined;
  /** What a newcomer should try. Without it there is no strip. */
  tour?: readonly TourStep[];
  /** What a visitor may break. Without them there is no "Break it" menu. */
  troubles?: readonly (Trouble & {
    isOn(channel: string): boolean;
    turn(on: boolean, at: { person: string; channel: string }): Promise<void>;
  })[];
};
