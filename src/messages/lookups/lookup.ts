/** The layout all look-ups share: the count, a row each, and a chart. */
import type { ProjectRef } from '../../decision.ts';
import type { Listing } from '../../visibility/assumed.ts';
import { ACTIONS } from '../actions.ts';
import { alignRounding } from '../figures.ts';
import { brief } from '../lengths.ts';
import { type Chart, headline, note, type Page, type Part, page, type Row, rows } from '../page.ts';
import { beside, bold, flexible, say } from '../text.ts';

/** What the API listed, or a first part of it. */
export type Rows<Row> = readonly Row[] & Pick<Listing<Row>, 'rest'>;

type Lookup = {
  project: ProjectRef;
  /** "the latest 25 answers", "no topics yet". */
  amount: string;
  /** "Newest first". */
  order?: string | undefined;
  /** Engines, regions and sites that the answer is narrowed to. */
  only?: readonly string[] | undefined;
  rows: readonly Row[];
  chart?: Chart | undefined;
  /** Follow-up buttons. */
  onward?: Part | undefined;
};

const UNOPENED = 'The API doesn’t say which run some of these came from.';

export function lookupPage({ project, amount, order, only = [], rows: all, chart, onward }: Lookup): Page {
  const opened = all.filter(({ control }) => control?.id === ACTIONS.runOpen).length;
  const isMixed = opened > 0 && opened < all.length;
  return page(
    headline(
      beside(
        bold(`${brief(project.name, 'project')}: ${amount}`),
        ...only.map((one) => say`only ${flexible(brief(one, 'title'))}`),
      ),
    ),
    note(all.length > 0 && order),
    rows(all),
    chart,
    note(isMixed && UNOPENED),
    onward,
  );
}

/** Formats a figure for each row: `missing` if only other rows have it, undefined if no row does. */
export function factOf<Name extends string, Of extends { [Fact in Name]?: number | undefined }>(
  all: readonly Of[],
  name: Name,
  words: (value: number) => string,
  missing: string,
): (row: Of) => string | undefined {
  const isGiven = all.some((row) => row[name] !== undefined);
  return ({ [name]: value }) => (value === undefined ? (isGiven ? missing : undefined) : words(value));
}

/** The engine of each row, as with `factOf`. */
export function engineOf<Of extends { engine?: string | undefined }>(
  all: readonly Of[],
): (row: Of) => string | undefined {
  const nameIn = ({ engine = '' }: Of) => brief(engine, 'place');
  const missing = all.some(nameIn) ? 'engine not given' : undefined;
  return (row) => nameIn(row) || missing;
}

/** The most bars a chart shows. */
export const BARS = 10;

type Bar = { label: string; value: number };

/** A chart of at least two figures, else undefined. `said`: a list on the same page has all of them. */
export function barChart(
  title: string,
  series: string,
  bars: readonly Bar[],
  { said = false }: { said?: boolean } = {},
): Chart | undefined {
  if (bars.length < 2) return undefined;
  const drawn = bars.slice(0, BARS);
  const rounded = alignRounding(drawn.map(({ value }) => value));
  const words = drawn.map(({ label, value }) => `${brief(label, 'place') || 'Unnamed'} ${rounded(value)}`);
  return {
    kind: 'chart',
    title,
    type: 'bar',
    categories: drawn.map(({ label }) => brief(label, 'place') || 'Unnamed'),
    series: [{ name: series, values: drawn.map(({ value }) => rounded(value)) }],
    words: said ? say`` : say`${title}: ${words.join(', ')}`,
  };
}

export function formatIfGiven(
  value: number | null | undefined,
  words: (value: number) => string,
): string | undefined {
  return value == null ? undefined : words(value);
}
