/** How often a property is tried: what an everyday run needs, and ten times as much where TEST_SIZE is nightly. */
const TIMES = process.env.TEST_SIZE === 'nightly' ? 10 : 1;

/** `everyday` is the number of tries in which each fault that a property is there for has been found. */
export const runs = (everyday: number): number => everyday * TIMES;
