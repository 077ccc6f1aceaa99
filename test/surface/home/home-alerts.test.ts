import { expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { homeAlertWhy } from '../../../src/surface/home/home-alerts.ts';
import { ok } from '../../support/slack-server.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const FILE = `projects: [{ id: ${ACME}, name: Acme, visible_in: [C0ACME] }]`;

test.each([
  ['is in none of its channels', false, /^This project is shown in no channel that you are in/],
  ['is in one that was told of no such alert', true, /^No alert like this was posted/],
])('an alert of the Home tab has no why for whoever %s', async (_, isIn, said) => {
  const { ask } = await surfaceOver(FILE, json([]), ok(), {
    workspace: { personOf: async (id) => memberNamed(id, id), isMember: async () => isIn },
  });
  const value = carry('alert', { project: ACME, alert: 'score:1' });
  const click = { ...ask({ person: 'U0ANA', channel: '' }), value, ts: '', isPrivate: true };
  await expect(homeAlertWhy.run({ ...click, answerAt: undefined })).rejects.toThrow(said);
});
