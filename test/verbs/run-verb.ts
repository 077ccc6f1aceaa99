/** Runs a verb as main.ts does, and keeps what it prints to standard output and aside. */
import type { Environment } from '../../src/config.ts';
import type { Terminal } from '../../src/verbs/command-line.ts';

type Verb = (
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
) => Promise<{ exitCode: number } | undefined>;

export async function runVerb(verb: Verb, env: Environment, ...args: string[]) {
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
