/** Changes a lead's state: one transaction for the state, its event, and an edit of every post that shows it. */
import type { LeadState } from '../decision.ts';
import { decideMove, eventOf, type LeadAct } from '../rules/lead-state.ts';
import { wantLeadEdits } from '../store/deliveries.ts';
import { changeLead, findLead, type LeadKey, recordEvent, undoEvent } from '../store/leads.ts';
import { inTransaction } from '../store/statements.ts';
import type { Db } from '../store/tables.ts';

/** Who acts, where and when (epoch ms). Without `by` it is the bot. */
type LeadActor = { by?: string; channel?: string; now: number };

/** The state before; undefined if refused or unknown. `same`: leads of other projects with this thread, which follow. */
export async function moveLead(
  db: Db,
  lead: LeadKey,
  act: LeadAct,
  actor: LeadActor,
  same: readonly LeadKey[] = [],
): Promise<LeadState | undefined> {
  return inTransaction(db, async (trx) => {
    const from = await moveOne(trx, lead, act, actor);
    const follow = act.kind === 'undo' ? { ...act, since: from?.since } : act;
    if (from) for (const other of same) await moveOne(trx, other, follow, actor);
    return from;
  });
}

async function moveOne(trx: Db, lead: LeadKey, act: LeadAct, { now: at, by, channel }: LeadActor) {
  for (;;) {
    const kept = await findLead(trx, lead);
    const from = kept?.state;
    const state = from && decideMove(from, act, by, at);
    if (!state) return undefined;
    // If not written, somebody else was faster: try again on their result.
    if (!(await changeLead(trx, lead, kept.rev, state))) continue;
    if (act.kind !== 'undo') await recordEvent(trx, lead, { ...eventOf(act, from, by), at, by, channel });
    else if (from.since !== undefined)
      await undoEvent(trx, lead, { kind: from.state === 'dismissed' ? 'dismiss' : 'snooze', at: from.since });
    await wantLeadEdits(trx, lead);
    return from;
  }
}
