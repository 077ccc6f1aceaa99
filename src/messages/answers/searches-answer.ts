/** Answers /visibility searches: what engines look up before they answer (query fan-out). */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { FanoutQuery } from '../../visibility/assumed.ts';
import { mayBeCut } from '../api-counts.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { lookupAnswer } from './lookup.ts';

/** One page of the searches, of `total` that the API gave where no limit was named. */
export function searchesAnswer(
  project: ProjectRef,
  searches: readonly FanoutQuery[],
  total: number,
): Message {
  return lookupAnswer({
    project,
    what: 'searches',
    amount: total === 0 ? 'the API has none yet' : `${searchesOf(total)} that engines made`,
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

function searchesOf(total: number): string {
  return mayBeCut(total) ? `the ${figure(total)} most frequent searches` : count(total, 'search', 'searches');
}
