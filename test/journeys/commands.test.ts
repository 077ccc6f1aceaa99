/** What people type: every subcommand with good words, with none and with wrong ones, and what the bot says to it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, OTO } from '../support/local-slack.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, PLANNING, RANDOM, TIDEWATER } from '../support/sandbox.ts';

let journey: Journey;

/** Both projects are shown in one channel beside their own. */
beforeAll(async () => {
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects.map((project) => ({ ...project, visible_in: [PLANNING] })),
  }));
  journey = await startJourney({ projects });
});

afterAll(() => journey?.end());

const ask = (line: string, channel = ACME.leads, person = ANA) => journey.slack.ask(person, channel, line);

test('help names every subcommand', async () => {
  const answer = await ask('/visibility help');
  for (const name of [
    'leads',
    'topic <name>',
    'scores',
    'track [prompt]',
    'suggestions',
    'metrics',
    'topics',
  ])
    expect(answer).toContain(`/visibility ${name}`);
  expect(answer).toContain('well outside normal: 4 times as far from the middle');
});

test('no subcommand is help, also where no project is shown', async () => {
  expect(await ask('/visibility')).toBe(await ask('/visibility help', RANDOM));
});

test.each([
  ['leads', /^Acme leads · best 10 of \d+ · \d+ left out below 50 1\. How do you alert on .* 10\. /],
  ['metrics', /^Acme leads · \d+ known · \d+ new · \d+ today · average score [\d.]+$/],
  ['scores', /^Acme visibility score · 52\.2 on Tue 10 Mar, −8\.1 since Mon\. Engines: ChatGPT [\d.]+ \(−/],
  ['topics', /^Acme topics · 5 topics pricing · score [\d.]+ · rank \d · \d+ answers · commercial /],
  ['topic pricing', /^Acme: topic “pricing” .* score [\d.]+ · rank \d .* Score by tool: pricing .* Globex /],
  ['topic Kubernetes SUPPORT', /^Acme: topic “kubernetes support” /],
  ['prompts', /^Acme prompts · 10 prompts tracked • k8s cost alerts · alerts • cut aws bill · savings /],
  ['prompts globex', /^Acme prompts · 1 of 10 hold “globex” • globex alternatives · comparison$/],
  ['suggestions', /^Acme · 1 open segment suggestion “Cost monitoring” · Buyers comparing .* 6 of 10 /],
  ['leads in Acme', /^Acme leads · best 10 /],
  ['LEADS IN acme', /^Acme leads · best 10 /],
])('/visibility %s', async (words, answer) => {
  expect(await ask(`/visibility ${words}`)).toMatch(answer);
});

test.each([
  ['/visibility-leads', /^Acme leads · best 10 of /],
  ['/visibility-topic pricing', /^Acme: topic “pricing” /],
  [
    '/visibility-topic',
    /^Say which topic\. \/visibility topics lists them all\. Example: \/visibility topic /,
  ],
  ['/visibility-track cut aws bill', /^“cut aws bill” is tracked for Acme already\. Nothing was added\.$/],
])('the short way %s', async (line, answer) => {
  expect(await ask(line)).toMatch(answer);
});

test.each([
  ['leds', 'There is no “leds”. Did you mean leads? Example: /visibility leads'],
  ['Suggestion', 'There is no “suggestion”. Did you mean suggestions? Example: /visibility suggestions'],
  ['weather', 'There is no “weather”. Example: /visibility help'],
  ['leads today', '“leads” takes no words after it. Example: /visibility leads'],
  ['metrics now', '“metrics” takes no words after it. Example: /visibility metrics'],
  ['scores last week', '“scores” takes no words after it. Example: /visibility scores'],
  ['topics pricing', '“topics” takes no words after it. Example: /visibility topics'],
  ['suggestions all', '“suggestions” takes no words after it. Example: /visibility suggestions'],
  ['topic', 'Say which topic. /visibility topics lists them all. Example: /visibility topic pricing'],
  ['topic pricng', 'Acme has no topic “pricng”. Did you mean pricing? Example: /visibility topic pricing'],
  ['topic weather', 'Acme has no topic “weather”. Example: /visibility topic pricing'],
  [
    'prompts unicorn',
    'None of the 10 prompts of Acme holds “unicorn”. Without words you see them all. Example: /visibility prompts',
  ],
  ['leads in Acmee', 'No project “Acmee” is shown in this channel. Did you mean Acme?'],
  ['leads in Tidewater', 'No project “Tidewater” is shown in this channel. Here you can use: Acme.'],
  ['track cut  AWS bill', '“cut AWS bill” is tracked for Acme already. Nothing was added.'],
])('/visibility %s is refused with a way on', async (words, answer) => {
  const before = await journey.writes();
  expect(await ask(`/visibility ${words}`)).toBe(answer);
  expect(await journey.writes()).toEqual(before);
});

test('a project does not exist in a channel that it is not shown in', async () => {
  for (const words of ['leads', 'leads in Acme', 'topic pricing', 'track best crm for startups']) {
    const answer = await ask(`/visibility ${words}`, RANDOM);
    expect(answer).toMatch(/^No project is shown in this channel\. /);
    expect(answer).not.toContain('Acme');
  }
  expect(await journey.writes()).toEqual([]);
});

test('where several projects are shown, one has to be named', async () => {
  expect(await ask('/visibility metrics', PLANNING)).toBe(
    'Several projects are shown here. Add which one you mean: “in Acme” or “in Tidewater”.',
  );
  expect(await ask('/visibility metrics in Tide', PLANNING)).toMatch(/^Tidewater leads · /);
  expect(await ask('/visibility topic pricing in Acme', PLANNING)).toMatch(/^Acme: topic “pricing” /);
});

test('a prompt with no words opens a form, whose fault stands at the field', async () => {
  const modal = await journey.slack.modalAfter(ANA, TIDEWATER.channel, () =>
    journey.slack.say(ANA, TIDEWATER.channel, '/visibility track'),
  );
  expect(modal.text).toContain('Track a prompt Prompt to track for Tidewater');

  expect(await journey.slack.submit(ANA, modal.id, { 'prompt/text': '   ' })).toEqual({ ok: true });
  const still = await journey.slack.modal(ANA, TIDEWATER.channel);
  expect(still).toMatchObject({ id: modal.id, text: expect.stringContaining('Say which prompt to track.') });
  expect(await journey.writes()).toEqual([]);

  const answer = await journey.slack.answerTo(ANA, TIDEWATER.channel, () =>
    journey.slack.submit(ANA, modal.id, { 'prompt/text': 'crm for dentists' }),
  );
  expect(answer).toBe('Tracked for Tidewater: “crm for dentists”.');
  expect(await journey.slack.modal(ANA, TIDEWATER.channel)).toBeUndefined();
  expect(await journey.writes()).toMatchObject([
    { method: 'POST', operation: 'create_prompt', status: 200, body: { prompt: 'crm for dentists' } },
  ]);
});

test('an over-long prompt is not asked of engines', async () => {
  const before = await journey.writes();
  expect(await ask(`/visibility track ${'crm '.repeat(150)}`)).toMatch(
    /^That prompt has 599 characters; at most 500 are asked of engines\. Shorten it and send it again\. /,
  );
  expect(await journey.writes()).toEqual(before);
});

test('what is tracked is what was typed, not what Slack made of it', async () => {
  const words = 'ask @ana about R&D in #random: <b> vs example.com & https://example.org/a';
  expect(await ask(`/visibility track ${words}`)).toBe(`Tracked for Acme: “${words}”.`);
  expect((await journey.writes()).at(-1)).toMatchObject({ status: 200, body: { prompt: words } });
  expect(await ask('/visibility prompts R&D')).toContain(words.slice(0, 40));
});

test('a place at the end of a prompt is no project', async () => {
  expect(await ask('/visibility track best crm in germany')).toBe('Tracked for Acme: “best crm in germany”.');
  expect((await journey.writes()).at(-1)).toMatchObject({ body: { prompt: 'best crm in germany' } });
});

test.each([
  ['a guest', GIA, /^Guests can read this, not change it\. /],
  ['somebody of another organisation', OTO, /^People of other organisations can read this, not change it\. /],
])('%s may read and not track', async (_who, person, refusal) => {
  const before = await journey.writes();
  expect(await ask('/visibility leads', ACME.leads, person)).toMatch(/^Acme leads · best 10 of /);
  expect(await ask('/visibility track crm for guests', ACME.leads, person)).toMatch(refusal);
  expect(await journey.writes()).toEqual(before);
});

test('an answer is for the asker alone', async () => {
  await ask('/visibility metrics', ACME.scores, BEN);
  expect(await journey.slack.rows(ANA, ACME.scores)).toEqual([]);
  expect(await journey.slack.history(ACME.scores)).toEqual([]);
});
