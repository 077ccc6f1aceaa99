import { CompiledQuery, DefaultQueryExecutor, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { FEEDS_OWN, KEPT, OUT_AGAIN } from '../../src/outbox/post-kinds.ts';
import {
  endMutes,
  noteStalled,
  readAlertEverywhere,
  readAlertIn,
  readLatestAlerts,
  readSettledAlerts,
} from '../../src/store/alerts.ts';
import { readClaimsHeld } from '../../src/store/announced.ts';
import { readSetWrites } from '../../src/store/audit.ts';
import {
  countUnfinishedPosts,
  readBacklog,
  readPostsWaiting,
  readUnpostedPerFeed,
} from '../../src/store/backlog.ts';
import { readLastPost, reviveRefused } from '../../src/store/deliveries.ts';
import { claimLane, findStaleDelivery, readLaneHead, readNextLaneMs } from '../../src/store/lanes.ts';
import { findSameThread, recordVerdicts } from '../../src/store/lead-stories.ts';
import { recordLeads } from '../../src/store/leads.ts';
import { readAlertMutes } from '../../src/store/mutes.ts';
import { type Before, removeOld } from '../../src/store/retention.ts';
import { claimSlot, openWhySlot, readLastDonePerFeed } from '../../src/store/slots.ts';
import type { Db } from '../../src/store/tables.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, dueSlot, NINE, queued, TEAM } from '../support/store-opened.ts';

const GLOBEX = { team: TEAM, projectId: 'globex' };

/** What every worker asks, again and again. */
const QUESTIONS: readonly ((db: Db) => Promise<unknown>)[] = [
  (db) => claimLane(db, 'me', NINE, { team: 'T0' }),
  (db) => readLaneHead(db, TEAM, CHANNEL, NINE),
  (db) => findStaleDelivery(db, TEAM, CHANNEL),
  (db) => readNextLaneMs(db, NINE),
  (db) => claimSlot(db, TEAM, 'me', NINE),
  (db) => readBacklog(db, NINE),
  (db) => countUnfinishedPosts(db, TEAM),
  (db) => readPostsWaiting(db, TEAM, NINE),
];

/** What is asked with every slot, at every look at the status, and each hour, of whatever is finished. */
const OF_FINISHED: readonly { index: RegExp; ask: (db: Db) => Promise<unknown> }[] = [
  // Where nearly all are done, the key itself finds the last one as soon.
  { index: /slot_(done|pkey)/, ask: (db) => readLastDonePerFeed(db, TEAM, ['f7']) },
  { index: /delivery_failed/, ask: (db) => reviveRefused(db, TEAM, 'f7', OUT_AGAIN, NINE) },
  { index: /slot_finished/, ask: (db) => tidied(db, 'slots') },
  { index: /delivery_age/, ask: (db) => tidied(db, 'deliveries') },
  { index: /audit_age/, ask: (db) => tidied(db, 'audit') },
  { index: /delivery_of_project/, ask: (db) => readLastPost(db, { ...GLOBEX, subscription: 'f7' }, 'recap') },
  { index: /audit_of_project/, ask: (db) => readSetWrites(db, TEAM, GLOBEX.projectId, 0) },
];

/** One project, person or channel among all of a workspace, and what ends at a time: the index that finds it. */
const AMONG_MANY: readonly (readonly [RegExp, (db: Db) => Promise<unknown>])[] = [
  [/lead_waiting/, (db) => readClaimsHeld(db, TEAM, 'U0ANA')],
  [/alert_muted/, (db) => endMutes(db, TEAM, NINE)],
  [/alert_muted/, (db) => readAlertMutes(db, TEAM, NINE)],
  [/alert_open/, (db) => noteStalled(db, TEAM, () => null)],
  [/alert_of_project \(team=\? AND project_id=\?/, (db) => readSettledAlerts(db, { ...GLOBEX, since: 0 })],
  [/alert_of_project \(team=\? AND project_id=\?/, (db) => readAlertEverywhere(db, { ...GLOBEX, key: 'A' })],
  [/team=\? AND channel=\? AND key=\?/, (db) => readAlertIn(db, { team: TEAM, key: 'A' }, [CHANNEL, 'C0B'])],
  [/\(team=\? AND channel=\?/, (db) => readLatestAlerts(db, TEAM, { channels: [CHANNEL], since: 0 })],
];

/** With nothing old enough of any other kind. */
const tidied = (db: Db, kind: keyof Before) =>
  removeOld(
    db,
    TEAM,
    { slots: 0, deliveries: 0, audit: 0, announced: 0, asked: 0, [kind]: 1 },
    KEPT,
    async () => true,
  );

/** The only one that is old, of a project whose list was read since. */
async function removeOldLead(db: Db): Promise<void> {
  const at = { team: TEAM, projectId: 'globex', key: 'l1' };
  await recordLeads(db, TEAM, at.projectId, [{ key: at.key, identities: [at.key], rank: 1 }], 0);
  await recordLeads(db, TEAM, at.projectId, [{ key: 'l2', identities: ['l2'], rank: 1 }], NINE);
  await recordVerdicts(db, { ...at, channel: CHANNEL, polledAt: 0 }, [{ ...at, rank: 1, verdict: 'known' }]);
  await tidied(db, 'announced');
}

/** A walk through the table itself, or an index that holds what is finished; in the words of either engine. */
const LOOKS_AT_FINISHED =
  /Seq Scan on (delivery|slot)|SCAN (delivery|slot)$|delivery_(key|order|dedupe|subject|message)|autoindex_delivery/;

describe.each(ENGINES)(
  'with 20,000 finished posts and slots ($name)',
  ({ name, openedStore, explain, analyze }) => {
    it('nobody walks through what is finished', async () => {
      const { db } = await openedStore();
      await finishMany(db);
      await analyze(db);
      // Whoever asks what Slack never took looks at that alone.
      const unposted = await plansOf(
        db,
        (asked) => readUnpostedPerFeed(asked, TEAM, FEEDS_OWN, NINE),
        explain,
      );
      expect(unposted.filter((line) => /Seq Scan on delivery|SCAN delivery/.test(line))).toEqual([]);
      expect(unposted.join('\n')).toContain('delivery_unposted');

      // What is asked of finished ones is found by an index of its own.
      for (const { index, ask } of OF_FINISHED) {
        const plan = await plansOf(db, ask, explain);
        expect(plan.filter((line) => /Seq Scan on (delivery|slot)|SCAN (delivery|slot)$/.test(line))).toEqual(
          [],
        );
        expect(plan.join('\n')).toMatch(index);
      }

      // The slot for an alert's reasons comes after others, which aren't looked for among all of the workspace.
      const why = await plansOf(
        db,
        (asked) => openWhySlot(asked, { team: TEAM, feed: 'f7', projectId: 'acme', now: NINE }),
        explain,
      );
      expect(why.filter((line) => /\(team=\?\)$|Seq Scan on slot/.test(line))).toEqual([]);
      await db.deleteFrom('slot').where('state', '=', 'due').execute();

      // A worker that looks for work looks only at what is not finished.
      await queued(db, 'open');
      await dueSlot(db);
      await analyze(db);
      const plans = [];
      for (const ask of QUESTIONS) plans.push(...(await plansOf(db, ask, explain)));
      expect(plans.filter((line) => LOOKS_AT_FINISHED.test(line))).toEqual([]);
      // Both indexes of slots hold due ones alone: which is read first is the engine's to choose.
      for (const index of [/delivery_open/, /delivery_stale/, /slot_(due|next)/])
        expect(plans.join('\n')).toMatch(index);
      // Twenty thousand rows of each take their time on a busy machine.
    }, 180_000);

    // Its planner has fixed expectations, whatever is in the tables.
    it.runIf(name === 'SQLite')('nobody walks through a workspace for one project or person', async () => {
      const { db } = await openedStore();
      for (const [index, ask] of AMONG_MANY) {
        const plan = await plansOf(db, ask, explain);
        expect(plan.filter((line) => /^SCAN/.test(line))).toEqual([]);
        expect(plan.join('\n')).toMatch(index);
      }
    });

    it.runIf(name === 'SQLite')('an old lead goes without a walk through all that is known', async () => {
      const { db } = await openedStore();
      const plan = (await plansOf(db, removeOldLead, explain)).join('\n');
      for (const known of [/lead_verdict USING .*lead_key=/, /announced USING .*name=/])
        expect(plan).toMatch(known);
    });

    it('a thread that several projects have is found by its name, also before the first statistics', async () => {
      const { db } = await openedStore();
      await nameMany(db);
      const ask = (asked: Db) => findSameThread(asked, TEAM, 'p7', ['l7', 'l107']);
      const plan = (await plansOf(db, ask, explain)).join('\n');
      expect(plan).toContain('lead_identity_everywhere');
      expect(plan).toMatch(/identity (=|IN|in)|identity\)? ?= ANY|identity=\?/);
    });
  },
);

/** Years of work in fifty channels. */
async function finishMany(db: Db): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)`;
  await sql`
    insert into delivery (team, id, channel, seq, dedupe_key, subject, subscription, slot_at, project_id, kind, v,
      decision, state, created_at, not_before, expires_at, wanted_rev, shown_rev)
    ${numbers} select ${TEAM}, 'd' || n, 'C' || (n % 50), n, 'k' || n, 's' || n, 'f' || (n % 200), n, 'acme', 'lead_digest', 1,
      '{}', 'sent', n, n, n, 1, 1 from numbers`.execute(db);
  await sql`
    insert into slot (team, subscription, due_at, opened_at, channel, rank, state, run_after)
    ${numbers} select ${TEAM}, 'f' || (n % 200), n, n, 'C' || (n % 50), 1, 'done', n from numbers`.execute(
    db,
  );
  await sql`
    insert into audit (team, request, at, person, action, project_id, subject, state)
    ${numbers} select ${TEAM}, 'r' || n, n, 'U1', 'reply', 'acme', 'l' || n, 'done' from numbers`.execute(db);
}

/** The leads of a hundred projects, each with the address of its thread. */
async function nameMany(db: Db): Promise<void> {
  await sql`
    insert into lead_identity (team, project_id, identity, lead_key)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)
    select ${TEAM}, 'p' || (n % 100), 'url:' || n, 'l' || n from numbers`.execute(db);
}

/** How the engine goes about all that `ask` asks, line by line. */
async function plansOf(db: Db, ask: (db: Db) => Promise<unknown>, explain: string): Promise<string[]> {
  // Below Kysely's plugins, which see a prepared statement only when it is built.
  const executing = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  await ask(db);
  const asked = executing.mock.calls.map(([query]) => query);
  executing.mockRestore();
  const lines = [];
  for (const { sql: text, parameters } of asked) {
    const query = CompiledQuery.raw(`${explain} ${text}`, [...parameters]);
    const { rows } = await db.executeQuery<Record<string, unknown>>(query);
    lines.push(...rows.map((row) => String(row.detail ?? row['QUERY PLAN'])));
  }
  return lines;
}
