/** The layout all look-ups share: the count, a row each, and a chart. */
import type { ProjectRef } from '../../decision.ts';
import type { Listing } from '../../visibility/assumed.ts';
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

export function lookupPage({ project, amount, order, only = [], rows: all, chart, onward }: Lookup): Page {
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
    onward,
  );
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
