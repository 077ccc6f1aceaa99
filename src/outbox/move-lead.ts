/** Changes a lead's state: one transaction for the state, its event, and an edit of every post that shows it. */
import type { LeadState } from '../decision.ts';
import { decideMove, type LeadAct } from '../rules/lead-state.ts';
import { wantLeadEdits } from '../store/deliveries.ts';
import { changeLead, findLead, type LeadKey, recordEvent } from '../store/leads.ts';
import type { Db, LeadEventRow } from '../store/schema.ts';
import { inTransaction } from '../store/statements.ts';

/** Who acts, where and when (epoch ms). Without `by` it is the bot. */
export type LeadActor = { by?: string; channel?: string; now: number };

/**
 * The state before; undefined if the act was refused, or there is no such lead. `same` are leads of other projects with
 * the same thread; they follow if they can. If two people click at once, one wins, and the other's act applies to the
 * result.
 */
export async function moveLead(
  db: Db,
  lead: LeadKey,
  act: LeadAct,
  actor: LeadActor,
  same: readonly LeadKey[] = [],
): Promise<LeadState | undefined> {
  return inTransaction(db, async (trx) => {
    const from = await moveOne(trx, lead, act, actor);
    if (from) for (const other of same) await moveOne(trx, other, act, actor);
    return from;
  });
}

async function moveOne(trx: Db, lead: LeadKey, act: LeadAct, actor: LeadActor) {
  for (;;) {
    const kept = await findLead(trx, lead);
    const state = kept && decideMove(kept.state, act, actor.by, actor.now);
    if (!state) return undefined;
    // If not written, somebody else was faster: try again on their result.
    if (!(await changeLead(trx, lead, kept.rev, state))) continue;
    await recordEvent(trx, lead, { ...eventOf(act), at: actor.now, by: actor.by, channel: actor.channel });
    await wantLeadEdits(trx, lead);
    return kept.state;
  }
}

function eventOf(act: LeadAct): { kind: LeadEventRow['kind']; detail?: string | undefined } {
  switch (act.kind) {
    case 'assign':
      return { kind: 'assign', detail: act.to };
    case 'reply':
      return { kind: 'reply', detail: act.url };
    case 'dismiss':
      return { kind: 'dismiss', detail: act.reason };
    case 'snooze':
      return { kind: 'snooze', detail: String(act.until) };
    case 'outcome':
      return { kind: 'outcome', detail: act.outcome };
    case 'wake':
      return { kind: 'reopen' };
    default:
      return { kind: act.kind };
  }
}
