/** What verbs know about the terminal they run in, and how they write to it. */
import { styleText } from 'node:util';
import { startStopwatch } from '../clock.ts';

/** `live`: standard error is a terminal; `aside` writes to it as is. `colours`: standard output shows colours. */
export type Terminal = { live: boolean; colours: boolean; columns: number; aside: (text: string) => void };

export const CLEAR_LINE = '\r\u001b[2K';

export type Ink = (format: Parameters<typeof styleText>[0], text: string) => string;

export function createInk(colours: boolean): Ink {
  return (format, text) => (colours ? styleText(format, text, { validateStream: false }) : text);
}

/** Replaces control and format characters, so that text from outside can't move the cursor or change its direction. */
export function makePrintable(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd');
}

export type Progress = {
  /** Begins a part with this many steps; 0 if unknown. */
  part(name: string, steps: number): void;
  step(what: string): void;
  end(): void;
};

/** Elsewhere than in a live terminal, steps in between are left out. */
const A_LINE_EVERY_MS = 5_000;

/** One line that changes in a live terminal; elsewhere a line for each part and slow step, or none if `quiet`. */
export function createProgress({ live, columns, aside }: Terminal, quiet: boolean): Progress {
  let at = { name: '', steps: 0, done: 0 };
  let since = startStopwatch();
  return {
    part(name, steps) {
      at = { name, steps, done: 0 };
      since = startStopwatch();
      if (!live && !quiet) aside(`Checking ${name} …\n`);
    },
    step(what) {
      at.done += 1;
      const count = at.steps > 0 ? `${at.done}/${at.steps} ` : '';
      const line = `${at.name}: ${count}${what} …`;
      if (live) return aside(`${CLEAR_LINE}${line.slice(0, columns - 1)}`);
      if (quiet || since() < A_LINE_EVERY_MS) return;
      since = startStopwatch();
      aside(`${line}\n`);
    },
    end() {
      if (live) aside(CLEAR_LINE);
    },
  };
}
