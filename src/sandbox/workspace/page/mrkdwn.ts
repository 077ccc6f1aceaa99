/**
 * Slack's mrkdwn and plain_text as HTML, for every text on the page. Formatting is decided on the text as it came;
 * entities are decode only in the leaves, so that an escaped "<" never becomes a link or a tag.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
import type { TextObject } from '@slack/types';
import { slackDate } from './dates.ts';
import { nameOf, type Reader } from './drawing.ts';
import { inline, type Rule } from './inline.ts';
import { type Html, html } from './markup.ts';

/** Text with formatting, links and mentions. */
export function mrkdwn(text: string, reader: Reader): Html {
  const parts = text.split(/```([\s\S]+?)```/g);
  return html`${parts.map((part, i) =>
    i % 2 === 1
      ? html`<pre>${decode(part.replace(/^\n|\n$/g, ''))}</pre>`
      : lines(beside(part, i, parts.length), reader),
  )}`;
}

/** A text object of a block, as its type asks. */
export function textObject(text: TextObject, reader: Reader): Html {
  return text.type === 'mrkdwn' ? mrkdwn(text.text, reader) : html`${decode(text.text)}`;
}

/** Plain text as it reads: Slack decodes these three entities and no others. */
export function decode(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_, name: 'lt' | 'gt' | 'amp') => ENTITIES[name]);
}

/** A link that opens beside the page, if the address is one a browser may open; otherwise its label alone. */
export function link(url: string, label: Html | string, { copyOf }: Partial<Reader> = {}): Html {
  const opens = URL.canParse(url) && ['http:', 'https:', 'mailto:'].includes(new URL(url).protocol);
  return opens
    ? html`<a href="${copyOf?.(url) ?? url}" target="_blank" rel="noopener noreferrer">${label}</a>`
    : html`${label}`;
}

/** A mention as a person reads it: a name, or the id where nobody knows it. */
export function userMention(id: string, reader: Reader): Html {
  const mine = id === reader.person ? ' mine' : '';
  return html`<span class="mention${mine}">@${nameOf(reader.people, id) ?? id}</span>`;
}

/** A channel's name as a link to it, or the id where nobody knows it. */
export function channelMention(id: string, reader: Reader): Html {
  const name = nameOf(reader.channels, id);
  if (name === undefined) return html`<span class="mention">#${id}</span>`;
  return html`<a class="mention" href="/c/${id}?as=${reader.person}" data-go>#${name}</a>`;
}

/** A ping of many people, drawn so that nobody overlooks one that leaked in. */
export function broadcast(range: string): Html {
  return html`<mark class="ping">@${range}</mark>`;
}

const ENTITIES = { lt: '<', gt: '>', amp: '&' } as const;

/** A fence stands on its own lines: the line breaks around it are not shown again. */
function beside(part: string, index: number, count: number): string {
  const head = index > 0 ? part.replace(/^\n/, '') : part;
  return index < count - 1 ? head.replace(/\n$/, '') : head;
}

function lines(text: string, reader: Reader): Html {
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
    const drawn = run.lines.map((line, n) => html`${n > 0 ? html`<br>` : ''}${formatted(line, reader)}`);
    return run.quoted ? html`<blockquote>${drawn}</blockquote>` : html`${drawn}`;
  })}`;
}

function formatted(line: string, reader: Reader): Html {
  const references: Rule = { pattern: /<([^<>\n]+)>/g, draw: (match) => reference(match[1] ?? '', reader) };
  return inline(line, [CODE, references, ...MARKS], (text) => html`${decode(text)}`);
}

const CODE: Rule = {
  pattern: /`([^`\n]+)`/g,
  draw: (match) => html`<code>${decode(match[1] ?? '')}</code>`,
};

/** A mark formats between word boundaries and directly at its text; a zero-width space beside it disarms it. */
const MARKS: Rule[] = [
  { pattern: marked('\\*'), draw: (match, inner) => html`<b>${inner(match[1] ?? '')}</b>` },
  { pattern: marked('_'), draw: (match, inner) => html`<i>${inner(match[1] ?? '')}</i>` },
  { pattern: marked('~'), draw: (match, inner) => html`<s>${inner(match[1] ?? '')}</s>` },
];

function marked(mark: string): RegExp {
  const word = '[\\p{L}\\p{N}]';
  const content = `(?:<[^<>\\n]*>|\`[^\`\\n]*\`|(?<=${word})${mark}(?=${word})|[^${mark}\\n<\`])+?`;
  return new RegExp(
    `(?<!${word})${mark}(?=[^\\s\\u200B])(${content})(?<=[^\\s\\u200B])${mark}(?!${word})`,
    'gu',
  );
}

/** What stands between < and >: a mention, a command or an address, each with an optional |label. */
function reference(body: string, reader: Reader): Html {
  const bar = body.indexOf('|');
  const target = bar < 0 ? body : body.slice(0, bar);
  const label = bar < 0 ? undefined : decode(body.slice(bar + 1));
  const id = target.slice(1);
  if (target.startsWith('@')) return userMention(id, reader);
  if (target.startsWith('#')) return channelMention(id, reader);
  if (target.startsWith('!')) return command(id, label, reader);
  return link(decode(target), label ?? decode(target), reader);
}

function command(body: string, label: string | undefined, reader: Reader): Html {
  const [name = '', first = '', format = '', url] = body.split('^');
  if (name === 'here' || name === 'channel' || name === 'everyone') return broadcast(name);
  if (name === 'subteam') return html`<mark class="ping">${label ?? `@${first}`}</mark>`;
  if (name !== 'date') return html`${label ?? `<!${decode(body)}>`}`;
  const text = slackDate(decode(format), Number(first || Number.NaN), reader) ?? label ?? '';
  return url ? link(decode(url), text, reader) : html`<time>${text}</time>`;
}
