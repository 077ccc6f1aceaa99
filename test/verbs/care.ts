/** Runs a verb that looks after the store, as the command line does, and keeps what it says on both ways out. */
import type { Environment } from '../../src/config.ts';
import type { Terminal } from '../../src/verbs/doctor/progress.ts';

type Verb = (
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
) => Promise<{ exitCode: number }>;

export async function ran(verb: Verb, env: Environment, ...args: string[]) {
  const [printed, aside]: [string[], string[]] = [[], []];
  const terminal = {
    live: false,
    colours: false,
    columns: 100,
    aside: (text: string) => void aside.push(text),
  };
  const { exitCode } = await verb(env, (text) => void printed.push(text), args, terminal);
  return { exitCode, printed: printed.join('\n'), aside: aside.join('') };
}
