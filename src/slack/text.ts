/**
 * The only ways for text to enter a block. Every interpolated string is taken for outside text and escaped for its
 * place; only what these functions made themselves passes unchanged. https://docs.slack.dev/messaging/formatting-message-text
 */
import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import type { Span, Text } from '../messages/text.ts';

/** Text in Slack's mrkdwn, safe to send. Made only here. */
export class Mrkdwn {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static made(text: string): Mrkdwn {
    return new Mrkdwn(text);
  }

  toString(): string {
    return this.#text;
  }
}

type Value = string | number | Mrkdwn | Text;

/** mrkdwn`*${title}* in ${link(url, place)}`: strings are escaped, formatting marks in them made harmless. */
export function mrkdwn(parts: TemplateStringsArray, ...values: Value[]): Mrkdwn {
  return Mrkdwn.made(weave(parts, values, escapeMrkdwn));
}

/** Joins pieces that are already mrkdwn; strings among them are escaped. Empty pieces are left out. */
export function joined(pieces: readonly (Value | undefined | false)[], separator: string): Mrkdwn {
  const kept = pieces.filter(
    (piece) =>
      piece !== undefined &&
      piece !== false &&
      (typeof piece === 'object' && 'spans' in piece ? piece.spans.length > 0 : `${piece}` !== ''),
  ) as Value[];
  return Mrkdwn.made(kept.map((piece) => inside(piece, escapeMrkdwn)).join(separator));
}

/** A text as Slack's mrkdwn: escaped, formatting marks in it made harmless. */
export function asMrkdwn(text: Text): string {
  return text.spans.map(spanAsMrkdwn).join('');
}

function spanAsMrkdwn(span: Span): string {
  if (typeof span === 'string') return written(span, escapeMrkdwn);
  if ('bold' in span)
    return asMrkdwn(span.bold).replace(/^\s*(.*?)\s*$/s, (_, inner) => (inner ? `*${inner}*` : ''));
  if ('code' in span) return `\`${escapeEntities(tidy(span.code).replaceAll('`', '’'))}\``;
  if ('link' in span) return link(span.link, span.label).toString();
  if ('flexible' in span) return written(span.flexible, escapeMrkdwn);
  if ('at' in span) {
    const format = span.as === 'time' ? '{time}' : '{date_short} {time}';
    return time(span.at, format, span.said, span.url).toString();
  }
  return spanAsMention(span);
}

/** A text for those who listen: a line of a message's `text`. Nobody is to hear of marks that could format. */
export function asFallback(text: Text): string {
  return text.spans.map(spanAsFallback).join('');
}

function spanAsFallback(span: Span): string {
  if (typeof span === 'string') return written(span, escapeEntities);
  if ('bold' in span) return asFallback(span.bold);
  if ('code' in span) return escapeEntities(tidy(span.code));
  if ('link' in span) return escapeEntities(tidy(span.label));
  if ('flexible' in span) return escapeEntities(tidy(span.flexible));
  if ('at' in span) return escapeEntities(span.said);
  return spanAsMention(span);
}

function spanAsMention(span: { user: string } | { channel: string }): string {
  return ('user' in span ? user(span.user) : channel(span.channel)).toString();
}

/**
 * A text for those who listen within `max` characters: what is flexible in it gives way first. What is cut loses its mentions,
 * for no half of one may stand there.
 */
export function asFallbackWithin(text: Text, max: number): string {
  const whole = asFallback(text);
  if (whole.length <= max) return whole;
  const room = max - asFallback({ spans: text.spans.map((span) => (isFlexible(span) ? '' : span)) }).length;
  const some = text.spans.filter(isFlexible).length;
  if (some > 0 && room >= some) {
    const each = Math.floor(room / some);
    const cut = text.spans.map((span) =>
      isFlexible(span) ? { cut: within(span.flexible, each, escapeEntities) } : span,
    );
    return cut
      .map((span) => (typeof span === 'object' && 'cut' in span ? span.cut : spanAsFallback(span)))
      .join('');
  }
  return within(asPlain(text), max, escapeEntities);
}

function isFlexible(span: Span): span is { flexible: string } {
  return typeof span === 'object' && 'flexible' in span;
}

/** A text without anything but its words, for labels and cells. People and channels in it are their ids. */
export function asPlain(text: Text): string {
  return text.spans
    .map((span): string => {
      if (typeof span === 'string') return span;
      if ('bold' in span) return asPlain(span.bold);
      if ('code' in span) return span.code;
      if ('link' in span) return span.label;
      if ('flexible' in span) return span.flexible;
      if ('at' in span) return span.said;
      return 'user' in span ? `@${span.user}` : `#${span.channel}`;
    })
    .join('');
}

/** One text among others, as it is encoded: spaces at its ends part it from what stands beside it, and lines stay lines. */
function written(text: string, encode: (text: string) => string): string {
  return text
    .split('\n')
    .map((line) => {
      const clean = tidy(line);
      if (clean === '') return line === '' ? '' : ' ';
      const before = /^\s/.test(line) ? ' ' : '';
      const after = /\s$/.test(line) ? ' ' : '';
      return `${before}${encode(clean)}${after}`;
    })
    .join('\n');
}

/** A mrkdwn text object. `verbatim`, so that Slack links nothing by itself. */
export function mrkdwnText(text: Mrkdwn): MrkdwnElement {
  return { type: 'mrkdwn', text: text.toString(), verbatim: true };
}

/** plain`Accept ${name}`: a plain_text object; Slack reads entities in it, so & < > are escaped; no emoji codes. */
export function plain(parts: TemplateStringsArray, ...values: (string | number)[]): PlainTextElement {
  return plainText(weave(parts, values, (text) => text));
}

/** The same of a whole string, shortened to `max` characters as Slack counts them (escaped). */
export function plainText(text: string, max = Number.POSITIVE_INFINITY): PlainTextElement {
  return { type: 'plain_text', text: within(text, max, escapeEntities), emoji: false };
}

/**
 * fallbackText`${name} leads in ${channel(id)}`: a line of the message's `text`, which notifications and screen readers
 * show. Nobody is to hear of marks that could format.
 */
export function fallbackText(parts: TemplateStringsArray, ...values: Value[]): Mrkdwn {
  return Mrkdwn.made(weave(parts, values, escapeEntities));
}

/** One line of a message's `text`, shortened to `max` characters as Slack counts them (escaped). */
export function fallbackLine(text: string, max: number): string {
  return within(text, max, escapeEntities);
}

/** Text for rich_text elements and table cells, where Slack parses nothing. */
export function rich(text: string): string {
  return tidy(text);
}

/** `<url|label>` if the address is http(s), else the label alone. */
export function link(url: string | null | undefined, label: string): Mrkdwn {
  const href = httpUrl(url);
  if (href === undefined) return mrkdwn`${label}`;
  return Mrkdwn.made(`<${href.replaceAll('|', '%7C')}|${escapeMrkdwn(tidy(label))}>`);
}

/** An address that may be linked: absolute, http or https, no credentials in it; otherwise undefined. */
export function httpUrl(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const linkable = /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password;
  return linkable ? escapeEntities(parsed.href) : undefined;
}

/** A person, by id: `<@U123>`. Anything that is no id is shown as text. */
export function user(id: string): Mrkdwn {
  return /^[UW][A-Z0-9]+$/.test(id) ? Mrkdwn.made(`<@${id}>`) : mrkdwn`${id}`;
}

/** A channel, by id: `<#C123>`. */
export function channel(id: string): Mrkdwn {
  return /^[CGD][A-Z0-9]+$/.test(id) ? Mrkdwn.made(`<#${id}>`) : mrkdwn`${id}`;
}

/**
 * A time that every reader sees in their own timezone, with a fallback for clients that cannot.
 * `format` in Slack's tokens ({time}, {date_short_pretty} …); with `url`, linked where that can be. https://docs.slack.dev/messaging/formatting-message-text#date-formatting
 */
export function time(ms: number, format: string, fallback: string, url?: string): Mrkdwn {
  const href = httpUrl(url)?.replace(/[|^]/g, encodeURIComponent);
  const target = href === undefined ? '' : `^${href}`;
  return Mrkdwn.made(`<!date^${Math.floor(ms / 1000)}^${format}${target}|${escapeEntities(fallback)}>`);
}

/** Shortens to `max` characters with an ellipsis, never inside a character made of several code points. */
export function shorten(text: string, max: number): string {
  return within(text, max, (character) => character);
}

function weave(
  parts: TemplateStringsArray,
  values: readonly Value[],
  encode: (text: string) => string,
): string {
  return parts.reduce((text, part, i) => text + inside(values[i - 1] as Value, encode) + part);
}

function inside(value: Value, encode: (text: string) => string): string {
  if (value instanceof Mrkdwn) return value.toString();
  return typeof value === 'object'
    ? encode === escapeMrkdwn
      ? asMrkdwn(value)
      : asFallback(value)
    : encode(tidy(String(value)));
}

// Most texts need no change, and to see that is far cheaper than to make it.
const TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const SIMPLE = /^[ -~]*$/;
const MARKS = /[*_~`>]/;
const ENTITIES = /[&<>]/;

/** One line, without control characters and without the marks that turn the reading direction of what follows. */
function tidy(text: string): string {
  if (TIDY.test(text)) return text;
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

function escapeEntities(text: string): string {
  if (!ENTITIES.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A zero-width space on both sides of a mark keeps it visible and stops it from formatting; snake_case is untouched.
 * One before a leading > too, which would quote its line even when escaped.
 */
function escapeMrkdwn(text: string): string {
  if (!MARKS.test(text)) return escapeEntities(text);
  const marked = text
    .replace(/^>/, '\u200B>')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '\u200B$&\u200B');
  return escapeEntities(marked);
}

// Making one costs more than using it.
const CHARACTERS = new Intl.Segmenter('en');

/**
 * So many characters are read for each one that fits. No encoding shortens a text, so that more would only be needed
 * beyond long stretches of nothing visible; and a text from outside may be megabytes long.
 */
const READ_FOR_ONE = 4;

/** The longest beginning whose encoded form fits; `encode` works character by character. */
function within(text: string, max: number, encode: (text: string) => string): string {
  const read = text.slice(0, max * READ_FOR_ONE);
  const clean = tidy(read);
  const whole = encode(clean);
  if (whole.length <= max && read.length === text.length) return whole;
  // In simple letters every character is one code unit, and mostly its own encoding.
  const most = clean.slice(0, max - 1);
  if (SIMPLE.test(clean.slice(0, max)) && encode(most) === most) return `${most.trimEnd()}…`;
  let kept = '';
  for (const { segment } of CHARACTERS.segment(clean)) {
    const next = kept + encode(segment);
    if (next.length > max - 1) break;
    kept = next;
  }
  return `${kept.trimEnd()}…`;
}
