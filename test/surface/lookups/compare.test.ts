/** /visibility compare, asked for the brand itself: it is named all the time, and is no competitor. */
import { expect, test } from 'vitest';
import type { Refusal } from '../../../src/messages/refusal.ts';
import { compare } from '../../../src/surface/lookups/compare.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';

const mention = (name: string, type: string, i: number) => ({
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  response_id: ACME,
  entity_name: name,
  entity_type: type,
  matched_term: name,
  rank_position: 1,
  sentiment: null,
  description: null,
  confidence: null,
  created_at: '2026-11-19T07:00:00Z',
});

/** What is refused to whoever asks for `words` while the answers name these. */
async function refusedOf(words: string, ...named: [name: string, type: string][]): Promise<Refusal> {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const mentions = named.map(([name, type], i) => mention(name, type, i));
  const { ask, workspace } = await surfaceOver(file, json(mentions), ok());
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  if (compare.scope !== 'project') expect.fail('asked for a project');
  const asker = ask();
  try {
    await compare.run({ ...asker, project, words, line: '', channels: {}, options: {}, page: 0 });
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  return expect.fail('nothing is refused');
}

test.each([
  ['by the project’s name', 'acme', 'tool'],
  ['by the name that answers give it', 'acme cloud', 'brand'],
])('the own brand, %s, is told as such, with where its figures stand', async (_, words, type) => {
  const own = type === 'brand' ? 'Acme Cloud' : 'Acme';
  expect(await refusedOf(words, [own, type], ['Globex', 'tool'])).toMatchObject({
    sentence: expect.stringContaining(`${own} is this project’s own brand`),
    tries: expect.arrayContaining(['scores']),
  });
});

test('the own brand is so too where no answer names it', async () => {
  expect((await refusedOf('"ACME"', ['Globex', 'tool'])).sentence).toMatch(
    /^Acme is this project’s own brand/,
  );
});

test('the own brand is not among the tools that are offered', async () => {
  const { tries } = await refusedOf('Initech', ['Acme Cloud', 'own'], ['Globex', 'tool']);
  expect(tries).toEqual(['compare Globex']);
});
