/** The stores of `bench -- jobs`: one that is new, and one with a million finished slots, posts and leads. */
import { sql } from 'kysely';
import { DAY_MS } from '../../src/durations.ts';
import type { Db } from '../../src/store/tables.ts';
import { channelOf, projectOf } from './world.ts';

/** Where the rows go: `projects` share them, each with a channel of its own. */
type Filling = { team: string; projects: number; rows: number; now: number };

/**
 * As after years of work: every feed of leads has its slots, each with its post, and every post a lead that somebody answered
 * or let go.
 */
export async function fillStore(db: Db, { team, projects, rows, now }: Filling): Promise<void> {
  // Only for this; each table's rows are a piece that the log is emptied after.
  await sql`pragma cache_size = -300000`.execute(db);
  await db.connection().execute(async (trx) => {
    await sql`create temporary table place (number integer primary key, project text, channel text, feed text)`.execute(
      trx,
    );
    for (let number = 0; number < projects; number++) {
      const [project, channel] = [projectOf(number).id, channelOf(number)];
      await sql`insert into place values (${number}, ${project}, ${channel}, ${`leads:${project}:${channel}`})`.execute(
        trx,
      );
    }
    const numbers = sql`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${rows - 1}),
      row as materialized (select n, ${now} - (n / ${projects} + 1) * ${(400 * DAY_MS * projects) / rows} as at, place.*
        from numbers join place on place.number = n % ${projects})`;
    await sql`insert into lane (team, channel, next_at) select ${team}, channel, 0 from place where true on conflict do nothing`.execute(
      trx,
    );
    for (const into of [
      sql`slot (team, subscription, due_at, opened_at, channel, rank, state, run_after, attempts)
        ${numbers} select ${team}, feed, cast(at as integer), cast(at as integer), channel, 1, 'done', cast(at as integer), 1 from row`,
      sql`delivery (team, id, channel, seq, dedupe_key, subject, subscription, slot_at, project_id, kind, v, decision, state,
          created_at, not_before, expires_at, attempt, ts, placed_in, wanted_rev, shown_rev)
        ${numbers} select ${team}, 'd' || n, channel, n, 'k' || n, 's' || n, feed, cast(at as integer), project, 'lead_digest', 1,
          ${DECISION}, 'sent', cast(at as integer), cast(at as integer), cast(at as integer), 1, 'ts' || n, channel, 1, 1 from row`,
      sql`lead (team, project_id, lead_key, title, url, place, reason, score, first_seen_at, polled_at, rank, state)
        ${numbers} select ${team}, project, 'id:old-' || n, 'Thread ' || n, 'https://forum.example/old/' || n, 'r/bench',
          'Asks for a recommendation in the category.', '70', cast(at as integer), cast(at as integer), 1,
          case n / ${projects} % 2 when 0 then 'replied' else 'dismissed' end from row`,
      sql`lead_identity (team, project_id, identity, lead_key)
        ${numbers} select ${team}, project, 'id:old-' || n, 'id:old-' || n from row`,
      sql`announced (team, channel, name, project_id, delivery_id)
        ${numbers} select ${team}, channel, project || ' id:old-' || n, project, 'd' || n from row`,
      sql`lead_post (team, project_id, lead_key, delivery_id, channel, part, at)
        ${numbers} select ${team}, project, 'id:old-' || n, 'd' || n, channel, 'new', cast(at as integer) from row`,
      sql`lead_verdict (team, channel, project_id, lead_key, polled_at, rank, verdict)
        ${numbers} select ${team}, channel, project, 'id:old-' || n, cast(at as integer), 1, 'posted' from row`,
    ])
      await sql`insert into ${into}`.execute(trx);
    await sql`drop table place`.execute(trx);
  });
}

/** About as long as a digest's; nobody reads it any more. */
const DECISION = JSON.stringify({ kind: 'lead_digest', v: 1, leads: [], note: 'x'.repeat(600) });
