/** /visibility scores, after the tracked prompts changed. */
import { expect, test } from 'vitest';
import { beginWrite } from '../../../src/store/audit.ts';
import { scores } from '../../../src/surface/commands/scores.ts';
import { wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-deps.ts';
import { type Answering, json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const ANA = {
  id: 'U0ANA',
  teamId: TEAM,
  name: 'Ana',
  isAdmin: false,
  isGuest: false,
  isStranger: false,
  groups: [],
};

/** The last complete day at NINE is Thu 19 Nov. */
const DAILY = [
  { date: '2026-11-17', score: 50 },
  { date: '2026-11-18', score: 51.2 },
  { date: '2026-11-19', score: 53.6 },
];

/** The lines of the answer; `prompts` answers who asks for the list. */
async function said(prompts: Answering, written: { action: string; at: number }[] = []): Promise<string[]> {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const api: Answering = (...request) =>
    (request[1].url.endsWith('/prompts') ? prompts : json(DAILY))(...request);
  const { db, deps: found, installation } = await surfaceOver(file, api, ok());
  const deps = { ...found, personOf: async () => ANA };
  for (const [i, write] of written.entries()) {
    const entry = { request: `${i}`, person: 'U0ANA', projectId: ACME, subject: `prompt ${i}`, ...write };
    await beginWrite(db, TEAM, entry);
  }
  const project = deps.projects().projects[0] ?? expect.fail('Acme is not in the file');
  if (scores.scope !== 'project') expect.fail('asked for a project');
  const asker = { id: '1', installation, person: 'U0ANA', channel: CHANNEL, triggerId: 't' };
  const answer = await scores.run({ ...asker, project, words: '', channels: {}, options: {}, page: 0 }, deps);
  const blocks = answer && 'message' in answer ? answer.message.blocks : [];
  return wordsOf(blocks)[0]?.split('\n') ?? [];
}

const broken = json({ detail: 'down' }, 500);

test('says that the last day is of other prompts, whoever made them', async () => {
  const made = { id: 'p1', prompt: 'helm', created_at: '2026-11-18T08:00:00Z' };
  expect((await said(json([made])))[0]).toContain(
    '53.6 on Thu 19 Nov, not comparable with Wed: 1 prompt came.',
  );
});

test('says so of what was done here too where the list cannot be read', async () => {
  const written = [
    { action: 'prompt.untrack', at: NINE - 49 * HOUR },
    { action: 'prompt.untrack', at: NINE - 72 * HOUR },
  ];
  const lines = await said(broken, written);
  expect(lines[0]).toMatch(/53\.6 on Thu 19 Nov, /);
  expect(lines.join(' ')).toContain('1 prompt went');
});

test('without any such change tells the plain one', async () => {
  const old = { id: 'p1', prompt: 'helm', created_at: '2026-08-01T08:00:00Z' };
  const lines = await said(json([old]));
  expect(lines[0]).toContain('53.6 on Thu 19 Nov, +2.4 since Wed.');
  expect(lines.join(' ')).not.toContain('different prompts');
});
