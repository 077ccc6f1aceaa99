/** Dates and times in English words, found by chrono: loaded when somebody first says one, for no start needs it. */
import { createRequire } from 'node:module';
import type { parse } from 'chrono-node/en';

const load = createRequire(import.meta.url);

/** As chrono's own `parse` of casual English. */
export const findDates: typeof parse = (...said) => {
  const chrono: { parse: typeof parse } = load('chrono-node/en');
  return chrono.parse(...said);
};
