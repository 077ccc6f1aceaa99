/** A message's `text`: what a notification shows, a screen reader says and a plain client sees. */
import { fallbackLine, type Mrkdwn, shorten } from '../slack/text.ts';

const SUMMARY_CHARS = 140;
const LINE_CHARS = 300;

/** Slack advises at most 4,000. https://docs.slack.dev/reference/methods/chat.postMessage#arg_text */
const TEXT_CHARS = 4_000;

/** One that is made already stands whole, for what it mentions cannot be cut. */
type Line = string | Mrkdwn;

/**
 * A complete summary first, then lines while there is room; what is left out is counted. `last` is said in any case:
 * what stands below all rows.
 */
export function fallback(summary: string, lines: readonly Line[] = [], last = ''): string {
  return spoken([fallbackLine(summary, SUMMARY_CHARS)], lines, last);
}

/** The same below the `text` of a message that this one goes on. */
export function fallbackBelow(above: string, summary: string, lines: readonly Line[] = []): string {
  return spoken([above, fallbackLine(summary, SUMMARY_CHARS)], lines, '');
}

function spoken(begun: readonly string[], lines: readonly Line[], last: string): string {
  const text = [...begun];
  const end = last === '' ? [] : [fallbackLine(last, LINE_CHARS)];
  let room = TEXT_CHARS - LINE_CHARS - [...begun, ...end].join('\n').length;
  for (const [i, line] of lines.entries()) {
    const said = typeof line === 'string' ? fallbackLine(line, LINE_CHARS) : line.toString();
    room -= said.length + 1;
    if (room < 0) return [...text, `${lines.length - i} more are not listed here.`, ...end].join('\n');
    text.push(said);
  }
  return [...text, ...end].join('\n');
}

/** A summary in which one long outside text gives way to the words around it. */
export function summaryAround(longText: string, say: (text: string) => string): string {
  const room = SUMMARY_CHARS - say('').length;
  return say(shorten(longText, Math.max(room, 1)));
}
