/** A message's `text`: what a notification shows, a screen reader says and a plain client sees. */
import { fallbackLine, shorten } from '../slack/text.ts';

const SUMMARY_CHARS = 140;
const LINE_CHARS = 300;

/** Slack advises at most 4,000. https://docs.slack.dev/reference/methods/chat.postMessage#arg_text */
const TEXT_CHARS = 4_000;

/** A complete summary first, then lines while there is room; what is left out is counted. */
export function fallback(summary: string, lines: readonly string[] = []): string {
  const text = [fallbackLine(summary, SUMMARY_CHARS)];
  let room = TEXT_CHARS - SUMMARY_CHARS - LINE_CHARS;
  for (const [i, line] of lines.entries()) {
    const said = fallbackLine(line, LINE_CHARS);
    room -= said.length + 1;
    if (room < 0) return [...text, `${lines.length - i} more are not listed here.`].join('\n');
    text.push(said);
  }
  return text.join('\n');
}

/** A summary in which one long outside text gives way to the words around it. */
export function summaryAround(longText: string, say: (text: string) => string): string {
  const room = SUMMARY_CHARS - say('').length;
  return say(shorten(longText, Math.max(room, 1)));
}
