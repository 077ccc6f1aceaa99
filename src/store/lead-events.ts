/** What happened to leads, one row for each act: recaps and proposals are computed from these. */
import { randomUUID } from 'node:crypto';
import type { LeadKey } from './leads.ts';
import type { Db, LeadEventRow } from './schema.ts';

/** `by` is undefined for what the bot did; `channel` is where it was clicked. */
export type LeadEvent = Pick<LeadEventRow, 'kind' | 'at'> & {
  by?: string | undefined;
  channel?: string | undefined;
  detail?: string | undefined;
};

export async function recordEvent(
  db: Db,
  { team, projectId, key }: LeadKey,
  event: LeadEvent,
): Promise<void> {
  const { kind, at, by, channel, detail } = event;
  await db
    .insertInto('lead_event')
    .values({
      team,
      id: randomUUID(),
      project_id: projectId,
      lead_key: key,
      at,
      by: by ?? null,
      kind,
      channel: channel ?? null,
      detail: detail ?? null,
    })
    .execute();
}
