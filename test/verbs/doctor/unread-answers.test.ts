/** What the doctor says of answers that can't be read, and when it advises an API profile. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Context, Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../../src/sandbox/local-only.ts';
import { doctor as runDoctor } from '../../../src/verbs/doctor.ts';
import { EXAMPLE_PROJECTS } from '../../support/bot.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { exampleProjects } from '../../support/projects.ts';
import { runVerb } from '../run-verb.ts';

/** Of one project; nobody is at Slack's address. */
const doctor = (environment: Readonly<Record<string, string>>) =>
  runVerb(
    runDoctor,
    {
      SLACK_BOT_TOKEN: 'xoxb-of-nobody',
      SLACK_SIGNING_SECRET: 'a signing secret',
      SLACK_API_URL: 'http://127.0.0.1:9/api/',
      VISIBILITY_API_KEY: 'key-of-this-test',
      PROJECTS_FILE: EXAMPLE_PROJECTS,
      DATA_DIR: path.join(temporaryFolder(), 'data'),
      ...environment,
    },
    '--project',
    'Acme',
  );

test.each<[string, (c: Context) => Response | Promise<Response>, boolean]>([
  [
    'a list under names of its own',
    (c) => c.json({ payload: { threads: [{ hdline: 'A', lnk: 'x' }] } }),
    true,
  ],
  [
    'a parameter by another name',
    (c) => c.json({ detail: [{ loc: ['query', 'days'], msg: 'required' }] }, 422),
    true,
  ],
  ['an id of another kind', (c) => c.json({ error: 'project_id must be numeric' }, 400), false],
  [
    'a missing header',
    (c) => c.json({ detail: [{ loc: ['header', 'x'], msg: 'field required' }] }, 422),
    false,
  ],
  ['an operation that is gone', (c) => c.json({}, 410), false],
  ['a refusal in a good answer', (c) => c.json({ success: false, error: 'invalid project' }), false],
  ['XML', (c) => c.body('<?xml version="1.0"?><a/>'), false],
  ['nothing', (c) => c.body('null'), false],
])('%s: a profile is advised only where it can help', async (_, answer, helps) => {
  const served = await serve(new Hono().all('*', answer), 0);
  onTestFinished(served.close);
  const wrong = { VISIBILITY_BASE_URL: `${served.url}/v1/public` };
  const { printed } = await doctor(wrong);
  expect(printed.includes('npm run learn')).toBe(helps);
});

const PROMPT = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';

/** What the doctor says with this API profile; but for its list of prompts, the API answers all reads alike. */
async function doctorWithProfile(lines: string, answer: unknown): Promise<string> {
  const served = await serve(
    new Hono().all('*', (c) =>
      c.json(c.req.path.endsWith('/prompts') ? [{ id: PROMPT, text: 'best crm' }] : answer),
    ),
    0,
  );
  onTestFinished(served.close);
  const folder = temporaryFolder();
  const [file, profile] = [path.join(folder, 'projects.yml'), path.join(folder, 'p.yml')];
  await writeFile(profile, lines);
  await writeFile(file, await exampleProjects((example) => ({ ...example, api: { profile: 'p.yml' } })));
  const env = { VISIBILITY_BASE_URL: `${served.url}/v1/public`, PROJECTS_FILE: file };
  return (await doctor(env)).printed;
}

test('links that still lead to the example’s dashboard are worth fixing', async () => {
  const { printed } = await doctor({ VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v1/public' });
  expect(printed).toContain('dashboard_url in projects.yml is still the example’s');
});

test.each([
  ['of a list without a row', { runs: [] }, 'promptHistory: { runs.region: country }', false],
  ['of a list with rows', { runs: [{ id: 'a', x: 1 }] }, 'promptHistory: { runs.region: country }', true],
  ['of a field that is null', [{ code: 'a', name: 'US', id: null }], 'regions: { id: id }', false],
  [
    'of what comes only when asked for',
    [{ date: '2026-11-01', score: 5 }],
    'dailyScores: { region: region }',
    false,
  ],
  ['of nothing that came', [{ date: '2026-11-01', score: 5 }], 'dailyScores: { answers: asked }', true],
])('a profile’s line %s', async (_, answer, lines, isFaulty) => {
  const printed = await doctorWithProfile(lines, answer);
  expect(printed.includes('nothing at the places in these lines'), printed).toBe(isFaulty);
});

test('an answer that can’t be read is told with what it has, and a profile’s line that leads nowhere', async () => {
  const api = new Hono().all('*', (c) =>
    c.req.path.endsWith('/community/leads')
      ? c.json({ payload: { threads: [{ hdline: 'Best CRM?', relevance: { value: '60%' } }] } })
      : c.json([{ id: 'a', name: 'US', title: 'x' }]),
  );
  const served = await serve(api, 0);
  onTestFinished(served.close);
  const folder = temporaryFolder();
  const [file, profile] = [path.join(folder, 'projects.yml'), path.join(folder, 'p.yml')];
  await writeFile(profile, 'regions: { name: nope }\ncommunityLeads: { list: data.rows }\n');
  await writeFile(file, await exampleProjects((example) => ({ ...example, api: { profile: 'p.yml' } })));
  const wrong = { VISIBILITY_BASE_URL: `${served.url}/v1/public`, PROJECTS_FILE: file };
  const { printed } = await doctor(wrong);
  for (const told of [
    'payload.threads',
    'hdline',
    'relevance.value “60%”',
    'regions: name: nope',
    'communityLeads: list: data.rows',
  ])
    expect(printed).toContain(told);
});
