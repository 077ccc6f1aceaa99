/** The store of the cluster bench, from outside: the workspaces that it begins with, and what stands in it afterwards. */
import { Client } from 'pg';
import { z } from 'zod';
import { realNow } from '../../src/clock.ts';
import { createVault } from '../../src/secrets.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { keepInstallation } from '../../src/store/sealed.ts';
import { until } from '../support/until.ts';
import type { AuditRow, KnownFeed, SlotRow } from './cluster-tally.ts';
import { workspaceOf } from './world.ts';

/** Makes the tables, and a row for each workspace as an installation leaves it, its token sealed with this key. */
export async function install(url: string, workspaces: number, key: Uint8Array): Promise<void> {
  const db = await openPostgres(url);
  const vault = createVault(key);
  for (let number = 0; number < workspaces; number += 1) {
    const team = workspaceOf(number);
    await keepInstallation(db, vault, {
      team,
      botUserId: `U0BOT${team}`,
      botId: `B0BOT${team}`,
      token: `xoxb-${team}`,
      scopes: ['commands', 'chat:write'],
      installedBy: 'U0ADMIN',
      installedAt: realNow(),
    });
  }
  await db.destroy();
}

const Feed = z.object({ id: z.string(), since: z.coerce.number() });
const Slot = z
  .object({ subscription: z.string(), due_at: z.coerce.number(), state: z.string() })
  .transform(({ due_at: dueAt, ...slot }) => ({ ...slot, dueAt }));
const Audit = z.object({
  request: z.string(),
  subject: z.string(),
  state: z.string(),
  promptId: z.string().nullable(),
});
const Count = z.object({ count: z.coerce.number() });

export function readStore(url: string) {
  async function read<T>(schema: z.ZodType<T>, query: string, values: readonly unknown[] = []): Promise<T[]> {
    const client = new Client(url);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return z.array(schema).parse((await client.query(query, [...values])).rows);
    } finally {
      await client.end();
    }
  }

  const feeds = (): Promise<KnownFeed[]> => read(Feed, 'select id, since from subscription');
  const count = async (query: string, values: readonly unknown[] = []) =>
    (await read(Count, query, values))[0]?.count;
  return {
    feeds,
    slots: (): Promise<SlotRow[]> => read(Slot, 'select subscription, due_at, state from slot'),
    audit: (): Promise<AuditRow[]> =>
      read(Audit, `select request, subject, state, data::json ->> 'promptId' as "promptId" from audit`),
    /** Resolves when every feed had a turn since then (epoch ms), none has one now, and nothing waits to be posted. */
    async drained(since: number, withinMs: number): Promise<void> {
      const many = (await feeds()).length;
      await until(
        'the outbox to be empty',
        async () => {
          const turns = await count(
            "select count(distinct subscription) from slot where state = 'done' and due_at > $1",
            [since],
          );
          const due = await count("select count(*) from slot where state = 'due'");
          const left = await count("select count(*) from delivery where state in ('queued', 'sending')");
          return turns === many && due === 0 && left === 0;
        },
        withinMs,
      );
    },
  };
}
