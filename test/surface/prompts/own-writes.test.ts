/** An API whose list lags behind, or whose answer is lost: what was just written here counts, and is written once. */
import { expect, test } from 'vitest';
import type { Command } from '../../../src/surface/ask.ts';
import { prompts } from '../../../src/surface/prompts/prompts.ts';
import { promptUntrack } from '../../../src/surface/prompts/suggestions.ts';
import { editPrompt, promptEditView, track } from '../../../src/surface/prompts/track.ts';
import { drawn, drawnView } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { MINUTE } from '../../support/store-opened.ts';
import { ACME_FILE, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const P1 = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';
const P2 = '1c26ef62-193a-45d4-bef8-790495b54576';
const LISTED = [{ id: P1, prompt: 'best crm for banks' }];

/** The API lists the same prompts for good, and takes every write: `answer` to one that tracks, as sent to one that edits. */
async function lagging(answer: Answering = json({ id: P2, prompt: 'who hosts mail' })) {
  const writes: string[] = [];
  const api: Answering = (response, asked, number) => {
    const { method, body } = asked;
    if (method !== 'GET') writes.push(method);
    if (method === 'POST') answer(response, asked, number);
    else if (method === 'PATCH')
      json({ id: P1, prompt: `${JSON.parse(body).prompt.toLowerCase()}?` })(response, asked, number);
    else json(LISTED)(response, asked, number);
  };
  const given = { workspace: { personOf: async (id: string) => memberNamed('Ana', id) } };
  const { ask, workspace, time } = await surfaceOver(ACME_FILE, api, ok(), given);
  const [project = expect.fail('no project')] = workspace.projects().projects;
  let clicks = 0;
  const click = () => ask({ id: `click ${++clicks}` });
  const run = async (command: Command, words: string) => {
    if (command.scope !== 'project') return expect.fail('asked for a project');
    const line = { words, line: '', channels: {}, options: {}, page: 0, project };
    const answer = await command.run({ ...click(), ...line });
    if (answer && 'message' in answer) return drawn(answer.message);
    return expect.fail('no message');
  };
  const list = async () => (await run(prompts, '')).text;
  return { click, run, list, project, time, writes };
}

test('a prompt just tracked is listed, isn’t sent again, and can be taken back', async () => {
  const { click, run, list, writes } = await lagging();
  const { blocks } = await run(track, 'who hosts mail');
  expect(await list()).toContain('who hosts mail');
  await expect(run(track, 'Who hosts mail')).rejects.toThrow('You already track');
  const [, value = ''] = /"value":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(blocks)) ?? [];
  await promptUntrack.run({ ...click(), ts: '1.2', isPrivate: true, value: JSON.parse(`"${value}"`) });
  expect(await list()).not.toContain('who hosts mail');
  expect(writes).toEqual(['POST', 'DELETE']);
});

test('what the API lists counts again a minute later', async () => {
  const { run, list, time } = await lagging();
  await run(track, 'who hosts mail');
  time.now += 2 * MINUTE;
  expect(await list()).not.toContain('who hosts mail');
});

test('a prompt whose answer was lost is sent again only after a minute', async () => {
  const { run, time, writes } = await lagging(json({}, 502));
  await expect(run(track, 'who hosts mail')).rejects.toThrow('502');
  await expect(run(track, 'who hosts mail')).rejects.toThrow(/^You sent .* Nothing was sent again/);
  time.now += 2 * MINUTE;
  await expect(run(track, 'who hosts mail')).rejects.toThrow('502');
  expect(writes).toEqual(['POST', 'POST']);
});

test('a refused prompt is refused in the API’s words, and can be sent again', async () => {
  const full = { loc: ['body'], msg: 'Prompt limit reached' };
  const { run, writes } = await lagging(json({ detail: [full] }, 422));
  const refused = 'The API didn’t take this prompt: Prompt limit reached. Nothing changed.';
  await expect(run(track, 'who hosts mail')).rejects.toThrow(refused);
  await expect(run(track, 'who hosts mail')).rejects.toThrow(refused);
  expect(writes).toEqual(['POST', 'POST']);
});

test('of two clicks at once, one tracks the prompt', async () => {
  const { run, writes } = await lagging();
  const both = await Promise.allSettled([run(track, 'who hosts mail'), run(track, 'who hosts mail')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(writes).toEqual(['POST']);
});

test('an edited prompt says what the API made of it, here and in the list', async () => {
  const { click, list, project } = await lagging();
  if (editPrompt.scope !== 'project') return expect.fail('asked for a project');
  const line = { words: P1, line: '', channels: {}, options: {}, page: 0, project };
  const opened = await editPrompt.run({ ...click(), ...line });
  const form = opened && 'modal' in opened ? await opened.filled?.() : undefined;
  const metadata = drawnView(form ?? expect.fail('no form')).private_metadata ?? '';
  const values = { text: 'Best CRM for Shops' };
  const submitted = await promptEditView.submit({ ...click(), metadata, values, lists: {} });
  const answer = 'after' in submitted ? await submitted.after(click()) : undefined;
  const said = answer && 'message' in answer ? drawn(answer.message).text : '';
  for (const shown of [said, await list()]) expect(shown).toContain('best crm for shops?');
});
