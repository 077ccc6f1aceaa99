/** Runs a verb as main.ts does, and keeps what it prints to standard output and aside. */
import type { Environment } from '../../src/config.ts';
import type { Ended, Verb } from '../../src/verbs/command-line.ts';

export async function runVerb(verb: Verb<Ended | undefined>, env: Environment, ...args: string[]) {
  const [printed, aside]: [string[], string[]] = [[], []];
  const terminal = {
    live: false,
    colours: false,
    columns: 100,
    aside: (text: string) => void aside.push(text),
  };
  const ended = await verb(env, (text) => void printed.push(text), args, terminal);
  return { exitCode: ended?.exitCode ?? 0, printed: printed.join('\n'), aside: aside.join('') };
}
