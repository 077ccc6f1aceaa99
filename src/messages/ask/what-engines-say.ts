/** What engines said and cited: excerpts of their answers, quotes from mentions, and the pages they cite. */
import type { Figure, Plan } from '../../ask/plan.ts';
import type { CitedPage, ProjectRef } from '../../decision.ts';
import { splitAtNames } from '../../words/answers.ts';
import { lineButton, runButton } from '../answer-controls.ts';
import { alignShares, count, figure, ordinal } from '../figures.ts';
import { brief, httpUrl, linkable, shorten } from '../lengths.ts';
import {
  actions,
  headline,
  note,
  type Page,
  type Part,
  page,
  paragraph,
  type Row,
  rows,
  table,
} from '../page.ts';
import { beside, bold, flexible, join, lines, link, say, type Text } from '../text.ts';
import { dayName, daysInWords } from '../times.ts';

/** Quoted in one message. */
export const MOST_QUOTED = 10;
/** Characters of an excerpt. */
const EXCERPT = 420;
/** Pages or sites. */
const MOST = 12;

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
  /** In place of texts, if prompts are asked for. */
  byPrompt?: readonly PromptCount[];
  notes: readonly string[];
};

/** So many of a prompt's answers fit. */
export type PromptCount = { prompt: string; answers: number; of: number };

/** Whether all answers are listed in the order of their days, instead of a few quoted. */
export function isListed({ order }: Plan): boolean {
  return order === 'newest' || order === 'oldest';
}

export function answerTextsPage(texts: AnswerTexts): Page {
  const { project, plan, answers, of, all, since, byPrompt = [], notes } = texts;
  if (byPrompt.length > 0) return answersByPromptPage(texts, byPrompt);
  const [first] = answers;
  const prompt = plan.prompt === undefined ? undefined : first?.prompt;
  const isList = isListed(plan);
  return page(
    headline(bold(brief(project.name, 'project') + headOf(texts))),
    ...(isList
      ? [rows(answers.map((answer) => answerRow(texts, answer)))]
      : answers.slice(0, MOST_QUOTED).flatMap((answer) => answerParts(texts, answer, prompt !== undefined))),
    note(
      !isList &&
        of > answers.length &&
        `${figure(answers.length)} of ${count(of, 'answer')} shown, ${plan.order === 'best' ? 'those that name you first' : 'the newest where the API dates them'}.`,
    ),
    note(
      (isList || all === 0) && since !== undefined && `The API lists answers there since ${dayName(since)}.`,
    ),
    ...notes.map((one) => note(one)),
    actions([prompt !== undefined && lineButton('Its answers', `prompt-history ${prompt}`, project.id)]),
  );
}

function answersByPromptPage(texts: AnswerTexts, byPrompt: readonly PromptCount[]): Page {
  const { project, notes } = texts;
  const prompts = count(byPrompt.length, 'prompt');
  return page(
    headline(beside(bold(brief(project.name, 'project') + headOf(texts)), prompts)),
    table(
      ['Prompt', 'Answers', 'Of'],
      byPrompt.map(({ prompt, answers, of }) => [brief(prompt, 'prompt'), figure(answers), figure(of)]),
    ),
    ...notes.map((one) => note(one)),
    actions([lineButton('All mentions', 'mentions', project.id)]),
  );
}

function headOf(texts: AnswerTexts): string {
  const { where, plan, of, all } = texts;
  if (all === 0) return `: ${noneInWords(texts)}`;
  // Of rivals named together it’s their number that is asked for.
  if ((plan.entity ?? plan.not) !== undefined && plan.order === undefined)
    return `: ${count(of, 'answer')}${where}`;
  if (!isListed(plan)) return ` ${namedInWords(texts)}${where}`;
  return `: ${[`${count(of, 'answer')}${where}`, daysInWords(plan), `${plan.order} first`].filter(Boolean).join(', ')}`;
}

/** What couldn't be read isn't known to be missing. */
function noneInWords({ where, plan, notes }: AnswerTexts): string {
  if (notes.length > 0) return `answers${where} couldn’t be read`;
  return ['no answers', where.trim(), daysInWords(plan) ?? 'in the API yet'].filter(Boolean).join(' ');
}

/** "is named in 2 of the 3 answers shown", "isn’t named in 61 of 222 answers" */
function namedInWords({ answers, plan: { order, metric, entity }, of, all }: AnswerTexts): string {
  if (answers.some(({ isNamed }) => isNamed === undefined)) return `in ${count(answers.length, 'answer')}`;
  if (metric === 'rank' && entity === undefined)
    return `is named first in ${figure(of)} of ${count(all, 'answer')}`;
  if (order !== undefined)
    return `${order === 'worst' ? 'isn’t' : 'is'} named in ${figure(of)} of ${count(all, 'answer')}`;
  const named = answers.filter(({ isNamed }) => isNamed).length;
  return `is named in ${figure(named)} of ${count(answers.length, 'answer')} shown`;
}

function answerRow({ project }: AnswerTexts, answer: QuotedText): Row {
  const { runId, engine, prompt, excerpt } = answer;
  const quote = brief(excerpt, 'quote');
  return {
    text: beside(...factsOf(answer, true), quote !== '' && say`“${flexible(quote)}”`),
    control: runButton('answer', project, runId, { engine, prompt }),
  };
}

function answerParts(
  { project, own }: AnswerTexts,
  answer: QuotedText,
  isOfPrompt: boolean,
): (Part | undefined)[] {
  const { runId, engine, prompt, excerpt } = answer;
  return [
    paragraph(
      beside(...factsOf(answer, !isOfPrompt)),
      runButton('answer', project, runId, { engine, prompt }),
    ),
    excerpt
      ? { kind: 'quote', text: markNames(shorten(excerpt, EXCERPT), own) }
      : note('The API has no text for this answer.'),
  ];
}

function factsOf({ engine = '', prompt, region = '', day, isNamed, place }: QuotedText, withPrompt: boolean) {
  return [
    bold(brief(engine, 'place') || 'Engine not given'),
    withPrompt && prompt !== undefined && `to “${brief(prompt, 'prompt')}”`,
    brief(region, 'place'),
    day !== undefined && dayName(day),
    isNamed === false ? 'doesn’t name you' : place !== undefined && `names you ${ordinal(place)}`,
  ];
}

function markNames(text: string, names: readonly string[]): Text {
  const pieces = splitAtNames(text, names);
  return join(
    pieces.map((piece, i) => (i % 2 === 1 ? bold(piece) : flexible(piece))),
    '',
  );
}

export function answerTextsFigures({ where, plan, answers, of, all, byPrompt = [] }: AnswerTexts): Figure[] {
  const naming = plan.order === 'worst' ? 'without you' : 'with you';
  const isCounted = plan.order === 'best' || plan.order === 'worst';
  return [
    { name: 'answers found', value: all, unit: 'answers' },
    ...(isCounted ? [{ name: `answers${where}, ${naming}`, value: of, unit: 'answers', answers: all }] : []),
    ...byPrompt.map((one) => ({
      name: `answers${where}, ${naming}, to “${one.prompt}”`,
      value: one.answers,
      unit: 'answers',
      answers: one.of,
    })),
    {
      name: 'answers shown that name you',
      value: answers.filter(({ isNamed }) => isNamed).length,
      unit: 'answers',
    },
  ];
}

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
 * `readSince` (YYYY-MM-DD): the first day that was read, if earlier mentions would count, too.
 */
export type Quotes = {
  quotes: readonly Quote[];
  /** A rival, if it isn't about the brand. */
  about?: string | undefined;
  of: number;
  tone?: Tone | undefined;
  /** The words asked for, and in how many of the mentions that are described they come up. */
  said?: { words: string; of: number; among: number } | undefined;
  negative?: number | undefined;
  positive?: number | undefined;
  where: string;
  readSince?: string | undefined;
  notes: readonly string[];
};

export function quoteParts(
  project: ProjectRef,
  { quotes, about = 'you', of, tone, negative, positive, where, readSince, notes }: Quotes,
): (Part | undefined)[] {
  const ofTone = of === 0 || tone === undefined ? '' : `${tone} `;
  const none = readSince
    ? `No ${ofTone}mention of ${about}${where} was found to quote: those read go back to ${dayName(readSince)}.`
    : `The API ${of > 0 ? 'quotes' : 'lists'} no ${ofTone}mention of ${about}${where}.`;
  if (quotes.length === 0) return [none, ...notes].map((one) => note(one));
  return [
    rows(
      quotes.map(({ text, sentiment, day, runId }) => ({
        text: beside(
          say`“${flexible(brief(text, 'quote'))}”`,
          sentiment && brief(sentiment, 'place'),
          dayName(day),
        ),
        control: runButton('answer', project, runId, { names: project.name }),
      })),
      {
        heading: beside(
          bold(
            `What answers say about ${about}${where}${tone === undefined ? '' : `, ${FIRST[tone]} first`}`,
          ),
          (tone === undefined || about !== 'you') &&
            positive !== undefined &&
            negative !== undefined &&
            `of ${mentionsRead(of, readSince)}, ${figure(positive)} positive and ${figure(negative)} negative`,
        ),
      },
    ),
    ...notes.map((one) => note(one)),
  ];
}

/** "40 mentions", or "the latest 40 mentions on Gemini (since Wed 25 Nov)" if earlier ones weren't read. */
function mentionsRead(of: number, since: string | undefined, where = ''): string {
  const mentions = `${count(of, 'mention')}${where}`;
  return since ? `the latest ${mentions} (since ${dayName(since)})` : mentions;
}

const FIRST: Readonly<Record<Tone, string>> = { negative: 'harshest', positive: 'kindest' };

/** "Yes: 3 of 40 mentions are negative.", "“expensive” comes up in 2 of 40 mentions."; "Yes" only if asked if there are any. Undefined if the API doesn't say. */
export function toneWords(quotes: Quotes, ifAny: boolean): string | undefined {
  const { of, tone, about, where, readSince, positive, negative, said } = quotes;
  const number = tone && quotes[tone];
  const mentions = mentionsRead(of, readSince, `${about ? ` of ${about}` : ''}${where}`);
  if (said) {
    const many = said.of === 0 ? 'none' : figure(said.of);
    const among = mentionsRead(said.among, readSince, `${about ? ` of ${about}` : ''}${where}`);
    return `“${brief(said.words, 'name')}” comes up in ${many} of ${among}.`;
  }
  if (about && tone === undefined && of > 0 && positive !== undefined && negative !== undefined)
    return `${figure(positive)} of ${mentions} are positive, ${figure(negative)} negative.`;
  if (number === undefined || of === 0) return undefined;
  if (number === 0) return `${ifAny ? 'No: none' : 'None'} of ${mentions} is ${tone}.`;
  return `${ifAny ? 'Yes: ' : ''}${figure(number)} of ${mentions} ${number === 1 ? 'is' : 'are'} ${tone}.`;
}

/**
 * `pages` most cited first; `citations` matched out of the `latest`: so many read, of `span` (days in words), and from
 * `answers` answers if the API says; without `latest` they are the API's own counts. `where`: " of globex.example on
 * Gemini". `each`: of several sites or engines, as asked, how often each is cited, or cites, `of` all citations there.
 * `total`: citations of all sites. `isWhole`: the API listed all there. `isBefore`: the days asked for are older than these.
 */
export type Cited = {
  project: ProjectRef;
  where: string;
  each: readonly { where: string; beside: string; citations: number; of: number }[];
  pages: readonly CitedPage[];
  /** What `pages` are: sites stand for all of their pages. */
  of: 'page' | 'site';
  citations: number;
  latest?: { of: number; span?: string | undefined; answers?: number | undefined } | undefined;
  total: number;
  isWhole: boolean;
  isBefore: boolean;
  limit?: number | undefined;
  notes?: readonly string[] | undefined;
};

export function citedPage(cited: Cited): Page {
  const { project, where, pages, of, latest, isWhole, isBefore, limit = MOST, notes = [] } = cited;
  const isNone = cited.citations === 0;
  const [first, ...others] = isNone ? [] : cited.each;
  const { citations, of: all = cited.total } = first ?? { citations: cited.citations };
  const shown = pages.slice(0, limit);
  const left = pages.length - shown.length;
  const across = pages.length > 1 ? `, across ${count(pages.length, of)}` : '';
  const isPart = citations > 0 && citations < all;
  const partOf = (times = 0, all = cited.total) => times / Math.max(1, all);
  const ofOthers = others.map((one) => partOf(one.citations, one.of));
  const ofSites = of === 'site' ? shown.map((one) => partOf(one.citations)) : [];
  const share = alignShares([...(isPart ? [partOf(citations, all)] : []), ...ofOthers, ...ofSites], 100);
  const ofAll = isPart ? ` (${share(partOf(citations, all))} of ${isWhole ? 'all' : 'those counted'})` : '';
  const besideFirst = ({ beside: where, citations: of, of: all }: Cited['each'][number]) =>
    `${figure(of)} ${where} (${share(partOf(of, all))})`;
  const ofWhat = first?.where ?? `${where}${across}`;
  const many = `${isWhole ? '' : 'at least '}${count(citations, 'citation')}${ofWhat}`;
  const listed = latest && !isWhole ? ` in the latest ${figure(latest.of)}` : '';
  const none = `no citations${where}${isBefore ? ': the API’s list doesn’t go back that far' : listed}`;
  return page(
    headline(
      beside(
        bold(`${brief(project.name, 'project')}: ${isNone ? none : many}${ofAll}`),
        ...others.map(besideFirst),
      ),
    ),
    rows(
      shown.map((page) => ({
        text: beside(
          link(linkable(page.url), brief(titleOf(page), 'line')),
          page.title !== undefined && page.domain !== undefined && brief(page.domain, 'place'),
          page.citations !== undefined && count(page.citations, 'citation'),
          of === 'site' && share(partOf(page.citations)),
          page.engines !== undefined && brief(page.engines.join(', '), 'line'),
        ),
      })),
    ),
    note(
      lines(
        latest && `${describeLatest(latest)}${isWhole ? '' : '; the API may have more'}.`,
        left > 0 && `${count(left, `more ${of}`)} not shown.`,
        ...notes,
      ),
    ),
    actions([
      lineButton('Most cited', 'sources', project.id),
      lineButton('Domains', 'referrers', project.id),
    ]),
  );
}

/** "Counted in the latest 1,000 citations from 422 answers, Sun 22 Nov to Thu 26 Nov" */
function describeLatest({ of, span, answers }: NonNullable<Cited['latest']>): string {
  const from = answers ? ` from ${count(answers, 'answer')}` : '';
  return `Counted in the latest ${count(of, 'citation')}${from}${span === undefined ? '' : `, ${span}`}`;
}

export function citedFigures(cited: Cited): Figure[] {
  const { where, each, pages, citations, latest, isBefore, limit = MOST } = cited;
  // Days the API doesn't list are unknown, not zero.
  if (isBefore) return [];
  const among = latest ? ` among the latest ${figure(latest.of)}` : '';
  return [
    ...(each.length > 0 ? each : [{ where, citations }]).map((one) => ({
      name: `citations${one.where}${among}`,
      value: one.citations,
      unit: 'citations',
    })),
    ...citationFigures(pages.slice(0, limit)),
  ];
}

/** Of the pages whose citations the API counts. */
export function citationFigures(pages: readonly CitedPage[]): Figure[] {
  return pages.flatMap((page) =>
    page.citations === undefined
      ? []
      : { name: `citations of ${titleOf(page)}`, value: page.citations, unit: 'citations' },
  );
}

/** Addresses that are safe to link. */
export function linksOf(pages: readonly CitedPage[], limit = MOST): string[] {
  return pages.slice(0, limit).flatMap(({ url }) => httpUrl(url) ?? []);
}

function titleOf({ title, url, domain }: CitedPage): string {
  return title || domain || url || 'Unnamed page';
}
