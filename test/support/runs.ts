/** How often a property is tried: as often as everybody has time for, and far more often where TEST_SIZE is nightly. */
const isNightly = process.env.TEST_SIZE === 'nightly';

export const runs = (everyday: number, nightly = everyday * 10): number => (isNightly ? nightly : everyday);
