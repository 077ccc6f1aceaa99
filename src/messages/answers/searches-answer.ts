/** Answers /visibility searches: what engines look up before they answer (query fan-out). */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { FanoutQuery } from '../../visibility/assumed.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { lookupAnswer } from './lookup.ts';

/** One page of the searches, of `total`. */
export function searchesAnswer(
  project: ProjectRef,
  searches: readonly FanoutQuery[],
  total: number,
): Message {
  return lookupAnswer({
    project,
    what: 'searches',
    amount:
      total === 0
        ? 'the API has none yet'
        : `${count(total, 'search', 'searches')} that engines made, most frequent first`,
    rows: searches.map((search) => ({
      title: brief(search.query ?? '', 'title') || 'Search not given',
      facts: [
        search.count !== undefined && count(search.count, 'time'),
        search.engine !== undefined && brief(search.engine, 'place'),
        search.prompt !== undefined && `for “${brief(search.prompt, 'prompt')}”`,
      ],
    })),
  });
}
