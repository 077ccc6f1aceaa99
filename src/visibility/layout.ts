/**
 * What read.ts saw of an answer when it made a plan of it. An API writes its answers alike all day: a look at the next one
 * tells whether the same plan reads it, which is far less than making it anew. Pure.
 */
import { type Candidate, DEEPEST } from './candidates.ts';
import type { Field, Path } from './shape.ts';
import { valueAt } from './shape.ts';
import { isRaw, type Raw } from './values.ts';

/** The names of an object in their order, and the form of what stands there where that is an object. */
type Form = { names: readonly string[]; insides: readonly (Form | undefined)[] };
/** Whether such a field could be read of any value at a place. */
type Fact = { path: Path; field: Field; fits: boolean };

export type Layout = {
  /** To be asked instead of those that were given: what they say is kept. */
  candidates: readonly Candidate[];
  /** Whether the candidates in other rows would say the same; false, too, where a look can't tell. */
  isOf(rows: readonly Raw[]): boolean;
};

/** `found` are the candidates in the rows. */
export function layoutOf(rows: readonly Raw[], found: readonly Candidate[]): Layout {
  const form = rows[0] && formOf(rows[0], 1);
  const facts: Fact[] = [];
  // Lists in rows have rows of their own, and they theirs.
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

/** The first has everything there is; an object may be missing in those that follow. */
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
