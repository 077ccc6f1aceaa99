/** Answers who is named, how often and how often first. */
import type { Figure, Plan } from '../../ask/plan.ts';
import type { Metric, ProjectRef } from '../../decision.ts';
import { foldName } from '../../words/answers.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineOptions } from '../answer-controls.ts';
import {
  alignFigures,
  alignShares,
  andList,
  count,
  dropFloatNoise,
  figure,
  ordinal,
  percentFactor,
  SPAN_UNKNOWN,
} from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, type Select, table } from '../page.ts';
import { METRIC_WORDS } from '../scores/score-words.ts';
import { formatIfGiven } from '../sortable-table.ts';
import { beside, bold, lines, say } from '../text.ts';
import { daysInWords } from '../times.ts';

/** `answers` name the tool; `first` name it first. */
export type ToolRow = {
  name: string;
  isOwn: boolean;
  answers?: number | undefined;
  first?: number | undefined;
  score?: number | undefined;
  mentionRate?: number | undefined;
  averageRank?: number | undefined;
  sentiment?: number | undefined;
};

/**
 * `rows` in the order asked for, sorted by `by`. `answers`: how many were counted; `ranked`: how many of them say who
 * is first. `isOfLatest`: earlier ones couldn't be read. `isOfSome`: there are others. `since` and `until`: the days counted. `where`: " on Gemini about “pricing”".
 * `about`: the tools asked about. `not`: those not to be shown, which keep their places. `place`: who is there, from 0; -1
 * is the last. `within`: whether they, or the brand, are among so many first.
 */
export type NamedTools = {
  project: ProjectRef;
  where: string;
  by: 'answers' | 'first' | Metric;
  rows: readonly ToolRow[];
  answers?: number | undefined;
  ranked?: number | undefined;
  isOfLatest?: boolean | undefined;
  isOfSome?: boolean | undefined;
  since?: string | undefined;
  until?: string | undefined;
  about?: readonly string[] | undefined;
  not?: readonly string[] | undefined;
  limit?: number | undefined;
  /** Rivals are asked for, so “the second one” counts them alone. */
  areRivals?: boolean | undefined;
  place?: Plan['place'];
  within?: number | undefined;
  notes?: readonly string[] | undefined;
  /** Days asked for that the API's mentions don't cover, so they can't be said to name nobody. */
  unread?: Pick<Plan, 'from' | 'to'> | undefined;
};

/** Rows shown if no limit was asked for. */
export const MOST = 10;

/** Up to so many, one answer moves every share by five percentage points or more. */
const FEW_ANSWERS = 20;

export function namedToolsPage(of: NamedTools): Page {
  const { project, where, rows, answers, ranked, since, until, about = [], notes = [], unread } = of;
  const name = brief(project.name, 'project');
  if (rows.length === 0) {
    const days = unread && daysInWords(unread);
    const none = days
      ? `mentions that old couldn’t be read, so who was named${where} isn’t known (${days}).`
      : `no answer${where} names anybody.`;
    return { parts: [headline(bold(`${name}: ${none}`)), note(lines(...notes))] };
  }
  const shown = toolsShown(of);
  const left = rowsAsked(of).length - shown.length;
  const rates = alignShares(rows.map(({ mentionRate }) => mentionRate));
  const scores = alignFigures(rows.map(({ score }) => score));
  const ranks = alignFigures(rows.map(({ averageRank }) => averageRank));
  const tones = METRIC_WORDS.sentiment.scale(rows.flatMap(({ sentiment }) => sentiment ?? []));
  const missing = about.filter((one) => !rows.some((row) => isNamed(row, one, project)));
  const days = daysInWords({ from: since, to: until });
  return page(
    headline(
      beside(
        say`${bold(`${name}${where}`)}: ${describeStandings(of)}`,
        ...missing.map((one) => `${brief(one, 'name')} isn’t named`),
      ),
    ),
    table(
      ['Tool', 'Score', 'Answers naming it', 'Named first', 'Mention rate', 'Average rank', 'Sentiment'],
      shown.map((row) => [
        nameOf(row),
        formatIfGiven(row.score, scores),
        formatIfGiven(row.answers, figure),
        formatIfGiven(row.first, figure),
        formatIfGiven(row.mentionRate, rates),
        formatIfGiven(row.averageRank, ranks),
        formatIfGiven(row.sentiment, tones.level),
      ]),
    ),
    note(
      lines(
        answers !== undefined &&
          `Counted in ${count(answers, 'answer')} that name somebody${days ? `, ${days}` : ''}${ranked !== undefined && ranked < answers ? `; ${figure(ranked)} of them say who is first` : ''}.`,
        answers !== undefined && answers < FEW_ANSWERS && 'So few answers hardly tell who is ahead.',
        left > 0 && `${count(left, 'more tool')} not shown.`,
        ...notes,
      ),
    ),
    actions([compareWith(of), lineButton('All mentions', 'mentions', project.id)]),
  );
}

/** Every rival, the ones shown first. */
function compareWith(of: NamedTools): Select | undefined {
  const rivals = [...new Set([...toolsShown(of), ...of.rows])].filter(({ isOwn }) => !isOwn);
  const lines = rivals.map(({ name }) => ({ label: brief(name, 'place'), line: `compare ${name}` }));
  const options = lineOptions(lines, of.project.id);
  return options.length > 0
    ? { kind: 'select', id: ACTIONS.lineOpen, label: 'Compare with…', options }
    : undefined;
}

/** "Globex is 1st of 6 by score, 75.3; you are 2nd, 61.9": the tools asked about, or who is at the place and the brand. */
export function describeStandings(of: NamedTools): string {
  const { project, rows, about = [], place, not = [] } = of;
  const ofRow = (row: ToolRow) => about.some((one) => isNamed(row, one, project));
  const asked = rows.filter(ofRow).toSorted((a, b) => Number(a.isOwn) - Number(b.isOwn));
  const first = rowsAsked(of).find(({ isOwn }) => !isOwn || not.length === 0);
  const there = place === undefined ? first : rowAt(place, of);
  if (!there && asked.length === 0) return `only ${count(rows.length, 'tool')} named`;
  // People who ask who leads also want their own standing.
  const inPlace = rows.filter((row) => row === there || row.isOwn);
  const ordered =
    there && place !== undefined && of.areRivals ? [...asked, there, ...inPlace] : [...asked, ...inPlace];
  const said = place === undefined && asked.length > 0 ? asked : [...new Set(ordered)];
  const ahead = of.areRivals && place === undefined && not.length === 0 ? findAhead(of) : undefined;
  const [only, second] = ahead ?? [];
  const words = said.map((row, at) =>
    row === only && !second
      ? inWords(row, of, at > 0, `only ${nameInWords(row)} is ahead of you,`)
      : inWords(row, of, at > 0),
  );
  return [ahead && (!only || second) ? aheadWords(ahead, of) : [], words].flat().join('; ');
}

function rowAt(place: number, { rows, areRivals }: NamedTools): ToolRow | undefined {
  if (place >= 0) return rows.at(place);
  return areRivals ? rows.findLast(({ isOwn }) => !isOwn) : rows.at(-1);
}

/** Whether who is asked about, or else the brand, is at the place asked about; of rivals whether any is ahead. */
export function isThere(of: NamedTools): boolean | undefined {
  const { project, place, about: [who = project.name, second] = [] } = of;
  if (of.within !== undefined) return isAmongFirst(of.within, who, second, of);
  const ahead = of.areRivals && place === undefined ? findAhead(of) : undefined;
  if (ahead) return ahead.length > 0;
  const row = place === undefined || second !== undefined ? undefined : rowAt(place, of);
  return row && isNamed(row, who, project);
}

/** Where several share a place, more than so many may be among them. */
function isAmongFirst(
  many: number,
  who: string,
  second: string | undefined,
  of: NamedTools,
): boolean | undefined {
  const row = of.rows.find((one) => isNamed(one, who, of.project));
  if (!row || second !== undefined || figureOf(row, of) === undefined) return undefined;
  const place = placeOf(row, of);
  const areAsMany = of.rows.filter((one) => figureOf(one, of) === figureOf(row, of)).length;
  return place > many ? false : place + areAsMany - 1 <= many || undefined;
}

/** The rivals with more than you, or named first in more of as many answers; undefined if your figure isn't known. */
function findAhead(of: NamedTools): ToolRow[] | undefined {
  const own = of.rows.find(({ isOwn }) => isOwn);
  const least = own && figureOf(own, of);
  if (least === undefined) return undefined;
  const isAhead = (row: ToolRow) => {
    const figure = figureOf(row, of);
    const isFirst = of.by === 'answers' && (row.first ?? 0) > (own?.first ?? Number.POSITIVE_INFINITY);
    return isBetter(figure, least, of) || (figure === least && isFirst);
  };
  return of.rows.filter((row) => !row.isOwn && isAhead(row));
}

/** "Globex and Hooli are ahead of you", "nobody is named more often than you" */
function aheadWords(ahead: readonly ToolRow[], { by }: NamedTools): string {
  if (ahead.length === 0)
    return by === 'answers' ? 'nobody is named more often than you' : 'nobody is ahead of you';
  const who = ahead.length > MOST_AHEAD ? count(ahead.length, 'rival') : andList(ahead.map(nameInWords));
  return `${who} are ahead of you`;
}

const MOST_AHEAD = 3;

export function namedToolFigures(of: NamedTools): Figure[] {
  const { project, where, answers, ranked, until, about = [], rows } = of;
  const times = percentFactor(rows.map(({ mentionRate }) => mentionRate));
  const day = until === undefined ? {} : { day: until };
  const asked = rows.filter((row) => about.some((one) => isNamed(row, one, project)));
  const figureIf = (name: string, value: number | undefined, unit: string, of?: number): Figure[] =>
    value === undefined ? [] : [{ name, value, unit, ...day, ...(of !== undefined && { answers: of }) }];
  return (asked.length > 0 ? asked : toolsShown(of)).flatMap(
    ({ name, score, answers: naming, first, mentionRate }) => [
      ...figureIf(`score of ${name}${where}`, score, 'points'),
      ...figureIf(`answers${where} that name ${name}`, naming, 'answers', answers),
      ...figureIf(`answers${where} that name ${name} first`, first, 'answers', ranked),
      ...figureIf(
        `mention rate of ${name}${where}`,
        mentionRate === undefined ? undefined : dropFloatNoise(mentionRate * times),
        '%',
      ),
    ],
  );
}

/** As many rivals as asked for, always including the brand and the tools asked about. */
function toolsShown(of: NamedTools): ToolRow[] {
  const { project, limit = MOST, about = [] } = of;
  const rows = rowsAsked(of);
  const rivals = rows.filter(({ isOwn }) => !isOwn).slice(0, limit);
  return rows.filter(
    (row) => row.isOwn || rivals.includes(row) || about.some((one) => isNamed(row, one, project)),
  );
}

function rowsAsked({ project, rows, not = [] }: NamedTools): ToolRow[] {
  return rows.filter((row) => row.isOwn || !not.some((one) => isNamed(row, one, project)));
}

/** The names of the rows shown, in which "the second one" counts. The brand is called as its project, and is no rival. */
export function namesShown(of: NamedTools): string[] {
  const rows = toolsShown(of).filter(({ isOwn }) => !isOwn || !of.areRivals);
  return rows.map(({ name, isOwn }) => (isOwn ? of.project.name : name));
}

/** The brand also matches by the project's name. */
function isNamed({ name, isOwn }: ToolRow, wanted: string, { name: brand }: ProjectRef): boolean {
  const isBrand = isOwn && foldName(wanted) === foldName(brand);
  return isBrand || foldName(name) === foldName(wanted);
}

function nameInWords({ name }: ToolRow): string {
  return brief(name, 'place') || 'one unnamed';
}

export function nameOf({ name, isOwn }: Pick<ToolRow, 'name' | 'isOwn'>): string {
  return `${brief(name, 'place') || 'Unnamed'}${isOwn ? ' (you)' : ''}`;
}

/** What the places go by. */
function figureOf(row: ToolRow, { by }: NamedTools): number | undefined {
  return by === 'first' ? (row.first ?? row.answers) : row[by];
}

/** A smaller average rank is better. */
function isBetter(one: number | undefined, other: number | undefined, { by }: NamedTools): boolean {
  return by === 'averageRank' ? (one ?? Infinity) < (other ?? Infinity) : (one ?? 0) > (other ?? 0);
}

function placeOf(row: ToolRow, of: NamedTools): number {
  const value = figureOf(row, of);
  return of.rows.filter((one) => isBetter(figureOf(one, of), value, of)).length + 1;
}

/** "Globex is 2nd of 6 by score, 75.3", "Globex is named in 120 of 240 answers, first in 57"; `isNext`: after another tool. */
function inWords(
  row: ToolRow,
  of: NamedTools,
  isNext: boolean,
  who = row.isOwn ? 'you are' : `${nameInWords(row)} is`,
): string {
  const { by, rows, place = of.within, isOfSome } = of;
  const value = figureOf(row, of);
  const given = by === 'answers' || by === 'first' ? undefined : METRIC_WORDS[by];
  const how =
    given && value !== undefined
      ? given.scale(rows.flatMap((one) => figureOf(one, of) ?? [])).level(value)
      : namedIn(row, of, isNext);
  if (value === undefined || (!given && place === undefined)) return `${who} ${how}`;
  const all = rows.filter((one) => figureOf(one, of) !== undefined).length;
  const among = isNext
    ? ''
    : ` of ${isOfSome ? 'these ' : ''}${figure(all)}${given ? ` by ${by === 'score' ? by : given.name}` : ''}`;
  return `${who} ${ordinal(placeOf(row, of))}${among}, ${how}`;
}

/** "named first in 57 of 240 answers", "named in 120 of 240 answers (50.0%), first in 57"; shares rounded alike */
function namedIn(row: ToolRow, of: NamedTools, isNext: boolean): string {
  const { by, answers, ranked = answers, rows } = of;
  const inOf = (value: number, all = answers) => (isNext ? figure(value) : inAnswers(value, all, of));
  if (by === 'first' && row.first !== undefined) return `named first in ${inOf(row.first, ranked)}`;
  if (row.answers === undefined) return 'named';
  const first = row.first === undefined ? '' : `, first in ${figure(row.first)}`;
  const shareOf = (one: ToolRow) => answers && one.answers && one.answers / answers;
  const share = shareOf(row);
  const part = share ? ` (${alignShares(rows.map(shareOf), 100)(share)})` : '';
  return `named in ${inOf(row.answers)}${part}${first}`;
}

function inAnswers(named: number, all: number | undefined, { isOfLatest }: NamedTools): string {
  if (all === undefined) return count(named, 'answer');
  return `${figure(named)} of ${isOfLatest ? 'the latest ' : ''}${count(all, 'answer')}`;
}

/** The tools named about a topic or for a prompt, best score first. */
type PartTools = { part: string; tools: readonly ToolRow[] };

/** Who is first on each topic or prompt. `about`: rivals asked about; `of`: how many topics or prompts there are. */
export function firstInPartsPage({
  project,
  kind,
  rows,
  about,
  of,
}: {
  project: ProjectRef;
  kind: 'topic' | 'prompt';
  rows: readonly PartTools[];
  about: readonly string[];
  of: number;
}): Page {
  const scores = alignFigures(rows.map(({ tools }) => tools[0]?.score));
  const placeIn = (tools: readonly ToolRow[], isMeant: (row: ToolRow) => boolean) => {
    const row = tools.find(isMeant);
    return row && ordinal(placeOf(row, { project, where: '', by: 'score', rows: tools }));
  };
  const on = ` of ${count(rows.length, kind)}`;
  const said = firstsSaid(rows, about, project).map(
    ({ name, isOwn, firsts }, at) =>
      `${isOwn ? 'you are' : `${brief(name, 'name')} is`} first on ${firsts === 0 ? 'none' : figure(firsts)}${at === 0 ? on : ''}`,
  );
  return page(
    headline(
      bold(
        `${brief(project.name, 'project')}: ${rows.length === 0 ? `the API doesn’t say who is named on your ${kind}s.` : said.join('; ')}`,
      ),
    ),
    rows.length > 0 &&
      table(
        [
          kind === 'topic' ? 'Topic' : 'Prompt',
          'First',
          'Its score',
          ...about.map((one) => brief(one, 'name')),
          'You',
        ],
        rows.map(({ part, tools }) => [
          brief(part, 'place'),
          andList(leadersOf(tools).map(nameOf)),
          formatIfGiven(tools[0]?.score, scores),
          ...about.map((one) => placeIn(tools, (row) => isNamed(row, one, project))),
          placeIn(tools, ({ isOwn }) => isOwn),
        ]),
      ),
    note(
      lines(
        rows.length > 0 && `“First” means the highest score. ${SPAN_UNKNOWN}`,
        of > rows.length && `${count(of - rows.length, `more ${kind}`)} not read, or without figures.`,
      ),
    ),
    actions([compareWith({ project, where: '', by: 'score', rows: rows.flatMap(({ tools }) => tools) })]),
  );
}

/** Several if they have the same score. */
function leadersOf(tools: readonly ToolRow[]): ToolRow[] {
  return tools.filter(({ score }) => score === tools[0]?.score);
}

/** On how many each is first: those asked about, or else whoever is first anywhere, and the brand. */
export function firstsSaid(rows: readonly PartTools[], about: readonly string[], project: ProjectRef) {
  const firsts = rows.flatMap(({ tools }) => leadersOf(tools));
  const tools = [...firsts, ...rows.flatMap(({ tools }) => tools.filter(({ isOwn }) => isOwn))];
  const named = about.map((name) => ({ name, isOwn: false, firsts: 0 }));
  const others = about.length > 0 ? [] : tools;
  return [...new Map([...named, ...others].map((one) => [foldName(one.name), one])).values()]
    .map(({ name, isOwn }) => ({
      name: isOwn ? project.name : name,
      isOwn,
      firsts: firsts.filter((row) => (isOwn ? row.isOwn : isNamed(row, name, project))).length,
    }))
    .toSorted((a, b) => b.firsts - a.firsts || 0);
}
