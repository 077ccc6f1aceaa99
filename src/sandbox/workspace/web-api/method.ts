/** How a Web API method is written down: what it takes, what it does with the workspace, and its pages of long lists. */
import { z } from 'zod';
import { parsedJson } from '../json.ts';
import { shapeFaults } from '../limits-check.ts';
import { Refused } from '../refused.ts';
import type { State } from '../state.ts';

/** Arguments as they came (form fields are strings); the answer without `ok`. @throws Refused */
export type Method = (args: Record<string, unknown>, state: State) => Record<string, unknown>;

export function method<Schema extends z.ZodType>(
  schema: Schema,
  run: (args: z.infer<Schema>, state: State) => Record<string, unknown>,
): Method {
  return (args, state) => {
    const parsed = schema.safeParse(args);
    if (!parsed.success) throw new Refused('invalid_arguments', shapeFaults(schema, args, ''));
    return run(parsed.data, state);
  };
}

/** A flag, which a form sends as "true" or "1". */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', '1', 'false', '0', '']).transform((text) => text === 'true' || text === '1'),
]);

export const count = z.coerce.number().int().min(1);

/** A value that a form sends as JSON text. `onFault` is the code for text that is no JSON. */
export function fromJson(value: unknown, onFault: string): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parsedJson(value);
  if (parsed === undefined) throw new Refused(onFault);
  return parsed;
}

export const paging = { limit: count.optional(), cursor: z.string().optional() };

const MAX_PAGE = 999;

/** One page. The cursor names the next page's first item, so that items which come meanwhile shift nothing. */
export function page<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  asked: { limit?: number | undefined; cursor?: string | undefined },
) {
  const start = asked.cursor ? items.findIndex((item) => cursorOf(keyOf(item)) === asked.cursor) : 0;
  if (start < 0) throw new Refused('invalid_cursor');
  const end = start + Math.min(asked.limit ?? 100, MAX_PAGE);
  const next = items[end];
  return {
    items: items.slice(start, end),
    more: next !== undefined,
    metadata: { next_cursor: next === undefined ? '' : cursorOf(keyOf(next)) },
  };
}

function cursorOf(key: string): string {
  return btoa(`next:${key}`);
}
