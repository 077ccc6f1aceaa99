/** Posts that were decided and that Slack never took. */
import { sql } from 'kysely';
import type { Decision, PostEnd } from '../decision.ts';
import type { Db } from './schema.ts';
import { DUE } from './unfinished.ts';

// In the words of the partial index: SQLite compares a query with it by its text, before any parameter is known.
const isUnposted = sql<boolean>`delivery.state in ('failed', 'expired')`;

/** What a feed is there for; words beside it, such as that a slot was missed, are told of in other ways. */
const OF_THE_FEED = [
  'lead_digest',
  'digest_held',
  'score_alert',
  'graver_alert',
  'score_notice',
  'segment_suggestion',
  'recap',
] as const satisfies readonly Decision['kind'][];

/** When a post was due, epoch ms, and why it never came. */
type Unposted = { at: number; end: PostEnd };

/**
 * The last of each feed of the workspace that was due at `since` or later, by subscription. What came in a later post,
 * or is decided once more, is none.
 */
export async function lastUnpostedPerFeed(
  db: Db,
  team: string,
  since: number,
): Promise<Map<string, Unposted>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['subscription', 'slot_at'])
    .select(({ ref }) => [
      ref('failure').$notNull().as('reason'),
      ref('state').$castTo<PostEnd['state']>().as('state'),
    ])
    .where('team', '=', team)
    .where('slot_at', '>=', since)
    .where(isUnposted)
    .where('kind', 'in', OF_THE_FEED)
    .where('failure', '<>', 'disconnected')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('slot')
            .select('slot.due_at')
            .where('slot.team', '=', team)
            .whereRef('slot.subscription', '=', 'delivery.subscription')
            .whereRef('slot.due_at', '=', 'delivery.slot_at')
            .where('slot.state', '=', DUE),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery as later')
            .select('later.id')
            .where('later.team', '=', team)
            .whereRef('later.subject', '=', 'delivery.subject')
            .whereRef('later.channel', '=', 'delivery.channel')
            .whereRef('later.subscription', '=', 'delivery.subscription')
            .whereRef('later.seq', '>', 'delivery.seq')
            .where('later.state', 'in', ['queued', 'sending', 'sent']),
        ),
      ),
    )
    .orderBy('slot_at')
    .orderBy('seq')
    .execute();
  return new Map(rows.map(({ subscription, slot_at: at, ...end }) => [subscription, { at, end }]));
}
