/** The state of each segment suggestion: what people decided in Slack, and what the API said about it. */
import type { SuggestionState } from '../decision.ts';
import { changeRows, findRow, findRows } from './rows.ts';
import { hasChanged, not, replacing } from './statements.ts';
import type { Db, OfProject, Row } from './tables.ts';

export type SuggestionKey = OfProject & { suggestionId: string };

const columns = ({ team, projectId, suggestionId }: SuggestionKey) => ({
  team,
  project_id: projectId,
  suggestion_id: suggestionId,
});

/** Undefined if nothing happened to it yet. */
export async function readSuggestionState(db: Db, key: SuggestionKey): Promise<SuggestionState | undefined> {
  const row = await findRow(db, 'suggestion', columns(key));
  return row && toState(row);
}

/** By id, a project's suggestions that somebody decided on here, or that ended in the API. */
export async function readSuggestionStates(db: Db, team: string, projectId: string) {
  const rows = await findRows(db, 'suggestion', { team, project_id: projectId });
  return new Map(rows.map((row) => [row.suggestion_id, toState(row)]));
}

function toState(row: Row<'suggestion'>): SuggestionState {
  return {
    status: row.status,
    ...(row.by && { by: row.by }),
    ...(row.at !== null && { at: row.at }),
    ...(row.written && { written: row.written }),
    ...(row.api_status !== null && { apiStatus: row.api_status }),
  };
}

/** False if somebody was faster. One that ended in the dashboard can be decided: the API lists it as open again. */
export async function settleSuggestion(
  db: Db,
  key: SuggestionKey,
  change: { status: 'accepted' | 'dismissed'; by: string; at: number; written: 'off' | 'waiting' },
): Promise<boolean> {
  const values = { ...change, api_status: null };
  return db
    .insertInto('suggestion')
    .values({ ...columns(key), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['team', 'project_id', 'suggestion_id'])
        .doUpdateSet(values)
        .where((eb) => eb.or([eb('suggestion.status', '=', 'open'), eb('suggestion.by', 'is', null)])),
    )
    .returning('status')
    .$call(hasChanged);
}

/** Records how the write to the API ended. */
export async function recordWrite(
  db: Db,
  key: SuggestionKey,
  outcome: {
    written: 'waiting' | 'confirmed' | 'failed' | 'unsent';
    api_status?: number;
  },
): Promise<void> {
  await changeRows(db, 'suggestion', columns(key), outcome);
}

/** Records that the API knows nothing of a decision. False if it is confirmed by now, or taken back. */
export function recordNoEffect(db: Db, key: SuggestionKey): Promise<boolean> {
  return changeRows(db, 'suggestion', { ...columns(key), written: 'waiting' }, { written: 'unsent' });
}

/** Takes back a decision that changed nothing in the dashboard. False if there is none. */
export function reopenSuggestion(db: Db, key: SuggestionKey): Promise<boolean> {
  const written = ['off', 'failed', 'unsent'] as const;
  const open = { status: 'open', by: null, at: null, written: null, api_status: null } as const;
  return changeRows(db, 'suggestion', { ...columns(key), written }, open);
}

/** Records how a suggestion ended according to the API. False if this was known. */
export async function recordEnd(
  db: Db,
  key: SuggestionKey,
  { status, at }: { status: 'accepted' | 'dismissed'; at?: number | undefined },
): Promise<boolean> {
  const unconfirmed = { ...columns(key), status, written: not('confirmed') } as const;
  if (await changeRows(db, 'suggestion', unconfirmed, { written: 'confirmed' })) return true;
  const nobody = { by: null, written: null, api_status: null };
  const values = { status, at: at ?? null, ...nobody };
  return db
    .insertInto('suggestion')
    .values({ ...columns(key), ...values })
    .onConflict((conflict) =>
      replacing('suggestion', values)(conflict).where('suggestion.status', '!=', status),
    )
    .returning('status')
    .$call(hasChanged);
}
