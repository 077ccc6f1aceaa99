/** What people muted: places in a leads feed, by their answer to each proposal, and score alerts in a channel. */
import type { MuteState } from '../decision.ts';
import { changeRows, deleteRows, findRow, findRows, putRows } from './rows.ts';
import { hasChanged, matching, NOT_NULL } from './statements.ts';
import type { Db, Row } from './tables.ts';

/** One proposal. `place_key`: the place as filters compare it; `round`: when the one before was answered, epoch ms. */
type MuteKey = Pick<Row<'mute'>, 'team' | 'subscription' | 'place_key' | 'round'>;

/** How a proposal was answered; undefined while it isn't. */
export async function readMuteState(db: Db, key: MuteKey): Promise<MuteState | undefined> {
  const row = await findRow(db, 'mute', key);
  return row && { state: row.state, by: row.by, at: row.at };
}

/** Answers a proposal; "Not now" and an undone mute can still become a mute. False if somebody was faster. */
export async function answerMute(
  db: Db,
  key: MuteKey,
  answer: { place: string; state: 'muted' | 'declined'; by: string; at: number },
): Promise<boolean> {
  const { state, by, at } = answer;
  return db
    .insertInto('mute')
    .values({ ...key, ...answer })
    .onConflict((conflict) => {
      const again = conflict.columns(['team', 'subscription', 'place_key', 'round']);
      return state === 'muted'
        ? again.doUpdateSet({ state, by, at }).where('mute.state', '!=', 'muted')
        : again.doNothing();
    })
    .returning('state')
    .$call(hasChanged);
}

/** Takes a mute back. False if it is no longer muted. */
export function undoMute(db: Db, key: MuteKey, undone: { by: string; at: number }): Promise<boolean> {
  return changeRows(db, 'mute', { ...key, state: 'muted' }, { state: 'undone', ...undone });
}

/** Gives a feed that moved to another channel, and so has another id, the answers that it had before. */
export async function moveMutes(db: Db, team: string, from: string, to: string): Promise<void> {
  const moved = await findRows(db, 'mute', { team, subscription: from });
  const rows = moved.map((row) => ({ ...row, subscription: to }));
  // Another feed may once have had this id.
  await putRows(db, 'mute', rows, 'place', 'state', 'by', 'at');
  await deleteRows(db, 'mute', { team, subscription: from });
}

/** Every answer given in a feed, latest first. */
export async function readMuteAnswers(db: Db, team: string, subscription: string) {
  return findRows(db, 'mute', { team, subscription }, 'at desc', 'round desc');
}

/** The places muted in a feed now. */
export async function readMutedPlaces(db: Db, team: string, subscription: string): Promise<string[]> {
  const rows = await findRows(db, 'mute', { team, subscription, state: 'muted' }, 'place');
  return rows.map(({ place }) => place);
}

/** By feed, the places muted now; feeds without any are left out. */
export async function readMutedPlacesPerFeed(db: Db, team: string): Promise<Map<string, string[]>> {
  const rows = await findRows(db, 'mute', { team, state: 'muted' }, 'place');
  const byFeed = Map.groupBy(rows, ({ subscription }) => subscription);
  return new Map([...byFeed].map(([feed, those]) => [feed, those.map(({ place }) => place)]));
}

/** Without `until` (epoch ms) it lasts until the alert has recovered. */
export type AlertMute = {
  projectId: string;
  channel: string;
  key: string;
  by: string;
  until: number | undefined;
};

/** Mutes in force at `now` (epoch ms), in the order their alerts opened. */
export async function readAlertMutes(db: Db, team: string, now: number): Promise<AlertMute[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['project_id', 'channel', 'key', 'muted_by', 'muted_until'])
    .where(matching('alert', { team, muted_by: NOT_NULL }))
    .where(({ and, eb, or }) =>
      or([
        eb('muted_until', '>', now),
        and([eb('muted_until', 'is', null), eb('kind', '!=', 'score_notice'), eb('status', '=', 'open')]),
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
