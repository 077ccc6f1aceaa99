/** What a table has under a name from outside; undefined where it has none, also for “constructor”, which every object has. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** An object with the same names for other values. */
export function mapValues<T, U>(object: Readonly<Record<string, T>>, of: (value: T, name: string) => U) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, of(value, name)]));
}

/** Parses text from outside; undefined if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
