/** Questions asked in the terminal: through the running bot, and without one. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask as askVerb } from '../../src/verbs/ask.ts';
import { EXAMPLE_PROJECTS } from '../support/bot.ts';
import { type Journey, startJourney } from '../support/journey.ts';

let journey: Journey;
const dataDir = mkdtempSync(path.join(tmpdir(), 'sightline-test-'));

beforeAll(async () => {
  journey = await startJourney({ environment: { DATA_DIR: dataDir } });
  // With it come the first digest and the alert A1.
  await journey.pass({ days: 1 });
});

afterAll(() => journey?.end());

/** What is printed, and how it ends. */
async function asked(env: Record<string, string>, ...args: string[]) {
  const printed: string[] = [];
  const terminal = {
    live: false,
    colours: false,
    columns: 100,
    aside: (text: string) => void printed.push(text),
  };
  const { exitCode } = await askVerb(env, (text) => void printed.push(text), args, terminal);
  return { exitCode, printed: printed.join('\n') };
}
const environment = () => ({
  ...journey.botEnvironment,
  PROJECTS_FILE: EXAMPLE_PROJECTS,
  DATA_DIR: dataDir,
});
const without = () => ({ ...environment(), DATA_DIR: path.join(dataDir, 'none') });

test('the running bot answers, as it would in Slack; and without one the verb itself', async () => {
  for (const env of [environment(), without()]) {
    const { exitCode, printed } = await asked(
      env,
      'how did we score on Gemini?',
      '--project',
      'acme',
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      plan: { engine: 'Gemini' },
      reading: expect.stringContaining('Gemini'),
      verdict: 'answered',
      answer: { text: expect.any(String), figures: expect.any(Array), sources: expect.any(Array) },
    });
  }
});

test('without a project it is about the first, which it says, unless the question names one or is about none', async () => {
  for (const env of [environment(), without()]) {
    const { printed } = await asked(env, 'how did we score on Gemini?');
    expect(printed).toMatch(
      /^Acme .*\nThis is about Acme, the first of 2 projects\. For another \(Tidewater\)/,
    );
    for (const text of ['how did Tidewater score?', 'what is average rank?'])
      expect((await asked(env, text)).printed).not.toContain('the first of');
  }
});

test('a lead is found by words of its title', async () => {
  const { printed } = await asked(environment(), 'the globex renewal lead', '--project', 'Acme', '--json');
  expect(JSON.parse(printed)).toMatchObject({
    verdict: 'answered',
    answer: { text: expect.stringMatching(/Globex renewal/) },
  });
});

test('another project in a question gets no answer of its own, and it says how to ask', async () => {
  const question = ['compare Acme with Tidewater', '--project', 'Acme', '--json'];
  const { exitCode, printed } = await asked(environment(), ...question);
  expect([exitCode, JSON.parse(printed).verdict]).toEqual([0, 'not_understood']);
  expect(JSON.parse(printed).answer.text).toMatch(/one project at a time.*--project "Tidewater"/);
  expect(printed).not.toContain('nothing called');
});

test('“the alert” is the open one', async () => {
  const { printed } = await asked(environment(), 'what is the open alert?', '--project', 'Acme');
  // Tidewater’s is open as well, and either may have been told first.
  expect(printed).toMatch(/^A\d · Acme/);
});

test.each(['through the running bot', 'without one'])(
  'a long list says how to see its next page: %s',
  async (how) => {
    const env = how === 'without one' ? without() : environment();
    const leads = (printed: string) => printed.match(/^https:.*/gm) ?? [];
    const { printed } = await asked(env, 'all open leads', '--project', 'Acme');
    expect(printed).toMatch(/--page 2$/);
    const next = (await asked(env, 'all open leads', '--project', 'Acme', '--page', '2')).printed;
    expect(next).toMatch(/\b1\d to (\d+) of \1\b/);
    expect(next).not.toContain('--page');
    expect(leads(next)).not.toEqual(leads(printed));
    const [, pages] = printed.match(/Page 1 of (\d+)/) ?? [];
    const past = asked(env, 'all open leads', '--project', 'Acme', '--page', '99');
    await expect(past).rejects.toThrow(`There’s no page 99: the last one is --page ${pages}.`);
  },
);

test('what can be asked is told with questions that can be', async () => {
  const { printed } = await asked(environment(), 'help', '--project', 'Acme');
  expect(printed).toMatch(/^- .+\?$/m);
});

test('which leads are cited is known before any poll, with a store and without', async () => {
  const [there, here] = await Promise.all(
    [environment(), without()].map(async (env) => {
      const { printed } = await asked(env, 'which open leads are cited?', '--project', 'Acme', '--json');
      return JSON.parse(printed).answer.figures[0].value;
    }),
  );
  expect(there).toBeGreaterThan(0);
  expect(here).toBe(there);
});

test.each(['any alerts open?', 'what happened last week?', 'which leads did we answer?', 'feeds status'])(
  'without a store what only a bot keeps is not taken for none: %s',
  async (question) => {
    const { exitCode, printed } = await asked(without(), question, '--project', 'Acme', '--json');
    expect(exitCode).toBe(0);
    const { verdict, answer } = JSON.parse(printed);
    expect({ verdict, figures: answer.figures }).toEqual({ verdict: 'no_data', figures: [] });
    expect(answer.text).toContain('Only the running bot knows');
    expect(answer.text).not.toMatch(/\bno alerts|\bnone was|No leads|all well/i);
  },
);

test('short names are those of the bot’s store, and there are none without one', async () => {
  const [there, here] = await Promise.all(
    [environment(), without()].map(async (env) => {
      const { printed } = await asked(env, 'which open leads are cited?', '--project', 'Acme');
      return printed.match(/\bL\d+\b/g) ?? [];
    }),
  );
  expect(there).not.toEqual([]);
  expect(here).toEqual([]);
});

test('what it cannot tell is an answer, too', async () => {
  const { exitCode, printed } = await asked(environment(), 'weather in Berlin', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(printed)).toMatchObject({
    plan: null,
    verdict: 'not_understood',
    answer: { figures: [] },
  });
});

test.each(['why A1', 'why did A1 come?', 'is A1 over?'])(
  'explains what is asked for by its short name: %s',
  async (question) => {
    const { printed } = await asked(environment(), question, '--json');
    expect(JSON.parse(printed)).toMatchObject({
      verdict: 'answered',
      answer: { text: expect.stringMatching(/A1/) },
    });
    expect((await asked(without(), question)).printed).toMatch(/\/visibility why A1$/);
  },
);

test('what a command refuses is refused there, too, instead of read as a question', async () => {
  for (const [line, refused] of [
    ['scores -5d', '“-5d” isn’t a number of days'],
    ['topic nonsense', 'no topic “nonsense”'],
  ] as const) {
    const { printed } = await asked(without(), line, '--project', 'Acme', '--json');
    expect(JSON.parse(printed)).toMatchObject({ verdict: 'no_data', plan: null });
    expect(printed).toContain(refused);
  }
});

test('names channels and people as Slack does, and times in the project’s timezone', async () => {
  const { printed } = await asked(environment(), 'why A1');
  expect(printed).toMatch(/#(?:acme-\w+|tidewater):.* \d\d:\d\d Europe\/Berlin/);
  expect(printed).not.toMatch(/\bUTC\b|[#@][CU]0/);
});

test('says so if nothing has the short name', async () => {
  const { printed } = await asked(environment(), 'L99999', '--json');
  expect(JSON.parse(printed)).toMatchObject({
    verdict: 'no_data',
    answer: { text: expect.stringMatching(/Acme and Tidewater/) },
  });
});

test('names the project once, in its first line', async () => {
  const { printed } = await asked(environment(), 'how did Tidewater score?');
  expect(printed).toMatch(/^Tidewater.* score/);
  expect(printed).not.toMatch(/[<>]|&amp;/);
});

test('a project that there is not is said, and so is an API that does not answer', async () => {
  const none = await asked(environment(), 'how are we doing?', '--project', 'Nobody');
  expect(none).toEqual({ exitCode: 1, printed: expect.stringMatching(/“Nobody”.* Acme, Tidewater/) });
});

test('commands that look something up work there, and what an order can’t do is said', async () => {
  const lines = async (line: string) => (await asked(environment(), line, '--project', 'acme')).printed;
  expect(await lines('referrers')).toMatch(/cited domains/);
  expect(await lines('searches')).toMatch(/searches by engines/);
  expect(await lines('which searches do engines run?')).toMatch(/searches by engines/);
  expect(await lines('audit')).not.toMatch(/audit of/i);
  expect(await lines('claim L1')).toMatch(/Nothing has changed/);
  expect(await lines('L1')).not.toMatch(/Nothing has changed/);
  expect(await lines('any new competitors?')).toMatch(/new isn’t known/);
});
