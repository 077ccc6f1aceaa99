/** A partial list says nothing that only the whole list could tell. */
import { expect, test } from 'vitest';
import { readEvidence } from '../../../src/feeds/score-reads.ts';
import { toSuggestionNews } from '../../../src/rules/new-suggestions.ts';
import { compare } from '../../../src/surface/ask/ask-command.ts';
import type { Command } from '../../../src/surface/ask.ts';
import { citations } from '../../../src/surface/lookups/lookups.ts';
import { promptHistory, prompts } from '../../../src/surface/prompts/prompts.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { API_BODIES } from '../../support/api-bodies.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { ACME, apiWith } from '../../support/watch-over.ts';
import { type Answering, clientOf, json } from '../../visibility/api.ts';

const ID = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';

const ANA = { workspace: { personOf: async (id: string) => memberNamed('Ana', id) } };

/** A list that the API says isn't complete. */
const partOf = (items: readonly object[], total?: number): Answering =>
  json({ items, has_more: true, ...(total !== undefined && { total }) });

const TRACKED = [
  { id: ID, prompt: 'best crm' },
  { id: ID.replace('0b', '0c'), prompt: 'cheapest crm' },
];

async function answered(command: Command, words: string, answers: Record<string, Answering>) {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const { ask, workspace } = await surfaceOver(file, apiWith(answers), ok(), ANA);
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  if (command.scope !== 'project') expect.fail('asked for a project');
  const asker = ask();
  const answer = await command.run({
    ...asker,
    project,
    words,
    line: '',
    channels: {},
    options: {},
    page: 0,
  });
  const message = answer && 'message' in answer ? drawn(answer.message) : expect.fail('nothing is answered');
  return wordsOf(message.blocks).join('\n');
}

test('prompts are counted as part of a longer list', async () => {
  const some = { '/prompts': partOf(TRACKED, 1_204) };
  expect(await answered(prompts, '', some)).toMatch(/^\*Acme prompts\* · the first 2 of 1,204 prompts\n/);
  expect(await answered(prompts, 'best', some)).toContain('1 of the first 2 of 1,204 prompts contain “best”');
  await expect(answered(prompts, 'tides', some)).rejects.toThrow(
    'None of the first 2 of 1,204 prompts of Acme',
  );
  const unsaid = { '/prompts': partOf(TRACKED) };
  expect(await answered(prompts, '', unsaid)).toMatch(/^\*Acme prompts\* · the first 2 prompts\n/);
});

test('citations that an API cuts off are the latest ones', async () => {
  const cited = Array.from({ length: 100 }, (_, i) => ({ id: `c${i}`, url: `https://acme.example/${i}` }));
  expect(await answered(citations, '', { '/citations': json(cited) })).toMatch(
    /^\*Acme: the latest 100 citations\*/,
  );
  const whole = json(cited.slice(0, 99));
  expect(await answered(citations, '', { '/citations': whole })).toMatch(/^\*Acme: 99 citations\*/);
});

test('a prompt that isn’t listed may still be tracked', async () => {
  const some = { '/prompts': partOf(TRACKED, 1_204) };
  await expect(answered(promptHistory, 'tides', some)).rejects.toThrow(
    '“tides” isn’t among the first 2 of 1,204 prompts that the API lists for Acme.',
  );
});

test('a tool without listed mentions is looked up as typed', async () => {
  const mentions = API_BODIES.mentions as object[];
  const detail = { '/competitor-detail': json({ entity_name: 'Initech', score: 12 }) };
  expect(await answered(compare, 'Initech', { '/mentions': partOf(mentions, 900), ...detail })).toMatch(
    /^\*Acme vs Initech\*/,
  );
  await expect(answered(compare, 'Initech', { '/mentions': json(mentions), ...detail })).rejects.toThrow(
    'No recent answer names “Initech”',
  );
});

test('an alert is explained by all prompts or none', async () => {
  const daily = [
    { date: '2026-11-18', score: 60 },
    { date: '2026-11-19', score: 40 },
  ];
  const series = { '/scores/daily': json(daily), '/prompt-timeseries': json(daily) };
  const polled = async (tracked: Answering) => {
    const { client } = await clientOf(apiWith({ ...series, '/prompts': tracked }));
    const between = { previousDay: '2026-11-18', day: '2026-11-19', before: 60, after: 40 };
    const extra = <T>(_: string, read: (signal: AbortSignal) => Promise<T>) =>
      read(AbortSignal.timeout(5_000));
    return (await readEvidence(ACME, between, client, extra)).prompts;
  };
  expect(await polled(json(TRACKED))).toHaveLength(2);
  expect(await polled(partOf(TRACKED, 1_204))).toBeUndefined();
});

test('a suggestion isn’t said to apply to a share of a partial list', () => {
  const [suggestion] = API_BODIES.segmentSuggestions as never[];
  const mapped = API_BODIES.segmentPrompts as never[];
  const newsOf = (prompts: never[]) =>
    toSuggestionNews({ suggestion: suggestion as never, prompts }, { id: ACME, name: 'Acme' });
  expect(newsOf(mapped).prompts).toHaveLength(1);
  expect(newsOf(Object.assign([...mapped], { rest: {} })).prompts).toBeUndefined();
});
