/** What engines said: excerpts of their answers, with the brand's name in bold. */
import type { Figure, Plan } from '../../ask/plan.ts';
import type { ProjectRef } from '../../decision.ts';
import { splitAtNames } from '../../words/answer-text.ts';
import { lineButton, readAnswerButton } from '../answer-controls.ts';
import { count, figure, ordinal } from '../figures.ts';
import { brief, shorten } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, page, paragraph } from '../page.ts';
import { beside, bold, flexible, join, type Text } from '../text.ts';
import { dayName, daysInWords } from '../times.ts';

/** Quoted in one message. */
export const MOST_QUOTED = 10;

/** Characters of an excerpt. */
const EXCERPT = 420;

/** `day` is YYYY-MM-DD. `place`: where the answer names the brand, from 1. */
export type QuotedText = {
  runId: string | undefined;
  day: string | undefined;
  engine: string | undefined;
  region?: string | undefined;
  prompt?: string | undefined;
  isNamed?: boolean | undefined;
  place?: number | undefined;
  excerpt: string;
};

/** `where`: " on Gemini for “best crm”". `of`: how many of `all` answers there fit; `answers` are some of those. */
type AnswerTexts = {
  project: ProjectRef;
  /** The brand's names. */
  own: readonly string[];
  where: string;
  plan: Plan;
  answers: readonly QuotedText[];
  of: number;
  all: number;
  /** YYYY-MM-DD: the first day with such an answer. */
  since?: string | undefined;
  notes: readonly string[];
};

export function answerTextsPage(texts: AnswerTexts): Page {
  const { project, where, plan, answers, of, all, since, notes } = texts;
  const name = brief(project.name, 'project');
  const [first] = answers;
  const prompt = plan.prompt === undefined ? undefined : first?.prompt;
  return page(
    headline(bold(all === 0 ? `${name}: ${noneInWords(texts)}` : `${name} ${namedInWords(texts)}${where}`)),
    ...answers.slice(0, MOST_QUOTED).flatMap((answer) => answerParts(texts, answer, prompt !== undefined)),
    note(
      of > answers.length &&
        (plan.order === 'best'
          ? 'Those that name you first are shown.'
          : answers.every(({ day }) => day !== undefined)
            ? `The newest of ${count(of, 'answer')} are shown.`
            : `${figure(answers.length)} of ${count(of, 'answer')} shown; the API gives no days for them.`),
    ),
    note(all === 0 && since !== undefined && `The API lists answers there since ${dayName(since)}.`),
    ...notes.map((one) => note(one)),
    actions([prompt !== undefined && lineButton('Its answers', `prompt-history ${prompt}`, project.id)]),
  );
}

/** What couldn't be read isn't known to be missing. */
function noneInWords({ where, plan, notes }: AnswerTexts): string {
  if (notes.length > 0) return `answers${where} couldn’t be read`;
  return ['no answers', where.trim(), daysInWords(plan) ?? 'in the API yet'].filter(Boolean).join(' ');
}

/** "is named in 2 of the latest 3 answers", "isn’t named in 61 of 222 answers" */
function namedInWords({ answers, plan: { order }, of, all }: AnswerTexts): string {
  const [only, second] = answers;
  const isKnown = answers.every(({ isNamed }) => isNamed !== undefined);
  if (order !== undefined && isKnown)
    return `${order === 'worst' ? 'isn’t' : 'is'} named in ${figure(of)} of ${count(all, 'answer')}`;
  // Without days, nobody knows which came last.
  const areDated = answers.every(({ day }) => day !== undefined);
  if (only && !second) {
    const answer = areDated ? 'the latest answer' : 'an answer';
    if (!isKnown) return `in ${answer}`;
    const place = only.place === undefined ? '' : ` ${ordinal(only.place)}`;
    return `${only.isNamed ? `is named${place}` : 'isn’t named'} in ${answer}`;
  }
  const latest = `${areDated ? 'the latest ' : ''}${count(answers.length, 'answer')}`;
  const named = answers.filter(({ isNamed }) => isNamed).length;
  if (!isKnown) return `in ${latest}`;
  return `is named in ${named === answers.length ? 'all' : named === 0 ? 'none' : figure(named)} of ${latest}`;
}

function answerParts(
  { project, own }: AnswerTexts,
  answer: QuotedText,
  isOfPrompt: boolean,
): (Part | undefined)[] {
  const { runId, day, engine = '', region = '', prompt, isNamed, place, excerpt } = answer;
  const standing =
    isNamed === false ? 'doesn’t name you' : place !== undefined ? `names you ${ordinal(place)}` : undefined;
  return [
    paragraph(
      beside(
        bold(brief(engine, 'place') || 'Engine not given'),
        !isOfPrompt && prompt !== undefined && `to “${brief(prompt, 'prompt')}”`,
        brief(region, 'place'),
        day !== undefined && dayName(day),
        standing,
      ),
      readAnswerButton(project, runId, { engine, prompt }),
    ),
    excerpt
      ? { kind: 'quote', text: markNames(shorten(excerpt, EXCERPT), own) }
      : note('The API has no text for this answer.'),
  ];
}

function markNames(text: string, names: readonly string[]): Text {
  const pieces = splitAtNames(text, names);
  return join(
    pieces.map((piece, i) => (i % 2 === 1 ? bold(piece) : flexible(piece))),
    '',
  );
}

export function answerTextsFigures({ answers, all }: AnswerTexts): Figure[] {
  return [
    { name: 'answers found', value: all, unit: 'answers' },
    {
      name: 'answers shown that name you',
      value: answers.filter(({ isNamed }) => isNamed).length,
      unit: 'answers',
    },
  ];
}
