import { expect, test } from 'vitest';
import { connect } from '../../../src/surface/projects/connect.ts';
import type { ProjectRequest } from '../../../src/surface/request.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-deps.ts';
import { json } from '../../visibility/api.ts';

const FILE = `projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme, visible_in: [${CHANNEL}] }]`;

test('where no key can be kept, none is asked for', async () => {
  const { deps, installation } = await surfaceOver(FILE, json([]), ok());
  const asker = { id: '1', installation, person: 'U0BEN', channel: CHANNEL, triggerId: 't' };
  const request = { ...asker, words: '', channels: {}, options: {}, page: 0 } as unknown as ProjectRequest;
  await expect(connect.run(request, deps)).rejects.toThrow(
    /^A key can only be kept where the bot has an ENCRYPTION_KEY\. Whoever runs it can make one with .*\.$/,
  );
  const kept = { ...deps, setup: { ...deps.setup, noKeys: undefined } };
  expect(await connect.run(request, kept)).toHaveProperty('modal');
});
