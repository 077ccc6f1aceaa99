/** The tables' history: each step runs once, in order, in its own transaction. Steps are never edited, only added. */
import { type Migration, Migrator } from 'kysely/migration';
import { messageOf, StoreError } from '../errors.ts';
import { alerts } from './migrations/alerts.ts';
import { first } from './migrations/first.ts';
import { growth } from './migrations/growth.ts';
import { insight } from './migrations/insight.ts';
import { leads } from './migrations/leads.ts';
import { made } from './migrations/made.ts';
import { missed } from './migrations/missed.ts';
import { pauses } from './migrations/pauses.ts';
import { profile } from './migrations/profile.ts';
import { relapse } from './migrations/relapse.ts';
import { scores } from './migrations/scores.ts';
import { unposted } from './migrations/unposted.ts';
import { untried } from './migrations/untried.ts';
import type { Db } from './schema.ts';

/** The steps that one engine alone needs, and the schema that its tables are in, where it has schemas. */
export type EngineSteps = { steps: Readonly<Record<string, Migration>>; schema: string };

/**
 * Brings the tables to the latest step. Processes that start at once wait for each other.
 * @throws StoreError when a step fails; the last good state stays.
 */
export async function migrate(db: Db, engine?: EngineSteps): Promise<void> {
  const steps = {
    ...engine?.steps,
    '0001-first': first,
    '0002-leads': leads,
    '0003-insight': insight,
    '0004-made': made,
    '0005-pauses': pauses,
    '0006-alerts': alerts,
    '0007-missed': missed,
    '0008-untried': untried,
    '0009-unposted': unposted,
    '0010-relapse': relapse,
    '0011-scores': scores,
    '0012-profile': profile,
    '0020-growth': growth,
  };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => steps },
    ...(engine && { migrationTableSchema: engine.schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof StoreError) throw error;
  if (error) {
    throw new StoreError(
      `The store could not be brought to this version; nothing was changed: ${messageOf(error)}`,
      { cause: error },
    );
  }
}
