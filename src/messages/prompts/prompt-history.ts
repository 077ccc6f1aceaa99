/** Answers /visibility prompt-history: the brand in the answers to one prompt, lately and by engine. */
import type { ChartDay, ProjectRef } from '../../decision.ts';
import type { PromptDetail, PromptHistory } from '../../visibility/assumed.ts';
import { readRunStatus } from '../../words/run-status.ts';
import { openRunButton, wholeRunButton } from '../answer-controls.ts';
import { alignFigures, count, figure, labelFigure, ordinal, SPAN_UNKNOWN } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, type Row, rows } from '../page.ts';
import { missingDays, scoreChart } from '../scores/score-chart.ts';
import { beside, bold, flexible, join, lines, say, type Text } from '../text.ts';
import { dayAt, dayName } from '../times.ts';
import { unreadSentence } from '../trouble-words.ts';

/** Runs shown; the rest are counted. */
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
  },
): Page {
  const { detail, history, series = [] } = read;
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
      note(
        detail?.answers === 0
          ? NOTHING_COUNTED
          : spanWords(detail ?? {}, history?.runs?.length ?? 0, series, figures),
      ),
      scoreChart(`${text} visibility score`, series, { beside: scores }),
      note(missingDays(series)),
      engines.length > 0 &&
        rows(
          engines.map((of) => engineRow(of, figures)),
          { heading: bold('By engine') },
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
): Row {
  return {
    text: beside(
      bold(brief(engine, 'place') || 'Unnamed engine'),
      labelFigure('score', score, figures),
      topCompetitor !== undefined && `${brief(topCompetitor, 'place')} named most`,
    ),
  };
}

function latestRuns(project: ProjectRef, runs: readonly Run[]) {
  const amount =
    runs.length === 0
      ? 'the API has none'
      : runs.length > RUNS_SHOWN && `${RUNS_SHOWN} of ${figure(runs.length)}`;
  return rows(
    runs.slice(0, RUNS_SHOWN).map((run) => ({
      text: beside(
        run.completedAt === undefined ? 'no date given' : dayAt(run.completedAt, 'UTC'),
        brief(run.engine ?? '', 'place') || 'engine not given',
        outcomeOf(run),
      ),
      control:
        openRunButton(project, run.promptRunId, { engine: run.engine }) ??
        wholeRunButton(project, run.runGroupId),
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

/** The figures of all answers differ from those of a day, and may count fewer answers than there are runs. */
function spanWords(
  { answers, score }: Partial<PromptDetail>,
  runs: number,
  series: readonly ChartDay[],
  figures: Figures,
): Text {
  const last = series.findLast((day) => day.score !== null);
  const alone = last?.score != null && `On ${dayName(last.date)} alone: ${figures(last.score)}.`;
  const isOther = answers !== undefined && runs > 0 && runs !== answers;
  return join(
    [
      ...(score === undefined ? [] : [SPAN_UNKNOWN, alone]),
      isOther && `The API lists ${count(runs, 'run')}; these figures count ${figure(answers)}.`,
    ],
    ' ',
  );
}
