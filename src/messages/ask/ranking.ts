/** Answers which engine, region, topic or prompt is best or worst. */
import type { Figure, Move, Plan, RANKED } from '../../ask/plan.ts';
import type { MeasuredChange, Metric, Noise, ProjectRef, SharedFigures } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { andList, count, dropFloatNoise, figure, firstOf, ordinal, percentFactor } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph, table } from '../page.ts';
import { describeOffset, isWorse, METRIC_WORDS, measuredLine } from '../scores/score-words.ts';
import { beside, bold, capitalize, lines, say, type Text } from '../text.ts';
import { countDays, dayName, daysInWords } from '../times.ts';
import { planButton } from './correct-reading.ts';
import { TOO_FEW_DAYS, UNITS } from './course-figures.ts';
import { degreeOf } from './reading.ts';

export type RankedKind = (typeof RANKED)[number];

/** `value` is undefined if the API doesn't give it; `before` is the value on `since`, if comparable. */
export type RankedRow = {
  name: string;
  value?: number | undefined;
  date?: string | undefined;
  before?: number | undefined;
  since?: string | undefined;
  /** Over what both spans measured, where other things are measured by now. */
  shared?: SharedFigures | undefined;
  /** What was added or removed, so that there is no comparable `before`. */
  measured?: readonly MeasuredChange[] | undefined;
  answers?: number | undefined;
  /** Whether what has its value couldn't be read. */
  isUnread?: boolean | undefined;
  /** Rank among all tools; 1 is best. */
  place?: number | undefined;
  /** How usual the figure is on its day, and its words, which also say why that can’t be told. */
  level?: Noise | undefined;
  verdict?: string | undefined;
  /** The /visibility line that opens it. */
  line?: string | undefined;
};

/**
 * `moved`: ranks by change, in that direction. `of`: the total, if not all were read. `among`: the only names
 * asked about. `where`: " on Gemini".
 */
export type Ranking = {
  project: ProjectRef;
  kind: RankedKind;
  metric: Metric;
  order: 'best' | 'worst';
  moved?: Move | undefined;
  among?: readonly string[] | undefined;
  where: string;
  rows: readonly RankedRow[];
  limit?: number | undefined;
  of?: number | undefined;
  /** Set if the figures are averages of these days (YYYY-MM-DD), compared with those of as many days before. */
  averaged?: { from: string; to: string } | undefined;
  /** What was added or removed after those days, which therefore end there. */
  measured?: readonly MeasuredChange[] | undefined;
  notes?: readonly string[] | undefined;
  /** Which of them is asked for, from 0; -1 is the last. */
  place?: Plan['place'];
  /** Asks which there are, in no order. */
  isList?: boolean | undefined;
  /** Asks for all rows. */
  all?: Plan | undefined;
  /** Set if only rows beyond a figure are left of `of`: "below 50". `nearest`: the first of them all. */
  bounded?: { words: string; of: number; nearest: RankedRow | undefined } | undefined;
};

/** Rows shown if no limit was asked for. */
const MOST = 12;

/** Names in a sentence. */
const MOST_LISTED = 5;

type RowWithValue = RankedRow & { value: number };

/** Best, worst or most moved first; drops rows without a figure. */
export function sortRows({
  rows,
  metric,
  order,
  moved,
  limit = MOST,
}: Pick<Ranking, 'rows' | 'metric' | 'order' | 'moved' | 'limit'>): RowWithValue[] {
  const given = rows.filter((row): row is RowWithValue => row.value !== undefined);
  const changes = moved === undefined ? [] : given.filter(({ before }) => before !== undefined);
  const isBest = changes.length > 0 ? moved === 'better' : order === 'best';
  const way = (METRIC_WORDS[metric].best === 'highest' ? -1 : 1) * (isBest ? 1 : -1);
  const by = ({ value, before = 0 }: RowWithValue) => (changes.length > 0 ? value - before : value);
  const far = ({ value, before = 0 }: RowWithValue) => Math.abs(value - before);
  if (changes.length > 0 && moved === 'either')
    return changes.toSorted((a, b) => far(b) - far(a)).slice(0, limit);
  return (changes.length > 0 ? changes : given).toSorted((a, b) => way * (by(a) - by(b))).slice(0, limit);
}

export function rankingPage(ranking: Ranking): Page {
  const { project, kind, notes, where, all } = ranking;
  const rows = sortRows(ranking);
  const [first] = rows;
  if (!first && ranking.bounded?.nearest?.value !== undefined)
    return nonePage(ranking, ranking.bounded.nearest);
  if (!first) {
    const { name } = METRIC_WORDS[ranking.metric];
    const what = `${name} by ${singularOf(kind)}${where}`;
    const isUnread = ranking.rows.some((row) => row.isUnread);
    const none = isUnread ? `no ${what} could be read.` : `the API gives no ${what}.`;
    const head = headline(bold(`${brief(project.name, 'project')}: ${none}`));
    return { parts: isUnread ? [head] : [head, note(lines(...(notes ?? [])))] };
  }
  const shown = toShown(ranking, first, rows);
  return page(
    ...headOf(shown),
    paragraph(placesWords(shown)),
    isNamedByAll(ranking) && paragraph(`Every ${singularOf(kind)} has answers that name you.`),
    tableOf(shown),
    note(lines(...notesOn(shown))),
    actions([
      ...rows
        .slice(0, 3)
        .map((row) => row.line !== undefined && lineButton(nameOf(row, kind), row.line, project.id)),
      shown.left > 0 && all && planButton(`All ${kind}`, all, project),
    ]),
  );
}

/** "Acme: none of 10 prompts has a visibility score below 50 · “cut aws bill” is nearest, 52.6" */
function nonePage({ project, kind, metric, where, bounded }: Ranking, nearest: RankedRow): Page {
  const { name, scale } = METRIC_WORDS[metric];
  const { value = 0, date } = nearest;
  const none = `${brief(project.name, 'project')}: none of ${count(bounded?.of ?? 0, singularOf(kind))}${where} has a ${name} ${bounded?.words}`;
  const day = date === undefined ? '' : ` on ${dayName(date)}`;
  return page(
    headline(beside(bold(none), `nearest: ${nameOf(nearest, kind)}, ${scale([value]).level(value)}${day}`)),
  );
}

/** How a ranking is shown, by its best row and those below. `isByChange`: by how far they moved, but for `unlike` ones. */
type Shown = ReturnType<typeof toShown>;

function toShown(ranking: Ranking, first: RowWithValue, shown: readonly RowWithValue[]) {
  const { kind, metric, moved, rows } = ranking;
  const without = rows.filter(({ value }) => value === undefined);
  const isByChange = moved !== undefined && first.before !== undefined;
  const unlike = isByChange ? rows.filter((row) => row.value !== undefined && row.before === undefined) : [];
  const isQuoted = kind === 'prompts' || kind === 'topics';
  return {
    ranking,
    first,
    rows: shown,
    scale: METRIC_WORDS[metric].scale(
      rows.flatMap(({ value, before }) => [value ?? [], before ?? []].flat()),
    ),
    said: (row: RankedRow) => (isQuoted ? `“${nameOf(row, kind)}”` : nameOf(row, kind)),
    latest: shown.reduce((day, { date = '' }) => (date > day ? date : day), ''),
    isByChange,
    unlike,
    without,
    left: rows.length - without.length - unlike.length - shown.length,
  };
}

/** “engine” for “engines”. */
export function singularOf(kind: RankedKind): string {
  return kind.slice(0, -1);
}

function nameOf({ name }: RankedRow, kind: RankedKind): string {
  return brief(name, 'name') || `Unnamed ${singularOf(kind)}`;
}

function headOf(shown: Shown): Page['parts'] {
  const { ranking, scale, said, latest, isByChange } = shown;
  const { project, kind, metric, moved, where, rows, of, averaged } = ranking;
  if (isByChange) return [headline(movedFirst(shown))];
  const name = brief(project.name, 'project');
  const when = averaged ? ` on average, ${daysInWords(averaged)}` : latest ? ` on ${dayName(latest)}` : '';
  const level = say`${bold(`${name}’s ${levelFirst(shown)}`)}${when}`;
  if (moved !== undefined) {
    const why =
      measuredLine(rows.find((row) => row.measured?.length)?.measured) ??
      'The API gives no past figures to compare.';
    const unknown = `${name}: which ${singularOf(kind)} ${DID[moved]} most${where} isn’t known.`;
    return [headline(bold(unknown)), paragraph(say`${why} ${level}.`)];
  }
  if (!ranking.isList && !ranking.bounded) return [headline(level)];
  const inOrder = [...sortRows(ranking), ...rows.filter(({ value }) => value === undefined)];
  const withFigure = (row: RankedRow) =>
    row.value === undefined ? said(row) : `${said(row)} ${scale.level(row.value)}`;
  const figures = `${METRIC_WORDS[metric].name}${where}`;
  const many = ranking.bounded
    ? `${figure(rows.length)} of ${count(ranking.bounded.of, singularOf(kind))} with a ${figures} ${ranking.bounded.words}`
    : `${count(of ?? rows.length, singularOf(kind))} by ${figures}`;
  return [
    headline(say`${bold(`${name} · ${many}: ${andList(firstOf(inOrder, MOST_LISTED, withFigure))}`)}${when}`),
  ];
}

/** "You’re first on “pricing”.", where the best are asked for and the rank of each is known. */
function placesWords({ ranking: { order, moved }, rows, said }: Shown): string | undefined {
  const isKnown = order === 'best' && moved === undefined && rows.every(({ place }) => place !== undefined);
  const won = rows.filter(({ place }) => place === 1);
  const which = won.length === 0 ? 'none of them' : andList(firstOf(won, MOST_LISTED, said));
  return isKnown ? `You’re first on ${which}.` : undefined;
}

function tableOf({ ranking, rows, scale, latest }: Shown) {
  const { kind, metric } = ranking;
  const isJudged = rows.some(({ level }) => level !== undefined);
  return table(
    [
      capitalize(singularOf(kind)),
      capitalize(METRIC_WORDS[metric].name),
      'Your rank',
      'Change',
      'Verdict',
      'Answers',
    ],
    rows.map((row) => [
      nameOf(row, kind),
      `${scale.level(row.value)}${row.date && row.date !== latest ? ` on ${dayName(row.date)}` : ''}`,
      row.place === undefined ? undefined : ordinal(row.place),
      row.before === undefined ? undefined : scale.signed(scale.change(row.before, row.value)),
      isJudged ? (row.verdict ?? TOO_FEW_DAYS) : undefined,
      row.answers === undefined ? undefined : figure(row.answers),
    ]),
  );
}

function notesOn({ ranking, rows, said, isByChange, unlike, without, left }: Shown) {
  const { kind, averaged, measured, of, bounded, notes = [] } = ranking;
  const shared = rows.find((row) => row.shared)?.shared;
  const isCompared = averaged && rows.some(({ before }) => before !== undefined);
  const since = rows.find((row) => row.before !== undefined)?.since;
  const onShared = shared
    ? `, on the ${count(shared.parts, shared.of.slice(0, -1))} measured both times`
    : '';
  return [
    isCompared &&
      `Changes are from the average of the ${count(countDays(averaged.from, averaged.to) + 1, 'day')} before${onShared}.`,
    !isByChange && since !== undefined && `Compared with ${dayName(since)}.`,
    measuredLine(measured ?? unlike.find((row) => row.measured?.length)?.measured),
    left > 0 && `${count(left, `more ${singularOf(kind)}`)} not shown.`,
    of !== undefined &&
      of > ranking.rows.length &&
      `Only the first ${figure(bounded?.of ?? ranking.rows.length)} of ${figure(of)} ${kind} were read.`,
    unlike.length > 0 && `No comparable day for ${andList(firstOf(unlike, MOST_LISTED, said))}.`,
    without.length > 0 && `No figure for ${andList(firstOf(without, MOST_LISTED, said))}.`,
    ...notes,
  ];
}

export function rankingFigures(ranking: Ranking): Figure[] {
  const { metric, where, rows, averaged } = ranking;
  const times = metric === 'mentionRate' ? percentFactor(rows.map(({ value }) => value)) : 1;
  const days = averaged && daysInWords(averaged);
  return sortRows(ranking).map(({ name, value, date = averaged?.to, before, since, answers, level }) => ({
    name: `${METRIC_WORDS[metric].name} of ${name}${where}${days ? `, average of ${days}` : ''}`,
    value: dropFloatNoise(value * times),
    unit: UNITS[metric],
    ...(date !== undefined && { day: date }),
    ...(answers !== undefined && { answers }),
    ...(since !== undefined && { since }),
    ...(before !== undefined && { change: dropFloatNoise((value - before) * times) }),
    ...(level !== undefined && { verdict: level }),
  }));
}

/** For the lowest mention rates: whether every row mentions the brand at all. */
function isNamedByAll({ metric, order, moved, among = [], rows, of = rows.length }: Ranking): boolean {
  if (metric !== 'mentionRate' || order !== 'worst' || moved !== undefined || among.length > 0) return false;
  return of === rows.length && rows.every(({ value = 0 }) => value > 0);
}

/** "weaker engine by visibility score, of Gemini and Claude: Gemini, 35.3"; more than one if they are level. */
function levelFirst({ ranking, scale, said }: Shown): string {
  const { kind, metric, order, among = [], where, place = 0 } = ranking;
  const sorted = sortRows({ ...ranking, limit: undefined });
  const { value } = sorted.at(place) ?? sorted.at(-1) ?? { value: 0 };
  const level = sorted.filter((row) => scale.change(row.value, value) === 0);
  const names = andList(firstOf(level, MOST_LISTED, said));
  const first = `${names}, ${scale.level(value)}`;
  const by = METRIC_WORDS[metric].name;
  if (sorted.length === 1) return `${by}${where}: ${first}`;
  const of = among.length > 1 ? `, of ${andList(sorted.map(said))}` : '';
  if (among.length === 2 && level.length === 2) return `${by}${where} is the same for ${first}`;
  const nth = place > 0 && place < sorted.length ? `${ordinal(place + 1)} ` : '';
  return `${nth}${degreeOf(order, among.length)} ${level.length === 1 ? singularOf(kind) : kind}${where} by ${by}${of}: ${first}`;
}

const DID: Readonly<Record<Move, string>> = { better: 'gained', worse: 'lost', either: 'moved' };

/** "Acme: “cut aws bill” lost most, visibility score down 8.2 points to 52.6, Mon 23 Mar to Tue 24 Mar · outside normal" */
function movedFirst({ ranking, first, scale, said }: Shown): Text {
  const { project, kind, metric, moved = 'worse', among = [], where, averaged } = ranking;
  const { value, before = value, since, date, verdict } = first;
  const name = brief(project.name, 'project');
  const figure = METRIC_WORDS[metric].name;
  const days = averaged ? `average of ${daysInWords(averaged)}` : daysInWords({ from: since, to: date });
  const ofThem = among.length > 1 ? `of ${andList(among)}, ` : '';
  const change = scale.change(before, value);
  const isThatWay = moved === 'either' || isWorse(metric, change) === (moved === 'worse');
  if (change === 0 || !isThatWay)
    return bold(`${name}: ${ofThem}no ${singularOf(kind)} ${DID[moved]} by ${figure}${where}, ${days}.`);
  return beside(
    say`${bold(`${name}: ${ofThem}${said(first)} ${DID[moved]} ${among.length === 2 ? 'more' : 'most'}${where}`)}, ${figure} ${describeOffset(metric, scale, before, value)} to ${scale.level(value)}, ${days}`,
    verdict,
  );
}
