import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { feedsOf, readProjects } from '../../src/projects/projects.ts';
import { CAST } from '../../src/sandbox/workspace/state.ts';
import { readDemoProjects } from '../../src/verbs/demo.ts';
import { EXAMPLE_PROJECTS } from '../../src/verbs/sandbox.ts';
import { createFolder } from '../support/folder.ts';

const EXAMPLE = readFileSync(EXAMPLE_PROJECTS, 'utf8');

async function read(text: string) {
  const folder = await createFolder();
  const file = path.join(folder.path, 'projects.yml');
  await writeFile(file, text);
  return readProjects(file).finally(folder.remove);
}

it('the demo has the example’s projects, the local Slack’s admin as owner, and a recap on Mondays', async () => {
  const demo = await read(await readDemoProjects());
  expect(demo.owners).toEqual(CAST.filter(({ role }) => role === 'admin').map(({ id }) => id));
  const more = feedsOf(demo).filter(({ kind }) => kind === 'recap');
  expect(more).toMatchObject([{ channel: 'C0ACMELEADS', cron: '0 9 * * 1' }]);
  // The alert is the last post when people open the page.
  const scores = feedsOf(demo).find(({ kind }) => kind === 'scores');
  const same = feedsOf(demo).filter(
    ({ channel, cron }) => channel === scores?.channel && cron === scores.cron,
  );
  expect(same).toEqual([scores]);
  expect(feedsOf(demo)).toHaveLength(feedsOf(await read(EXAMPLE)).length + more.length);
});

it('what the example has commented out is valid: owners, a recap and quiet hours', async () => {
  const projects = await read(EXAMPLE.replace(/^( *)# (?=\w+: )/gm, '$1'));
  expect(projects).toMatchObject({ owners: ['U0123ABCD'], ops_channel: 'C0123OPS' });
  expect(feedsOf(projects)).toContainEqual(expect.objectContaining({ kind: 'recap' }));
  expect(feedsOf(projects)).toContainEqual(expect.objectContaining({ kind: 'leads', quiet: '20:00-8:00' }));
});
