/** What a message can say, independent of who renders it: a Page or a Form, which `slack/draw.ts` turns into blocks. */
import { bold, isEmpty, type Piece, type Text, textOf } from './text.ts';

/** `summary`: the notification, cut at 140 characters; the headline if missing. `title`: of a modal, 24 characters. */
export type Page = {
  title?: string | undefined;
  summary?: Text | undefined;
  parts: readonly (Part | undefined | false)[];
};

export type Part =
  /** The first line, with the main thing to click. Screen readers get the summary instead. */
  | { kind: 'headline'; text: Text; control?: Control | undefined }
  /** `forPrograms` replaces the text for programs, without what to type in Slack. */
  | { kind: 'text'; text: Text; control?: Control | undefined; forPrograms?: Text }
  | { kind: 'note'; text: Text }
  | { kind: 'quote'; text: Text }
  /** Verbatim text to copy; screen readers skip it. */
  | { kind: 'copy'; text: string }
  | Rows
  | {
      kind: 'actions';
      controls: readonly Control[];
      /** A new one makes Slack forget what was chosen. */
      id?: string;
    }
  | Table
  | Chart;

/** Things of one kind, best first. If not all fit, the last ones go and `rest` says so ("3 more are not shown"). */
export type Rows = {
  kind: 'rows';
  heading?: Text | undefined;
  rows: readonly Row[];
  rest?: ((left: number) => Part | undefined) | undefined;
};

/** `note`: small print below; `control`: beside the row; `controls`: below it. `id` stays across redraws. */
export type Row = {
  text: Text;
  note?: Text | undefined;
  control?: Control | undefined;
  controls?: readonly Control[] | undefined;
  id?: string | undefined;
};

/** The first column names rows; without cells a column goes. `caption`: sortable. `isName`: keeps its capital. */
export type Table = {
  kind: 'table';
  heading?: Text | undefined;
  caption?: string | undefined;
  columns: readonly { heading: string; align?: 'left' | 'right'; isName?: boolean }[];
  rows: readonly (readonly (Cell | undefined)[])[];
};

/** Words, a figure that sorts by value, or a link (plain text if the address is unsafe). */
export type Cell = string | { figure: number; text: string } | { link: string | undefined; label: string };

export function wordsIn(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return 'figure' in cell ? cell.text : cell.label;
}

/** Slack draws no more points in a chart. */
export const MOST_POINTS = 20;

/** `words` (after `sparkline`) replace the chart where none can be drawn; empty if a list next to it says the same. */
export type Chart = {
  kind: 'chart';
  title: string;
  type: 'line' | 'bar';
  categories: readonly string[];
  /** Appended to category names and never cut: " (you)". */
  marks?: readonly string[] | undefined;
  /** One value per category. */
  series: readonly { name: string; values: readonly number[] }[];
  words: Text;
  sparkline?: string | undefined;
};

/** `id` is the route's; `value` comes back with the click (see `carry`). */
export type Control = Button | Menu | Select;

/** `hint` is read out instead of the label, which many rows share. */
export type Button = {
  kind: 'button';
  id: string;
  label: string;
  hint: string;
  value: string;
  style?: 'primary' | 'danger' | undefined;
  confirm?: Confirm | undefined;
};

/** ⋯: at most five choices. */
export type Menu = { kind: 'menu'; id: string; options: readonly Option[] };

export const MOST_OPTIONS = 100;

export type Select = { kind: 'select'; id: string; label: string; options: readonly Option[] };

export type Option = { value: string; label: string; hint?: string | undefined };

export type Confirm = { title: string; text: string; confirm: string; deny: string };

/** A modal. `carries` comes back on submit; without `submit` it is read-only. */
export type Form = {
  id: string;
  title: string;
  submit?: string | undefined;
  close?: string | undefined;
  carries: string;
  parts: readonly (Part | Field | undefined | false)[];
};

/** `name`: the block id and, without `id`, the element's. `fault`: why it was refused. `live`: sends every change. */
export type Field = {
  kind: 'field';
  name: string;
  id?: string | undefined;
  label: string;
  hint?: string | undefined;
  optional?: boolean | undefined;
  live?: boolean | undefined;
  fault?: string | undefined;
  input: Input;
};

export type Input =
  | {
      type: 'text';
      initial?: string | undefined;
      min?: number | undefined;
      max?: number | undefined;
      /** Sends every keystroke, not only the final text. */
      everyLetter?: boolean;
    }
  | { type: 'choice'; as: 'list' | 'radio'; options: readonly Option[]; initial?: string | undefined }
  | {
      type: 'choices';
      as: 'list' | 'checkboxes';
      options: readonly Option[];
      initial?: readonly string[] | undefined;
    }
  | { type: 'day' }
  | { type: 'people'; initial?: readonly string[] | undefined; most?: number | undefined }
  | { type: 'channel'; initial?: string | undefined };

/** A page whose headline is its summary. */
export function page(...parts: Page['parts']): Page {
  return { parts };
}

export function headline(text: Piece, control?: Control): Part {
  return { kind: 'headline', text: textOf(text), control };
}

export function paragraph(text: Piece, control?: Control): Part | undefined {
  const said = textOf(text);
  return isEmpty(said) ? undefined : { kind: 'text', text: said, control };
}

export function note(text: Piece): Part | undefined {
  const said = textOf(text);
  return isEmpty(said) ? undefined : { kind: 'note', text: said };
}

export function rows(all: readonly Row[], more: Pick<Rows, 'heading' | 'rest'> = {}): Part | undefined {
  return all.length === 0 && !more.heading ? undefined : { kind: 'rows', rows: all, ...more };
}

/** Rows under a heading, or nothing without rows; a text is a row, unless it is empty. */
export function section(heading: Text | string, all: readonly (Row | Piece)[]): Part | undefined {
  const given = all
    .map((one) => (typeof one === 'object' && 'text' in one ? one : { text: textOf(one) }))
    .filter(({ text }) => !isEmpty(text));
  const above = typeof heading === 'string' ? bold(heading) : heading;
  return given.length === 0 ? undefined : rows(given, { heading: above });
}

/** A table with plain headings; the first column names the rows. */
export function table(headings: readonly string[], rows: Table['rows'], heading?: Text): Table {
  return { kind: 'table', heading, columns: headings.map((one) => ({ heading: one })), rows };
}

/** Undefined if there is nothing to click. */
export function actions(controls: readonly (Control | undefined | false)[], id?: string): Part | undefined {
  const all = controls.filter((control) => control !== undefined && control !== false);
  return all.length === 0 ? undefined : { kind: 'actions', controls: all, ...(id !== undefined && { id }) };
}

export function button(
  id: string,
  label: string,
  hint: string,
  value: string,
  more: Pick<Button, 'style' | 'confirm'> = {},
): Button {
  return { kind: 'button', id, label, hint, value, ...more };
}

export function field(
  name: string,
  label: string,
  input: Input,
  more: Pick<Field, 'id' | 'hint' | 'optional' | 'live' | 'fault'> = {},
): Field {
  return { kind: 'field', name, label, input, ...more };
}

export function form(of: Omit<Form, 'parts'>, ...parts: Form['parts']): Form {
  return { ...of, parts };
}

export function withBelow(above: Page, ...below: readonly (Part | undefined | false)[]): Page {
  return { ...above, parts: [...above.parts, ...below] };
}

export function withBelowHeadline(of: Page, ...below: readonly (Part | undefined | false)[]): Page {
  const [headline, ...rest] = of.parts;
  return { ...of, parts: [headline, ...below, ...rest] };
}

export function withoutControls(of: Page): Page {
  return keepControls(of, () => false);
}

/** Copy of a page with only the controls that pass `stays`. */
export function keepControls(of: Page, stays: (control: Control) => boolean): Page {
  const kept = (control: Control | undefined) => (control && stays(control) ? control : undefined);
  const narrow = (part: Part): Part | undefined => {
    if (part.kind === 'actions') return actions(part.controls.filter(stays), part.id);
    if (part.kind === 'headline' || part.kind === 'text') return { ...part, control: kept(part.control) };
    if (part.kind !== 'rows') return part;
    return {
      ...part,
      rows: part.rows.map((row) => {
        const controls = row.controls?.filter(stays) ?? [];
        return { ...row, control: kept(row.control), controls: controls.length > 0 ? controls : undefined };
      }),
    };
  };
  return { ...of, parts: of.parts.map((part) => part && narrow(part)) };
}
