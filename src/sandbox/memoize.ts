/** Keeps a result for as long as its first argument is in memory; `more` must depend on it alone. */
export function memoize<Key extends object, More extends unknown[], Result>(
  compute: (key: Key, ...more: More) => Result,
): (key: Key, ...more: More) => Result {
  const results = new WeakMap<Key, Result>();
  return (key, ...more) => {
    const result = results.get(key) ?? compute(key, ...more);
    results.set(key, result);
    return result;
  };
}
