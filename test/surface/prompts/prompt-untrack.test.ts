import { expect, test } from 'vitest';
import { VIEWS } from '../../../src/messages/actions.ts';
import { promptUntrack } from '../../../src/surface/prompts/track.ts';
import { drawnView } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const PROMPTS = [
  { id: 'p1', prompt: 'best crm' },
  { id: 'p2', prompt: 'best crm for startups' },
];

test('Untrack on a prompt that was just tracked opens the confirmation for that prompt', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const { ask } = await surfaceOver(file, json(PROMPTS), ok());
  const asker = ask();
  const click = { ...asker, ts: '1.2', isPrivate: true, value: JSON.stringify({ project: ACME, id: 'p1' }) };
  const answer = await promptUntrack.run({ ...click, answerAt: undefined });
  const given = answer && 'modal' in answer ? await answer.filled?.() : undefined;
  const form = given && drawnView(given);
  expect(form?.callback_id).toBe(VIEWS.promptUntrack);
  expect(JSON.parse(form?.private_metadata ?? '')).toMatchObject({ prompt: { id: 'p1', text: 'best crm' } });
});

test('Untrack on a prompt that is no longer tracked says so, without an id', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const { ask } = await surfaceOver(file, json(PROMPTS), ok());
  const asker = ask();
  const value = JSON.stringify({ project: ACME, id: '1c26ef62-193a-45d4-bef8-790495b54576' });
  const answer = await promptUntrack.run({ ...asker, ts: '1.2', isPrivate: true, value });
  const filled = answer && 'modal' in answer ? answer.filled?.() : undefined;
  await expect(filled).rejects.toThrow('Acme no longer tracks this prompt.');
});
