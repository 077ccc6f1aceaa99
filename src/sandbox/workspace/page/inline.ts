/** The engine under mrkdwn and Markdown: finds marks in one line of text, from left to right, and draws them. */
import { type Html, html } from './markup.ts';

/** `draw` gets the match and a way to draw what stands inside it; `pattern` must be global. */
export type Rule = {
  pattern: RegExp;
  draw: (match: RegExpExecArray, inner: (text: string) => Html) => Html;
};

/** Draws `text`: the leftmost match wins, of two at the same place the earlier rule; `leaf` draws what no rule wants. */
export function inline(text: string, rules: readonly Rule[], leaf: (text: string) => Html): Html {
  const inner = (part: string) => inline(part, rules, leaf);
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
