/**
 * What people changed in a project of the simulated world, in order. Everything else follows from the seed and the
 * start, so these changes are all that kept-world.ts has to save.
 */
import { z } from 'zod';
import { type Day, startOf } from './day.ts';

/** `at` is epoch ms. */
const base = { at: z.int() };

export const Change = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.literal('prompt_created'), id: z.guid(), text: z.string() }),
  z.strictObject({ ...base, kind: z.literal('prompt_changed'), id: z.guid(), text: z.string() }),
  z.strictObject({ ...base, kind: z.literal('prompt_deleted'), id: z.guid() }),
  z.strictObject({ ...base, kind: z.literal('engines_set'), ids: z.array(z.guid()) }),
  z.strictObject({ ...base, kind: z.literal('regions_set'), ids: z.array(z.guid()) }),
  z.strictObject({
    ...base,
    kind: z.literal('suggestion_closed'),
    id: z.guid(),
    status: z.enum(['accepted', 'dismissed']),
  }),
]);
export type Change = z.output<typeof Change>;

export type Changes = ReturnType<typeof createChanges>;

/** Starts with the `earlier` changes; `onChange` runs after each new one. */
export function createChanges(earlier: readonly Change[], onChange: () => void) {
  const changes = [...earlier];
  return {
    /** Oldest first. */
    all: (): readonly Change[] => changes,
    /** Those made before the day began: a day's runs never change while it lasts. */
    beforeDay: (day: Day): readonly Change[] => changes.filter(({ at }) => at < startOf(day)),
    add(change: Change): void {
      changes.push(change);
      onChange();
    },
  };
}
