/**
 * Tells whether an answer has the same layout as the one that a plan was made for, so that read.ts can reuse the
 * plan: an API rarely changes its layout, and the check costs far less than a new plan. Pure.
 */
import { type Candidate, DEEPEST } from './candidates.ts';
import type { Field, Path } from './shape.ts';
import { valueAt } from './shape.ts';
import { isRaw, type Raw } from './values.ts';

/** The names of an object in order, and the form of each value that is an object. */
type Form = { names: readonly string[]; insides: readonly (Form | undefined)[] };
/** Whether any value at a place could be read as such a field. */
type Fact = { path: Path; field: Field; fits: boolean };

export type Layout = {
  /** The given candidates, wrapped to record what they answer. */
  candidates: readonly Candidate[];
  /** Whether the candidates of other rows would answer the same; false, too, where that can't be checked cheaply. */
  isOf(rows: readonly Raw[]): boolean;
};

/** `found` are the candidates in the rows. */
export function layoutOf(rows: readonly Raw[], found: readonly Candidate[]): Layout {
  const form = rows[0] && formOf(rows[0], 1);
  const facts: Fact[] = [];
  // Lists inside rows would need the same check again.
  let isDeep = false;
  const candidates = found.map((candidate): Candidate => {
    const { path, isEmpty } = candidate;
    return {
      ...candidate,
      fits(field) {
        const fits = candidate.fits(field);
        if (field.kind === 'rows') isDeep = true;
        else if (!isEmpty && !field.documented) facts.push({ path, field, fits });
        return fits;
      },
      inner() {
        isDeep = true;
        return candidate.inner();
      },
    };
  });
  const isAlike = form !== undefined && areOfForm(rows, form);
  const saysTheSame = (others: readonly Raw[]) =>
    found.every(({ path, isEmpty }) => others.every((row) => valueAt(row, path) == null) === isEmpty) &&
    facts.every(
      ({ path, field, fits }) => others.some((row) => field.read(valueAt(row, path)) !== undefined) === fits,
    );
  return {
    candidates,
    isOf: (others) => isAlike && !isDeep && areOfForm(others, form) && saysTheSame(others),
  };
}

function formOf(raw: Raw, depth: number): Form | undefined {
  const values = Object.values(raw);
  if (depth >= DEEPEST && values.some(isRaw)) return undefined;
  const insides = values.map((value) => (isRaw(value) ? formOf(value, depth + 1) : undefined));
  return { names: Object.keys(raw), insides };
}

/** The first row must have every object; in later ones an object may be null. */
function areOfForm(rows: readonly Raw[], form: Form): boolean {
  return rows.length > 0 && rows.every((row, i) => isOfForm(row, form, i === 0));
}

function isOfForm(raw: Raw, { names, insides }: Form, isWhole: boolean): boolean {
  let i = 0;
  for (const name in raw) {
    if (names[i] !== name) return false;
    const value = raw[name];
    const inside = insides[i];
    if (isRaw(value)) {
      if (!inside || !isOfForm(value, inside, isWhole)) return false;
    } else if (inside && (isWhole || value !== null)) return false;
    i += 1;
  }
  return i === names.length;
}
