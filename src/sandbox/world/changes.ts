/**
 * What people changed in one project of the simulated world, in order: the only thing about it that does not follow
 * from seed and start. Everything else is computed from these, so they are also all that a file has to keep.
 */
import { z } from 'zod';
import { type Day, startOf } from './day.ts';

/** `at` is epoch ms. */
const changed = { at: z.int() };

export const Change = z.discriminatedUnion('kind', [
  z.strictObject({ ...changed, kind: z.literal('prompt_created'), id: z.guid(), text: z.string() }),
  z.strictObject({ ...changed, kind: z.literal('prompt_changed'), id: z.guid(), text: z.string() }),
  z.strictObject({ ...changed, kind: z.literal('prompt_deleted'), id: z.guid() }),
  z.strictObject({ ...changed, kind: z.literal('engines_set'), ids: z.array(z.guid()) }),
  z.strictObject({ ...changed, kind: z.literal('regions_set'), ids: z.array(z.guid()) }),
  z.strictObject({
    ...changed,
    kind: z.literal('suggestion_closed'),
    id: z.guid(),
    status: z.enum(['accepted', 'dismissed']),
  }),
]);
export type Change = z.output<typeof Change>;

export type Changes = ReturnType<typeof createChanges>;

/** Begins with those that were made before; `onChange` hears of each further one, after it was added. */
export function createChanges(before: readonly Change[], onChange: () => void) {
  const changes = [...before];
  return {
    /** Oldest first. */
    all: (): readonly Change[] => changes,
    /** Those that a day's runs know of: made before it began, so that a day's set never changes while it runs. */
    beforeDay: (day: Day): readonly Change[] => changes.filter(({ at }) => at < startOf(day)),
    add(change: Change): void {
      changes.push(change);
      onChange();
    },
  };
}
