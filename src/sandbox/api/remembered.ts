/** What the reference API makes of one thing is made once: lists of thousands are asked for page by page. */

/** The same result for the same thing, as long as that is in memory; `more` must follow from the thing. */
export function remembered<Thing extends object, More extends unknown[], Made>(
  make: (thing: Thing, ...more: More) => Made,
): (thing: Thing, ...more: More) => Made {
  const known = new WeakMap<Thing, Made>();
  return (thing, ...more) => {
    const made = known.get(thing) ?? make(thing, ...more);
    known.set(thing, made);
    return made;
  };
}
