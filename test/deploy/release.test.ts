/** The release workflow, read as GitHub reads it: by its own parser and schema. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../../src/verbs/source-files.ts';

// The parser imports its schema in a way that Node refuses.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
);
hooks.deregister();

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const text = read('.github/workflows/release.yml');

/** What GitHub says against it: of its form, its expressions, and of what its jobs need of each other. */
async function faultsOf(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'release.yml', content }, new NoOperationTraceWriter());
  const { errors = [] } = (value && (await convertWorkflowTemplate(context, value))) ?? {};
  return [
    ...context.errors.getErrors().map(({ message }) => message),
    ...errors.map(({ Message }) => Message),
  ];
}

const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const Workflow = z.object({
  permissions: z.object({}).strict(),
  jobs: z.object({
    test: z.object({ permissions: z.record(z.string(), z.string()), steps: z.array(Step) }),
    image: z.object({
      needs: z.string(),
      permissions: z.record(z.string(), z.string()),
      steps: z.array(Step),
    }),
  }),
});
const { jobs } = Workflow.parse(parse(text));

describe('the release workflow', () => {
  it('is one that GitHub takes', async () => {
    expect(await faultsOf(text)).toEqual([]);
  });

  it.each([
    ['runs-on: ubuntu-24.04', 'runs_on: ubuntu-24.04'],
    ['needs: test', 'needs: tests'],
    ['github.actor }}', 'github.actor'],
    ['packages: write', 'packages: wrote'],
  ])('would not be with %s as %s', async (right, wrong) => {
    expect(text).toContain(right);
    expect(await faultsOf(text.replace(right, wrong))).not.toEqual([]);
  });

  it('tests before it builds, as everywhere', () => {
    expect(jobs.image.needs).toBe('test');
    expect(jobs.test.steps.at(-1)?.run).toBe('.ci/run');
  });

  it('builds for two architectures, with SBOM and provenance, on the Dockerfile’s base', () => {
    const build = jobs.image.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
    expect(build?.with).toMatchObject({
      platforms: 'linux/amd64,linux/arm64',
      push: true,
      sbom: true,
      provenance: 'mode=max',
    });
    // Its sed finds one base: where it is built is not where it runs.
    expect(text).toContain("sed -n 's/^FROM \\(node:[^ ]*\\)$/\\1/p' Dockerfile");
    expect(read('Dockerfile').match(/^FROM node:[^ ]*$/gm)).toHaveLength(1);
  });

  it('may write what a job needs and no more', () => {
    expect(jobs.test.permissions).toEqual({ contents: 'read' });
    expect(jobs.image.permissions).toEqual({ contents: 'write', packages: 'write', 'id-token': 'write' });
  });

  it('gives its scripts what comes from outside as variables alone', () => {
    const scripts = [...jobs.test.steps, ...jobs.image.steps].flatMap(({ run }) => run ?? []);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });
});
