/** Answers which engine, region, topic or prompt is best or worst: one figure of each, in order. */
import type { Figure } from '../../ask/plan.ts';
import type { Metric, ProjectRef } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure, perCent, undusted } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, paragraph } from '../page.ts';
import { andList } from '../scores/measured-words.ts';
import { awayOf, METRIC_WORDS } from '../scores/metric-words.ts';
import { bold, capital, lines, say } from '../text.ts';
import { dayName } from '../times.ts';
import { UNITS } from './course.ts';

export const RANKED = ['engines', 'regions', 'topics', 'prompts'] as const;
export type RankedKind = (typeof RANKED)[number];

/** `value` is missing where the API gives no such figure. `before` is of another day, where both can be compared. */
export type RankedRow = {
  name: string;
  value?: number | undefined;
  date?: string | undefined;
  before?: number | undefined;
  answers?: number | undefined;
  noise?: string | undefined;
  /** A line behind /visibility that opens it. */
  line?: string | undefined;
};

/** `of`: how many there are in all, where not all were read. `where`: " on Gemini". */
export type Ranking = {
  project: ProjectRef;
  kind: RankedKind;
  metric: Metric;
  order: 'best' | 'worst';
  where: string;
  rows: readonly RankedRow[];
  limit?: number | undefined;
  of?: number | undefined;
  since?: string | undefined;
  notes?: readonly string[] | undefined;
};

/** Rows without a limit that somebody asked for. */
const MOST = 12;

/** Best or worst first; those without a figure are none of them. */
export function inOrder({
  rows,
  metric,
  order,
  limit = MOST,
}: Pick<Ranking, 'rows' | 'metric' | 'order' | 'limit'>) {
  const way = (METRIC_WORDS[metric].best === 'highest' ? -1 : 1) * (order === 'best' ? 1 : -1);
  const given = rows.filter((row): row is RankedRow & { value: number } => row.value !== undefined);
  return given.toSorted((a, b) => way * (a.value - b.value)).slice(0, limit);
}

export function rankingPage(ranking: Ranking): Page {
  const { project, kind, metric, order, where, rows, of, since, notes = [] } = ranking;
  const words = METRIC_WORDS[metric];
  const shown = inOrder(ranking);
  const [first] = shown;
  const name = brief(project.name, 'project');
  const singular = kind.slice(0, -1);
  const values = rows.flatMap(({ value, before }) => [value ?? [], before ?? []].flat());
  const scale = words.scale(values);
  const nameOf = (row: RankedRow) => brief(row.name, 'name') || `Unnamed ${singular}`;
  const said = (row: RankedRow) =>
    kind === 'prompts' || kind === 'topics' ? `“${nameOf(row)}”` : nameOf(row);
  const without = rows.filter(({ value }) => value === undefined).map(said);
  if (!first) {
    return {
      parts: [
        headline(bold(`${name}: the API gives no ${words.name} by ${singular}${where}.`)),
        note(lines(...notes)),
      ],
    };
  }
  const [latest = ''] = shown
    .flatMap(({ date }) => date ?? [])
    .toSorted()
    .reverse();
  const given = rows.length - without.length;
  const left = given - shown.length;
  return {
    parts: [
      headline(
        say`${bold(`${name}’s ${order} ${singular}${where} by ${words.name}: ${said(first)}, ${scale.level(first.value)}`)}${latest ? ` on ${dayName(latest)}` : ''}`,
      ),
      paragraph(movedMost(shown, metric, said, since)),
      {
        kind: 'table',
        columns: [capital(singular), capital(words.name), 'Change', 'How sure', 'Answers'].map((heading) => ({
          heading,
        })),
        rows: shown.map((row) => [
          nameOf(row),
          `${scale.level(row.value)}${row.date && row.date !== latest ? ` on ${dayName(row.date)}` : ''}`,
          row.before === undefined ? undefined : scale.signed(scale.change(row.before, row.value)),
          row.noise,
          row.answers === undefined ? undefined : figure(row.answers),
        ]),
      },
      note(
        lines(
          left > 0 && `${count(left, `more ${singular}`)} not shown.`,
          of !== undefined &&
            of > rows.length &&
            `Only the first ${figure(rows.length)} of ${figure(of)} ${kind} were read.`,
          without.length > 0 &&
            `No figure of ${andList(without.slice(0, 5))}${without.length > 5 ? ` and ${without.length - 5} more` : ''}.`,
          ...notes,
        ),
      ),
      actions([
        ...shown
          .slice(0, 3)
          .map(
            (row) => row.line !== undefined && lineButton({ label: nameOf(row), line: row.line }, project.id),
          ),
      ]),
    ],
  };
}

export function rankingFigures(ranking: Ranking): Figure[] {
  const { metric, where, rows } = ranking;
  const times = metric === 'mentionRate' ? perCent(rows.map(({ value }) => value)) : 1;
  return inOrder(ranking).map(({ name, value, date, before, answers, noise }) => ({
    name: `${METRIC_WORDS[metric].name} of ${name}${where}`,
    value: undusted(value * times),
    unit: UNITS[metric],
    ...(date !== undefined && { day: date }),
    ...(answers !== undefined && { answers }),
    ...(before !== undefined && { change: undusted((value - before) * times) }),
    ...(noise !== undefined && { verdict: noise }),
  }));
}

/** Best or worst is by where each stands; who moved most over the days asked for is another thing, and told beside it. */
function movedMost(
  rows: readonly (RankedRow & { value: number })[],
  metric: Metric,
  said: (row: RankedRow) => string,
  since: string | undefined,
): string | undefined {
  if (since === undefined) return undefined;
  const moved = rows.filter(({ before }) => before !== undefined);
  const worse = METRIC_WORDS[metric].best === 'lowest' ? -1 : 1;
  const [most] = moved.toSorted(
    (a, b) => worse * (a.value - (a.before ?? a.value)) - worse * (b.value - (b.before ?? b.value)),
  );
  if (most?.before === undefined || worse * (most.value - most.before) >= 0) return undefined;
  const scale = METRIC_WORDS[metric].scale([most.value, most.before]);
  return `Fell most since ${dayName(since)}: ${said(most)}, ${awayOf(metric, scale, most.before, most.value)}.`;
}
