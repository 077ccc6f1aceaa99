/** Changes leads for a person: once per click, audited, every post that shows them edited; what is refused is told. */
import type { ClaimEnded } from '../../decision.ts';
import { leadsRefused, type RefusedLead } from '../../messages/leads/claims.ts';
import { type LeadMoved, moveLead } from '../../outbox/move-lead.ts';
import { queueDecision } from '../../outbox/queue.ts';
import { type LeadAct, leadMove } from '../../rules/lead-state.ts';
import { projectRef } from '../../rules/project-ref.ts';
import { inTransaction } from '../../store/statements.ts';
import { audited, quietly } from '../audited.ts';
import type { Answer, Asker, SurfaceDeps } from '../request.ts';
import { type ClickedLead, standingHere } from './clicked-lead.ts';

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
  if (refused.length > 0) return { changed: false, answer: refusalOf(refused, leads, asker, deps) };
  return isRepeated ? { changed: false, answer: undefined } : { changed: true };
}

/** What a form for this act would end with, while it cannot be done: nobody should fill it in for nothing. */
export async function refusedAlready(
  clicked: ClickedLead,
  act: LeadAct,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Answer> {
  const { at, handle, lead } = clicked;
  const move = leadMove(lead.state, act, asker.person, deps.clock.now());
  if (move.allowed) return undefined;
  const standing = await standingHere(at, asker, deps);
  return refusalOf([{ handle, lead, reason: move.reason, standing }], [clicked], asker, deps);
}

function refusalOf(
  refused: readonly RefusedLead[],
  [first]: readonly ClickedLead[],
  { person }: Asker,
  { clock }: SurfaceDeps,
): Answer {
  const saying = { at: clock.now(), timezone: first?.timezone ?? 'UTC' };
  return { message: leadsRefused(refused, saying, person) };
}

async function actOnOne(
  clicked: ClickedLead,
  act: LeadAct,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<'changed' | 'repeated' | RefusedLead> {
  const { at, handle, lead } = clicked;
  const once = { ...asker, id: `${asker.id} ${handle}` };
  const write = { action: `lead.${act.kind}`, projectId: at.projectId, subject: at.key };
  const outcome = await quietly(
    audited(once, deps, write, async () => {
      const result = await moveWith(clicked, act, asker, deps);
      return { result, outcome: result.kind === 'moved' ? result.state.state : undefined };
    }),
  );
  if (!outcome) return 'repeated';
  if (outcome.kind === 'moved') return 'changed';
  const reason = outcome.kind === 'refused' ? outcome.reason : 'unknown';
  return { handle, lead, reason, standing: await standingHere(at, asker, deps) };
}

/** With the change whoever loses their claim by it is told, unless somebody else had it by then. */
async function moveWith(
  clicked: ClickedLead,
  act: LeadAct,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<LeadMoved> {
  const { at, same } = clicked;
  const { person: by, channel } = asker;
  const ended = await claimEndedBy(act, clicked, asker, deps);
  const now = deps.clock.now();
  return inTransaction(deps.db, async (trx) => {
    const result = await moveLead(trx, at, act, { by, channel, now }, same);
    if (ended && result.kind === 'moved' && result.from.by === ended.claimer) {
      const to = { team: at.team, channel: ended.claimer, subscription: 'claims', slotAt: now };
      await queueDecision(trx, ended.told, to, now);
    }
    return result;
  });
}

/**
 * Whom an act takes a lead from, and what they hear of it. Undefined where nobody loses their claim, or where they are no
 * longer in the channel and shall hear nothing of it.
 */
async function claimEndedBy(
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
