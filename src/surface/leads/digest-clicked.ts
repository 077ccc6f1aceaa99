/** The digest whose button was clicked, and those of its leads that are still open. */
import type { LeadDigest } from '../../decision.ts';
import { leadsOfDigest, shownInDigest } from '../../messages/posts/lead-digest.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { handlesOf } from '../../store/handles.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { type ClickedLead, clickedLeads } from './clicked-lead.ts';

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

/** Of those that the digest shows, in its order. @throws Refused where none is open, or as digestAt. */
export async function openLeadsOf(asker: Asker, ts: string, deps: SurfaceDeps): Promise<ClickedLead[]> {
  const digest = await digestAt(asker, ts, deps);
  const keys = leadsOfDigest(digest)
    .slice(0, shownInDigest(digest))
    .map(({ key }) => key);
  const handles = await handlesOf(deps.db, asker.installation.team, keys);
  const refs = keys.flatMap((key) => handles[key] ?? []);
  const leads = await clickedLeads(digest.project.id, refs, asker, deps);
  const open = leads.filter(({ lead }) => lead.state.state === 'new');
  if (open.length === 0) throw new Refused({ sentence: 'No lead of this digest is open any more.' });
  return open;
}
