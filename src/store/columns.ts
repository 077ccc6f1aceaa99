/** The vocabulary of tables.ts: columns by their type, and by what personal data their text can hold. */
import type { Generated } from 'kysely';

/**
 * person: a user id, or text that may contain one. author: the name of a thread's author. thread: a thread's words,
 * which may name its author. address: a thread's URL or place, which may too, but identifies the thread. decision: JSON
 * with any of these. nothing: none of them, such as a state.
 */
type Holding = 'person' | 'author' | 'thread' | 'address' | 'decision' | 'nothing';

/** `holds`: not for numbers. `isOwn`: the row belongs to this person. `initial`: without a value; null if it may be empty. */
type Described = { holds?: Holding; isOwn?: true; initial?: string | number | null };

/** `type` exists for TypeScript only. */
export type Column<Type = unknown> = Described & { type?: Type };

function column<Type extends string | number>(described: Described = {}) {
  const plain: Column<Type> = described;
  const orNull: Column<Type | null> = { ...described, initial: null };
  const or = (initial: Type): Column<Generated<Type>> => ({ ...described, initial });
  return { ...plain, orNull, or };
}

export const number = column<number>();
export const text = column<string>({ holds: 'nothing' });
export const oneOf = <Texts extends string>() => column<Texts>({ holds: 'nothing' });
export const person = column<string>({ holds: 'person' });
export const own = column<string>({ holds: 'person', isOwn: true });
export const author = column<string>({ holds: 'author' });
export const thread = column<string>({ holds: 'thread' });
export const address = column<string>({ holds: 'address' });
export const decision = column<string>({ holds: 'decision' });

type Columns = Readonly<Record<string, Column>>;

/** `theirs` is the `isOwn` column; the text columns are also listed by what they hold. */
export type Table<Own extends Columns = Columns, Key extends string = string> = {
  key: readonly Key[];
  columns: Own;
  theirs: string | undefined;
} & Readonly<Record<Holding, readonly string[]>>;

/** Every table, and its key, begins with the team. */
export function table<Own extends Columns, Key extends keyof Own & string>(key: readonly Key[], own: Own) {
  const columns = { team: text, ...own };
  const all = Object.entries<Column>(columns);
  const columnsThatHold = (what: Holding) => all.flatMap(([name, { holds }]) => (holds === what ? name : []));
  return {
    key: ['team', ...key],
    columns,
    theirs: all.find(([, { isOwn }]) => isOwn)?.[0],
    person: columnsThatHold('person'),
    author: columnsThatHold('author'),
    thread: columnsThatHold('thread'),
    address: columnsThatHold('address'),
    decision: columnsThatHold('decision'),
    nothing: columnsThatHold('nothing'),
  };
}
