import { expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { createVault } from '../../../src/secrets.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { keepApiKey, readStoredApiKeys } from '../../../src/store/sealed.ts';
import type { Answer } from '../../../src/surface/ask.ts';
import { disconnect, projectForgetKey } from '../../../src/surface/projects/connect.ts';
import { buttonsOf, clocksRead, drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const VAULT = createVault(new Uint8Array(32).fill(1));

/** Acme is in projects.yml; an admin types and clicks in its channel. */
async function acmeOfTheFile() {
  const { db, ask } = await surfaceOver(ACME_FILE, json([]), ok());
  const asker = ask({ id: 'click', person: 'U0BEN' });
  const messageOf = (answer: Answer) =>
    answer && 'message' in answer ? drawn(answer.message) : expect.fail('there is no message');
  return {
    db,
    give: () => keepApiKey(db, VAULT, TEAM, ACME, 'vk-acme', { by: 'U0ANA', at: NINE }),
    asked: async (words = 'Acme') => {
      if (disconnect.scope !== 'anywhere') expect.fail('asked for anywhere');
      const request = { ...asker, words, line: '', channels: {}, options: {}, page: 0 };
      return messageOf(await disconnect.run(request));
    },
    pressed: async () => {
      const click = { ...asker, value: carry('project', { project: ACME }), ts: '1.2', isPrivate: true };
      return messageOf(await projectForgetKey.run(click));
    },
  };
}

test('disconnecting a project of the file offers to delete the key given in Slack', async () => {
  const { give, asked, pressed, db } = await acmeOfTheFile();
  await give();
  const question = await asked();
  expect(clocksRead(wordsOf(question.blocks).join())).toBe(
    '*Delete the key given here for Acme?*,<@U0ANA> gave it, Fri 20 Nov, 08:00 UTC. Acme itself stays in projects.yml, with its feeds. Until it has another key, Sightline can’t ask the API about it or post.',
  );
  expect(buttonsOf(question.blocks)).toHaveLength(1);
  expect(JSON.stringify(question.blocks)).toContain('"confirm":{"title"');

  expect(wordsOf((await pressed()).blocks).join()).toBe(
    '*The key given here for Acme is deleted*,Acme itself stays in projects.yml. To give it another key, type `/visibility connect`.',
  );
  expect((await readStoredApiKeys(db, VAULT, TEAM)).keys.size).toBe(0);
  expect(await readAudits(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 })).toMatchObject([
    { person: 'U0BEN', action: 'project.forget_key', subject: 'Acme', outcome: 'forgotten' },
  ]);
});

test('is refused if no key was given in Slack', async () => {
  const { asked, pressed, db } = await acmeOfTheFile();
  await expect(asked()).rejects.toThrow(
    'Nothing to disconnect here: Acme is set up in projects.yml. Whoever runs Sightline can change that file.',
  );
  await expect(pressed()).rejects.toThrow('This project no longer has a key that was given here.');
  expect(await readAudits(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 })).toEqual([]);
});

test('disconnecting what is the file’s alone is refused, and without a name asks which', async () => {
  const { give, asked } = await acmeOfTheFile();
  await expect(asked()).rejects.toThrow('Acme is set up in projects.yml');
  await give();
  await expect(asked('')).rejects.toThrow('Say which project to disconnect.');
});
