/** How often a property is tried: as often as everybody has time for, and ten times as often where TEST_SIZE is nightly. */
const TIMES = process.env.TEST_SIZE === 'nightly' ? 10 : 1;

export const runs = (everyday: number): number => everyday * TIMES;
