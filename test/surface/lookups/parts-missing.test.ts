/** A lookup that reads several things shows what it got, and says what is missing. */
import { describe, expect, it, test } from 'vitest';
import { compare } from '../../../src/surface/ask/ask-command.ts';
import type { Command } from '../../../src/surface/ask.ts';
import { answers, topic } from '../../../src/surface/lookups/lookups.ts';
import { connectView } from '../../../src/surface/projects/connect.ts';
import { promptHistory, runs } from '../../../src/surface/prompts/prompts.ts';
import { suggestions } from '../../../src/surface/prompts/suggestions.ts';
import { scores } from '../../../src/surface/scores/scores.ts';
import { NotFoundError, UnavailableError } from '../../../src/visibility/errors.ts';
import { OPERATIONS } from '../../../src/visibility/operations.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { API_BODIES, OPERATION_IDS, type OperationId } from '../../support/api-bodies.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, clientOf, json } from '../../visibility/api.ts';

const ID = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';

const OTHER = '9d1c2a44-70f6-4a51-8d0e-6b2f1f3d5a77';

type Missing = Partial<Record<OperationId, Answering>>;

/** Every read succeeds except these. */
const apiWithout =
  (missing: Missing): Answering =>
  (response, asked, number) => {
    const path = (asked.url.split('?')[0] ?? '').replace(/^.*\/v1\/public/, '');
    const operation = OPERATION_IDS.find((id) => {
      const { method, path: template } = OPERATIONS[id];
      return method === 'GET' && new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    });
    if (!operation) expect.fail(`nothing is known of ${path}`);
    (missing[operation] ?? json(API_BODIES[operation]))(response, asked, number);
  };

const NOT_FOUND = json({ detail: 'Not Found' }, 404);
const DOWN = json({}, 500);

/** The command's answer, as blocks and as text, while these parts of the API fail. */
async function answered(command: Command, words: string, missing: Missing) {
  const file = `projects: [{ id: ${ID}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const given = { workspace: { personOf: async () => memberNamed('Ana', 'U0ANA') } };
  const { ask, workspace } = await surfaceOver(file, apiWithout(missing), ok(), given);
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  if (command.scope !== 'project') expect.fail('asked for a project');
  const asker = ask();
  const request = { ...asker, project, words, line: '', channels: {}, options: {}, page: 0 };
  const answer = await command.run(request);
  const message = answer && 'message' in answer ? drawn(answer.message) : expect.fail('nothing is answered');
  return { seen: wordsOf(message.blocks).join('\n'), heard: message.text };
}

type Part = [
  line: string,
  command: Command,
  words: string,
  missing: OperationId,
  got: RegExp,
  clause?: RegExp,
];

test.each<Part>([
  ['scores', scores, '', 'prompts', /Acme visibility score/, /^Some tracked prompts couldn’t be read, /m],
  ['suggestions', suggestions, '', 'segmentPrompts', /“Pricing”/, /the prompts of these couldn’t be read/],
  [
    'suggested prompts',
    suggestions,
    'prompts',
    'prompts',
    /“cheapest tool\?”/,
    /Not all tracked prompts could be read, so you may already track some of these/,
  ],
  [
    'content',
    suggestions,
    'content',
    'suggestionsStatus',
    /Publish your prices/,
    /Their status couldn’t be read/,
  ],
  [
    'a prompt’s history',
    promptHistory,
    'best tool?',
    'promptDetail',
    /Latest runs/,
    /its figures couldn’t be read/i,
  ],
  [
    'a prompt’s history',
    promptHistory,
    'best tool?',
    'promptHistory',
    /score 61\.5/,
    /Its runs couldn’t be read/,
  ],
  [
    'a prompt’s history',
    promptHistory,
    'best tool?',
    'promptTimeseries',
    /score 61\.5/,
    /Its scores by day couldn’t be read/,
  ],
  ['a prompt run', runs, ID, 'prompts', /on ChatGPT/, /Prompt texts couldn’t be read/],
  ['a prompt run', runs, ID, 'engines', /“best tool\?”/],
  ['a competitor', compare, 'Globex', 'mentions', /Acme vs Globex/],
  ['a topic', topic, 'pricing', 'topics', /pricing/],
  ['a topic’s answers', answers, 'pricing', 'topics', /“the cheapest”/],
])('%s is shown without what can’t be read (%#)', async (_, command, words, missing, got, clause) => {
  for (const fails of [NOT_FOUND, DOWN]) {
    const { seen, heard } = await answered(command, words, { [missing]: fails });
    expect(seen).toMatch(got);
    if (clause) expect([seen, heard]).toEqual([expect.stringMatching(clause), expect.stringMatching(clause)]);
    if (clause) expect((await answered(command, words, {})).seen).not.toMatch(clause);
  }
});

it('a topic that the API has no detail of is its row in the list, and one that fails is refused', async () => {
  const { seen } = await answered(topic, 'pricing', { topicDetail: NOT_FOUND });
  expect(seen).toMatch(/pricing”\* · score 61.5.*by engine couldn’t be read/s);
  await expect(answered(topic, 'pricing', { topicDetail: DOWN })).rejects.toThrow(UnavailableError);
});

it('an answer without any readable part is refused with the reason', async () => {
  const missing = { promptDetail: DOWN, promptHistory: NOT_FOUND, promptTimeseries: NOT_FOUND };
  await expect(answered(promptHistory, 'best tool?', missing)).rejects.toThrow(UnavailableError);
});

it('unreadable runs aren’t shown as an empty history', async () => {
  const { seen } = await answered(promptHistory, 'best tool?', { promptHistory: NOT_FOUND });
  expect(seen).not.toMatch(/the API has none|No engine has answered/);
});

describe('a key given in Slack', () => {
  /** The form that comes back while these parts of the API fail. */
  async function tried(missing: Missing): Promise<string> {
    const api = await clientOf(apiWithout(missing));
    const file = `projects: [{ id: ${OTHER}, name: Globex, visible_in: [${CHANNEL}] }]`;
    const personOf = async (id: string) => ({ ...memberNamed(id, id), isAdmin: true });
    const slack = ok({ channel: { is_member: true } });
    const { ask, workspace } = await surfaceOver(file, json([]), slack, { workspace: { personOf } });
    const setup: typeof workspace.setup = {
      ...workspace.setup,
      connect: async () => ({ kind: 'refused', faults: [{ field: 'name', sentence: 'the key was good' }] }),
    };
    const asker = { ...ask(), openApi: () => api.client, workspace: { ...workspace, setup } };
    const values = { id: ID, name: 'Acme', apiKey: 'key', channel: CHANNEL };
    const submitted = await connectView.submit({ ...asker, values, lists: {}, metadata: '' });
    // What is found at once is said in the form, where everything typed is still there.
    if (!('after' in submitted)) return JSON.stringify(submitted);
    const answer = await submitted.after(asker);
    return answer && 'modal' in answer ? JSON.stringify(answer.modal) : expect.fail('no form');
  }

  it.each<Missing>([
    { prompts: NOT_FOUND },
    { prompts: DOWN, communityLeads: NOT_FOUND },
    { dailyScores: DOWN },
  ])('is accepted if any part of its project can be read (%o)', async (missing) =>
    expect(await tried(missing)).toContain('the key was good'),
  );

  it('is refused if nothing can be read', async () => {
    const missing = { prompts: NOT_FOUND, communityLeads: NOT_FOUND, dailyScores: DOWN };
    expect(await tried(missing)).toContain('The API doesn’t know this project, or this key may not see it.');
  });
});

it('a missing topic name isn’t guessed', async () => {
  await expect(answered(topic, '', { topics: NOT_FOUND })).rejects.toThrow(NotFoundError);
});
