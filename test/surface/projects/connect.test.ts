import { expect, test } from 'vitest';
import type { ProjectAsk } from '../../../src/surface/ask.ts';
import { connect, connectView } from '../../../src/surface/projects/connect.ts';
import { drawnView } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
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

test.each([
  ['the API refuses the key', json({}, 401), /refuses this key/],
  ['the API doesn’t know the project', json({}, 404), /doesn’t know this project/],
  ['the API doesn’t answer', json({}, 503), /didn’t answer, so we couldn’t try the key/],
])('where %s, the form stays and says so, and nothing is kept', async (_, answer, why) => {
  const personOf = async (id: string) => ({ ...memberNamed(id, id), isAdmin: true });
  const slack = ok({ channel: { is_member: true } });
  const world = await surfaceOver(FILE, answer, slack, { workspace: { personOf } });
  const asker = { ...world.ask({ person: 'U0BEN' }), openApi: () => world.ask().api({ id: '', name: '' }) };
  const id = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';
  const values = { id, name: 'Globex', apiKey: 'vk-1', channel: CHANNEL };
  const submitted = await connectView.submit({ ...asker, values, lists: {}, metadata: '' });
  const late = 'after' in submitted ? await submitted.after(asker) : undefined;
  const form = 'again' in submitted ? submitted.again : late && 'modal' in late ? late.modal : undefined;
  expect(JSON.stringify(form && drawnView(form).blocks)).toMatch(why);
  expect(world.workspace.projects().projects.map(({ name }) => name)).toEqual(['Acme']);
});
