/** Reads a command line: which subcommand, which words, which project, and whether it is a question. Pure; faults are sentences for the person. */
import type { Try } from '../messages/refusal.ts';
import type { Project } from '../projects/projects.ts';
import { findNearest } from '../words/nearest.ts';
import { Refused } from './refused.ts';
import { isDirect } from './seen-by.ts';

/** A line is about one project, several are shown, and nothing says which: `tries` has the line for each. */
export class SeveralProjects extends Refused {}

/** "topic pricing in Acme" -> the first word and the rest. */
export function splitCommand(text: string): { name: string; rest: string } {
  const [, name = '', rest = ''] = text.trim().match(/^(\S*)\s*(.*)$/s) ?? [];
  return { name: unquote(name).toLowerCase(), rest };
}

/** Without the quotes around it, straight ones or those that phones make of them. */
export function unquote(words: string): string {
  return words
    .trim()
    .replace(/^["“”„«](.*)["“”»]$/s, '$1')
    .trim();
}

const OPTION = /(?<=^|\s)(\w+):((?:"[^"]*"|“[^”]*”|[^\s,]+)(?:,\s*(?:"[^"]*"|“[^”]*”|[^\s,]+))*,?)/g;

/**
 * Takes "key:value" out of the words, wherever it stands; only keys of `known`, for a prompt may hold a colon.
 * Keys are in any case, values may be quoted: `schedule:"weekdays at 9:00"`. A value goes on behind a comma, and a key that
 * stands twice has both values: "engine:Gemini, ChatGPT", "region:DE region:FR".
 */
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

/** One of a few fixed words, or none: what follows "scores" or "suggestions". @throws Refused for any other. */
export function readChoice<Word extends string>(
  words: string,
  known: readonly Word[],
  { name, example }: { name: string; example: string },
): Word | undefined {
  const typed = unquote(words).toLowerCase();
  const found = known.find((word) => word === typed);
  if (found || !typed) return found;
  const guess = findNearest(typed, known);
  throw new Refused(`After “${name}” you can say ${known.join(', ')} or nothing, but not “${words}”.`, {
    tries: guess === undefined ? [] : [`${name} ${guess}`],
    example: `/visibility ${example}`,
  });
}

/** Where somebody asks, there is no project for them. */
export function noProjectHere(channel: string): Refused {
  return new Refused(
    isDirect(channel)
      ? 'You’re in no channel that shows a project, so there’s nothing that I could tell you here. Join one, or ask an admin which there are.'
      : 'No project is shown in this channel. Use a channel that a project posts to, or ask whoever runs Sightline to add this one to projects.yml (visible_in).',
  );
}

/**
 * Takes "in <project>" off the end of the words and finds the project: by name, beginning of a name or id, else the
 * only one that is visible here, else `usual`. Words of free commands, and sentences, may end in an "in …" that names no project ("best crm
 * in germany"): they keep it, unless it is a typo away from one.
 * @throws Refused when no project is visible here, none is named where several are, or an unknown one is named.
 */
export function takeProject(
  rest: string,
  { visible, channel, usual }: { visible: readonly Project[]; channel: string; usual?: Project | undefined },
  { name: command, words }: { name: string; words: 'none' | 'fixed' | 'free' | 'sentence' },
): { words: string; project: Project } {
  const [only, second] = visible;
  if (!only) throw noProjectHere(channel);
  const names = visible.map((project) => project.name);
  const readings = namedAtEnd(rest);
  for (const { before, named } of readings) {
    const project = findProject(named, visible);
    if (project) return { words: before, project };
  }
  const first = namedAtStart(rest, visible);
  if (first) return first;
  const [longest] = readings;
  const typo = readings.find(({ named }) => findNearest(named, names));
  const unknown = typo ?? (words === 'free' || words === 'sentence' ? undefined : longest);
  if (unknown) {
    const guess = findNearest(unknown.named, names);
    throw new Refused(`No project “${unknown.named}” is shown in this channel.`, {
      tries: linesAbout(command, unknown.before, guess === undefined ? names : [guess]),
    });
  }
  if (second && !usual)
    throw new SeveralProjects(`Several projects are shown here. Which one do you mean? Add it behind “in”.`, {
      tries: linesAbout(command, rest, names),
    });
  return { words: rest.trim(), project: usual ?? only };
}

/** The words without the project that they name, be it with a typo: what is left for the command itself. */
export function withoutProject(rest: string, visible: readonly Project[]): string {
  const names = visible.map(({ name }) => name);
  const atEnd = namedAtEnd(rest).find(
    ({ named }) => findProject(named, visible) ?? findNearest(named, names),
  );
  return atEnd?.before ?? namedAtStart(rest, visible)?.words ?? rest.trim();
}

/** The same line about each of them: what they differ in is their name. */
function linesAbout(command: string, words: string, names: readonly string[]): Try[] {
  return names.map((name) => ({
    label: name,
    line: [command, words.trim(), 'in', name].filter(Boolean).join(' '),
  }));
}

/**
 * The short name that a line asks about, in capitals: "l412", "why a1?", "what is S9", "ask tell me about L412". Undefined for
 * any other line.
 */
export function readHandle(text: string): string | undefined {
  return HANDLE_ASKED.exec(text.trim())?.[1]?.toUpperCase();
}

const HANDLE_ASKED =
  /^(?:ask\s+)?(?:(?:why|what(?:[’']?s|\s+(?:is|was))?|show(?:\s+me)?|open|explain|(?:tell\s+me\s+)?about)\s+)?["“”]?([LAS]\d+)["“”]?\s*[?!.]*$/i;

/** The first short name in a line, in capitals. */
export function findHandle(text: string): string | undefined {
  return /\b[LAS]\d{1,9}\b/i.exec(text)?.[0].toUpperCase();
}

const POLITE =
  /^(?:please|pls|plz|in|for|on|of|about|the|project|one|i|mean|meant|it’?s|it's|its|just|ok|okay|yes|sorry|thanks)$/i;

/** The project, where its name (or how it begins, or with a typo) is all that a line says but for politeness: "acme, please". */
export function findNamedAlone(text: string, visible: readonly Project[]): Project | undefined {
  const rest = text
    .split(/[\s,;:!?."“”]+/)
    .filter((word) => word !== '' && !POLITE.test(word))
    .join(' ');
  const guess = (wanted: string) =>
    findNearest(
      wanted,
      visible.map(({ name }) => name),
    );
  return [text.trim(), rest]
    .filter((wanted) => wanted !== '')
    .flatMap(
      (wanted) => findProject(wanted, visible) ?? findProject(guess(wanted) ?? '\0', visible) ?? [],
    )[0];
}

/** What to say beside words that name nothing: they may have meant a project that is not shown here. */
export function noSuchProject(words: string, visible: readonly Project[]): string {
  const [longest] = namedAtEnd(words).filter(({ named }) => !named.startsWith('#'));
  if (!longest) return '';
  const names = visible.map(({ name }) => name).join(', ');
  return ` No project “${longest.named}” is shown in this channel either. Here you can use: ${names}.`;
}

/** Every way to read "… in <name>", the longest name first: a name may hold an "in", and so may the words before it. */
function namedAtEnd(rest: string): { before: string; named: string }[] {
  return [...rest.matchAll(/(?<=^|\s)in\s+(?=\S)/gi)].flatMap(({ index, 0: preposition }) => {
    // One quote alone is a slip here; a name has none.
    const named = rest
      .slice(index + preposition.length)
      .trim()
      .replace(/\s*\?+$/, '')
      .replace(/^["“”„«]|["“”»]$/g, '')
      .trim();
    return named ? [{ before: rest.slice(0, index).trim(), named }] : [];
  });
}

/** "in Acme pricing": the project comes first, by its whole name, for a prompt may begin with "in" as well. */
function namedAtStart(
  rest: string,
  visible: readonly Project[],
): { words: string; project: Project } | undefined {
  const [, words = ''] = rest.match(/^\s*in\s+(.*)$/is) ?? [];
  const taken = visible.flatMap((project) => {
    const named = [project.name, `"${project.name}"`, project.id].find((name) =>
      `${words} `.toLowerCase().startsWith(`${name.toLowerCase()} `),
    );
    return named ? [{ named, project }] : [];
  });
  const [longest] = taken.sort((a, b) => b.named.length - a.named.length);
  return longest && { words: words.slice(longest.named.length).trim(), project: longest.project };
}

/** By name or id, else by the beginning of one name; in any case. */
export function findProject(wanted: string, visible: readonly Project[]): Project | undefined {
  const typed = wanted.toLowerCase();
  const exact = visible.find(({ name, id }) => name.toLowerCase() === typed || id.toLowerCase() === typed);
  const starting = visible.filter(({ name }) => name.toLowerCase().startsWith(typed));
  return exact ?? (starting.length === 1 ? starting[0] : undefined);
}

/** They stand in sentences, and hardly ever in the name of a topic, a tool or a thread. */
const OF_SENTENCES =
  /\b(?:i|who|whom|whose|what|which|when|where|why|how|our|ours|you|your|they|them|their|are|was|were|been|does|did|has|have|had|can|could|should|would|went|show|tell|give|that|about|nobody|noone|somebody|someone|anybody|anyone|yet|else|per|mentioning|asking|today|yesterday|last|past|this|since|ago|recently|lately)\b/i;

/** Two letters may be a region's code as well, in capitals. */
const SHORT = /\b(?:we|us|is|do|my|me|be|it)\b/;

/** They narrow or compare. */
const BETWEEN_NAMES = /\b(?:on|by|with|from|above|below|over|under|between|against|than|versus|vs)\b/i;

/** Of several commands what they list. */
const NOUNS =
  /\b(?:leads?|prompts?|topics?|engines?|regions?|sources?|domains?|pages|rivals?|competitors?|scores?)\b/i;

/** Words that make a whole sentence. */
export function isQuestion(words: string): boolean {
  return !isQuoted(words) && (/[?？]\s*$/.test(words) || OF_SENTENCES.test(words) || SHORT.test(words));
}

/** The same, or words that say more of a thing than its name. */
export function saysMore(words: string): boolean {
  return isQuestion(words) || (!isQuoted(words) && BETWEEN_NAMES.test(words));
}

/** What another command is about: behind the mere beginning of a name it is none of that name's. */
export function isAboutOthers(words: string): boolean {
  return !isQuoted(words) && NOUNS.test(words);
}

function isQuoted(words: string): boolean {
  return /^["“„«].*["”“»]$/s.test(words.trim());
}
