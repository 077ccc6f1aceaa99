/** Which score alerts people have muted now, of all channels of a workspace. */
import type { Db } from './schema.ts';

/** Without `until` (epoch ms) it lasts until the alert has recovered. */
export type AlertMute = {
  projectId: string;
  channel: string;
  key: string;
  by: string;
  until: number | undefined;
};

/** Those that hold alerts back at `now`, in the order of the alerts. */
export async function alertMutes(db: Db, team: string, now: number): Promise<AlertMute[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['project_id', 'channel', 'key', 'muted_by', 'muted_until'])
    .where('team', '=', team)
    .where('muted_by', 'is not', null)
    .where(({ and, eb, or }) =>
      or([
        eb('muted_until', '>', now),
        and([eb('muted_until', 'is', null), eb('kind', '=', 'score_alert'), eb('status', '=', 'open')]),
      ]),
    )
    .orderBy('opened_at')
    .orderBy('key')
    .execute();
  return rows.map(({ project_id: projectId, channel, key, muted_by, muted_until }) => ({
    projectId,
    channel,
    key,
    by: muted_by ?? '',
    until: muted_until ?? undefined,
  }));
}
