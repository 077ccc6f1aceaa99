/** Answers about runs: a run group, one prompt run with its answer, and a prompt’s history. */
import type { ChartDay, MeasuredChange, ProjectRef } from '../../decision.ts';
import type { PromptDetail, PromptHistory } from '../../visibility/assumed.ts';
import type { PromptRun, PromptRunDetail, RunGroup } from '../../visibility/contract.ts';
import { runButton } from '../answer-controls.ts';
import { alignFigures, count, figure, labelFigure, ordinal, SPAN_UNKNOWN } from '../figures.ts';
import { brief, shorten } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph, rows, section } from '../page.ts';
import { chartNote, measuredLine, scoreChart } from '../scores/score-words.ts';
import { beside, bold, flexible, lines, say, type Text } from '../text.ts';
import { dayAt, moment } from '../times.ts';
import { unreadSentence } from '../trouble-words.ts';

const PARAGRAPH_CHARS = 500;

/** Names by id, as far as the API gave them; `prompts` is undefined if they could not be read. */
export type RunNames = {
  prompts: ReadonlyMap<string, string> | undefined;
  engines: ReadonlyMap<string, string>;
};

/** `shown`: one page of the group's runs. */
export function runGroupAnswer(
  project: ProjectRef,
  { run_group: group, prompt_runs: runs }: { run_group: RunGroup; prompt_runs: readonly PromptRun[] },
  shown: readonly PromptRun[],
  names: RunNames,
): Page {
  const failed = runs.filter(isFailed).length;
  return page(
    headline(beside(bold(`${brief(project.name, 'project')} run group`), count(runs.length, 'prompt run'))),
    paragraph(progress(group, runs)),
    note(
      beside(
        failed > 0 && `${figure(failed)} failed`,
        brief(group.run_type, 'place'),
        toWords(group.status),
        say`created ${at(group.created_at)}`,
        describeUnnamed(names),
      ),
    ),
    rows(
      shown.map((run) => {
        const engine = engineOf(run, names);
        const prompt = names.prompts?.get(run.prompt_id);
        return {
          text: beside(bold(promptOf(run, names)), engine, ...factsOf(run), errorOf(run)),
          control: runButton('run', project, run.id, { engine, prompt }),
        };
      }),
    ),
  );
}

export function promptRunAnswer(
  project: ProjectRef,
  { prompt_run, response }: PromptRunDetail,
  names: RunNames,
): Page {
  const answer = response?.raw_text.trim() ? response.raw_text : 'The API has no answer for this run.';
  return page(
    headline(
      beside(
        bold(`${brief(project.name, 'project')} prompt run`),
        `${promptOf(prompt_run, names)} on ${engineOf(prompt_run, names)}`,
      ),
    ),
    paragraph(lines(beside(...factsOf(prompt_run), describeUnnamed(names)), errorOf(prompt_run))),
    rows(answer.split(/\n+/).map((text) => ({ text: say`${shorten(text, PARAGRAPH_CHARS)}` }))),
    note(`Run ${prompt_run.id}`),
    actions([runButton('group', project, prompt_run.run_group_id ?? undefined)]),
  );
}

/** "2 of 4 completed". The API's counts are 0 if it doesn't count. */
function progress({ total_runs, completed_runs }: RunGroup, runs: readonly PromptRun[]): string {
  const isAnyCompleted = runs.some(({ status }) => readRunStatus(status) === 'completed');
  const isCounted = total_runs > 0 && (completed_runs > 0 || !isAnyCompleted);
  if (!isCounted) return 'The API doesn’t say how many are completed.';
  const part = runs.length < total_runs ? `; the API lists ${figure(runs.length)} of them` : '';
  return `${figure(completed_runs)} of ${figure(total_runs)} completed${part}`;
}

function factsOf({ status, latency_ms, cost_usd, completed_at }: PromptRun): (Text | string | false)[] {
  return [
    toWords(status),
    completed_at !== null && at(completed_at),
    latency_ms !== null && `${figure(latency_ms / 1000)} s`,
    cost_usd !== null && `$${figure(cost_usd)}`,
  ];
}

function errorOf({ error }: PromptRun): string | undefined {
  const words = brief(error ?? '', 'reason');
  return words && `error: ${words}`;
}

function toWords(status: string): string {
  return readRunStatus(status) ?? (brief(status, 'place') || 'no status given');
}

const describeUnnamed = ({ prompts }: RunNames) => unreadSentence([!prompts && 'prompt texts']);

/** A prompt that is no longer tracked isn't in the list. */
function promptOf({ prompt_id }: PromptRun, { prompts }: RunNames): string {
  const text = brief(prompts?.get(prompt_id) ?? '', 'prompt');
  return text ? `“${text}”` : prompts ? 'an unlisted prompt' : 'a prompt';
}

function engineOf({ engine_id }: PromptRun, { engines }: RunNames): string {
  return brief(engines.get(engine_id) ?? '', 'place') || 'an unlisted engine';
}

/** Without a timezone, the API's times are UTC. */
function at(time: string): Text {
  return moment(Date.parse(/Z|[+-]\d\d:?\d\d$/i.test(time) ? time : `${time}Z`));
}

const RUNS_SHOWN = 10;

type Run = NonNullable<PromptHistory['runs']>[number];
type Figures = (score: number) => string;

/** `series`: the prompt's daily scores, oldest first. Undefined parts could not be read, and the answer says so. */
export function promptHistoryAnswer(
  project: ProjectRef,
  prompt: string,
  read: {
    detail: PromptDetail | undefined;
    history: PromptHistory | undefined;
    series: readonly ChartDay[] | undefined;
    reworded?: readonly MeasuredChange[];
  },
): Page {
  const { detail, history, series = [], reworded = [] } = read;
  const name = brief(project.name, 'project');
  const text = brief(prompt, 'title');
  const engines = detail?.byEngine ?? [];
  const scores = [detail, ...engines].flatMap((of) => of?.score ?? []);
  const figures = alignFigures([...scores, ...series.map(({ score }) => score)]);
  const standing = detail && beside(...standingOf(detail, figures));
  const unread = unreadSentence([
    !detail && 'its figures',
    !history && 'its runs',
    !read.series && 'its scores by day',
  ]);
  return {
    summary: say`${name}, “${flexible(text)}”: ${standing ?? unread}`,
    parts: [
      headline(lines(bold(`${name}: “${text}”`), standing)),
      note(unread && `${unread}.`),
      note(detail?.answers === 0 ? NOTHING_COUNTED : detail?.score !== undefined && SPAN_UNKNOWN),
      scoreChart(`${text} visibility score`, series, { beside: scores }),
      note(lines(chartNote(series), measuredLine(reworded))),
      section(
        'By engine',
        engines.map((of) => engineRow(of, figures)),
      ),
      history && latestRuns(project, history.runs ?? []),
    ],
  };
}

function standingOf({ answers, score, averageRank }: PromptDetail, figures: Figures): (string | false)[] {
  if (answers === 0) return ['no score yet'];
  return [
    labelFigure('score', score, figures),
    labelFigure('average rank', averageRank),
    answers !== undefined && count(answers, 'answer'),
  ];
}

function engineRow(
  { engine = '', score, topCompetitor }: NonNullable<PromptDetail['byEngine']>[number],
  figures: Figures,
): Text {
  return beside(
    bold(brief(engine, 'place') || 'Unnamed engine'),
    labelFigure('score', score, figures),
    topCompetitor !== undefined && `${brief(topCompetitor, 'place')} named most`,
  );
}

function latestRuns(project: ProjectRef, runs: readonly Run[]) {
  const amount =
    runs.length === 0
      ? 'the API has none'
      : runs.length > RUNS_SHOWN && `${RUNS_SHOWN} of ${figure(runs.length)}`;
  const latest = runs.toSorted((a, b) => (b.completedAt ?? 0) - (a.completedAt ?? 0));
  return rows(
    latest.slice(0, RUNS_SHOWN).map((run) => ({
      text: beside(
        run.completedAt === undefined ? 'no date given' : dayAt(run.completedAt, 'UTC'),
        brief(run.engine ?? '', 'place'),
        outcomeOf(run),
      ),
      control:
        runButton('run', project, run.promptRunId, { engine: run.engine }) ??
        runButton('group', project, run.runGroupId),
    })),
    { heading: beside(bold('Latest runs'), amount) },
  );
}

/** The outcome of a run. A failed one doesn't count as "not mentioned". */
function outcomeOf({ status = '', mentioned, rank }: Run): string {
  const known = readRunStatus(status);
  if (known !== undefined && known !== 'completed') return known;
  if (mentioned === false) return 'not mentioned';
  if (rank !== undefined) return `named ${ordinal(rank)}`;
  return mentioned ? 'mentioned' : (known ?? brief(status, 'place'));
}

const NOTHING_COUNTED =
  'No answer counts yet: engines are asked a new prompt from the next day, and a day counts once it’s over.';

type RunStatus = 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

const VALUES: Readonly<Record<RunStatus, readonly string[]>> = {
  waiting: ['pending', 'queued', 'scheduled', 'waiting'],
  running: ['running', 'in_progress', 'processing', 'started'],
  completed: ['completed', 'complete', 'succeeded', 'success', 'done', 'finished'],
  failed: ['failed', 'failure', 'error', 'errored', 'timeout', 'timed_out'],
  cancelled: ['cancelled', 'canceled', 'aborted', 'skipped'],
};

const MEANING = new Map(
  (Object.keys(VALUES) as RunStatus[]).flatMap((status) => VALUES[status].map((value) => [value, status])),
);

/** Whether a run may have an answer: it isn't known to have failed or to be under way. */
export function mayBeAnswered({ status = '' }: Pick<Run, 'status'>): boolean {
  const known = readRunStatus(status);
  return known === undefined || known === 'completed';
}

function readRunStatus(status: string): RunStatus | undefined {
  return MEANING.get(
    status
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
}

/** Whether a run failed by its status, or has an error and an unknown status. */
function isFailed({ status, error }: { status: string; error: string | null }): boolean {
  const known = readRunStatus(status);
  return known === 'failed' || (known === undefined && (error ?? '').trim() !== '');
}
