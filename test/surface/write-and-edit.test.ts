/** What somebody decides and the messages that tell it are one: who ends the bot in between leaves neither alone. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { carry } from '../../src/carried.ts';
import { muteSubject, suggestionSubject } from '../../src/outbox/thing-standing.ts';
import { placeKey } from '../../src/rules/lead-place.ts';
import { keepAlert, muteAlert, readKeptAlert } from '../../src/store/alerts.ts';
import { readMuteState } from '../../src/store/mutes.ts';
import { readSuggestionState } from '../../src/store/suggestions.ts';
import type { Db } from '../../src/store/tables.ts';
import { decideOnMute } from '../../src/surface/leads/lead-proposals.ts';
import { requireSuggestion, settle, suggestionUndo } from '../../src/surface/prompts/settle-suggestion.ts';
import { type ClickedAlert, changeAlert } from '../../src/surface/scores/alert.ts';
import { NEWS } from '../messages/cast.ts';
import { OPENED } from '../messages/every-alert.ts';
import { ok } from '../support/slack-server.ts';
import { CHANNEL, deliveryOf, NINE, queued, TEAM } from '../support/store-opened.ts';
import { ACME, ACME_FILE, surfaceOver } from '../support/surface-over.ts';
import { json } from '../visibility/api.ts';

async function channel() {
  const world = await surfaceOver(ACME_FILE, json([]), ok());
  return { ...world, asker: (id: string) => world.ask({ id }) };
}

/** From now on no message can be marked for an edit, as if the bot ended before it came to that. */
const endBeforeEdits = (db: Db) =>
  sql`CREATE TRIGGER ended BEFORE UPDATE ON delivery BEGIN SELECT RAISE(ABORT, 'ended'); END`.execute(db);
const goOn = (db: Db) => sql`DROP TRIGGER ended`.execute(db);

test('muting an alert also edits its message', async () => {
  const { db, workspace, asker } = await channel();
  const at = { team: TEAM, channel: CHANNEL, key: OPENED.key };
  await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, OPENED, NINE);
  await queued(db, 'alert', { subject: OPENED.key });
  const { wanted_rev } = await deliveryOf(db, 'alert');
  const [project] = workspace.projects().projects;
  if (!project) return expect.fail('there is no project');
  const state = { taken: undefined, muted: undefined, handles: {} };
  const clicked: ClickedAlert = { ...state, project, alert: OPENED, at, which: 'A1' };
  const mute = (id: string) =>
    changeAlert(clicked, 'alert.mute', asker(id), (trx) =>
      muteAlert(trx, at, { by: 'U0ANA', until: undefined }),
    );
  const mutedBy = async () => (await readKeptAlert(db, at))?.muted?.by;

  await endBeforeEdits(db);
  await expect(mute('1')).rejects.toThrow('ended');
  expect(await mutedBy()).toBeUndefined();
  await goOn(db);
  await mute('2');
  expect(await mutedBy()).toBe('U0ANA');
  expect((await deliveryOf(db, 'alert')).wanted_rev).toBe(wanted_rev + 1);
});

test('muting a place also edits its proposal', async () => {
  const { db, asker } = await channel();
  const muted = { projectId: ACME, subscription: 'leads:acme', place: 'r/crm', round: 1 };
  const key = { team: TEAM, subscription: 'leads:acme', place_key: placeKey('r/crm'), round: 1 };
  await queued(db, 'proposal', { subject: muteSubject(muted) });
  await endBeforeEdits(db);
  await expect(decideOnMute(muted, 'muted', asker('1'))).rejects.toThrow('ended');
  expect(await readMuteState(db, key)).toBeUndefined();
  await goOn(db);
  await decideOnMute(muted, 'muted', asker('2'));
  expect(await readMuteState(db, key)).toMatchObject({ state: 'muted' });
});

test('settling and reopening a suggestion also edits its message', async () => {
  const { db, asker } = await channel();
  const decision = { ...NEWS, project: { id: ACME, name: 'Acme' } };
  const key = { team: TEAM, projectId: ACME, suggestionId: NEWS.suggestion.id };
  const { kind } = decision;
  await queued(db, 'news', {
    kind,
    subject: suggestionSubject(ACME, key.suggestionId),
    decision: JSON.stringify(decision),
  });
  await db.updateTable('delivery').set({ state: 'sent', ts: '1.2', placed_in: CHANNEL }).execute();
  const value = carry('suggestion', { project: ACME, suggestion: key.suggestionId });
  const dismiss = (id: string) =>
    settle(requireSuggestion(value, asker(id)), 'dismissed', asker(id), async () => undefined);
  const undo = (id: string) => suggestionUndo.run({ ...asker(id), value, ts: '1.2', isPrivate: false });
  const status = async () => (await readSuggestionState(db, key))?.status;

  await endBeforeEdits(db);
  await expect(dismiss('1')).rejects.toThrow('ended');
  expect(await status()).toBeUndefined();
  await goOn(db);
  await dismiss('2');
  expect(await status()).toBe('dismissed');
  await endBeforeEdits(db);
  await expect(undo('3')).rejects.toThrow('ended');
  expect(await status()).toBe('dismissed');
});
