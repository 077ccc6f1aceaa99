/** How each segment suggestion stands: as people left it in Slack, and what the API said to that. */
import type { SuggestionState } from '../decision.ts';
import type { Db } from './schema.ts';

export type SuggestionKey = { team: string; projectId: string; suggestionId: string };

const columns = ({ team, projectId, suggestionId }: SuggestionKey) => ({
  team,
  project_id: projectId,
  suggestion_id: suggestionId,
});

/** Undefined if nobody has touched it. */
export async function suggestionState(db: Db, key: SuggestionKey): Promise<SuggestionState | undefined> {
  const row = await db
    .selectFrom('suggestion')
    .selectAll()
    .where('team', '=', key.team)
    .where('project_id', '=', key.projectId)
    .where('suggestion_id', '=', key.suggestionId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    status: row.status,
    ...(row.by && { by: row.by }),
    ...(row.at !== null && { at: row.at }),
    ...(row.written && { written: row.written }),
    ...(row.confirmed_at !== null && { confirmedAt: row.confirmed_at }),
    ...(row.api_status !== null && { apiStatus: row.api_status }),
  };
}

/**
 * Takes a suggestion for one person: open -> accepted or dismissed. False if somebody was faster; then nothing changed.
 */
export async function settleSuggestion(
  db: Db,
  key: SuggestionKey,
  change: { status: 'accepted' | 'dismissed'; by: string; at: number; written: 'off' | 'waiting' },
): Promise<boolean> {
  const values = { ...change, confirmed_at: null, api_status: null };
  const row = await db
    .insertInto('suggestion')
    .values({ ...columns(key), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['team', 'project_id', 'suggestion_id'])
        .doUpdateSet(values)
        .where('suggestion.status', '=', 'open'),
    )
    .returning('status')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records what came of telling the API. */
export async function recordWrite(
  db: Db,
  key: SuggestionKey,
  outcome: {
    written: 'waiting' | 'confirmed' | 'failed' | 'unsent';
    confirmed_at?: number;
    api_status?: number;
  },
): Promise<void> {
  await db
    .updateTable('suggestion')
    .set(outcome)
    .where('team', '=', key.team)
    .where('project_id', '=', key.projectId)
    .where('suggestion_id', '=', key.suggestionId)
    .execute();
}

/** Takes back a mark that changed nothing in the dashboard: open again. False if there is none to take back. */
export async function reopenSuggestion(db: Db, key: SuggestionKey): Promise<boolean> {
  const result = await db
    .updateTable('suggestion')
    .set({ status: 'open', by: null, at: null, written: null, api_status: null })
    .where('team', '=', key.team)
    .where('project_id', '=', key.projectId)
    .where('suggestion_id', '=', key.suggestionId)
    .where('written', 'in', ['off', 'failed', 'unsent'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Suggestions of a project that people settled here and that the API has not confirmed. */
export async function unconfirmed(db: Db, team: string, projectId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('suggestion')
    .select('suggestion_id')
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('status', '!=', 'open')
    .where('written', '!=', 'confirmed')
    .execute();
  return new Set(rows.map((row) => row.suggestion_id));
}

/** The API says so too now. False if it was confirmed before. */
export async function confirmSuggestion(db: Db, key: SuggestionKey, at: number): Promise<boolean> {
  const result = await db
    .updateTable('suggestion')
    .set({ written: 'confirmed', confirmed_at: at })
    .where('team', '=', key.team)
    .where('project_id', '=', key.projectId)
    .where('suggestion_id', '=', key.suggestionId)
    .where('status', '!=', 'open')
    .where('written', '!=', 'confirmed')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
