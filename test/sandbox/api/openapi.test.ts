/** The OpenAPI document of the reference API, also read by independent tools. */

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../support/folder.ts';
import { ACME, openSandbox, START } from './sandbox.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const REDOCLY = path.join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
const OPENAPI_TYPESCRIPT = path.join(ROOT, 'test/typescript-5/node_modules/openapi-typescript/bin/cli.js');

const Schema = z.looseObject({});
const Operation = z.looseObject({
  operationId: z.string(),
  responses: z.record(z.string(), z.unknown()),
});
const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ version: z.string() }),
  security: z.array(z.unknown()),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    securitySchemes: z.record(z.string(), z.unknown()),
    schemas: z.record(z.string(), Schema),
  }),
});

/** Schemas that the API's own document shows. */
const DOCUMENTED = [
  'SegmentSuggestion',
  'SegmentPromptMapping',
  'Engine',
  'Mention',
  'RunGroup',
  'PromptRun',
  'Response',
  'RunGroupDetail',
  'PromptRunDetail',
  'RunGroupResults',
  'RunResult',
  'TopicDetail',
  'TopicEntityStat',
  'TopicModelStat',
  'TopicEvidence',
  'ReferrerRanking',
  'ProjectRegionSetRequest',
];
/** Schemas that it only names. */
const NAMED = ['PromptOut', 'CommunityMetrics', 'HTTPValidationError'];

let text: string;
let document: z.output<typeof Document>;

beforeAll(async () => {
  const answer = await openSandbox().app.request('/openapi.json');
  text = await answer.text();
  document = Document.parse(JSON.parse(text));
});

const Answer = z.object({ content: z.object({ 'application/json': z.object({ schema: Schema }) }) });

/** The schema of an operation's answer, with the components it refers to. */
function schemaOf(response: unknown): z.core.JSONSchema.JSONSchema {
  const { schema } = Answer.parse(response).content['application/json'];
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'));
}

/** Runs a tool on the document in a file, offline. */
async function run(tool: string, args: (file: string, folder: string) => string[]) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'openapi.json');
  await writeFile(file, text);
  const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, [tool, ...args(file, folder)], {
    cwd: folder,
    env: quiet,
  });
  return { stdout, folder };
}

describe('the OpenAPI document', () => {
  it('needs no key, and names its version and the key', () => {
    expect(document.info.version).toBe('1.0.0');
    expect(document.security).toEqual([{ ApiKey: [] }]);
    expect(document.components.securitySchemes).toEqual({
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
  });

  it('has the 32 operations of the API’s document and no unlisted ones, each with 200 and 422', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(32);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(32);
    for (const { responses } of operations) expect(Object.keys(responses)).toEqual(['200', '422']);
    expect(text).not.toContain('/accept');
  });

  it('names schemas like the API’s document, and marks no guesses', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([...DOCUMENTED, ...NAMED]),
    );
    expect(text).not.toContain('assumed');
  });

  it('is also served next to the operations', async () => {
    expect(await (await openSandbox().app.request('/v1/public/openapi.json')).text()).toBe(text);
  });

  it('matches every answer', async () => {
    const sandbox = openSandbox();
    const [{ id }] = (await sandbox.get('/prompts')).json();
    const [{ id: segment }] = (await sandbox.get('/segment-suggestions')).json();
    const [run] = sandbox.world.project(ACME)?.recentRuns(START) ?? [];
    const { runs } = (await sandbox.get(`/prompts/${id}/history`)).json();
    const reads = Object.entries(document.paths).filter(([, methods]) => 'get' in methods);
    for (const [template, methods] of reads) {
      const path = template
        .replace('{project_id}', ACME)
        .replace('{prompt_id}', id)
        .replace('{segment_id}', segment)
        .replace('{run_group_id}', runs[0].run_group_id)
        .replace('{prompt_run_id}', run?.id ?? '');
      const query = `topic=pricing&competitor=Globex&prompt_id=${id}`;
      const answer = await sandbox.ask('GET', `/v1/public${path}?${query}`);
      expect(answer.status, template).toBe(200);
      const schema = z.fromJSONSchema(schemaOf(methods.get?.responses['200']));
      expect(schema.safeParse(answer.json()).error?.issues.slice(0, 3), template).toBeUndefined();
    }
  });

  it('passes the recommended rules of Redocly', async () => {
    const { stdout } = await run(REDOCLY, (file) => ['lint', file, '--extends=recommended', '--format=json']);
    const { totals, problems } = JSON.parse(stdout);
    expect(totals.errors).toBe(0);
    // The API's document names these two, but no operation that answers with them.
    const unused = /RunGroupResults|RunResult/;
    expect(problems.filter(({ message }: { message: string }) => !unused.test(message))).toEqual([]);
  });

  it('can be turned into TypeScript that names every schema and operation', async () => {
    const { folder } = await run(OPENAPI_TYPESCRIPT, (file, folder) => [
      file,
      '--output',
      path.join(folder, 'api.d.ts'),
    ]);
    const types = await readFile(path.join(folder, 'api.d.ts'), 'utf8');
    for (const name of Object.keys(document.components.schemas))
      expect(types).toContain(`\n        ${name}: {`);
    for (const methods of Object.values(document.paths))
      for (const { operationId } of Object.values(methods))
        expect(types).toContain(`\n    ${operationId}: {`);
  });
});
