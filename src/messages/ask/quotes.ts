/** Quotes about the brand, shown below sentiment figures. */
import type { ProjectRef } from '../../decision.ts';
import { readAnswerButton } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';
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
 * `of`: all mentions, with or without a quote; `negative` of them are, if the API says of each. `where`: " on Gemini".
 * `readSince` (YYYY-MM-DD): the first day that was read, if days before it were asked for.
 */
export type Quotes = {
  quotes: readonly Quote[];
  of: number;
  negative?: number | undefined;
  where: string;
  readSince?: string | undefined;
  notes: readonly string[];
};

export function quoteParts(
  project: ProjectRef,
  { quotes, of, negative, where, readSince, notes: others }: Quotes,
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
      {
        heading: beside(
          bold(`What answers say about you${where}, harshest first`),
          negative !== undefined && `${figure(negative)} of ${count(of, 'mention')} negative`,
        ),
      },
    ),
    ...notes.map((one) => note(one)),
  ];
}

/** "Yes: 3 of 40 mentions are negative." Undefined if the API doesn't say. */
export function ifNegativeWords({ of, negative, where }: Quotes): string | undefined {
  if (negative === undefined || of === 0) return undefined;
  if (negative === 0) return `No: none of ${count(of, 'mention')}${where} is negative.`;
  return `Yes: ${figure(negative)} of ${count(of, 'mention')}${where} ${negative === 1 ? 'is' : 'are'} negative.`;
}
