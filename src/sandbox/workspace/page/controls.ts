/** What the page can do beside the workspace: move the simulation around it. */

/** A fault that a visitor may cause, to see what the bot then says. */
export type Trouble = { id: string; label: string };

/** Given by whoever runs the sandbox. */
export type PageControls = {
  /** Moves the simulated time on by a day; resolves when it has. */
  nextDay(): Promise<void>;
  /** Simulated time, epoch ms. */
  now(): number;
  /** IANA name. */
  timezone: string;
  /** Tells the app that a person opened its Home tab. Without it, Home is there once it is published. */
  openHome?(person: string): Promise<unknown>;
  /** Faults a visitor may cause. Without them there is no "Break it" menu. */
  troubles?: readonly (Trouble & { start(): Promise<void> })[];
};
