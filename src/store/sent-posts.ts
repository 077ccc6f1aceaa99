/** Where posts stand: which channels read of a thing, many things at once. */
import type { Db } from './schema.ts';

/** Those of `channels` in which a post of each subject stands, by subject; a subject without any is left out. */
export async function sentIn(
  db: Db,
  team: string,
  subjects: readonly string[],
  channels: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (subjects.length === 0 || channels.length === 0) return new Map();
  const rows = await db
    .selectFrom('delivery')
    .select(['subject', 'channel'])
    .where('team', '=', team)
    .where('subject', 'in', subjects)
    .where('channel', 'in', channels)
    .where('state', '=', 'sent')
    .execute();
  const bySubject = Map.groupBy(rows, ({ subject }) => subject);
  return new Map([...bySubject].map(([subject, of]) => [subject, new Set(of.map(({ channel }) => channel))]));
}
