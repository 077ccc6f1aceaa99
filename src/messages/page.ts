/**
 * What a message can say: a summary and parts, whatever draws them. Every post, answer, form and the Home tab is one function
 * from facts to a Page or a Form; `slack/draw.ts` makes blocks of it, and a text for those who listen.
 */
import { isEmpty, type Piece, type Text, textOf } from './text.ts';

/**
 * `summary` is what a notification shows and a listener hears first, complete in itself (it is cut at 140 characters); without
 * one the headline is taken. Parts that say nothing are left out.
 */
export type Page = {
  summary?: Text | undefined;
  parts: readonly (Part | undefined | false)[];
};

export type Part =
  /** What happened: the first line, with the one thing to click beside it. The summary says it to listeners. */
  | { kind: 'headline'; text: Text; control?: Control | undefined }
  /** `forPrograms`: what of it programs are told, where it also says what to type in Slack. */
  | { kind: 'text'; text: Text; control?: Control | undefined; forPrograms?: Text }
  /** Small print. */
  | { kind: 'note'; text: Text }
  | { kind: 'quote'; text: Text }
  /** Text as it is, to be copied; listeners hear what stands around it. */
  | { kind: 'copy'; text: string }
  | Rows
  | {
      kind: 'actions';
      controls: readonly Control[] /** A new one makes Slack forget what was chosen. */;
      id?: string;
    }
  | Table
  | Chart;

/**
 * Things of one kind, best first. Where not all have room, the last ones go, and `rest` says what became of them ("3 more are
 * not shown here." by itself).
 */
export type Rows = {
  kind: 'rows';
  heading?: Text | undefined;
  rows: readonly Row[];
  rest?: ((left: number) => Part | undefined) | undefined;
};

/**
 * `note` is small print below it; one `control` stands beside it, several `controls` below. `id` keeps it the same row however
 * often the page is drawn anew.
 */
export type Row = {
  text: Text;
  note?: Text | undefined;
  control?: Control | undefined;
  controls?: readonly Control[] | undefined;
  id?: string | undefined;
};

/**
 * Figures of several things side by side. The first column names the rows; a cell that is missing is one that the API did not
 * give, and a column without any is left out. One with a `caption` is sorted by its readers. `isName`: a heading that is a name
 * keeps its capital where it is told in a line.
 */
export type Table = {
  kind: 'table';
  heading?: Text | undefined;
  caption?: string | undefined;
  columns: readonly { heading: string; align?: 'left' | 'right'; isName?: boolean }[];
  rows: readonly (readonly (Cell | undefined)[])[];
};

/** Words; a figure, by which readers sort; or a link, shown as text where its address is none that may be linked. */
export type Cell = string | { figure: number; text: string } | { link: string | undefined; label: string };

/** A cell in words. */
export function wordsIn(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return 'figure' in cell ? cell.text : cell.label;
}

/**
 * `words` say what it shows, to listeners and where no chart can be drawn; `sparkline` is drawn before them there. Empty ones
 * where a list beside it says the same.
 */
export type Chart = {
  kind: 'chart';
  title: string;
  type: 'line' | 'bar';
  categories: readonly string[];
  /** What stands behind a category's name, however short that must be: " (you)". */
  marks?: readonly string[] | undefined;
  /** Each has one value for every category. */
  series: readonly { name: string; values: readonly number[] }[];
  words: Text;
  sparkline?: string | undefined;
};

/** What can be clicked. `id` is the route's; `value` is what a click carries back (see `carry`). */
export type Control = Button | Menu | Select;

/** `hint` is what a listener hears instead of the label, which many rows share. */
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

/** Options that one list or menu of a form has; nobody scrolls through more. */
export const MOST_OPTIONS = 100;

/** A list that opens below its label. */
export type Select = { kind: 'select'; id: string; label: string; options: readonly Option[] };

export type Option = { value: string; label: string; hint?: string | undefined };

/** Asked before a click counts. */
export type Confirm = { title: string; text: string; confirm: string; deny: string };

/** What people fill in. `carries` comes back with it. Without `submit` it is only read. */
export type Form = {
  id: string;
  title: string;
  submit?: string | undefined;
  close?: string | undefined;
  carries: string;
  parts: readonly (Part | Field | undefined | false)[];
};

/**
 * `name` is its block's id and, unless `id` is another, its element's. `fault` is what is wrong with it. `live`: the bot is told
 * of every change, before the form is submitted.
 */
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
      /** Told of every letter, not only of the end. */
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

/** Of parts alone: its headline is the summary. */
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

/** Nothing where there is nothing to click. */
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

/** `more`: the hint below it, how it behaves, and what is wrong with it. */
export function field(
  name: string,
  label: string,
  input: Input,
  more: Pick<Field, 'id' | 'hint' | 'optional' | 'live' | 'fault'> = {},
): Field {
  return { kind: 'field', name, label, input, ...more };
}

/** The page with more below it. */
export function withBelow(above: Page, ...below: readonly (Part | undefined | false)[]): Page {
  return { ...above, parts: [...above.parts, ...below] };
}

/** As whoever reads it cannot act on it. */
export function withoutControls(of: Page): Page {
  return keepControls(of, () => false);
}

/** With those of its controls alone that `stay`. */
export function keepControls(of: Page, stays: (control: Control) => boolean): Page {
  const kept = (control: Control | undefined) => (control && stays(control) ? control : undefined);
  const narrowed = (part: Part): Part | undefined => {
    if (part.kind === 'actions') return actions(part.controls.filter(stays), part.id);
    if (part.kind === 'headline' || part.kind === 'text') return { ...part, control: kept(part.control) };
    if (part.kind !== 'rows') return part;
    return {
      ...part,
      rows: part.rows.map((row) => {
        const controls = row.controls?.filter(stays) ?? [];
        return {
          ...row,
          control: kept(row.control),
          controls: controls.length > 0 ? controls : undefined,
        };
      }),
    };
  };
  return { ...of, parts: of.parts.map((part) => part && narrowed(part)) };
}
