/** Slack's pages of long lists: a limit, and a cursor to go on with. https://docs.slack.dev/apis/web-api/pagination */
import { z } from 'zod';
import { Refused } from '../refused.ts';
import { count } from './method.ts';

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
