/** One question, asked in Slack, by an MCP client and in the terminal: the same figures, and the same words around them. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ask as askVerb } from '../../src/verbs/ask.ts';
import { EXAMPLE_PROJECTS } from '../support/bot.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA } from '../support/local-slack.ts';
import { call, connectByToken, tokenOf } from '../support/mcp-client.ts';
import { runs } from '../support/runs.ts';
import { ACME } from '../support/sandbox.ts';

let journey: Journey;
let client: Client;
const dataDir = mkdtempSync(path.join(tmpdir(), 'sightline-test-'));

beforeAll(async () => {
  journey = await startJourney({ environment: { DATA_DIR: dataDir } });
  await journey.pass({ minutes: 2 });
  client = await connectByToken(journey, await tokenOf(journey, ANA, ACME.leads), '2025-11-25');
});

afterAll(async () => {
  await client?.close();
  await journey?.end();
});

const QUESTIONS = readFileSync(path.join(import.meta.dirname, '../bench/ask/questions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => z.object({ question: z.string() }).parse(JSON.parse(line)).question);

const Told = z.object({
  reading: z.string(),
  verdict: z.string(),
  answer: z.object({ figures: z.array(z.looseObject({})) }),
});

async function inTerminal(question: string) {
  const printed: string[] = [];
  const env = {
    ...journey.botEnvironment,
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  };
  const terminal = { live: false, colours: false, columns: 100, aside: () => undefined };
  await askVerb(
    env,
    (text) => void printed.push(text),
    ['--project', 'Acme', '--json', '--', question],
    terminal,
  );
  return Told.parse(JSON.parse(printed.join('\n')));
}

const answeredInSlack = (question: string) =>
  journey.slack.ask(ANA, ACME.scores, `/visibility ask ${question}`);

const numbersIn = (text: string) => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

// People are let in sixty times a minute.
test('a question has one answer, wherever it is asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...QUESTIONS), async (question) => {
      const [{ text, result }, told, inSlack] = await Promise.all([
        call(client, 'ask', { question, project: 'Acme' }),
        inTerminal(question),
        answeredInSlack(question),
      ]);
      expect({ verdict: result.verdict, reading: result.reading ?? '' }).toEqual({
        verdict: told.verdict,
        reading: told.reading,
      });
      // What is one's own is another's for whoever is nobody in Slack.
      if (!/\bmine\b/.test(told.reading)) expect(result.figures).toEqual(told.answer.figures);
      // The settings are those of the channel where somebody asks.
      if (told.reading === 'status') return;
      const [, headline = ''] = text.match(/^## (.*)$/m) ?? [];
      expect(headline).not.toBe('');
      const there = new Set(numbersIn(inSlack));
      expect(
        numbersIn(headline).filter((number) => !there.has(number)),
        inSlack,
      ).toEqual([]);
    }),
    { numRuns: Math.min(runs(10), 50), examples: [['ok thanks']] },
  );
});
