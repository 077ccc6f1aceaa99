/** Whom a colleague’s act takes a lead from, and what they hear of it: their private brief cannot be edited. */
import type { ClaimEnded } from '../../decision.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { projectRef } from '../../rules/project-ref.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import type { ClickedLead } from './clicked-lead.ts';

/** Undefined where nobody loses their claim, or where they are no longer in the channel and shall hear nothing of it. */
export async function claimEndedBy(
  { kind: how }: LeadAct,
  { lead: { key, title, url, state }, project }: ClickedLead,
  { installation, channel, person: by }: Asker,
  { clock, isMember }: Pick<SurfaceDeps, 'clock' | 'isMember'>,
): Promise<{ claimer: string; told: ClaimEnded } | undefined> {
  const { by: claimer } = state;
  if (state.state !== 'claimed' || claimer === undefined || claimer === by) return undefined;
  if (how !== 'release' && how !== 'reply') return undefined;
  if (!(await isMember(installation, channel, claimer))) return undefined;
  const of = { project: projectRef(project), lead: { key, title, url } };
  return { claimer, told: { kind: 'claim_ended', v: 1, ...of, by, how, at: clock.now() } };
}
