import { expect, test } from 'vitest';
import type { Answer } from '../../../src/surface/ask.ts';
import { promptTrackSuggested } from '../../../src/surface/prompts/suggestions.ts';
import { track } from '../../../src/surface/prompts/track.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { buttonsOf, drawn } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const PROMPTS = [{ id: 'p1', prompt: 'best crm for startups' }];

/** Somebody types `track` with these words; `sent` counts what the API was asked to track. */
async function typed(words: string) {
  let sent = 0;
  const api: Answering = (response, request, number) => {
    const isWrite = request.method === 'POST';
    if (isWrite) sent += 1;
    json(isWrite ? { id: 'p2', prompt: words } : PROMPTS)(response, request, number);
  };
  const { ask } = await surfaceOver(ACME_FILE, api, ok());
  const [project] = ask().workspace.projects().projects;
  if (track.scope !== 'project' || !project) return expect.fail('there is no project');
  const line = { line: `track ${words}`, words, channels: {}, options: {}, page: 0 };
  const answer = await track.run({ ...ask(), ...line, project });
  return { ask, answer, sent: () => sent };
}

const blocksOf = (answer: Answer) =>
  answer && 'message' in answer ? drawn(answer.message).blocks : expect.fail('there is no answer');

test.each(['best crm for startup', 'asdf'])('“%s” is tracked only once somebody says so', async (words) => {
  const { ask, answer, sent } = await typed(words);
  expect(sent()).toBe(0);
  const blocks = blocksOf(answer);
  expect(buttonsOf(blocks)).toHaveLength(2);
  const value: string = JSON.parse(`"${/"value":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(blocks))?.[1]}"`);
  await promptTrackSuggested.run({ ...ask(), ts: '1.2', isPrivate: true, value });
  expect(sent()).toBe(1);
});

test('any other prompt is tracked at once', async () => {
  expect((await typed('crm with a good api')).sent()).toBe(1);
});

test('one that is tracked already is refused', async () => {
  await expect(typed('Best CRM for startups')).rejects.toThrow(Refused);
});

test('a command is not tracked', async () => {
  await expect(typed('/visibility prompts')).rejects.toThrow(Refused);
});
