/** What the bot offered to whom in menus whose options it gives; a choice must be one of them. */
import type { OfferedOption } from './model.ts';

export type Offers = {
  add(person: string, blockId: string, actionId: string, options: readonly OfferedOption[]): void;
  of(person: string, blockId: string, actionId: string): readonly OfferedOption[];
};

const REMEMBERED = 500;

export function createOffers(): Offers {
  const offers = new Map<string, readonly OfferedOption[]>();
  const key = (...parts: string[]) => JSON.stringify(parts);
  const of: Offers['of'] = (person, blockId, actionId) => offers.get(key(person, blockId, actionId)) ?? [];
  return {
    of,
    add: (person, blockId, actionId, options) => {
      const known = of(person, blockId, actionId).filter((old) =>
        options.every(({ value }) => value !== old.value),
      );
      offers.set(key(person, blockId, actionId), [...options, ...known].slice(0, REMEMBERED));
    },
  };
}
