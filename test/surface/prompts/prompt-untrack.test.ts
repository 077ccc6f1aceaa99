import { expect, test } from 'vitest';
import { VIEWS } from '../../../src/messages/actions.ts';
import { today } from '../../../src/rules/calendar.ts';
import { requirePrompt } from '../../../src/surface/prompts/prompts.ts';
import { promptUntrack } from '../../../src/surface/prompts/suggestions.ts';
import { drawnView, heardOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { ACME, ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const P1 = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';
const PROMPTS = [
  { id: P1, prompt: 'best crm' },
  { id: 'p2', prompt: 'best crm for startups' },
];
const undo = (id: string, day: string, text = 'best crm') => JSON.stringify({ project: ACME, id, text, day });

test('Undo takes back at once what was tracked today', async () => {
  const deleted: string[] = [];
  const api: Answering = (response, asked, number) => {
    if (asked.method === 'DELETE') deleted.push(asked.url);
    json(PROMPTS)(response, asked, number);
  };
  const { ask } = await surfaceOver(ACME_FILE, api, ok());
  const asker = ask();
  const day = today(asker.now(), 'UTC');
  const answer = await promptUntrack.run({ ...asker, ts: '1.2', isPrivate: true, value: undo(P1, day) });
  expect(deleted).toEqual([expect.stringContaining(P1)]);
  expect(answer && 'message' in answer && heardOf(answer.message).join()).toContain('best crm');
});

test('Undo leaves alone what somebody has changed since', async () => {
  const { ask } = await surfaceOver(ACME_FILE, json(PROMPTS), ok());
  const value = undo(P1, today(ask().now(), 'UTC'), 'worst crm');
  const click = promptUntrack.run({ ...ask(), ts: '1.2', isPrivate: true, value });
  await expect(click).rejects.toThrow(/has been changed since, to “best crm”\. Nothing changed/);
});

test('Undo on a prompt tracked on an earlier day asks first, since its answers would be lost', async () => {
  const { ask } = await surfaceOver(ACME_FILE, json(PROMPTS), ok());
  const click = { ...ask(), ts: '1.2', isPrivate: true, value: undo(P1, '2020-01-01') };
  const answer = await promptUntrack.run({ ...click, answerAt: undefined });
  const given = answer && 'modal' in answer ? await answer.filled?.() : undefined;
  const form = given && drawnView(given);
  expect(form?.callback_id).toBe(VIEWS.promptUntrack);
  expect(JSON.parse(form?.private_metadata ?? '')).toMatchObject({ prompt: { id: P1, text: 'best crm' } });
});

test('a prompt that the API lists without a readable id isn’t called untracked', async () => {
  const { ask, workspace } = await surfaceOver(ACME_FILE, json([{ text: 'best crm' }]), ok());
  const [project = expect.fail('no project')] = workspace.projects().projects;
  const found = (words: string) => requirePrompt(words, 'untrack', project, ask());
  await expect(found('Best CRM')).rejects.toThrow(/API lists .*without an ID/);
});

test('Undo on a prompt that is no longer tracked says so, without an id', async () => {
  const { ask } = await surfaceOver(ACME_FILE, json(PROMPTS), ok());
  const asker = ask();
  const value = undo('1c26ef62-193a-45d4-bef8-790495b54576', '2020-01-01');
  const answer = await promptUntrack.run({ ...asker, ts: '1.2', isPrivate: true, value });
  const filled = answer && 'modal' in answer ? answer.filled?.() : undefined;
  await expect(filled).rejects.toThrow('Acme no longer tracks this prompt.');
});
