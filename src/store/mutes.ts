/** What people muted: places in a leads feed, as they answered each proposal, and score alerts in a channel. */
import type { MuteState } from '../decision.ts';
import { prepared } from './prepared.ts';
import type { Db } from './schema.ts';
import { hasChanged, matching } from './statements.ts';

/** One round of asking. `placeKey` is the place as filters compare it; `round` epoch ms. */
export type MuteKey = { team: string; subscription: string; placeKey: string; round: number };

/** An answered round: `place` is named as it was proposed. */
export type AnsweredMute = {
  place: string;
  round: number;
  state: MuteState['state'];
  by: string;
  at: number;
};

/** How a proposal stands; undefined while nobody has answered. */
export async function muteState(db: Db, key: MuteKey): Promise<MuteState | undefined> {
  return db
    .selectFrom('mute')
    .select(['state', 'by', 'at'])
    .where(
      matching('mute', {
        team: key.team,
        subscription: key.subscription,
        place_key: key.placeKey,
        round: key.round,
      }),
    )
    .executeTakeFirst();
}

/**
 * Mutes the place or says "Not now", for one person. A "Not now" and an undone mute can still become a mute. False if
 * somebody was faster; then nothing changed.
 */
export async function answerMute(
  db: Db,
  key: MuteKey,
  answer: { place: string; state: 'muted' | 'declined'; by: string; at: number },
): Promise<boolean> {
  const { team, subscription, placeKey: place_key, round } = key;
  const { state, by, at } = answer;
  const row = await db
    .insertInto('mute')
    .values({ team, subscription, place_key, round, ...answer })
    .onConflict((conflict) => {
      const again = conflict.columns(['team', 'subscription', 'place_key', 'round']);
      return state === 'muted'
        ? again.doUpdateSet({ state, by, at }).where('mute.state', '!=', 'muted')
        : again.doNothing();
    })
    .returning('state')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a mute back. False if there is none any more. */
export async function undoMute(db: Db, key: MuteKey, undone: { by: string; at: number }): Promise<boolean> {
  return db
    .updateTable('mute')
    .set({ state: 'undone', ...undone })
    .where(
      matching('mute', {
        team: key.team,
        subscription: key.subscription,
        place_key: key.placeKey,
        round: key.round,
        state: 'muted',
      }),
    )
    .$call(hasChanged);
}

/** Every answer given in a feed, the latest first. */
export async function muteAnswers(db: Db, team: string, subscription: string): Promise<AnsweredMute[]> {
  return db
    .selectFrom('mute')
    .select(['place', 'round', 'state', 'by', 'at'])
    .where(matching('mute', { team, subscription }))
    .orderBy('at', 'desc')
    .orderBy('round', 'desc')
    .execute();
}

/** The places that are muted in a feed now. */
export async function mutedPlaces(db: Db, team: string, subscription: string): Promise<string[]> {
  const rows = await MUTED(db, { team, subscription });
  return rows.map(({ place }) => place);
}

const MUTED = prepared((db, feed: { team: string; subscription: string }) =>
  db
    .selectFrom('mute')
    .select('place')
    .where(matching('mute', { ...feed, state: 'muted' }))
    .orderBy('place'),
);

/** The places that are muted now, of each feed of the workspace that has any. */
export async function mutedPlacesPerFeed(db: Db, team: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('mute')
    .select(['subscription', 'place'])
    .where(matching('mute', { team, state: 'muted' }))
    .orderBy('place')
    .execute();
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

/** Mutes in force at `now` (epoch ms), in the order in which their alerts opened. */
export async function alertMutes(db: Db, team: string, now: number): Promise<AlertMute[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['project_id', 'channel', 'key', 'muted_by', 'muted_until'])
    .where('team', '=', team)
    .where('muted_by', 'is not', null)
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
