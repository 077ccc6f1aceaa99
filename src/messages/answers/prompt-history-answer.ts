/** Answers /visibility prompt-history: how the brand fares in the answers to one prompt, lately and by engine. */
import type { ChartDay, ProjectRef } from '../../decision.ts';
import { runStatus } from '../../run-status.ts';
import type { Message } from '../../slack/blocks.ts';
import { draw } from '../../slack/draw.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import type { PromptDetail, PromptHistory } from '../../visibility/assumed.ts';
import { list, listWithButtons } from '../budget.ts';
import { dayAt, dayName } from '../days.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { count, figure, given, ordinal, sideBySide } from '../figures.ts';
import { lowered } from '../first-letter.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { openRun, wholeRun } from '../run-buttons.ts';
import { missingDays, scoreChart } from '../scores/score-chart.ts';
import { notRead } from '../trouble-words.ts';
import { SPAN_UNKNOWN } from './topic-answer.ts';

/** Runs named in the answer; the others are counted. */
const RUNS_SHOWN = 10;
const LIST_CHARS = 3_000;

/** `series`: the prompt's score on its last days, oldest first. What could not be read is missing, and said to be. */
export function promptHistoryAnswer(
  project: ProjectRef,
  prompt: string,
  read: {
    detail: PromptDetail | undefined;
    history: PromptHistory | undefined;
    series: readonly ChartDay[] | undefined;
  },
): Message {
  const { history, series = [] } = read;
  const detail: Partial<PromptDetail> = read.detail ?? {};
  const unread = notRead([
    !read.detail && 'its figures',
    !history && 'its runs',
    !read.series && 'its scores by day',
  ]);
  const name = brief(project.name, 'project');
  const latest = series.findLast((day) => day.score !== null);
  const scores = [detail, ...(detail.byEngine ?? [])].flatMap(({ score }) => score ?? []);
  const say = sideBySide([...scores, ...series.map(({ score }) => score)]);
  const runs = history?.runs ?? [];
  const isAsked = detail.answers !== 0;
  const facts = !read.detail
    ? []
    : isAsked
      ? [
          given('score', detail.score, say),
          given('average rank', detail.averageRank),
          detail.answers !== undefined && count(detail.answers, 'answer'),
        ].filter((fact) => fact !== false)
      : ['no score yet'];
  const span = isAsked
    ? [spanWords(detail, latest, say), countWords(detail, runs, series)].filter(Boolean).join(' ')
    : unasked(history && runs.length);
  const engines = (detail.byEngine ?? []).map(({ engine, score, topCompetitor }) =>
    [
      brief(engine ?? '', 'place') || 'Unnamed engine',
      given('score', score, say),
      topCompetitor === undefined ? 'nobody named before you' : `${brief(topCompetitor, 'place')} named most`,
    ].join(' · '),
  );
  const shown = runs.slice(0, RUNS_SHOWN).map((run) => ({
    line: [
      run.completedAt === undefined ? 'no date given' : dayAt(run.completedAt, 'UTC'),
      brief(run.engine ?? '', 'place') || 'engine not given',
      outcomeOf(run),
    ]
      .filter((fact) => fact)
      .join(' · '),
    button: openRun(project, run.promptRunId, { engine: run.engine }) ?? wholeRun(project, run.runGroupId),
  }));
  const text = brief(prompt, 'title');
  const head = section(
    joined(
      [mrkdwn`*${name}: “${text}”*`, facts.join(' · '), unread && `${unread}.`, span, missingDays(series)],
      '\n',
    ),
  );
  const lists = [
    ...(engines.length > 0
      ? list(
          mrkdwn`*By engine*`,
          engines.map((line) => mrkdwn`• ${line}`),
          LIST_CHARS,
        )
      : []),
    ...(history
      ? listWithButtons(
          joined(
            [
              mrkdwn`*Latest runs*`,
              shown.length === 0
                ? 'the API has none'
                : runs.length > shown.length && `${shown.length} of ${figure(runs.length)}`,
            ],
            ' · ',
          ),
          shown.map(({ line, button }) => ({ line: mrkdwn`• ${line}`, button })),
          LIST_CHARS,
        )
      : []),
  ];
  const chart = scoreChart(`${text} visibility score`, series, { beside: scores });
  const drawn = chart && draw({ parts: [chart] });
  return {
    text: fallback(
      summaryAround(
        text,
        (short) => `${name}, prompt “${short}”: ${facts.join(', ') || lowered(unread ?? '')}.`,
      ),
      [
        ...(unread && facts.length > 0 ? [`${unread}.`] : []),
        span,
        ...engines,
        ...shown.map(({ line }) => line),
      ].filter((line) => line !== ''),
    ),
    blocks: [head, ...(drawn?.blocks ?? []), ...lists],
    ...(drawn && { plainBlocks: [head, ...(drawn.plainBlocks ?? []), ...lists] }),
  };
}

type Run = NonNullable<PromptHistory['runs']>[number];

/** What became of a run: a failed one says so, for it did not leave the brand out. */
function outcomeOf({ status = '', mentioned, rank }: Run): string {
  const known = runStatus(status);
  if (known !== undefined && known !== 'completed') return known;
  if (mentioned === false) return 'not mentioned';
  if (rank !== undefined) return `named ${ordinal(rank)}`;
  return mentioned ? 'mentioned' : (known ?? brief(status, 'place'));
}

/** A prompt without an answer that counts: engines were not asked yet, or what they said today does not count so far. */
function unasked(runs: number | undefined): string {
  if (runs === undefined) return 'The API counts no answer so far.';
  return runs === 0
    ? 'No engine has answered it yet. Engines are asked a new prompt from the next day on.'
    : `The API counts none of its ${count(runs, 'run')} so far; a day counts once it is over.`;
}

/**
 * Why the figures count another number of answers than there are runs below. An API may leave out the day that is not
 * over: where exactly that makes up for the difference, it is said; else that it is not known.
 */
function countWords(
  { answers }: Partial<PromptDetail>,
  runs: readonly Run[],
  series: readonly ChartDay[],
): string | undefined {
  if (answers === undefined || runs.length === 0 || runs.length === answers) return undefined;
  const last = series.at(-1)?.date;
  const later = runs.filter(
    ({ completedAt }) =>
      last !== undefined &&
      completedAt !== undefined &&
      new Date(completedAt).toISOString().slice(0, 10) > last,
  ).length;
  if (last !== undefined && answers + later === runs.length) {
    return `Not counted: the ${count(later, 'run')} after ${dayName(last)}.`;
  }
  return `The API lists ${count(runs.length, 'run')}, and does not say which of them these figures count.`;
}

/** One figure of all answers beside figures by day: who compares them must know that they are not of the same time. */
function spanWords(
  { score }: Partial<PromptDetail>,
  last: ChartDay | undefined,
  say: (score: number) => string,
): string | undefined {
  if (score === undefined) return undefined;
  const latest = last && last.score !== null ? ` On ${dayName(last.date)} alone: ${say(last.score)}.` : '';
  return `${SPAN_UNKNOWN}${latest}`;
}
