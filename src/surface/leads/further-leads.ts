/** What a digest does not show, privately and page by page, as its leads stand now. */
import type { LeadDigest } from '../../decision.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { furtherLeadsMessage } from '../../messages/leads/further-leads.ts';
import type { LeadPage } from '../../messages/leads/lead-controls.ts';
import { leadsOfDigest, PAGE_OF_MORE } from '../../messages/leads/lead-digest.ts';
import type { Page } from '../../messages/page.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { giveHandles, handlesOf } from '../../store/handles.ts';
import { carried } from '../carried.ts';
import { mayBeOffered, requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Action, Asker, SurfaceDeps } from '../request.ts';
import { CarriedPage, standingsHere } from './clicked-lead.ts';

/** On the digest the button says where the page begins; on a page it names the digest's message too. */
const NextPage = CarriedPage.partial({ ts: true });

export const leadMore: Action = {
  id: ACTIONS.leadMore,
  async run(request, deps) {
    const { from, ts = request.ts } = carried(NextPage, request.value);
    const message = await furtherLeads({ from, ts }, request, deps);
    return { message, ...(request.isPrivate && { delivered: 'replacing' as const }) };
  },
};

/** @throws Refused as digestAt */
export async function furtherLeads({ from, ts }: LeadPage, asker: Asker, deps: SurfaceDeps): Promise<Page> {
  const digest = await digestAt(asker, ts, deps);
  const { db } = deps;
  const { team } = asker.installation;
  const keys = leadsOfDigest(digest)
    .slice(from, from + PAGE_OF_MORE)
    .map(({ key }) => key);
  await giveHandles(db, team, 'L', keys);
  return furtherLeadsMessage(
    { digest, from, ts, mayAct: await mayBeOffered('leads', asker, deps) },
    {
      handles: await handlesOf(db, team, keys),
      leads: await standingsHere(digest.project.id, keys, asker, deps),
    },
  );
}

/** @throws Refused if the message is none any more, or its project is not shown here. */
export async function digestAt(asker: Asker, ts: string, deps: SurfaceDeps): Promise<LeadDigest> {
  const delivery = await deliveryAt(deps.db, asker.installation.team, asker.channel, ts);
  const decision = delivery && decisionOf(delivery);
  if (decision?.kind !== 'lead_digest') {
    throw new Refused({
      sentence: 'Sightline no longer knows this message. The best leads now are in the list.',
      example: '/visibility leads',
    });
  }
  requireVisible(decision.project.id, asker, deps);
  return decision;
}
