/** Which command a line means that somebody typed or clicked, or whether it is a question; and what was mistyped. Pure. */
import { VOCABULARY } from '../ask/signs.ts';
import { smallTalkIn } from '../ask/small-talk.ts';
import type { Project } from '../projects/projects.ts';
import { correctTypo, findNearest } from '../words/nearest.ts';
import type { Command, Permission } from './ask.ts';
import {
  isAboutOthers,
  isQuestion,
  readHandle,
  splitCommand,
  takeOptions,
  withoutProject,
} from './command-line.ts';

/** `also`: what is reached from its answer; whoever types those words is answered too, but they are listed nowhere. */
export type CommandRoute = {
  command: Command;
  slash?: string;
  permission: Permission;
  also?: readonly CommandRoute[];
};

export type FoundRoute = { route: CommandRoute; rest: string };

/** What was typed that is no command: `button` says where it is done instead, `near` are lines that may have been meant. */
export type UnknownLine = { line: string; button?: string; near: string[] };

/** Whose a typed line is: a command's that takes all of it, nobody's (`near` has what may have been meant), or the question's. */
export type LineMeaning = FoundRoute | { unknown: UnknownLine } | 'question';

/** `visible`: the projects that the line can name. Where there are none, nobody can be asked, and a command says so. */
export function interpretLine(
  text: string,
  commands: readonly CommandRoute[],
  visible: readonly Project[],
): LineMeaning {
  const found = findRoute(text, commands);
  if (found && (visible.length === 0 || takesAll(found, withoutProject(found.rest, visible)))) return found;
  const { name, rest } = splitCommand(text);
  const bare = withoutProject(rest, visible);
  const isNobodys = text.trim() === '' || visible.length === 0 || isNearMiss(name, bare, commands);
  return isNobodys ? { unknown: unknownLine(text, commands) } : 'question';
}

/** Those that are listed, and those that are reached from them. */
export function allRoutes(commands: readonly CommandRoute[]): CommandRoute[] {
  return commands.flatMap((route) => [route, ...(route.also ?? [])]);
}

/**
 * The command that a line names: by its first word, whole or, of those that are listed, by the only one that begins so; `feeds
 * pause` is `pause`. A short name is asked about as if it stood behind “why”, several leads as if behind “leads”; a greeting
 * is one, whatever stands before it.
 */
export function findRoute(text: string, commands: readonly CommandRoute[]): FoundRoute | undefined {
  const handle = readHandle(text);
  const { name, rest } =
    handle !== undefined
      ? { name: 'why', rest: handle }
      : areLeads(text)
        ? { name: 'leads', rest: text.trim() }
        : smallTalkIn(withoutAsk(text)) !== undefined
          ? { name: 'hello', rest: withoutAsk(text) }
          : splitCommand(text);
  const route = called(name, allRoutes(commands)) ?? beginning(name, rest, commands);
  if (!route) return undefined;
  const inner = splitCommand(rest);
  const within = route.command.words === 'none' ? called(inner.name, route.also ?? []) : undefined;
  return within ? { route: within, rest: inner.rest } : { route, rest };
}

/** `words`: what stands behind it, without a project. */
function takesAll({ route: { command } }: FoundRoute, words: string): boolean {
  if (command.words === 'none') return takeOptions(words, command.options ?? []).words === '';
  return command.takes?.(words) ?? true;
}

/** A first word that is a command's but for a typo, or the beginning of several, or done with a button. */
function isNearMiss(name: string, rest: string, commands: readonly CommandRoute[]): boolean {
  if (isQuestion(rest)) return false;
  if (Object.hasOwn(BUTTONS, name)) return true;
  if (rest === '' && commands.some(({ command }) => command.name.startsWith(name))) return true;
  // "answered leads"
  if (rest !== '' && VOCABULARY.has(name)) return false;
  const known = allRoutes(commands);
  const meant = correctTypo(
    name,
    known.flatMap(({ command }) => [command.name, ...(command.aka ?? [])]),
  );
  const route = meant === undefined ? undefined : called(meant, known);
  return route !== undefined && takesAll({ route, rest }, rest);
}

function withoutAsk(text: string): string {
  return text.replace(/^\s*ask\s+/i, '');
}

/** "L1 L2" */
function areLeads(text: string): boolean {
  return /^L\d+(?:[\s,]+L\d+)+$/i.test(text.trim());
}

function called(name: string, routes: readonly CommandRoute[]): CommandRoute | undefined {
  return routes.find(({ command }) => command.name === name || command.aka?.includes(name));
}

/** A command that takes nothing is not meant by more words, nor one by a word of a sentence that it happens to begin with. */
function beginning(name: string, rest: string, commands: readonly CommandRoute[]): CommandRoute | undefined {
  const [only, second] = commands.filter(({ command }) => name !== '' && command.name.startsWith(name));
  if (!only || second || (rest && only.command.words === 'none')) return undefined;
  const isOthers = only.command.words === 'free' && isAboutOthers(rest);
  return isQuestion(rest) || isOthers ? undefined : only;
}

/** What is done with a button where the thing stands. */
const BUTTONS: Readonly<Record<string, string>> = {
  mute: 'You’ll find [Mute…] under each score alert.',
  unmute: 'You’ll find [Unmute] under the muted score alert.',
  claim: 'You’ll find [I’ll reply] beside each lead.',
  reply: 'You’ll find [I’ll reply] beside each lead.',
  replied: 'You’ll find [Replied…] beside your leads on the Home tab, and in the ⋯ menu of each.',
  snooze: 'You’ll find [Snooze…] under each digest.',
  dismiss: 'You’ll find [Dismiss several…] under each digest, and [Dismiss] under each suggestion.',
  accept: 'You’ll find [Accept…] under each suggestion.',
};

function unknownLine(text: string, commands: readonly CommandRoute[]): UnknownLine {
  const { name, rest } = splitCommand(text);
  const button = Object.hasOwn(BUTTONS, name) ? BUTTONS[name] : undefined;
  const listed = commands.map(({ command }) => command.name);
  const known = allRoutes(commands).flatMap(({ command }) => [command.name, ...(command.aka ?? [])]);
  const guess = findNearest(name, known);
  const near = new Set(listed.filter((one) => one.startsWith(name)));
  if (guess !== undefined) near.add(guess);
  return {
    line: text.trim(),
    ...(button && { button }),
    near: [...near].map((one) => {
      const isMeant = called(one, allRoutes(commands))?.command.takes?.(rest) !== false;
      return isMeant ? `${one} ${rest}`.trim() : one;
    }),
  };
}
