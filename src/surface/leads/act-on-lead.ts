/** Changes leads for a person: once per click, audited, every post that shows them edited; what is refused is told. */

import type { LeadStanding } from '../../decision.ts';
import { leadsRefused, type RefusedLead } from '../../messages/answers/lead-refused.ts';
import { leadStandings, type Readers } from '../../outbox/lead-standing.ts';
import { moveLead } from '../../outbox/move-lead.ts';
import { readersOf } from '../../outbox/standing.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import type { LeadKey } from '../../store/leads.ts';
import { audited } from '../audited.ts';
import type { Answer, Asker, SurfaceDeps } from '../request.ts';
import type { ClickedLead } from './clicked-lead.ts';

/** `changed`: every lead is as was asked for. Otherwise the answer names those that are not, and how they stand. */
export type ActedOn = { changed: true } | { changed: false; answer: Answer };

export async function actOnLeads(
  leads: readonly ClickedLead[],
  act: LeadAct,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<ActedOn> {
  const refused: RefusedLead[] = [];
  let isRepeated = false;
  for (const lead of leads) {
    const outcome = await actOnOne(lead, act, asker, deps);
    if (outcome === 'repeated') isRepeated = true;
    else if (outcome !== 'changed') refused.push(outcome);
  }
  deps.wakePump();
  if (refused.length > 0) {
    const saying = { at: deps.clock.now(), timezone: leads[0]?.timezone ?? 'UTC' };
    return { changed: false, answer: { message: leadsRefused(refused, saying, asker.person) } };
  }
  return isRepeated ? { changed: false, answer: undefined } : { changed: true };
}

async function actOnOne(
  { at, same, handle, lead }: ClickedLead,
  act: LeadAct,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<'changed' | 'repeated' | RefusedLead> {
  const { person: by, channel } = asker;
  const once = { ...asker, id: `${asker.id} ${handle}` };
  const write = { action: `lead.${act.kind}`, projectId: at.projectId, subject: at.key };
  const moved = await audited(once, deps, write, async () => {
    const result = await moveLead(deps.db, at, act, { by, channel, now: deps.clock.now() }, same);
    return { result, outcome: result.kind === 'moved' ? result.state.state : undefined };
  });
  if (!moved) return 'repeated';
  if (moved.kind === 'moved') return 'changed';
  const sentence = moved.kind === 'refused' ? moved.sentence : 'This lead is not known any more.';
  return { handle, lead, sentence, standing: await standingHere(at, asker, deps) };
}

/** How a lead stands for the readers of the channel in which it was clicked. */
export async function standingHere(at: LeadKey, asker: Asker, deps: SurfaceDeps): Promise<LeadStanding> {
  const standings = await leadStandings(deps.db, at.team, at.projectId, [at.key], readersHere(asker, deps));
  return standings[at.key] ?? { state: 'new' };
}

/** Who reads what is answered there. */
export function readersHere({ channel, installation }: Asker, deps: SurfaceDeps): Readers {
  return readersOf(deps.projects(), {
    channel,
    isMember: (place, person) => deps.isMember(installation, place, person),
  });
}
