/** Quotes about the brand, shown below sentiment figures. */
import type { ProjectRef } from '../../decision.ts';
import { readAnswerButton } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { note, type Part, rows } from '../page.ts';
import { beside, bold, flexible, say } from '../text.ts';
import { dayName } from '../times.ts';

/** `day` is YYYY-MM-DD; `runId` is that of the prompt run, if known. */
type Quote = {
  text: string;
  sentiment?: string | undefined;
  day: string;
  runId?: string | undefined;
};

type Tone = 'negative' | 'positive';

/**
 * `of`: all mentions, with or without a quote; so many are `negative` and `positive`, if the API says of each. `tone`:
 * that of all quotes, if one was asked about. `where`: " on Gemini".
 * `readSince` (YYYY-MM-DD): the first day that was read, if days before it were asked for.
 */
export type Quotes = {
  quotes: readonly Quote[];
  /** A rival, if it isn't about the brand. */
  about?: string | undefined;
  of: number;
  tone?: Tone | undefined;
  negative?: number | undefined;
  positive?: number | undefined;
  where: string;
  readSince?: string | undefined;
  notes: readonly string[];
};

export function quoteParts(
  project: ProjectRef,
  { quotes, about = 'you', of, tone, negative, positive, where, readSince, notes: others }: Quotes,
): (Part | undefined)[] {
  const notes = readSince ? [`Mentions before ${dayName(readSince)} couldn’t be read.`, ...others] : others;
  // What wasn't read isn't known to be missing.
  const none = readSince === undefined ? [`The API lists no mentions of ${about}${where}.`] : [];
  if (of === 0) return [...none, ...notes].map((one) => note(one));
  if (quotes.length === 0 && tone !== undefined)
    return [`The API quotes no ${tone} mention of ${about}${where}.`, ...notes].map((one) => note(one));
  if (quotes.length === 0)
    return [note(`The API lists ${count(of, 'mention')} of ${about}${where}, but not their words.`)];
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
          bold(
            `What answers say about ${about}${where}${tone === undefined ? '' : `, ${FIRST[tone]} first`}`,
          ),
          (tone === undefined || about !== 'you') &&
            positive !== undefined &&
            negative !== undefined &&
            `of ${count(of, 'mention')}, ${figure(positive)} positive and ${figure(negative)} negative`,
        ),
      },
    ),
    ...notes.map((one) => note(one)),
  ];
}

const FIRST: Readonly<Record<Tone, string>> = { negative: 'harshest', positive: 'kindest' };

/** "Yes: 3 of 40 mentions are negative.", without "Yes" unless asked if there are any. Undefined if the API doesn't say. */
export function toneWords(quotes: Quotes, ifAny: boolean): string | undefined {
  const { of, tone, where } = quotes;
  const number = tone && quotes[tone];
  if (number === undefined || of === 0) return undefined;
  const mentions = `${count(of, 'mention')}${where}`;
  if (number === 0) return `${ifAny ? 'No: none' : 'None'} of ${mentions} is ${tone}.`;
  return `${ifAny ? 'Yes: ' : ''}${figure(number)} of ${mentions} ${number === 1 ? 'is' : 'are'} ${tone}.`;
}
