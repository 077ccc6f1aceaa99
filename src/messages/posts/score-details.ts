/** Draws the thread under a score alert: every engine's figures, and the 90 days in words where the picture is missing. */
import type { TableBlock } from '@slack/types';
import type { EngineChange, ScoreAlert, Standing } from '../../decision.ts';
import { LIMITS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { joined, mrkdwn, rich } from '../../slack/text.ts';
import { carriedOverLine, metricOf, partsNote } from '../alert-lines.ts';
import { list } from '../budget.ts';
import { dayBeside, dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, type Scale } from '../figures.ts';
import { capital } from '../first-letter.ts';
import { handleOf } from '../handle.ts';
import { footer, section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { measuredLine } from '../measured-words.ts';
import { METRIC_WORDS } from '../metric-words.ts';

/** What of an alert is shown in detail. */
export type DetailedAlert = Pick<
  ScoreAlert,
  | 'project'
  | 'key'
  | 'day'
  | 'previousDay'
  | 'score'
  | 'previousScore'
  | 'againstLevel'
  | 'carriedOver'
  | 'usual'
  | 'engines'
  | 'by'
  | 'explanation'
  | 'measured'
  | 'alert'
>;

/** `posted` once it stands in the thread; `altText` says what it shows. */
export type DetailsPicture = { altText: string; posted: boolean };

/** Rows of the table, with the one for the whole project; the other engines are counted. */
const ENGINES_SHOWN = 20;

type Row = { name: string; before: string; now: string; change: string; verdict: string };

/** `picture` is missing where no day has a figure. */
export function scoreDetailsMessage(
  alert: DetailedAlert,
  standing: Pick<Standing, 'handles'>,
  picture: DetailsPicture | undefined,
): Message {
  const name = brief(alert.project.name, 'project');
  const days = { now: dayName(alert.day), before: dayBeside(alert.previousDay, alert.day) };
  const metric = METRIC_WORDS[metricOf(alert)];
  const { by = 'engine' } = alert;
  const what = `${name} ${metric.name} by ${by}`;
  const title = joined([mrkdwn`*${what}*`, handleOf(standing, alert.key)], ' · ');
  const rows = rowsOf(alert);
  const said = metric.unit === 'percentage points' ? metric.unit : 'change';
  const spoken = rows.map(({ name: whose, before, now, change, verdict }) => {
    const facts = [`${now} on ${days.now}`, `${before} on ${days.before}`, `${said} ${change}`, verdict];
    return `${whose}: ${facts.join(', ')}`;
  });
  const left = alert.engines.length - ENGINES_SHOWN;
  const others = left > 0 && mrkdwn`${count(left, `more ${by === 'engine' ? 'engine' : 'part'}`)} not shown.`;
  const none = alert.engines.length === 0 && mrkdwn`The API gave no figures by engine.`;
  const note = [measuredLine(alert.measured), carriedOverLine(alert), partsNote(alert)]
    .flatMap((line) => line ?? [])
    .join(' ');
  const words = picture ? picture.altText : 'No day has a figure, so there is no picture.';
  const below: MessageBlock[] = [
    ...(others || none || note ? [footer(joined([others, none, note], ' '))] : []),
    ...(picture?.posted ? [] : [section(mrkdwn`${words}`)]),
  ];
  return {
    text: fallback(`${what}, ${days.now} against ${days.before}.`, [
      ...spoken,
      ...sentences([note, words].filter(Boolean).join(' ')),
    ]),
    blocks: [section(title), table(rows, days, capital(by), said), ...below],
    plainBlocks: [
      ...list(
        title,
        spoken.map((line) => mrkdwn`${line}`),
      ),
      ...below,
    ],
  };
}

function rowsOf(alert: DetailedAlert): Row[] {
  const { score, previousScore, usual, engines, measured = [], day } = alert;
  const shown = engines.slice(0, ENGINES_SHOWN);
  const figures = [score, previousScore, ...shown.flatMap((engine) => engine.score ?? [])];
  const scale = METRIC_WORDS[metricOf(alert)].scale(figures);
  const change = scale.change(previousScore, score);
  const normal = usual !== undefined && score >= usual.low && score <= usual.high;
  const whole = row('All engines', { engine: '', score, change, normal }, scale, usual !== undefined);
  const { engine, region } = alert.alert?.lead.scope ?? {};
  // Nobody knows what is normal of an engine that is asked other prompts, or in other regions.
  const isOfOthers = measured.some((one) => one.of !== 'engines' && one.day <= day);
  const known = usual !== undefined && !isOfOthers;
  return [
    // The figures of a part that leads are its own: it has a row among the parts.
    ...(engine || region ? [] : [whole]),
    ...shown.map((engine) => row(brief(engine.engine, 'place') || 'Unnamed engine', engine, scale, known)),
  ];
}

/** `known`: it is known what is normal. */
function row(name: string, { score, change, normal }: EngineChange, scale: Scale, known: boolean): Row {
  const missing = 'no data';
  const comparable = score !== undefined && change !== undefined;
  return {
    name,
    now: score === undefined ? missing : scale.level(score),
    before: comparable ? scale.level(score - change) : missing,
    change: comparable ? scale.signed(scale.change(score - change, score)) : 'none given',
    verdict: !comparable || !known ? 'not known' : normal ? 'normal' : 'not normal',
  };
}

/** `change`: what the figures of its column are. */
function table(
  rows: readonly Row[],
  days: { now: string; before: string },
  by: string,
  change: string,
): TableBlock {
  const headings = [by, days.before, days.now, capital(change), 'Usual'];
  const cells = rows.map(({ name, before, now, change, verdict }) => [name, before, now, change, verdict]);
  return {
    type: 'table',
    rows: [headings, ...cells]
      .slice(0, LIMITS.tableRows)
      .map((texts) => texts.map((text) => ({ type: 'raw_text', text: rich(text) }))),
    column_settings: headings.map((_, column) => ({
      align: column === 0 || column === 4 ? 'left' : 'right',
    })),
  };
}

/** A line of a message's text is short, a picture's words are not: one line for each sentence. */
function sentences(words: string): string[] {
  return words.split(/(?<=[.…]) (?=\p{Lu})/u);
}
