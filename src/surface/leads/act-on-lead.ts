/** Changes leads for a person: once per click, audited, every post that shows them edited; what is refused is told. */
import type { ClaimEnded } from '../../decision.ts';
import { leadsRefused, type RefusedLead } from '../../messages/leads/claims.ts';
import { type LeadMoved, moveLead } from '../../outbox/move-lead.ts';
import { queueDecision } from '../../outbox/queue.ts';
import { type LeadAct, leadMove } from '../../rules/lead-state.ts';
import { projectRef } from '../../rules/project-ref.ts';
import { inTransaction } from '../../store/statements.ts';
import type { Answer, Ask } from '../ask.ts';
import { audited, quietly } from '../audited.ts';
import { type ClickedLead, standingHere } from './clicked-lead.ts';

/** `changed`: every lead is as was asked for. Otherwise the answer names those that are not, and how they stand. */
export type ActedOn = { changed: true } | { changed: false; answer: Answer };

export async function actOnLeads(leads: readonly ClickedLead[], act: LeadAct, ask: Ask): Promise<ActedOn> {
  const refused: RefusedLead[] = [];
  let isRepeated = false;
  for (const lead of leads) {
    const outcome = await actOnOne(lead, act, ask);
    if (outcome === 'repeated') isRepeated = true;
    else if (outcome !== 'changed') refused.push(outcome);
  }
  ask.wakePump();
  if (refused.length > 0) return { changed: false, answer: refusalOf(refused, leads, ask) };
  return isRepeated ? { changed: false, answer: undefined } : { changed: true };
}

/** What a form for this act would end with, while it cannot be done: nobody should fill it in for nothing. */
export async function refusedAlready(clicked: ClickedLead, act: LeadAct, ask: Ask): Promise<Answer> {
  const { at, handle, lead } = clicked;
  const move = leadMove(lead.state, act, ask.person, ask.now());
  if (move.allowed) return undefined;
  const standing = await standingHere(at, ask);
  return refusalOf([{ handle, lead, sentence: move.sentence, standing }], [clicked], ask);
}

function refusalOf(
  refused: readonly RefusedLead[],
  [first]: readonly ClickedLead[],
  { person, now }: Ask,
): Answer {
  const saying = { at: now(), timezone: first?.timezone ?? 'UTC' };
  return { message: leadsRefused(refused, saying, person) };
}

async function actOnOne(
  clicked: ClickedLead,
  act: LeadAct,
  ask: Ask,
): Promise<'changed' | 'repeated' | RefusedLead> {
  const { at, handle, lead } = clicked;
  const once = { ...ask, id: `${ask.id} ${handle}` };
  const write = { action: `lead.${act.kind}`, projectId: at.projectId, subject: at.key };
  const outcome = await quietly(
    audited(once, write, async () => {
      const result = await moveWith(clicked, act, ask);
      return { result, outcome: result.kind === 'moved' ? result.state.state : undefined };
    }),
  );
  if (!outcome) return 'repeated';
  if (outcome.kind === 'moved') return 'changed';
  const sentence = outcome.kind === 'refused' ? outcome.sentence : 'Sightline no longer knows this lead.';
  return { handle, lead, sentence, standing: await standingHere(at, ask) };
}

/** With the change whoever loses their claim by it is told, unless somebody else had it by then. */
async function moveWith(clicked: ClickedLead, act: LeadAct, ask: Ask): Promise<LeadMoved> {
  const { at, same } = clicked;
  const { person: by, channel } = ask;
  const ended = await claimEndedBy(act, clicked, ask);
  const now = ask.now();
  return inTransaction(ask.db, async (trx) => {
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
  { workspace, channel, person: by, now }: Ask,
): Promise<{ claimer: string; told: ClaimEnded } | undefined> {
  const { by: claimer } = state;
  if (state.state !== 'claimed' || claimer === undefined || claimer === by) return undefined;
  if (how !== 'release' && how !== 'reply') return undefined;
  if (!(await workspace.isMember(channel, claimer))) return undefined;
  const of = { project: projectRef(project), lead: { key, title, url } };
  return { claimer, told: { kind: 'claim_ended', v: 1, ...of, by, how, at: now() } };
}
