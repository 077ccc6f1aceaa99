/** Decides which command a line means, whether it is a question, or what was mistyped. Pure. */
import { pointsBack, readPlaceInList } from '../ask/place-in-list.ts';
import { VOCABULARY } from '../ask/signs.ts';
import { smallTalkIn } from '../ask/small-talk.ts';
import type { Project } from '../projects/projects.ts';
import { correctTypo, findNearest } from '../words/nearest.ts';
import type { Command, Permission } from './ask.ts';
import {
  findHandle,
  isAboutOthers,
  isQuestion,
  readHandle,
  splitCommand,
  takeOptions,
  withoutProject,
} from './command-line.ts';

/** `slash`: its own slash command; `also`: unlisted commands that are reached from its answer, and can be typed. */
export type CommandRoute = {
  command: Command;
  slash?: string;
  permission: Permission;
  also?: readonly CommandRoute[];
};

/** Commands that serve one purpose, which the heading names. */
export type CommandGroup = { heading: string; routes: readonly CommandRoute[] };

export type FoundRoute = { route: CommandRoute; rest: string };

/** `button`: a sentence naming the button that does this; `near`: lines that may have been meant. */
export type UnknownLine = { line: string; button?: string; near: string[] };

/** A command that takes the whole line, nothing known, or a question. */
export type LineMeaning = FoundRoute | { unknown: UnknownLine } | 'question';

/** `visible`: the projects the line can name. Without any there are no questions: the command says what is missing. */
export function interpretLine(
  text: string,
  commands: readonly CommandRoute[],
  visible: readonly Project[],
): LineMeaning {
  const found = findRoute(text, commands);
  if (found && (visible.length === 0 || takesAll(found, withoutProject(found.rest, visible)))) return found;
  const { name, rest } = splitCommand(text);
  const bare = withoutProject(rest, visible);
  const isUnknown = text.trim() === '' || visible.length === 0 || isNearMiss(name, bare, commands);
  return isUnknown ? { unknown: describeUnknown(text, commands) } : 'question';
}

export function listRoutes(commands: readonly CommandRoute[]): CommandRoute[] {
  return commands.flatMap((route) => [route, ...(route.also ?? [])]);
}

/**
 * The command that a line names by its first word or by an unambiguous prefix of a listed one. `feeds pause` is
 * `pause`, `admin status` is `admin`. A bare handle means “why”, several lead handles or a filter of leads mean
 * “leads”, small talk means “hello”.
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
  const route = findNamed(name, listRoutes(commands)) ?? findAbbreviated(name, rest, commands);
  if (!route) return undefined;
  const inner = splitCommand(rest);
  const under = route.command.words === 'none' ? [route, ...(route.also ?? [])] : [];
  const within = findNamed(inner.name, under);
  return within ? { route: within, rest: inner.rest } : { route, rest };
}

/** `words`: what follows the command, without a project. */
function takesAll({ route: { command } }: FoundRoute, words: string): boolean {
  if (command.words === 'none') return takeOptions(words, command.options ?? []).words === '';
  return command.takes?.(words) ?? true;
}

/** The first word is a mistyped command, a prefix of several, or something done with a button. */
function isNearMiss(name: string, rest: string, commands: readonly CommandRoute[]): boolean {
  if (isQuestion(rest)) return false;
  // The card of a lead or an alert has the button.
  if (Object.hasOwn(BUTTONS, name))
    return findHandle(rest) === undefined && !readPlaceInList(rest) && !pointsBack(rest);
  if (rest === '' && commands.some(({ command }) => command.name.startsWith(name))) return true;
  // "answered leads"
  if (rest !== '' && VOCABULARY.has(name)) return false;
  const meant = correctTypo(name, listNames(commands));
  const route = meant === undefined ? undefined : findNamed(meant, listRoutes(commands));
  return route !== undefined && takesAll({ route, rest }, rest);
}

function listNames(commands: readonly CommandRoute[]): string[] {
  return listRoutes(commands).flatMap(({ command }) => [command.name, ...(command.aka ?? [])]);
}

function withoutAsk(text: string): string {
  return text.replace(/^\s*ask\s+/i, '');
}

/** "L1 L2", or a filter that nothing but leads has: "80", "older" */
function areLeads(text: string): boolean {
  return /^(?:L\d+(?:[\s,]+L\d+)+|\d{1,3}|mine|older|snoozed|dismissed|unclaimed|digest)$/i.test(text.trim());
}

function findNamed(name: string, routes: readonly CommandRoute[]): CommandRoute | undefined {
  return routes.find(({ command }) => command.name === name || command.aka?.includes(name));
}

/** Not if more words follow than the command takes, or if they make a question or name what another command lists. */
function findAbbreviated(name: string, rest: string, commands: readonly CommandRoute[]) {
  const [only, second] = commands.filter(({ command }) => name !== '' && command.name.startsWith(name));
  if (!only || second || (rest && only.command.words === 'none')) return undefined;
  const isOthers = only.command.words === 'free' && isAboutOthers(rest);
  return isQuestion(rest) || isOthers ? undefined : only;
}

const BUTTONS: Readonly<Record<string, string>> = {
  mute: 'You’ll find [Mute…] under each score alert. To leave a forum out of a digest, edit its feed in /visibility feeds.',
  unmute: 'You’ll find [Unmute] under the muted score alert.',
  claim: 'You’ll find [I’ll reply] beside each lead.',
  reply: 'You’ll find [I’ll reply] beside each lead.',
  replied: 'You’ll find [Replied…] beside your leads on the Home tab, and in the ⋯ menu of each.',
  snooze: 'You’ll find [Snooze…] under each digest.',
  dismiss: 'You’ll find [Dismiss several…] under each digest, and [Dismiss] under each suggestion.',
  accept: 'You’ll find [Accept…] under each suggestion.',
};

function describeUnknown(text: string, commands: readonly CommandRoute[]): UnknownLine {
  const { name, rest } = splitCommand(text);
  const button = Object.hasOwn(BUTTONS, name) ? BUTTONS[name] : undefined;
  const listed = commands.map(({ command }) => command.name);
  const guess = findNearest(name, listNames(commands));
  const near = new Set(listed.filter((one) => one.startsWith(name)));
  if (guess !== undefined) near.add(guess);
  return {
    line: text.trim(),
    ...(button && { button }),
    near: [...near].map((one) => {
      const isMeant = findNamed(one, listRoutes(commands))?.command.takes?.(rest) !== false;
      return isMeant ? `${one} ${rest}`.trim() : one;
    }),
  };
}
