/** Says on standard error how far the doctor is: one line that changes where a person watches, a line for each part elsewhere. */

/** `live`: standard error is a terminal. `aside` writes to it as it is. */
export type Terminal = { live: boolean; colours: boolean; columns: number; aside: (text: string) => void };

export type Progress = {
  /** A part begins, of so many steps. */
  part(name: string, steps: number): void;
  step(what: string): void;
  end(): void;
};

export const CLEAR_LINE = '\r\u001b[2K';

/** Quiet ones say nothing where nobody watches. */
export function createProgress({ live, columns, aside }: Terminal, quiet: boolean): Progress {
  let at = { name: '', steps: 0, done: 0 };
  return {
    part(name, steps) {
      at = { name, steps, done: 0 };
      if (!live && !quiet) aside(`Looking at ${name} …\n`);
    },
    step(what) {
      at.done += 1;
      const count = at.steps > 0 ? `${at.done}/${at.steps} ` : '';
      if (live) aside(`${CLEAR_LINE}${`${at.name}: ${count}${what} …`.slice(0, columns - 1)}`);
    },
    end() {
      if (live) aside(CLEAR_LINE);
    },
  };
}
