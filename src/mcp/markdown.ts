/** Writes a page's text as Markdown for programs. Outside text is escaped, so none of it can format anything. */
import { httpUrl, tidy } from '../messages/lengths.ts';
import type { Span, Text } from '../messages/text.ts';
import type { NamesOfIds } from '../slack/text.ts';

/** Keeps the text's line breaks. */
export function toMarkdown(text: Text, names: NamesOfIds): string {
  return text.spans
    .map((span) => spanToMarkdown(span, names))
    .join('')
    .split('\n')
    .map(escapeLineStart)
    .join('\n');
}

function spanToMarkdown(span: Span, names: NamesOfIds): string {
  if (typeof span === 'string') return span.split('\n').map(escapeMarkdown).join('\n');
  if ('bold' in span) {
    const inner = span.bold.spans.map((one) => spanToMarkdown(one, names)).join('');
    return inner.trim() === '' ? inner : `**${inner.trim()}**`;
  }
  if ('code' in span) return `\`${tidy(span.code).replaceAll('`', '’')}\``;
  if ('link' in span) return linkTo(span.link, span.label);
  if ('flexible' in span) return escapeMarkdown(span.flexible);
  if ('at' in span) return escapeMarkdown(span.fallback);
  return escapeMarkdown(findName(span, names));
}

/** The text without any formatting. */
export function toPlainText(text: Text, names: NamesOfIds): string {
  const words = text.spans.map((span): string => {
    if (typeof span === 'string') return span;
    if ('bold' in span) return toPlainText(span.bold, names);
    if ('code' in span) return span.code;
    if ('link' in span) return linkInWords(span);
    if ('flexible' in span) return span.flexible;
    return 'at' in span ? span.fallback : findName(span, names);
  });
  return words.join('');
}

/** "label (address)", or the label alone if the address isn't http(s). */
export function linkInWords({ link, label }: { link: string | undefined; label: string }): string {
  const href = httpUrl(link);
  return href === undefined || href === label ? label : `${label} (${href})`;
}

/** A link, or its label alone if the address isn't http(s). */
export function linkTo(url: string | undefined, label: string): string {
  const href = httpUrl(url);
  return href === undefined
    ? escapeMarkdown(label)
    : `[${escapeMarkdown(label)}](<${href.replace(/[<>]/g, encodeURIComponent)}>)`;
}

/** Puts outside text on one line and escapes everything that formats. */
export function escapeMarkdown(text: string): string {
  const clean = tidy(text).replace(/[\\`*[\]<>|]/g, '\\$&');
  return `${/^\s/.test(text) ? ' ' : ''}${clean}${clean !== '' && /\s$/.test(text) ? ' ' : ''}`;
}

/** Keeps a line from becoming a heading or a list item. */
function escapeLineStart(line: string): string {
  return line.replace(/^(\s*)([#+~=-])/, '$1\\$2');
}

function findName(span: { user: string } | { channel: string }, names: NamesOfIds): string {
  if ('user' in span) return names.get(span.user) ?? 'somebody';
  return names.get(span.channel) ?? 'a Slack channel';
}
