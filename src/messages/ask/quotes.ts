/** Quotes about the brand, shown below sentiment figures. */
import type { ProjectRef } from '../../decision.ts';
import { readAnswerButton } from '../answer-controls.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { note, type Part, rows } from '../page.ts';
import { beside, bold, flexible, say } from '../text.ts';
import { dayName } from '../times.ts';

/** `day` is YYYY-MM-DD; `runId` is that of the prompt run, if known. */
export type Quote = {
  text: string;
  sentiment?: string | undefined;
  day: string;
  runId?: string | undefined;
};

/**
 * `of`: all mentions, with or without a quote. `where`: " on Gemini". `readSince` (YYYY-MM-DD): the first day that was read,
 * if days before it were asked for.
 */
export type Quotes = {
  quotes: readonly Quote[];
  of: number;
  where: string;
  readSince?: string | undefined;
  notes: readonly string[];
};

export function quoteParts(
  project: ProjectRef,
  { quotes, of, where, readSince, notes: others }: Quotes,
): (Part | undefined)[] {
  const notes = readSince
    ? [`Mentions could be read back to ${dayName(readSince)}, no further.`, ...others]
    : others;
  // What wasn't read isn't known to be missing.
  const none = readSince === undefined ? [`The API lists no mentions of you${where}.`] : [];
  if (of === 0) return [...none, ...notes].map((one) => note(one));
  if (quotes.length === 0)
    return [note(`The API lists ${count(of, 'mention')} of you${where}, but not their words.`)];
  return [
    rows(
      quotes.map(({ text, sentiment, day, runId }) => ({
        text: beside(
          say`“${flexible(brief(text, 'quote'))}”`,
          sentiment && brief(sentiment, 'place'),
          dayName(day),
        ),
        control: readAnswerButton(project, runId, { names: project.name }),
      })),
      { heading: bold(`What answers say about you${where}, harshest first`) },
    ),
    ...notes.map((one) => note(one)),
  ];
}
