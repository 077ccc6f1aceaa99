/** How each segment suggestion stands: as people left it in Slack, and what the API said to that. */
import type { SuggestionState } from '../decision.ts';
import type { Db, Row } from './schema.ts';
import { hasChanged, matching } from './statements.ts';

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
    .where(matching('suggestion', columns(key)))
    .executeTakeFirst();
  return row && stateOf(row);
}

/** Those of a project that somebody touched, or that the API said had ended, by their ids. */
export async function suggestionStates(
  db: Db,
  team: string,
  projectId: string,
): Promise<Map<string, SuggestionState>> {
  const rows = await db
    .selectFrom('suggestion')
    .selectAll()
    .where(matching('suggestion', { team, project_id: projectId }))
    .execute();
  return new Map(rows.map((row) => [row.suggestion_id, stateOf(row)]));
}

function stateOf(row: Row<'suggestion'>): SuggestionState {
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
 * One that ended in the dashboard can be taken: whoever asks for it was just told by the API that it is open again.
 */
export async function settleSuggestion(
  db: Db,
  key: SuggestionKey,
  change: { status: 'accepted' | 'dismissed'; by: string; at: number; written: 'off' | 'waiting' },
): Promise<boolean> {
  const values = { ...change, confirmed_at: null, api_status: null };
  return db
    .insertInto('suggestion')
    .values({ ...columns(key), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['team', 'project_id', 'suggestion_id'])
        .doUpdateSet(values)
        .where((eb) => eb.or([eb('suggestion.status', '=', 'open'), eb('suggestion.by', 'is', null)])),
    )
    .$call(hasChanged);
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
    .where(matching('suggestion', columns(key)))
    .execute();
}

/** Takes back a mark that changed nothing in the dashboard: open again. False if there is none to take back. */
export async function reopenSuggestion(db: Db, key: SuggestionKey): Promise<boolean> {
  return db
    .updateTable('suggestion')
    .set({ status: 'open', by: null, at: null, written: null, api_status: null })
    .where(matching('suggestion', { ...columns(key), written: ['off', 'failed', 'unsent'] }))
    .$call(hasChanged);
}

/**
 * How the API says that it ended (`at` epoch ms): this confirms what somebody decided here, or takes its place. False if
 * it was known.
 */
export async function recordEnd(
  db: Db,
  key: SuggestionKey,
  { status, at }: { status: 'accepted' | 'dismissed'; at?: number | undefined },
  now: number,
): Promise<boolean> {
  if (await confirmSuggestion(db, key, status, now)) return true;
  const nobody = { by: null, written: null, confirmed_at: null, api_status: null };
  const values = { status, at: at ?? null, ...nobody };
  return db
    .insertInto('suggestion')
    .values({ ...columns(key), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['team', 'project_id', 'suggestion_id'])
        .doUpdateSet(values)
        .where('suggestion.status', '!=', status),
    )
    .$call(hasChanged);
}

async function confirmSuggestion(
  db: Db,
  key: SuggestionKey,
  status: 'accepted' | 'dismissed',
  at: number,
): Promise<boolean> {
  return db
    .updateTable('suggestion')
    .set({ written: 'confirmed', confirmed_at: at })
    .where(matching('suggestion', { ...columns(key), status }))
    .where('written', '!=', 'confirmed')
    .$call(hasChanged);
}
