/**
 * Slack's mrkdwn and plain_text as HTML, for every text on the page. Entities are decoded only after the formatting is
 * found, so an escaped "<" never becomes a link or tag.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
import type { TextObject } from '@slack/types';
import { slackDate } from './dates.ts';
import { type Html, html, withoutTags } from './markup.ts';
import { nameOf, type Reader } from './reader.ts';

export function drawMrkdwn(text: string, reader: Reader): Html {
  const parts = text.split(/```([\s\S]+?)```/g);
  return html`${parts.map((part, i) =>
    i % 2 === 1
      ? html`<pre>${decode(part.replace(/^\n|\n$/g, ''))}</pre>`
      : drawLines(trimNearFences(part, i, parts.length), reader),
  )}`;
}

export function drawTextObject(text: TextObject, reader: Reader): Html {
  return text.type === 'mrkdwn' ? drawMrkdwn(text.text, reader) : html`${decode(text.text)}`;
}

/** As it is read aloud: names and times filled in, without markup. */
export function drawPlain(text: string, reader: Reader): Html {
  return withoutTags(drawMrkdwn(text, reader));
}

/** Slack decodes only these three entities. */
export function decode(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_, name: 'lt' | 'gt' | 'amp') => ENTITIES[name]);
}

/** A link that opens in a new tab, or only its label if the address isn't safe to open. */
export function drawLink(url: string, label: Html | string, { copyOf }: Partial<Reader> = {}): Html {
  const opens = URL.canParse(url) && ['http:', 'https:', 'mailto:'].includes(new URL(url).protocol);
  return opens
    ? html`<a href="${copyOf?.(url) ?? url}" target="_blank" rel="noopener noreferrer">${label}</a>`
    : html`${label}`;
}

/** Shows the id if the name is unknown. */
function drawUserMention(id: string, reader: Reader): Html {
  const mine = id === reader.person ? ' mine' : '';
  return html`<span class="mention${mine}">@${nameOf(reader.people, id) ?? id}</span>`;
}

/** Shows the id if the name is unknown. */
function drawChannelMention(id: string, reader: Reader): Html {
  const name = nameOf(reader.channels, id);
  if (name === undefined) return html`<span class="mention">#${id}</span>`;
  return html`<a class="mention" href="/c/${id}?as=${reader.person}" data-go>#${name}</a>`;
}

/** Highlighted, so that a mass ping that slipped into a message is easy to spot. */
function drawBroadcast(range: string): Html {
  return html`<mark class="ping">@${range}</mark>`;
}

const ENTITIES = { lt: '<', gt: '>', amp: '&' } as const;

/** A fence is on its own lines already, so the line breaks around it are dropped. */
function trimNearFences(part: string, index: number, count: number): string {
  const head = index > 0 ? part.replace(/^\n/, '') : part;
  return index < count - 1 ? head.replace(/\n$/, '') : head;
}

function drawLines(text: string, reader: Reader): Html {
  if (text === '') return html``;
  const runs: { quoted: boolean; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const mark = line.match(/^(?:&gt;|>) ?/)?.[0];
    const last = runs.at(-1);
    const content = line.slice(mark?.length ?? 0);
    if (last && last.quoted === (mark !== undefined)) last.lines.push(content);
    else runs.push({ quoted: mark !== undefined, lines: [content] });
  }
  return html`${runs.map((run) => {
    const drawn = run.lines.map((line, n) => html`${n > 0 && html`<br>`}${drawLine(line, reader)}`);
    return run.quoted ? html`<blockquote>${drawn}</blockquote>` : html`${drawn}`;
  })}`;
}

function drawLine(line: string, reader: Reader): Html {
  const references: Rule = {
    pattern: /<([^<>\n]+)>/g,
    draw: (match) => drawReference(match[1] ?? '', reader),
  };
  return drawInline(line, [CODE, references, ...MARKS], (text) => html`${decode(text)}`);
}

const CODE: Rule = {
  pattern: /`([^`\n]+)`/g,
  draw: (match) => html`<code>${decode(match[1] ?? '')}</code>`,
};

/** A mark needs a word boundary outside and no space inside. A zero-width space next to it turns it off. */
const MARKS: Rule[] = [
  { pattern: markPattern('\\*'), draw: (match, inner) => html`<b>${inner(match[1] ?? '')}</b>` },
  { pattern: markPattern('_'), draw: (match, inner) => html`<i>${inner(match[1] ?? '')}</i>` },
  { pattern: markPattern('~'), draw: (match, inner) => html`<s>${inner(match[1] ?? '')}</s>` },
];

function markPattern(mark: string): RegExp {
  const word = '[\\p{L}\\p{N}]';
  const content = `(?:<[^<>\\n]*>|\`[^\`\\n]*\`|(?<=${word})${mark}(?=${word})|[^${mark}\\n<\`])+?`;
  return new RegExp(
    `(?<!${word})${mark}(?=[^\\s\\u200B])(${content})(?<=[^\\s\\u200B])${mark}(?!${word})`,
    'gu',
  );
}

/** `body` is the text between < and >: a mention, command or address, with an optional |label. */
function drawReference(body: string, reader: Reader): Html {
  const bar = body.indexOf('|');
  const target = bar < 0 ? body : body.slice(0, bar);
  const label = bar < 0 ? undefined : decode(body.slice(bar + 1));
  const id = target.slice(1);
  if (target.startsWith('@')) return drawUserMention(id, reader);
  if (target.startsWith('#')) return drawChannelMention(id, reader);
  if (target.startsWith('!')) return drawCommand(id, label, reader);
  return drawLink(decode(target), label ?? decode(target), reader);
}

function drawCommand(body: string, label: string | undefined, reader: Reader): Html {
  const [name = '', first = '', format = '', url] = body.split('^');
  if (name === 'here' || name === 'channel' || name === 'everyone') return drawBroadcast(name);
  if (name === 'subteam') return html`<mark class="ping">${label ?? `@${first}`}</mark>`;
  if (name !== 'date') return html`${label ?? `<!${decode(body)}>`}`;
  const text = slackDate(decode(format), Number(first || Number.NaN), reader) ?? label ?? '';
  return url ? drawLink(decode(url), text, reader) : html`<time>${text}</time>`;
}

/** Inline formatting. `pattern` must be global; `inner` draws text inside the match. */
type Rule = {
  pattern: RegExp;
  draw: (match: RegExpExecArray, inner: (text: string) => Html) => Html;
};

/** Draws one line, The leftmost match wins, then the earlier rule. `leaf` draws plain text. */
function drawInline(text: string, rules: readonly Rule[], leaf: (text: string) => Html): Html {
  const inner = (part: string) => drawInline(part, rules, leaf);
  const next = rules.map((rule) => ({ rule, match: find(rule, text, 0) }));
  const pieces: Html[] = [];
  let at = 0;
  while (at < text.length) {
    for (const entry of next) {
      if (entry.match && entry.match.index < at) entry.match = find(entry.rule, text, at);
    }
    const first = next.reduce((best, entry) => (indexOf(entry) < indexOf(best) ? entry : best), NOTHING);
    if (!first.match) break;
    pieces.push(leaf(text.slice(at, first.match.index)), first.rule.draw(first.match, inner));
    at = first.match.index + first.match[0].length;
  }
  return html`${pieces}${leaf(text.slice(at))}`;
}

type Entry = { rule: Rule; match: RegExpExecArray | undefined };

const NOTHING: Entry = { rule: { pattern: /(?!)/g, draw: () => html`` }, match: undefined };

function indexOf({ match }: Entry): number {
  return match?.index ?? Number.POSITIVE_INFINITY;
}

function find({ pattern }: Rule, text: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text) ?? undefined;
}
