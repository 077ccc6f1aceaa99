/** The words in which tables.ts describes a table: columns, by their type and by what their texts can hold of people. */
import type { Generated } from 'kysely';

/**
 * person: a user id, or a text that may have one in it. author: the name of a thread's author. thread: a stranger's words, which
 * may name them. address: a thread's, or its place, which may do so too, and by which the thread is known. decision: JSON with any
 * of these. nothing: none of them, such as a state.
 */
type Holding = 'person' | 'author' | 'thread' | 'address' | 'decision' | 'nothing';

/** `holds` is missing of numbers. `isOwn`: a row is one person's own where this is their id. */
type Described = { holds?: Holding; isOwn?: true };

/** `type` is for TypeScript alone. */
export type Column<Type = unknown> = Described & { type?: Type };

function column<Type>(described: Described = {}) {
  const plain: Column<Type> = described;
  const orNull: Column<Type | null> = described;
  /** Has one by itself, as the migration says. */
  const orDefault: Column<Generated<Type>> = described;
  return { ...plain, orNull, orDefault };
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

/** With the names of its text columns by what they hold, and of that by which a row is somebody's own. */
export type Table<Own extends Columns = Columns, Key extends string = string> = {
  key: readonly Key[];
  columns: Own;
  theirs: string | undefined;
} & Readonly<Record<Holding, readonly string[]>>;

/** Every table has the team in front, in its key too. */
export function table<Own extends Columns, Key extends keyof Own & string>(
  key: readonly Key[],
  own: Own,
): Table<{ team: Column<string> } & Own, 'team' | Key> {
  const columns = { team: text, ...own };
  const all = Object.entries<Column>(columns);
  const holding = (what: Holding) => all.flatMap(([name, { holds }]) => (holds === what ? name : []));
  return {
    key: ['team', ...key],
    columns,
    theirs: all.find(([, { isOwn }]) => isOwn)?.[0],
    person: holding('person'),
    author: holding('author'),
    thread: holding('thread'),
    address: holding('address'),
    decision: holding('decision'),
    nothing: holding('nothing'),
  };
}
