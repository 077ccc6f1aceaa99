/** What is wrong with the grammar of projects.yml: what to write instead, where the parser would name its own rules. */
import { type Document, visit, type YAMLError } from 'yaml';

/** `line` counts from 1. */
export type LineFault = { line: number; sentence: string };

/** A fault as it stands in the text: `line` and `column` count from 1. */
type Place = { lines: readonly string[]; line: number; column: number };

/**
 * "a tab is used for indentation; use spaces.", in the order of the file. What stands behind a fault of grammar is
 * read askew, so the first such fault is the last that is told; a key that is there twice disturbs nothing.
 */
export function grammarFaults(document: Document, text: string): LineFault[] {
  const ordered = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const first = ordered.findIndex(({ code }) => code !== 'DUPLICATE_KEY');
  const told = (first < 0 ? ordered : ordered.slice(0, first + 1)).map((error) =>
    faultOf(error, placeOf(text, error.pos[0])),
  );
  return told.length > 0 ? told : starFaults(document, text);
}

/** A value that begins with a star is to YAML the name of another value. */
function starFaults(document: Document, text: string): LineFault[] {
  const faults: LineFault[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      const place = placeOf(text, alias.range?.[0] ?? 0);
      faults.push({ line: place.line, sentence: starSaid(lineAt(place)) });
    },
  });
  return faults;
}

/** What to do where a # has taken the value of `key`. */
export function commentSaid(key: string): string {
  const instead = /channel|visible_in/.test(key)
    ? 'Put the channel’s id, C0…, there; Slack shows it under the channel’s details.'
    : 'Put the value in quotes if the # belongs to it.';
  return `a # begins a comment. ${instead}`;
}

/** A line in which somebody may have put a key itself: nothing of it is repeated. */
const SECRET = /key/i;

function faultOf({ code, message }: YAMLError, place: Place): LineFault {
  const here = (sentence: string) => ({ line: place.line, sentence });
  const line = lineAt(place);
  switch (code) {
    case 'TAB_AS_INDENT':
      return here('a tab is used for indentation; use spaces.');
    case 'DUPLICATE_KEY':
      return here(twice(place));
    case 'MULTILINE_IMPLICIT_KEY':
      return here(noColon(line));
    case 'BLOCK_AS_IMPLICIT_KEY':
      return dashless(place) ?? secondColon(place);
    case 'BLOCK_IN_FLOW':
      return here('a comma is missing between two keys inside the { }.');
    case 'BAD_ALIAS':
      return here(starSaid(line));
    case 'BAD_SCALAR_START':
      return here(`a value that begins with ${line[place.column - 1]} must stand in quotes.`);
    case 'BAD_DQ_ESCAPE':
      return here(
        'a backslash has a meaning of its own between double quotes; put the value in single quotes.',
      );
    case 'MULTIPLE_DOCS':
      return here(
        '--- begins a second document. Put all projects under one “projects:”, or each file into a folder.',
      );
    case 'MISSING_CHAR':
    case 'BAD_INDENT':
      return unclosed(message, place) ?? here(misplaced(message, line));
    case 'UNEXPECTED_TOKEN':
      return unexpected(message, place);
    default:
      return here(`this is not YAML: ${message}`);
  }
}

/** A key that got its second value, with the line that has the first. */
function twice({ lines, line, column }: Place): string {
  const [key = 'a key'] = lines[line - 1]?.slice(column - 1).match(/^[\w-]+/) ?? [];
  const first = lines.findIndex((one) => one.startsWith(`${key}:`, column - 1)) + 1;
  const where = first > 0 && first < line ? ` (first in line ${first})` : '';
  return `${key} is there twice${where}; keep one of them.`;
}

function noColon(line: string): string {
  const [, key, colon] = line.match(/^[\s-]*([\w-]+)(:?)/) ?? [];
  if (key === undefined) return 'there is a colon missing in this line.';
  return colon
    ? `the colon after ${key} needs a space: “${key}: …”.`
    : `there is no colon after ${key}; write “${key}: …”.`;
}

/** A value has ended, and a key comes: in the same line, or in the next one, which looks as if it belonged to it. */
function secondColon({ lines, line }: Place): LineFault {
  const next = lines.findIndex((one, i) => i >= line && /^\s*[^\s#]/.test(one));
  const further = next >= 0 && indentOf(lines[next]) > indentOf(lines[line - 1]?.replace('-', ' '));
  const colons = lines[line - 1]?.match(/:\s/g)?.length ?? 0;
  if (further && colons < 2) {
    return {
      line: next + 1,
      sentence: `this line is indented further than line ${line}, which has its value already; begin both in the same column.`,
    };
  }
  return { line, sentence: 'the value holds a colon and a space; put it in quotes.' };
}

/** A list whose first item has no dash, told where that begins: to YAML the fault comes as late as the second. */
function dashless({ lines, line }: Place): LineFault | undefined {
  const said = lines.flatMap((text, i) =>
    /^\s*[^\s#]/.test(text)
      ? { line: i + 1, text, indent: indentOf(text), isItem: /^\s*-\s/.test(text) }
      : [],
  );
  for (const [i, next] of said.entries()) {
    if (next.line < line || !next.isItem) continue;
    const above = said.findLastIndex(({ indent }, at) => at < i && indent < next.indent);
    const [first, ...others] = said.slice(above + 1, i);
    if (!first || first.line > line || !isBareKey(said[above]?.text)) continue;
    const all = [first, ...others];
    // A list may stand in the column of its key, and is that key's then.
    const isOfOther = all.at(-1)?.indent === next.indent && isBareKey(all.at(-1)?.text);
    if (isOfOther || first.isItem || all.some(({ isItem, indent }) => isItem && indent === next.indent))
      continue;
    const [, key] = first.text.match(/^\s*([\w-]+)\s*:/) ?? [];
    if (key) return { line: first.line, sentence: `an item of a list begins with a dash: “- ${key}: …”.` };
  }
  return undefined;
}

function isBareKey(text = ''): boolean {
  return /^[\s-]*[\w-]+\s*:\s*$/.test(withoutComment(text));
}

function unexpected(message: string, { lines, line, column }: Place): LineFault {
  const text = lines[line - 1] ?? '';
  const here = (sentence: string) => ({ line, sentence });
  if (/[:,[{-]\s*\*/.test(text)) return here(starSaid(text));
  if (message.includes('block-seq-ind')) {
    return here('a list with dashes begins in the line below its key, or is written [one, another].');
  }
  const quote = openQuote(lines.slice(0, line));
  if (quote) return quote;
  if (column === 1 && /^[\w-]+\s*:/.test(text)) {
    return here(
      'this line stands further left than the lines before it; begin all of them in the same column.',
    );
  }
  const rest = SECRET.test(text)
    ? 'this'
    : `“${text
        .slice(column - 1)
        .trim()
        .slice(0, 30)}”`;
  return here(`${rest} is not expected here; put the whole value in quotes if it belongs to it.`);
}

/** A bracket or a quote that is never closed, told where it opens; a # may have taken the end of its line. */
function unclosed(message: string, { lines, line }: Place): LineFault | undefined {
  if (/closing ["']quote/.test(message)) return openQuote(lines);
  const [, close] = message.match(/end with a ([}\]])/) ?? [];
  if (close === undefined) return undefined;
  const open = close === '}' ? '{' : '[';
  const opens = lines.slice(0, line).findLastIndex((one) => {
    const said = withoutComment(one);
    return said.split(open).length > said.split(close).length;
  });
  if (opens < 0) return undefined;
  const text = lines[opens] ?? '';
  const [, key] = text.match(/([\w-]+)\s*:\s*#/) ?? [];
  const sentence = key
    ? `${key} has no value: ${commentSaid(key)}`
    : `the ${open} is never closed; put a ${close} where it ends.`;
  return { line: opens + 1, sentence };
}

/** What else stands where it must not, or lacks something. */
function misplaced(message: string, line: string): string {
  if (message.startsWith('Comments')) {
    const [key = ''] = line.match(/[\w-]+(?=\s*:[^:]*#)/) ?? [];
    return commentSaid(key);
  }
  if (message.startsWith('Implicit')) return noColon(line);
  if (message.includes('without - indicator')) {
    return 'this line belongs to no item of the list above it; begin it below the key behind the dash, or with a dash of its own.';
  }
  return 'this line is indented otherwise than the lines that it belongs to; begin all of them in the same column.';
}

function openQuote(lines: readonly string[]): LineFault | undefined {
  const opens = lines.findLastIndex((one) => /[:,[{-]\s*("[^"]*|'[^']*)$/.test(one));
  if (opens < 0) return undefined;
  const [, quote = '"'] = lines[opens]?.match(/[:,[{-]\s*(["'])[^"']*$/) ?? [];
  return {
    line: opens + 1,
    sentence: `the quote ${quote} is never closed; put another one where the value ends.`,
  };
}

function starSaid(line: string): string {
  const [, key, value] = line.match(/([\w-]+)\s*:\s+(\*.*?)\s*(?=,\s*[\w-]+\s*:|}|\s#|$)/) ?? [];
  const how = key && value && !SECRET.test(line) ? `: ${key}: "${value}"` : '.';
  return `a * has a meaning of its own at the beginning of a value. Put the value in quotes${how}`;
}

function placeOf(text: string, at: number): Place {
  const before = text.slice(0, at).split('\n');
  return { lines: text.split(/\r?\n/), line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function lineAt({ lines, line }: Place): string {
  return lines[line - 1] ?? '';
}

function withoutComment(line: string): string {
  return line.replace(/(^|\s)#.*$/, '');
}

function indentOf(line = ''): number {
  return line.search(/\S|$/);
}
