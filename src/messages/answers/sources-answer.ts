/** Answers /visibility sources: the pages that engines cite most. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { Listing, Source } from '../../visibility/assumed.ts';
import { listed } from '../api-counts.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { shareOf } from '../shares.ts';
import { lookupAnswer } from './lookup.ts';

/** Engines named beside a page. */
const ENGINES_SHOWN = 4;

/** One page of `all`, in the API's order; `only` of what alone. */
export function sourcesAnswer(
  project: ProjectRef,
  sources: readonly Source[],
  all: readonly Source[] & Pick<Listing<Source>, 'rest'>,
  only: readonly string[],
): Message {
  // What the API never says is left out; what it says of others is missed.
  const isCounted = all.some(({ citations }) => citations !== undefined);
  const share = shareOf(all.map((source) => source.share));
  return lookupAnswer({
    project,
    what: 'sources',
    only,
    amount:
      all.length === 0 ? 'the API has none yet' : `${listed(all.length, 'page', all.rest)}, most cited first`,
    rows: sources.map((source) => ({
      title: brief(source.title ?? source.domain ?? '', 'title') || 'Untitled page',
      url: source.url,
      facts: [
        source.title !== undefined && source.domain !== undefined && brief(source.domain, 'place'),
        source.citations === undefined
          ? isCounted && 'citations not counted'
          : count(source.citations, 'citation'),
        source.share !== undefined && share(source.share),
        source.engines
          ?.slice(0, ENGINES_SHOWN)
          .map((engine) => brief(engine, 'place'))
          .join(', '),
      ],
    })),
  });
}
