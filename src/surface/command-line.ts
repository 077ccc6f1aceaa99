/** Which command a line means, a question or a typo; and its words, options and project. Pure; throws Refused. */
import { lineMeant, readHandle } from '../ask/handles.ts';
import { VOCABULARY } from '../ask/signs.ts';
import { smallTalkIn } from '../ask/small-talk.ts';
import type { Unknown } from '../messages/lookups/help.ts';
import type { Try } from '../messages/refusal.ts';
import type { Project } from '../projects/projects.ts';
import { correctTypo, findNearest, phraseFinder } from '../words/nearest.ts';
import type { CommandRoute } from './ask.ts';
import { Refused } from './refused.ts';
import { isDirect } from './seen-by.ts';

/** Several projects are visible and the line names none; `tries` has the line for each. */
export class SeveralProjects extends Refused {}

/** "topic pricing in Acme" -> "topic" and "pricing in Acme". */
export function splitCommand(text: string): { name: string; rest: string } {
  const [, name = '', rest = ''] = text.trim().match(/^(\S*)\s*(.*)$/s) ?? [];
  return { name: unquote(name).toLowerCase(), rest };
}

/** Strips surrounding quotes, straight or curly (phones type those). */
export function unquote(words: string): string {
  return words
    .trim()
    .replace(/^["“”„«](.*)["“”»]$/s, '$1')
    .trim();
}

const OPTION = /(?<=^|\s)(\w+):((?:"[^"]*"|“[^”]*”|[^\s,]+)(?:,\s*(?:"[^"]*"|“[^”]*”|[^\s,]+))*,?)/g;

/** "key:value" options with keys in `known`, in any case, maybe quoted; several are joined: "engine:Gemini, ChatGPT". */
export function takeOptions(
  rest: string,
  known: readonly string[],
): { words: string; options: Readonly<Record<string, string>> } {
  const options: Record<string, string> = {};
  const words = rest.replace(OPTION, (all, key: string, value: string) => {
    const name = key.toLowerCase();
    if (!known.includes(name)) return all;
    const before = options[name];
    options[name] = before === undefined ? unquote(value) : `${before}, ${unquote(value)}`;
    return '';
  });
  return { words: words.replace(/\s+/g, ' ').trim(), options };
}

/** Said of a “key:value” among words that match nothing, where the command has filters; undefined without one. */
export function unknownFilter(
  words: string,
  { name, options = [], filters = options }: Pick<CommandRoute['command'], 'name' | 'options' | 'filters'>,
): string | undefined {
  const [, key] = words.match(/(?<=^|\s)([a-z_]{2,}):(?=[^\s/])/i) ?? [];
  if (key === undefined || filters.length === 0 || filters.includes(key.toLowerCase())) return undefined;
  return `“${name}” has no filter “${key}:”, only ${filters.map((one) => `${one}:`).join(', ')}.`;
}

/** One of a few fixed words, or undefined for none. @throws Refused for any other word */
export function readChoice<Word extends string>(
  words: string,
  known: readonly Word[],
  { name, example }: { name: string; example: string },
): Word | undefined {
  const typed = unquote(words.replace(/^(?:the|our|my) /i, '')).toLowerCase();
  const found = known.find((word) => word === typed);
  if (found || !typed) return found;
  const guess = findNearest(typed, known);
  throw new Refused(`After “${name}” you can say ${known.join(', ')} or nothing, but not “${words}”.`, {
    tries: guess === undefined ? [] : [`${name} ${guess}`],
    example: `/visibility ${example}`,
  });
}

export const MOST_DAYS = 365;

/** Reads "30", "30d" or "30 days". @throws Refused */
export function parseDays(words: string, example: string): number {
  const days = Number(words.match(/^(\d{1,3})\s*(d|days?)?$/i)?.[1] ?? 0);
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw new Refused(`“${words}” isn’t a number of days from 1 to ${MOST_DAYS}.`, {
    example: `/visibility ${example}`,
  });
}

/** `isStranger`: they belong to another organisation. */
export function noProjectHere(channel: string, isStranger = false): Refused {
  if (!isDirect(channel))
    return new Refused(
      'No project is shown in this channel. Use a channel that a project posts to, or ask whoever runs Sightline to add this one to projects.yml (visible_in).',
    );
  return new Refused(
    isStranger
      ? 'You belong to another organisation, so I only answer you in a channel that shows a project. Ask there.'
      : 'You aren’t in any channel that shows a project. Join one, or ask an admin which channels those are.',
  );
}

/** `usual`: the project of the question before, if it may be meant again. */
type Shown = { visible: readonly Project[]; channel: string; usual?: Project | undefined };

/**
 * Splits "in <project>" off the words and finds that project, otherwise the only visible one or `usual`. Free words and
 * sentences keep an "in …" that names no project ("best crm in germany"), unless it is one typo away from one.
 * @throws Refused when no project is visible, several are and none is named, or the name is unknown
 */
export function takeProject(
  rest: string,
  { visible, channel, usual }: Shown,
  command: { name: string; words: 'none' | 'fixed' | 'free' | 'sentence' },
): { words: string; project: Project } {
  const [only, second] = visible;
  if (!only) throw noProjectHere(channel);
  const named = findNamedAtEnd(rest, visible);
  if (named) return named;
  refuseUnknownName(readNamesAtEnd(rest), visible, command);
  if (!second || usual) return { words: rest.trim(), project: usual ?? only };
  const tries = suggestLines(command.name, rest, namesOf(visible));
  throw new SeveralProjects('Which project?', { tries, isQuestion: true });
}

/** "In Acme" behind other words, or "for Acme" and nothing else. */
function findNamedAtEnd(rest: string, visible: readonly Project[]) {
  const [, alone] = rest.match(/^\s*for\s+(.+?)\s*\??\s*$/i) ?? [];
  const readings = alone === undefined ? [] : [{ before: '', named: alone }];
  for (const { before, named } of [...readings, ...readNamesAtEnd(rest)]) {
    const project = findProject(named, visible);
    if (project) return { words: before, project };
  }
  return undefined;
}

function refuseUnknownName(
  readings: readonly Reading[],
  visible: readonly Project[],
  { name, words }: { name: string; words: string },
): void {
  const names = namesOf(visible);
  const mayBeWords = words === 'free' || words === 'sentence';
  const typo = readings.find(({ named }) => findNearest(named, names));
  const unknown = typo ?? (mayBeWords ? undefined : readings[0]);
  if (!unknown) return;
  const guess = findNearest(unknown.named, names);
  throw new Refused(`No project “${unknown.named}” is shown in this channel.`, {
    tries: suggestLines(name, unknown.before, guess === undefined ? names : [guess]),
  });
}

function namesOf(projects: readonly Project[]): string[] {
  return projects.map(({ name }) => name);
}

/** The words without the project they name (typos allowed). */
export function withoutProject(rest: string, visible: readonly Project[]): string {
  const names = namesOf(visible);
  const typo = readNamesAtEnd(rest).find(({ named }) => findNearest(named, names));
  return findNamedAtEnd(rest, visible)?.words ?? typo?.before ?? rest.trim();
}

function suggestLines(command: string, words: string, names: readonly string[]): Try[] {
  return names.map((name) => ({
    label: name,
    line: [command, words.trim(), 'in', name].filter(Boolean).join(' '),
  }));
}

const POLITE =
  /^(?:please|pls|plz|in|for|on|of|about|the|project|one|i|mean|meant|it’?s|it's|its|just|ok|okay|yes|no|not|nope|instead|rather|actually|sorry|thanks)$/i;

const DENIED = /^\W*(?:(?:no|nope|sorry|i meant?) )*not (?:for |in |on )?\S/i;

/** The project, if the line says nothing else but polite words: "acme, please". Prefixes and typos count. */
export function findNamedAlone(text: string, visible: readonly Project[]): Project | undefined {
  // "Not Acme, Tidewater"
  const parts = text.split(/[,;.!–]\s|\bbut\b/i);
  const meant = parts.filter((part) => !DENIED.test(part));
  const rest = (meant.length > 0 ? meant : parts)
    .join(' ')
    .split(/[\s,;:!?."“”]+/)
    .filter((word) => word !== '' && !POLITE.test(word))
    .join(' ');
  const find = (wanted: string) => {
    const guess = findNearest(wanted, namesOf(visible));
    return findProject(wanted, visible) ?? (guess === undefined ? undefined : findProject(guess, visible));
  };
  const [found] = [text.trim(), rest].flatMap((wanted) => (wanted === '' ? [] : (find(wanted) ?? [])));
  return found;
}

type Reading = { before: string; named: string };

/** Every way to read "… in <name>", longest name first: both the name and the words may contain "in". */
function readNamesAtEnd(rest: string): Reading[] {
  return [...rest.matchAll(/(?<=^|\s)in\s+(?=\S)/gi)].flatMap(({ index, 0: preposition }) => {
    // A single stray quote is a typo; names have none.
    const named = rest
      .slice(index + preposition.length)
      .trim()
      .replace(/\s*\?+$/, '')
      .replace(/^["“”„«]|["“”»]$/g, '')
      .trim();
    return named ? [{ before: rest.slice(0, index).trim(), named }] : [];
  });
}

/** By name or id, otherwise by an unambiguous prefix of a name. Case-insensitive. */
export function findProject(wanted: string, visible: readonly Project[]): Project | undefined {
  const typed = wanted.toLowerCase();
  const exact = visible.find(({ name, id }) => name.toLowerCase() === typed || id.toLowerCase() === typed);
  const starting = visible.filter(({ name }) => name.toLowerCase().startsWith(typed));
  return exact ?? (starting.length === 1 ? starting[0] : undefined);
}

export function findProjectsNamed(
  words: string,
  visible: readonly Project[],
): readonly Project[] | undefined {
  const areNamed = phraseFinder(words);
  const found = visible.filter(({ name }) => areNamed(name));
  return found.length > 0 ? found : undefined;
}

/** Words of sentences, rare in the names of topics, tools and threads. */
const SENTENCE_WORDS =
  /\b(?:i|who|whom|whose|what|which|when|where|why|how|our|ours|you|your|they|them|their|are|was|were|been|does|did|has|have|had|can|could|should|would|went|show|tell|give|that|about|nobody|noone|somebody|someone|anybody|anyone|yet|else|per|mentioning|asking|today|yesterday|last|past|this|since|ago|recently|lately)\b/i;

/** Case-sensitive: in capitals they may be region codes (US, IT). */
const SHORT_SENTENCE_WORDS = /\b(?:we|us|is|do|my|me|be|it)\b/;

const LINKING_WORDS =
  /\b(?:on|by|with|from|above|below|over|under|between|against|than|versus|vs|(?:given|handed|assigned) to)\b/i;

const COMMAND_NOUNS =
  /\b(?:leads?|prompts?|topics?|engines?|regions?|sources?|domains?|pages|rivals?|competitors?|scores?)\b/i;

export function isQuestion(words: string): boolean {
  return (
    !isQuoted(words) &&
    (/[?？]\s*$/.test(words) || SENTENCE_WORDS.test(words) || SHORT_SENTENCE_WORDS.test(words))
  );
}

export function saysMore(words: string): boolean {
  return isQuestion(words) || (!isQuoted(words) && LINKING_WORDS.test(words));
}

/** Whether words name what another command lists: then an abbreviated command was not meant. */
function isAboutOthers(words: string): boolean {
  return !isQuoted(words) && COMMAND_NOUNS.test(words);
}

function isQuoted(words: string): boolean {
  return /^["“„«].*["”“»]$/s.test(words.trim());
}

export type FoundRoute = { route: CommandRoute; rest: string };

/** A command that takes the whole line, nothing known, or a question. */
type LineMeaning = FoundRoute | { unknown: Unknown } | 'question';

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

/** By its first word, or the prefix of a listed one; `feeds pause` is `pause`. A handle means “why”, small talk “hello”. */
export function findRoute(text: string, commands: readonly CommandRoute[]): FoundRoute | undefined {
  const handle = readHandle(text);
  const line = lineMeant(text);
  const { name, rest } =
    handle !== undefined
      ? { name: 'why', rest: handle }
      : line === undefined && smallTalkIn(withoutAsk(text)) !== undefined
        ? { name: 'hello', rest: withoutAsk(text) }
        : splitCommand(line ?? text);
  const route = findNamed(name, listRoutes(commands)) ?? findAbbreviated(name, rest, commands);
  if (!route) return undefined;
  const inner = splitCommand(rest);
  const under = route.command.words === 'none' ? [route, ...(route.also ?? [])] : [];
  const within = findNamed(inner.name, under);
  return within ? { route: within, rest: inner.rest } : { route, rest };
}

function takesAll({ route: { command } }: FoundRoute, words: string): boolean {
  if (command.words === 'none') return takeOptions(words, command.options ?? []).words === '';
  return command.takes?.(words) ?? true;
}

/** The first word is a mistyped command or a prefix of several. */
function isNearMiss(name: string, rest: string, commands: readonly CommandRoute[]): boolean {
  if (isQuestion(rest)) return false;
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

function describeUnknown(text: string, commands: readonly CommandRoute[]): Unknown {
  const { name, rest } = splitCommand(text);
  const listed = commands.map(({ command }) => command.name);
  const guess = findNearest(name, listNames(commands));
  const near = new Set(listed.filter((one) => one.startsWith(name)));
  if (guess !== undefined) near.add(guess);
  return {
    line: text.trim(),
    near: [...near].map((one) => {
      const isMeant = findNamed(one, listRoutes(commands))?.command.takes?.(rest) !== false;
      return isMeant ? `${one} ${rest}`.trim() : one;
    }),
  };
}
