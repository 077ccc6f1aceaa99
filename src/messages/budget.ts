/** Keeps every message within what Slack takes, by showing less and saying how much less. */
import type { SectionBlock } from '@slack/types';
import { LIMITS, type MessageBlock } from '../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { section } from './layout.ts';

/** Leaves room beside a list for what stands above and below it. */
const LIST_CHARS = LIMITS.messageChars - 2_000;

/** Keys whose strings are not shown to anybody. */
const HIDDEN = new Set(['type', 'action_id', 'block_id', 'value', 'style']);

/** Characters of all text in blocks, as Slack counts them against a message (a little more, never less). */
export function charsOf(content: unknown): number {
  if (typeof content === 'string') return content.length;
  if (typeof content !== 'object' || content === null) return 0;
  return Object.entries(content).reduce(
    (sum, [key, value]) => sum + (HIDDEN.has(key) ? 0 : charsOf(value)),
    0,
  );
}

/** The message that `draw` makes of as many of the first rows as Slack takes. */
export function withRowsThatFit<Row>(
  rows: readonly Row[],
  draw: (shown: readonly Row[]) => MessageBlock[],
): MessageBlock[] {
  return draw(rows.slice(0, rowsThatFit(rows, draw)));
}

/** How many of the first rows Slack takes in the message that `draw` makes of them. */
export function rowsThatFit<Row>(
  rows: readonly Row[],
  draw: (shown: readonly Row[]) => MessageBlock[],
): number {
  let shown = Math.min(rows.length, LIMITS.messageBlocks);
  while (shown > 0 && !fits(draw(rows.slice(0, shown)))) shown -= 1;
  return shown;
}

/** A head and one line for each thing, in as few sections as Slack allows; what does not fit is counted. */
export function list(head: Mrkdwn, lines: readonly Mrkdwn[], chars = LIST_CHARS): SectionBlock[] {
  let room = chars;
  const cut = lines.findIndex((line) => {
    room -= line.toString().length + 1;
    return room < 0;
  });
  const shown = cut < 0 ? lines : lines.slice(0, cut);
  const left = lines.length - shown.length;
  return inSections([head, ...shown, ...(left > 0 ? [mrkdwn`${left} more are not shown here.`] : [])]);
}

function inSections(lines: readonly Mrkdwn[]): SectionBlock[] {
  const sections: Mrkdwn[][] = [];
  let room = 0;
  for (const line of lines) {
    const chars = line.toString().length + 1;
    if (chars > room) {
      sections.push([]);
      room = LIMITS.sectionText;
    }
    sections.at(-1)?.push(line);
    room -= chars;
  }
  return sections.map((part) => section(joined(part, '\n')));
}

function fits(blocks: readonly MessageBlock[]): boolean {
  return blocks.length <= LIMITS.messageBlocks && charsOf(blocks) <= LIMITS.messageChars;
}
