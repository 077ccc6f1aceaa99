/**
 * The only ways for text into a block: each function escapes outside text for one kind of place. Also decodes text that
 * comes from Slack. https://docs.slack.dev/messaging/formatting-message-text
 */
import type { PlainTextElement } from '@slack/types';
import { httpUrl, shorten, tidy } from '../messages/lengths.ts';
import type { Span, Text } from '../messages/text.ts';
import { dayAt, timeIn } from '../messages/times.ts';

/** mrkdwn of at most `max` characters. Outside text in it can't format, link, ping or start a line. */
export function mrkdwn(text: Text, max = Number.POSITIVE_INFINITY): string {
  return writeText(text, MRKDWN, max);
}

/**
 * A line of a message's `text`, for notifications and screen readers, without formatting marks. Slack reads it as mrkdwn
 * and fills in names and each reader's time; `max` counts a time as its fallback.
 */
export function fallbackText(text: Text, max = Number.POSITIVE_INFINITY): string {
  return writeText(text, FALLBACK, max);
}

/** Names of people and channels by id. */
export type NamesOfIds = ReadonlyMap<string, string>;

/** For readers outside Slack: the timezone of their project, and the names that are known. */
export type Reader = { timezone: string; names: NamesOfIds };

/** Writes text for readers outside Slack, with times in their project's timezone: plain text, except for what `own` has. */
export function textFor({ timezone, names }: Reader, own: Partial<Place> = {}): typeof fallbackText {
  const place: Place = {
    ...FALLBACK,
    escape: (words) => words,
    code: (words) => words,
    link: (_, label) => label,
    moment({ at, as }) {
      const time = timeIn(at, timezone);
      const day = dayAt(at, timezone);
      return { time, day, moment: `${day}, ${time}` }[as];
    },
    mention: (id, sigil) => names.get(id) ?? sigil + id,
    ...own,
  };
  return (text, max = Number.POSITIVE_INFINITY) => writeText(text, place, max);
}

/** A plain_text object of 1 to `max` characters. Slack reads entities in it, so & < > are escaped. */
export function plain(text: string, max = Number.POSITIVE_INFINITY): PlainTextElement {
  const short = shorten(text, max, (some) => escapeEntities(some).length);
  return { type: 'plain_text', text: escapeEntities(short) || '…', emoji: false };
}

/** Text for rich_text elements and table cells, where Slack parses nothing. */
export function rich(text: string): string {
  return tidy(text);
}

/** How a place writes spans; `measure`: characters as read. */
type Place = typeof MRKDWN;

const MRKDWN = {
  escape: escapeMrkdwn,
  // An asterisk within would end the bold, and the others would be shown.
  bold: (inner: string) => inner.replace(/^\s*([^*]*?)\s*$/, (_, words) => words && `*${words}*`),
  code: (text: string) => `\`${escapeEntities(text.replaceAll('`', '’'))}\``,
  link(url: string | undefined, label: string) {
    const href = httpUrl(url);
    const said = escapeMrkdwn(label);
    return href === undefined ? said : `<${escapeEntities(href).replaceAll('|', '%7C')}|${said}>`;
  },
  // https://docs.slack.dev/messaging/formatting-message-text#date-formatting
  moment({ at, as, fallback: said }: Extract<Span, { at: number }>) {
    const format = { time: '{time}', day: '{date_short}', moment: '{date_short} at {time}' }[as];
    return `<!date^${Math.floor(at / 1000)}^${format}|${escapeEntities(said)}>`;
  },
  mention: (id: string, sigil: '@' | '#') => `<${sigil}${id}>`,
  measure: (written: string) => written.length,
};

const FALLBACK: Place = {
  ...MRKDWN,
  escape: escapeEntities,
  bold: (inner) => inner,
  code: escapeEntities,
  link: (_, label) => escapeEntities(label),
  measure: (written) => written.replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1').length,
};

/** Shortens flexible spans first; then cuts the end, but never inside a mention or link. */
function writeText(text: Text, place: Place, max: number): string {
  const whole = writeSpans(text, place);
  const length = place.measure(whole);
  if (length <= max) return whole;
  const bent = shortenFlexible(text, length - max, place);
  const fitting = writeSpans(bent, place);
  return place.measure(fitting) <= max ? fitting : cut(bent, place, max);
}

function writeSpans({ spans }: Text, place: Place): string {
  let all = '';
  for (const span of spans) all += writeSpan(span, place);
  return all;
}

function writeSpan(span: Span, place: Place): string {
  if (typeof span === 'string') return writeLines(span, place);
  if ('bold' in span) return place.bold(writeSpans(span.bold, place));
  if ('code' in span) return place.code(tidy(span.code));
  if ('link' in span) return place.link(span.link, tidy(span.label));
  if ('flexible' in span) return writeLine(span.flexible, place);
  if ('at' in span) return place.moment(span);
  if ('user' in span) return writeId(span.user, '@', place);
  return writeId(span.channel, '#', place);
}

const IDS = { '@': /^[UW][A-Z0-9]+$/, '#': /^[CGD][A-Z0-9]+$/ } as const;

/** What stands for a person who was forgotten: “someone (3febef)”. The tag keeps people apart in counts, and readers needn't see it. */
const FORGOTTEN = /^(someone) \([0-9a-f]{6}\)$/;

/** A person or channel; as text if it isn't an id. */
function writeId(id: string, sigil: '@' | '#', place: Place): string {
  return IDS[sigil].test(id) ? place.mention(id, sigil) : place.escape(tidy(id).replace(FORGOTTEN, '$1'));
}

/** Keeps line breaks, and one space at either end, which separates the words from their neighbours. */
function writeLines(text: string, place: Place): string {
  if (!text.includes('\n')) return writeLine(text, place);
  return text
    .split('\n')
    .map((line) => writeLine(line, place))
    .join('\n');
}

function writeLine(line: string, place: Place): string {
  const clean = tidy(line);
  if (clean === line) return place.escape(line);
  if (clean === '') return ' ';
  return `${/^\s/.test(line) ? ' ' : ''}${place.escape(clean)}${/\s$/.test(line) ? ' ' : ''}`;
}

/** Shortens the longest flexible spans by `over` characters in all, or leaves them if they are shorter than that. */
function shortenFlexible(text: Text, over: number, place: Place): Text {
  const sizes = text.spans.flatMap((span) => (isFlexible(span) ? writeSpan(span, place).length : []));
  let room = sizes.reduce((sum, size) => sum + size, 0) - over;
  let left = sizes.length;
  for (const size of sizes.toSorted((a, b) => a - b)) {
    if (size * left > room) break;
    room -= size;
    left -= 1;
  }
  const most = Math.floor(room / left);
  if (left === 0 || most < 1) return text;
  const sizeOf = (words: string) => place.escape(words).length;
  return {
    spans: text.spans.map((span) => {
      if (!isFlexible(span) || writeSpan(span, place).length <= most) return span;
      // The spaces at its ends separate it from its neighbours.
      const [, before = '', words = '', after = ''] = /^(\s?)(.*?)(\s?)$/s.exec(span.flexible) ?? [];
      const short = shorten(words, Math.max(1, most - before.length - after.length), sizeOf);
      return { flexible: before + short + after };
    }),
  };
}

function isFlexible(span: Span): span is { flexible: string } {
  return typeof span === 'object' && 'flexible' in span;
}

/** The beginning that fits, with an ellipsis. */
function cut(text: Text, place: Place, max: number): string {
  const lines = text.spans.flatMap((span): Span | Span[] =>
    typeof span === 'string' ? span.split(/(?<=\n)|(?=\n)/) : [span],
  );
  let kept = '';
  for (const span of lines) {
    const next = kept + writeSpan(span, place);
    if (place.measure(next) < max) kept = next;
    else return addEllipsis(kept + cutSpan(span, place, max - place.measure(kept)));
  }
  return kept;
}

/** As much of one span as fits: nothing of a mention, only the label of a link. */
function cutSpan(span: Span, place: Place, room: number): string {
  if (typeof span === 'object' && 'bold' in span) {
    const around = place.bold('x').length - 1;
    return room > around + 1 ? place.bold(cut(span.bold, place, room - around)) : '';
  }
  const text = typeof span === 'string' ? span : wordsOf(span);
  const before = /^\s/.test(text) ? ' ' : '';
  const sizeOf = (words: string) => place.escape(words).length;
  const most = room - before.length;
  if (most < 1) return '';
  // Even if all words fit, the ellipsis needs room.
  const short = shorten(text, sizeOf(tidy(text)) === most ? most - 1 : most, sizeOf);
  return before + place.escape(short);
}

function wordsOf(span: Exclude<Span, string>): string {
  if ('link' in span) return span.label;
  if ('code' in span) return span.code;
  return 'flexible' in span ? span.flexible : '';
}

function addEllipsis(text: string): string {
  const kept = text.trimEnd();
  return /…[*>`]*$/.test(kept) ? kept : `${kept}…`;
}

// Testing for these first is far cheaper than replacing.
const MARKS = /[*_~`>]/;
const ENTITIES = /[&<>]/;

/** The space between a number and its unit, which must not wrap. */
const AMOUNT = /(?<=\d) (?=(?:d|h|min|s|%)(?![\p{L}\p{N}]))/gu;

function escapeEntities(text: string): string {
  if (!ENTITIES.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Zero-width spaces around a mark keep it visible but stop it from formatting; also before a leading >, which would
 * quote even when escaped. snake_case and a lone * or _ between spaces format nothing and stay, so a cron pattern can
 * be copied.
 */
function escapeMrkdwn(words: string): string {
  const text = words.replace(AMOUNT, '\u00A0');
  if (!MARKS.test(text)) return escapeEntities(text);
  const marked = text
    .replace(/^>/, '\u200B>')
    .replace(/(?!(?<=\s)[*_](?=\s))(?:(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}]))/gu, '\u200B$&\u200B');
  return escapeEntities(marked);
}

/**
 * The text of a slash command as the person typed it: `<#C1|general>` -> #general, `<!here>` -> @here,
 * `<https://x|label>` -> label; but `<@U1|ana>` -> @U1, as the name there is a handle that says little of who it is.
 * https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function decodeCommandText(text: string): string {
  return (
    text
      .replace(
        /<([#@])([A-Z0-9]+)(?:\|([^<>]*))?>/g,
        (_all, sigil: string, id: string, name?: string) => sigil + ((sigil === '#' && name) || id),
      )
      .replace(/<!(here|channel|everyone)(?:\|[^<>]*)?>/g, '@$1')
      .replace(/<!subteam\^\w+>/g, '')
      .replace(/<([^<>|]+)\|([^<>]*)>/g, '$2')
      .replace(/<((?:https?|mailto):[^<>|]+)>/g, '$1')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      // Copied from one of our messages, where it stops marks from formatting.
      .replaceAll('\u200B', '')
      .trim()
  );
}

/** Slack sends every emoji as a code: `:+1::skin-tone-3:`. No time, and no `topic:pricing`, is one. */
const EMOJI = /(?<![\p{L}\p{N}]):[\p{L}\p{N}_+'-]+:(?::skin-tone-\d:)?/gu;

/** Marked words, or a link or mention, whose marks are its own. */
const MARKED = /<[^<>]*>|(?<![\p{L}\p{N}])([*_~]|`+)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu;

function unmark(text: string): string {
  return text.replace(MARKED, (all: string, _mark?: string, words?: string) => words ?? all);
}

/** The words of a message, in one line, without emoji and without the marks of bold, code, quotes and bullets. */
export function decodeMessageText(text: string): string {
  const words = text.replace(EMOJI, ' ').replace(/^\s*(?:&gt;|[•◦▪])\s*/gm, '');
  // Twice, as bold may enclose italics.
  return decodeCommandText(unmark(unmark(words)))
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Ids of the channels in a command's text, by their decoded names: `<#C1|general>` -> #general. A private channel that
 * the bot can't see has no name and goes by its id.
 */
export function findChannelsNamed(text: string): Record<string, string> {
  const named = text.matchAll(/<#([A-Z0-9]+)(?:\|([^<>]*))?>/g);
  return Object.fromEntries([...named].map(([, id = '', name]) => [`#${name || id}`, id]));
}
