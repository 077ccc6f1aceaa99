/** What a leads feed remembers: the poll is kept first, so that known leads are known by all their names from then on. */
import type { Feed } from '../projects/projects.ts';
import { type CitationSnapshot, citedLeads } from '../rules/cited-threads.ts';
import type { LeadMemory, LeadSnapshot } from '../rules/lead-digest.ts';
import { identified, identitiesOf } from '../rules/lead-key.ts';
import { type Oddity, oddLeads } from '../rules/odd-leads.ts';
import { knownLeads, knowsAnyLead, wantLeadEdits } from '../store/announced.ts';
import { recordCitations } from '../store/lead-stories.ts';
import { sameThread } from '../store/lead-threads.ts';
import { keysByIdentity, leadsByKey, recordLeads } from '../store/leads.ts';
import { openLeads, shownOpenLeads } from '../store/open-leads.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { lastDone } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';

/** `relearn`: what was polled is to be taken for known, as on a first run. `odd` is for the log. */
export async function leadMemory(
  db: Db,
  slot: SlotRow,
  { project }: Feed,
  { leads }: LeadSnapshot,
  { relearn, now }: { relearn: boolean; now: number },
): Promise<{ memory: LeadMemory; odd: Oddity[] }> {
  const { team, channel } = slot;
  const names = [...new Set(leads.flatMap(identitiesOf))];
  const keys = await keysByIdentity(db, team, project.id, names);
  const polled = identified(leads, keys);
  const polledKeys = polled.map(({ key }) => key);
  await inTransaction(db, async (trx) => {
    const before = await leadsByKey(trx, team, project.id, polledKeys);
    await recordLeads(trx, team, project.id, polled, now);
    const news = polledKeys.filter((key) => !before.has(key));
    // Where such a thread stands already for another project, it now stands there for both.
    const elsewhere = await sameThread(trx, team, project.id, news);
    for (const { projectId, key } of [...elsewhere.values()].flat()) {
      await wantLeadEdits(trx, { team, projectId, key });
    }
  });
  const knowsAny = await knowsAnyLead(db, team, channel, project.id);
  const memory = {
    keys,
    kept: await leadsByKey(db, team, project.id, polledKeys),
    announced: await knownLeads(db, team, channel, names),
    first: relearn || !knowsAny,
    anew: relearn && knowsAny,
    lastAt: await lastDone(db, slot),
    open: await openLeads(db, { team, channel, projectId: project.id }),
    shownOpen: await shownOpenLeads(db, { team, channel, projectId: project.id }),
  };
  return { memory, odd: oddLeads(leads, keys) };
}

/** Which of a poll's leads AI engines cite; `keys` are the keys of known leads by identity. */
export async function keepCitations(
  db: Db,
  { team }: SlotRow,
  { project }: Feed,
  { leads, cited }: Pick<LeadSnapshot, 'leads'> & { cited: CitationSnapshot },
  keys: ReadonlyMap<string, string> | undefined,
  now: number,
): Promise<void> {
  const found = citedLeads(identified(leads, keys ?? new Map()), cited);
  await recordCitations(db, { team, projectId: project.id }, found, now);
}
