import { expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { keepAlert, readKeptAlert } from '../../../src/store/alerts.ts';
import { alertTake, alertWhy } from '../../../src/surface/scores/alert.ts';
import { OPENED } from '../../messages/every-alert.ts';
import { ok } from '../../support/slack-server.ts';
import { NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const FILE = `projects: [{ id: ${ACME}, name: Acme, visible_in: [C0ACME] }]`;

test.each([
  ['is in none of its channels', false, /^None of your channels shows this project/],
  ['is in one that was told of no such alert', true, /^There’s no such alert/],
])('an alert on the Home tab is not explained to whoever %s', async (_, isIn, said) => {
  const { ask } = await surfaceOver(FILE, json([]), ok(), {
    workspace: { personOf: async (id) => memberNamed(id, id), isMember: async () => isIn },
  });
  const value = carry('alert', { project: ACME, alert: 'score:1' });
  const click = { ...ask({ person: 'U0ANA', channel: '' }), value, ts: '', isPrivate: true };
  await expect(alertWhy.run({ ...click, answerAt: undefined })).rejects.toThrow(said);
});

test('who is on an alert is the same in all channels', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [C0ACME, C0B, C0OTHERS] }]`;
  const { ask, db } = await surfaceOver(file, json([]), ok({ view: { hash: '1' } }), {
    workspace: {
      personOf: async (id) => memberNamed(id, id),
      isMember: async (channel) => channel !== 'C0OTHERS',
      feeds: {
        look: async () => undefined,
        health: async () => ({ projects: [], late: undefined }),
        preview: async () => expect.fail('no preview'),
      },
    },
    bot: { recentScores: { known: () => 'unreadable', read: async () => undefined } },
  });
  const alert = { ...OPENED, project: { id: ACME, name: 'Acme' }, key: 'score:1' };
  const channels = ['C0ACME', 'C0B', 'C0OTHERS'];
  for (const channel of channels) await keepAlert(db, { team: TEAM, channel, projectId: ACME }, alert, NINE);
  let clicks = 0;
  const click = (choice: 'take' | 'release', person: string) => {
    const named = { project: ACME, alert: 'score:1' };
    const value = carry('alert', choice === 'take' ? named : { ...named, choice });
    clicks += 1;
    const asker = ask({ id: `click ${clicks}`, person, channel: '' });
    return alertTake.run({ ...asker, value, ts: '', isPrivate: true, answerAt: undefined });
  };
  const takers = async () => {
    const kept = channels.map((channel) => readKeptAlert(db, { team: TEAM, channel, key: 'score:1' }));
    return (await Promise.all(kept)).map((one) => one?.taken?.by);
  };
  await click('take', 'U0ANA');
  expect(await takers()).toEqual(['U0ANA', 'U0ANA', 'U0ANA']);
  await expect(click('take', 'U0BEN')).rejects.toThrow(/Nothing changed/);
  await click('release', 'U0ANA');
  expect(await takers()).toEqual([undefined, undefined, undefined]);
});
