/** Answers /visibility scores: the last complete day, what it is made of, the figures beside the score, and a chart. */
import type { ProjectRef, ScoreAlert, ScoreFigures, ScoreOverview } from '../../decision.ts';
import type { Message, MessageBlock } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { figureNamed, movedOn, PARTS, scaleOfAlert, wentOn } from '../alert-lines.ts';
import { list } from '../budget.ts';
import { dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure, scaleOf } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { changeSince, measuredLine } from '../measured-words.ts';
import { chartInWords, missingDays, scoreChart, sparkline, thinned } from '../score-chart.ts';
import { besideScoreLine, figuresNote, partsOf } from '../score-figures.ts';

/** Engines named in the message; the others are counted. */
const ENGINES_SHOWN = 8;

/** Characters of the lines that stand for the table. */
const PARTS_CHARS = 3_000;

/** Of those that were there for a part of the days. */
const PARTLY_SHOWN = 3;

/** The latest alert of the project that the asker may read of. */
export type LatestAlert = { alert: ScoreAlert; handle: string };

/**
 * `asked`: so many days were asked for. `figures`: what the API gives beside the score, where it gives anything. Not
 * `isWhole`: which prompts came and went could not be read.
 */
export function scoresAnswer(
  project: ProjectRef,
  overview: ScoreOverview,
  {
    latestAlert,
    asked = 0,
    figures,
    isWhole = true,
  }: {
    latestAlert?: LatestAlert | undefined;
    asked?: number | undefined;
    figures?: ScoreFigures | undefined;
    isWhole?: boolean;
  } = {},
): Message {
  const name = brief(project.name, 'project');
  const { series } = overview;
  const headline = latest(overview);
  const parts = figures && partsOf(figures);
  const beside = figures && besideScoreLine(figures);
  // What the table tells by engine, no line repeats.
  const engines = parts && overview.engines.length > 0 ? undefined : enginesLine(overview);
  const partly = partlyLine(overview);
  const measured = measuredLine(overview.earlier);
  const given = count(series.length, 'day');
  const fewer = series.length > 0 && series.length < asked && `Only ${given} of figures are known.`;
  const gaps = missingDays(series);
  const alert = latestAlert && alertLine(latestAlert);
  const inBrackets = parts || beside ? figures && figuresNote(figures, series.at(-1)?.date) : undefined;
  const notes = [inBrackets, fewer, gaps, thinned(series)].filter(Boolean).join(' ');
  const unread = !isWhole && 'Not all tracked prompts could be read: others may be asked than before.';
  const lines = [beside, engines, partly, measured, unread, alert, notes];
  const blocks: MessageBlock[] = list(
    mrkdwn`*${name} visibility score* · ${headline}`,
    lines.flatMap((line) => (line ? mrkdwn`${line}` : [])),
  );
  const chart = scoreChart(`${name} visibility score`, series);
  const drawn =
    series.length > 0 ? [[`${chartInWords(series)}.`, fewer, gaps].filter(Boolean).join(' ')] : [];
  return {
    text: fallback(
      `${name} visibility score: ${headline}`,
      [
        beside,
        ...(parts?.lines ?? []),
        engines,
        inBrackets,
        partly,
        measured,
        unread,
        alert,
        ...drawn,
      ].flatMap((line) => line || []),
    ),
    blocks: [...blocks, ...(parts ? [parts.table] : []), ...(chart ? [chart] : [])],
    ...((chart || parts) && {
      plainBlocks: [
        ...blocks,
        ...(parts
          ? list(
              mrkdwn`*By engine and region*`,
              parts.lines.map((line) => mrkdwn`${line}`),
              PARTS_CHARS,
            )
          : []),
        ...(chart ? [section(mrkdwn`\`${sparkline(series)}\` ${chartInWords(series)}`)] : []),
      ],
    }),
  };
}

/** "53.2 on Thu 19 Nov, −8.2 since Wed" */
function latest({ series, engines, by = 'engine', previous: before, sincePrevious }: ScoreOverview): string {
  const now = series.findLast(({ score }) => score !== null);
  if (!now || now.score === null) {
    return engines.length > 0
      ? `The API gives no overall score, only scores by ${by}.`
      : 'The API has none for a complete day.';
  }
  if (!before) return `${figure(now.score)} on ${dayName(now.date)}, the first day.`;
  const { level } = scaleOf([now.score, before.score]);
  const since = changeSince(before, { date: now.date, score: now.score }, { sincePrevious });
  return `${level(now.score)} on ${dayName(now.date)}${since}.`;
}

/** "A1: visibility score fell 8.1 points on Thu 19 Nov. Back to normal: 58.2 on Wed 25 Nov. Lasted 6 days." */
function alertLine({ alert, handle }: LatestAlert): string {
  const scale = scaleOfAlert(alert);
  const what = `${handle}: ${figureNamed(alert)} ${movedOn(alert, scale)}.`;
  return [what, wentOn(alert, scale)].filter(Boolean).join(' ');
}

function enginesLine({ series, engines, by = 'engine' }: ScoreOverview): string {
  if (engines.length === 0) return 'Engines: the API gave no figures by engine.';
  const scale = scaleOf(engines.map(({ score }) => score));
  const shown = engines.slice(0, ENGINES_SHOWN).map(({ engine, date, score, change }) => {
    const moved = change === undefined ? '' : ` (${scale.signed(scale.change(score - change, score))})`;
    const when = date === series.at(-1)?.date ? '' : ` on ${dayName(date)}`;
    return `${brief(engine, 'place')} ${scale.level(score)}${moved}${when}`;
  });
  const others = engines.length - shown.length;
  return `${PARTS[by]}: ${[...shown, ...(others > 0 ? [`${figure(others)} more not shown`] : [])].join(' · ')}`;
}

/** "Not on all of these days: Copilot on Sun 22 Nov only (51.0). Scores with and without an engine are not comparable." */
function partlyLine({ engines, partly = [] }: ScoreOverview): string | undefined {
  if (partly.length === 0) return undefined;
  const scale = scaleOf([...engines, ...partly].map(({ score }) => score));
  const shown = partly.slice(0, PARTLY_SHOWN).map(({ engine, from, to, score }) => {
    const last = to === undefined ? '' : ` (${scale.level(score)})`;
    return `${brief(engine, 'place')} ${timeThere(from, to)}${last}`;
  });
  const others = partly.length - shown.length;
  const all = [...shown, ...(others > 0 ? [`${figure(others)} more not shown`] : [])].join(' · ');
  return `Not on all of these days: ${all}. Scores with and without an engine are not comparable.`;
}

function timeThere(from: string | undefined, to: string | undefined): string {
  if (to === undefined) return `since ${dayName(from ?? '')}`;
  if (from === undefined) return `until ${dayName(to)}`;
  return from === to ? `on ${dayName(to)} only` : `from ${dayName(from)} to ${dayName(to)}`;
}
