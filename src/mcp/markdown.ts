/** Text of a page as Markdown, for programs: without Slack's signs, and with nothing of an outside text that could format. */
import { httpUrl, tidy } from '../messages/lengths.ts';
import type { Page } from '../messages/page.ts';
import type { Span, Text } from '../messages/text.ts';

/** What people and channels are called, by their ids. */
export type NamesOfIds = ReadonlyMap<string, string>;

/** One line for each of the text's own. */
export function markdown(text: Text, names: NamesOfIds): string {
  return text.spans
    .map((span) => markdownOf(span, names))
    .join('')
    .split('\n')
    .map(withoutLineMark)
    .join('\n');
}

function markdownOf(span: Span, names: NamesOfIds): string {
  if (typeof span === 'string') return span.split('\n').map(escaped).join('\n');
  if ('bold' in span) {
    const inner = span.bold.spans.map((one) => markdownOf(one, names)).join('');
    return inner.trim() === '' ? inner : `**${inner.trim()}**`;
  }
  if ('code' in span) return `\`${tidy(span.code).replaceAll('`', '’')}\``;
  if ('link' in span) return linked(span.link, span.label);
  if ('flexible' in span) return escaped(span.flexible);
  if ('at' in span) return span.url === undefined ? escaped(span.fallback) : linked(span.url, span.fallback);
  return escaped(nameOf(span, names));
}

/** The same in words alone. */
export function wordsOf(text: Text, names: NamesOfIds): string {
  const said = text.spans.map((span): string => {
    if (typeof span === 'string') return span;
    if ('bold' in span) return wordsOf(span.bold, names);
    if ('code' in span) return span.code;
    if ('link' in span) return wordsOfLink(span);
    if ('flexible' in span) return span.flexible;
    return 'at' in span ? span.fallback : nameOf(span, names);
  });
  return said.join('');
}

/** A link with its address, where that may be followed. */
export function wordsOfLink({ link, label }: { link: string | undefined; label: string }): string {
  const href = httpUrl(link);
  return href === undefined || href === label ? label : `${label} (${href})`;
}

/** A link, or its words where its address is none that may be followed. */
export function linked(url: string | undefined, label: string): string {
  const href = httpUrl(url);
  return href === undefined
    ? escaped(label)
    : `[${escaped(label)}](<${href.replace(/[<>]/g, encodeURIComponent)}>)`;
}

/** One line of outside text, none of whose signs formats. */
export function escaped(text: string): string {
  const clean = tidy(text).replace(/[\\`*[\]<>|]/g, '\\$&');
  return `${/^\s/.test(text) ? ' ' : ''}${clean}${clean !== '' && /\s$/.test(text) ? ' ' : ''}`;
}

/** No line of a text is a heading or a list. */
function withoutLineMark(line: string): string {
  return line.replace(/^(\s*)([#+~=-])/, '$1\\$2');
}

function nameOf(span: { user: string } | { channel: string }, names: NamesOfIds): string {
  if ('user' in span) return names.get(span.user) ?? 'somebody';
  return names.get(span.channel) ?? 'a Slack channel';
}

/** Ids of the people and channels that a page names. */
export function idsIn(page: Page): { users: string[]; channels: string[] } {
  const found = { users: new Set<string>(), channels: new Set<string>() };
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('user' in value && typeof value.user === 'string') found.users.add(value.user);
    if ('channel' in value && typeof value.channel === 'string') found.channels.add(value.channel);
    for (const one of Object.values(value)) look(one);
  };
  look(page.parts);
  return { users: [...found.users], channels: [...found.channels] };
}
