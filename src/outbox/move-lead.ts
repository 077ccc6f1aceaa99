/** Changes a lead's state: one transaction for the state, its event, and an edit of every post that shows it. */
import type { LeadState } from '../decision.ts';
import { decideMove, detailOf, type LeadAct } from '../rules/lead-state.ts';
import { wantLeadEdits } from '../store/deliveries.ts';
import { changeLead, findLead, type LeadKey, recordEvent } from '../store/leads.ts';
import type { Db } from '../store/schema.ts';
import { inTransaction } from '../store/statements.ts';

/** Who acts, where and when (epoch ms). Without `by` it is the bot. */
export type LeadActor = { by?: string; channel?: string; now: number };

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
    const { now: at, by, channel } = actor;
    await recordEvent(trx, lead, { kind: act.kind, detail: detailOf(act), at, by, channel });
    await wantLeadEdits(trx, lead);
    return kept.state;
  }
}
