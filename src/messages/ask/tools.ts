/** Answers who is named, how often, and how often first. */
import type { Figure, Plan } from '../../ask/plan.ts';
import type { ProjectRef } from '../../decision.ts';
import { foldName } from '../../words/own-brand.ts';
import { lineButton } from '../answer-controls.ts';
import {
  alignFigures,
  alignShares,
  count,
  dropFloatNoise,
  figure,
  ordinal,
  percentFactor,
} from '../figures.ts';
import { brief } from '../lengths.ts';
import { formatIfGiven } from '../lookups/lookup.ts';
import { actions, headline, note, type Page, page, table } from '../page.ts';
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
};

/**
 * `rows` in the order asked for, sorted by `by`. `answers`: how many were counted; `ranked`: how many of them say who
 * is first. `since` and `until`: the days counted. `where`: " on Gemini about “pricing”".
 */
export type NamedTools = {
  project: ProjectRef;
  where: string;
  by: 'answers' | 'first' | 'score';
  rows: readonly ToolRow[];
  answers?: number | undefined;
  ranked?: number | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** The tools asked about. */
  about?: readonly string[] | undefined;
  limit?: number | undefined;
  /** Asks who is at this place, from 0; -1 is the last. */
  place?: Plan['place'];
  notes?: readonly string[] | undefined;
  /** Days asked for that the API's mentions don't cover, so they can't be said to name nobody. */
  unread?: Pick<Plan, 'from' | 'to'> | undefined;
};

/** Rows shown if no limit was asked for. */
const MOST = 10;

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
  const left = rows.length - shown.length;
  const rates = alignShares(rows.map(({ mentionRate }) => mentionRate));
  const scores = alignFigures(rows.map(({ score }) => score));
  const ranks = alignFigures(rows.map(({ averageRank }) => averageRank));
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
      ['Tool', 'Score', 'Answers naming it', 'Named first', 'Mention rate', 'Average rank'],
      shown.map((row) => [
        nameOf(row),
        formatIfGiven(row.score, scores),
        formatIfGiven(row.answers, figure),
        formatIfGiven(row.first, figure),
        formatIfGiven(row.mentionRate, rates),
        formatIfGiven(row.averageRank, ranks),
      ]),
    ),
    note(
      lines(
        answers !== undefined &&
          `Counted in ${count(answers, 'answer')} that name somebody${days ? `, ${days}` : ''}${ranked !== undefined && ranked < answers ? `; ${figure(ranked)} of them say who is first` : ''}.`,
        left > 0 && `${count(left, 'more tool')} not shown.`,
        ...notes,
      ),
    ),
    actions([
      ...shown
        .filter(({ isOwn }) => !isOwn)
        .slice(0, 3)
        .map((row) => lineButton(`Compare ${brief(row.name, 'place')}`, `compare ${row.name}`, project.id)),
      lineButton('All mentions', 'mentions', project.id),
    ]),
  );
}

/** "Globex is 1st of 6 by score, 75.3; you are 2nd, 61.9": the tools asked about, or who is at the place and the brand. */
export function describeStandings(of: NamedTools): string {
  const { project, rows, about = [], place = 0 } = of;
  const asked = about.flatMap((one) => rows.filter((row) => isNamed(row, one, project)));
  const there = rows.at(place);
  if (!there && asked.length === 0) return `only ${count(rows.length, 'tool')} named`;
  const isLevel = (row: ToolRow) => there !== undefined && placeOf(row, of) === placeOf(there, of);
  // People who ask who leads also want their own standing.
  const inPlace = rows.filter(
    (row) => row === there || row.isOwn || (of.place !== undefined && isLevel(row)),
  );
  const said = of.place === undefined && asked.length > 0 ? asked : [...new Set([...asked, ...inPlace])];
  return said.map((row, at) => inWords(row, of, at > 0)).join('; ');
}

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

/** As many as asked for, always including the brand and the tools asked about. */
function toolsShown({ project, rows, limit = MOST, about = [] }: NamedTools): ToolRow[] {
  const isKept = (row: ToolRow, at: number) =>
    at < limit || row.isOwn || about.some((one) => isNamed(row, one, project));
  return rows.filter(isKept);
}

/** The names of the tools shown, without the brand. */
export function rivalsShown(of: NamedTools): string[] {
  return toolsShown(of).flatMap(({ name, isOwn }) => (isOwn ? [] : name));
}

/** The brand also matches by the project's name. */
function isNamed({ name, isOwn }: ToolRow, wanted: string, { name: brand }: ProjectRef): boolean {
  const isBrand = isOwn && foldName(wanted) === foldName(brand);
  return isBrand || foldName(name) === foldName(wanted);
}

function nameOf({ name, isOwn }: ToolRow): string {
  return `${brief(name, 'place') || 'Unnamed'}${isOwn ? ' (you)' : ''}`;
}

/** What the places go by. */
function figureOf(row: ToolRow, { by }: NamedTools): number | undefined {
  return by === 'first' ? (row.first ?? row.answers) : row[by];
}

function placeOf(row: ToolRow, of: NamedTools): number {
  const value = figureOf(row, of) ?? 0;
  return of.rows.filter((one) => (figureOf(one, of) ?? 0) > value).length + 1;
}

/** "Globex is 2nd of 6 by score, 75.3", "Globex is named in 120 of 240 answers, first in 57"; `isNext`: after another tool. */
function inWords(row: ToolRow, of: NamedTools, isNext: boolean): string {
  const who = row.isOwn ? 'you are' : `${brief(row.name, 'place') || 'one unnamed'} is`;
  const value = figureOf(row, of);
  const isByPlace = of.by === 'score' || of.place !== undefined;
  const how = isByPlace && value !== undefined ? atPlace(row, value, of, isNext) : namedIn(row, of);
  return `${who} ${how}`;
}

/** "2nd of 6 by score, 75.3", "2nd of 6, named first in 57 of 240 answers" */
function atPlace(row: ToolRow, value: number, of: NamedTools, isNext: boolean): string {
  const { by, answers, ranked = answers, rows } = of;
  const place = ordinal(placeOf(row, of));
  if (isNext) return by === 'score' ? `${place}, ${figure(value)}` : `${place}, in ${figure(value)}`;
  const standing = `${place} of ${figure(rows.filter((one) => figureOf(one, of) !== undefined).length)}`;
  if (by === 'score') return `${standing} by score, ${figure(value)}`;
  const isFirst = by === 'first' && row.first !== undefined;
  return `${standing}, named${isFirst ? ' first' : ''} in ${inAnswers(value, isFirst ? ranked : answers)}`;
}

/** "named first in 57 of 240 answers", "named in 120 of 240 answers (50%), first in 57" */
function namedIn(row: ToolRow, { by, answers, ranked = answers }: NamedTools): string {
  if (by === 'first' && row.first !== undefined) return `named first in ${inAnswers(row.first, ranked)}`;
  if (row.answers === undefined) return 'named';
  const first = row.first === undefined ? '' : `, first in ${figure(row.first)}`;
  const share = answers ? ` (${alignShares([row.answers / answers], 100)(row.answers / answers)})` : '';
  return `named in ${inAnswers(row.answers, answers)}${share}${first}`;
}

function inAnswers(named: number, all: number | undefined): string {
  return all === undefined ? count(named, 'answer') : `${figure(named)} of ${count(all, 'answer')}`;
}
