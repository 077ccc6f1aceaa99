import { expect, test } from 'vitest';
import type { ProjectAsk } from '../../../src/surface/ask.ts';
import { connect, connectView } from '../../../src/surface/projects/connect.ts';
import { drawnView } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const FILE = `projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme, visible_in: [${CHANNEL}] }]`;

test('asks for no key if none can be kept', async () => {
  const { ask, workspace } = await surfaceOver(FILE, json([]), ok());
  const asker = ask({ person: 'U0BEN' });
  const request = { ...asker, words: '', channels: {}, options: {}, page: 0 } as unknown as ProjectAsk;
  await expect(connect.run(request)).rejects.toThrow(
    /^A key can only be stored if the bot has an ENCRYPTION_KEY\. Whoever runs it can make one with .*\.$/,
  );
  const kept = { ...workspace, setup: { ...workspace.setup, noKeys: undefined } };
  expect(await connect.run({ ...request, workspace: kept })).toHaveProperty('modal');
});

test('a refused form is drawn again with what is wrong now, and no longer with what was', async () => {
  const { ask } = await surfaceOver(FILE, json([]), ok());
  const values = { id: 'acme', name: 'Fresh', apiKey: 'vk-1', channel: CHANNEL };
  const submitted = await connectView.submit({
    ...ask({ person: 'U0BEN' }),
    values,
    lists: {},
    metadata: '',
  });
  // Errors beside a form would leave the faults that are drawn in it.
  expect(submitted).not.toHaveProperty('errors');
  const again = 'again' in submitted ? JSON.stringify(drawnView(submitted.again).blocks) : '';
  expect(again).toContain('It has to be a UUID');
  expect(again).toContain('Fresh');
  expect(again).not.toContain('vk-1');
});
