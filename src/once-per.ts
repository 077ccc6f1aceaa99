/** `compute` done once for each object, whose result lives as long as the object; `more` must depend on it alone. */
export function oncePer<Key extends object, More extends unknown[], Value>(
  compute: (key: Key, ...more: More) => Value,
): (key: Key, ...more: More) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key, ...more) => {
    const before = known.get(key);
    if (before) return before.value;
    const value = compute(key, ...more);
    known.set(key, { value });
    return value;
  };
}

/** `compute` done once for the same texts and numbers; at `most` results, all are forgotten. */
export function oncePerText<Given extends (string | number)[], Value>(
  compute: (...given: Given) => Value,
  most = 1_000,
): (...given: Given) => Value {
  const known = new Map<string, { value: Value }>();
  return (...given) => {
    const key = given.join('\u0000');
    const before = known.get(key);
    if (before) return before.value;
    const value = compute(...given);
    if (known.size >= most) known.clear();
    known.set(key, { value });
    return value;
  };
}
