/** Answers /visibility referrers: the domains that engines cite, with the share of each. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { Listing } from '../../visibility/assumed.ts';
import type { ReferrerRanking } from '../../visibility/contract.ts';
import { listed } from '../api-counts.ts';
import { barChart } from '../bar-chart.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { shareOf } from '../shares.ts';
import { lookupAnswer } from './lookup.ts';

/** One page of `all`, in the API's order. */
export function referrersAnswer(
  project: ProjectRef,
  referrers: readonly ReferrerRanking[],
  all: readonly ReferrerRanking[] & Pick<Listing<ReferrerRanking>, 'rest'>,
): Message {
  const share = shareOf(all.map((referrer) => referrer.share));
  return lookupAnswer({
    project,
    what: 'referrers',
    amount: all.length === 0 ? 'the API has none yet' : listed(all.length, 'domain', all.rest),
    rows: referrers.map((referrer) => ({
      title: brief(referrer.domain, 'name') || 'Unnamed domain',
      facts: [count(referrer.citation_count, 'citation'), share(referrer.share)],
    })),
    chart: barChart(
      'Citations by domain',
      'Citations',
      all.map(({ domain, citation_count }) => ({ label: domain, value: citation_count })),
    ),
  });
}
