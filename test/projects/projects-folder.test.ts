import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { feedsOf, readProjects, timezoneOf } from '../../src/projects/projects.ts';
import { withMade } from '../../src/projects/projects-source.ts';
import { temporaryFolder } from '../support/folder.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const TIDEWATER = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';
const GLOBEX = '0d6a1f4e-7c3b-4e2a-8f19-5b4c3d2e1f00';

/** A file with one project that posts its leads. */
const project = (id: string, name: string, leads = 'channel: C0LEADS, schedule: "9:00"') =>
  ['projects:', `  - id: ${id}`, `    name: ${name}`, `    leads: { ${leads} }`].join('\n');

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

/** The faults of such a folder, without its path. */
async function faultsIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = folderOf(files);
  const bare = (fault: string) => fault.replaceAll(`${folder}${path.sep}`, '');
  return readProjects(folder).then(
    () => [],
    (error) => (error instanceof ConfigError ? error.faults.map(bare) : Promise.reject(error)),
  );
}

describe('a folder of project files', () => {
  it('is read as one, its .yml files in alphabetical order', async () => {
    const { projects } = await readProjects(
      folderOf({
        'b.yaml': project(TIDEWATER, 'Tidewater'),
        'a.yml': project(ACME, 'Acme'),
        'notes.txt': 'no: [yaml',
        '._a.yml': 'left by an editor: [',
      }),
    );
    expect(projects.map(({ name }) => name)).toEqual(['Acme', 'Tidewater']);
  });

  it('applies common keys from any of its files', async () => {
    const all = await readProjects(
      folderOf({
        'a.yml': project(ACME, 'Acme'),
        'b.yml': `owners: [U0ANA]\non_unclear: resend\n${project(TIDEWATER, 'Tidewater')}`,
        'c.yml':
          'ops_channel: C0OPS\npermissions: { leads: admins }\napi: { openapi: https://a.example/openapi.json }\ndashboard_url: https://d.example',
      }),
    );
    expect(all).toMatchObject({
      owners: ['U0ANA'],
      on_unclear: 'resend',
      ops_channel: 'C0OPS',
      permissions: { leads: 'admins', prompts: 'members', configure: 'admins' },
      api: { openapi: 'https://a.example/openapi.json' },
      dashboard_url: 'https://d.example',
      defaults: { timezone: 'UTC' },
    });
  });

  it('gives each project the default timezone of its own file', async () => {
    const all = await readProjects(
      folderOf({
        'a.yml': project(ACME, 'Acme'),
        'b.yml': `defaults: { timezone: Europe/Berlin }\n${project(TIDEWATER, 'Tidewater')}`,
        'c.yml': `defaults: { timezone: Asia/Tokyo }\n${project(GLOBEX, 'Globex', 'channel: C0GLOBEX, schedule: "9:00", timezone: Asia/Seoul')}`,
      }),
    );
    expect(feedsOf(all).map(({ timezone }) => timezone)).toEqual(['UTC', 'Europe/Berlin', 'Asia/Seoul']);
    expect(all.projects.map((each) => timezoneOf(all, each))).toEqual(['UTC', 'Europe/Berlin', 'Asia/Tokyo']);
  });

  it('gives a project connected in Slack the first file’s timezone', async () => {
    const file = await readProjects(
      folderOf({
        'a.yml': project(ACME, 'Acme'),
        'b.yml': 'defaults: { timezone: Europe/Berlin }',
        'c.yml': 'defaults: { timezone: Asia/Tokyo }',
      }),
    );
    const connected = { id: GLOBEX, name: 'Globex', channel: 'C0GLOBEX' };
    const there = withMade(file, { team: 'T0TEAM', projects: [connected], feeds: [] });
    expect(there.projects.map((each) => timezoneOf(there, each))).toEqual(['UTC', 'Europe/Berlin']);
  });
});

describe('a folder is refused, naming both lines', () => {
  it('if a second file sets a common key differently', async () => {
    const files = {
      'a.yml': `owners: [U0ANA]\n${project(ACME, 'Acme')}`,
      'b.yml': `${project(TIDEWATER, 'Tidewater')}\npermissions: { leads: admins }\nowners: [U0BEN]`,
      'c.yml': 'owners: []\npermissions: { leads: members }',
    };
    expect(await faultsIn(files)).toEqual([
      'b.yml:6: owners is already set in a.yml:1; set it in one file only',
      'c.yml:1: owners is already set in a.yml:1; set it in one file only',
      'c.yml:2: permissions is already set in b.yml:5; set it in one file only',
    ]);
  });

  it('if an earlier file has the project, by id or by name', async () => {
    const files = {
      'a.yml': project(ACME, 'Acme'),
      'b.yml': project(ACME, 'Globex'),
      'c.yml': `# Another\n${project(TIDEWATER, 'ACME')}`,
    };
    expect(await faultsIn(files)).toEqual([
      'b.yml:2: project 1 (Globex): id is already used by an earlier project (a.yml:2); keep one of the two, or change its id',
      'c.yml:4: project 1 (ACME): name is already used by an earlier project (a.yml:3); keep one of the two, or change its name',
    ]);
  });

  it('with those faults and all others at once', async () => {
    const files = {
      'a.yml': `owners: [U0ANA]\n${project(ACME, 'Acme')}\nowner: U0ANA`,
      'b.yml': `owners: [U0BEN]\n${project(ACME, 'Acme')}`,
      'c.yml': 'projects: [',
    };
    expect(await faultsIn(files)).toEqual([
      'a.yml:6: owner is not a known key; did you mean owners?',
      expect.stringMatching(/^c\.yml:1: .*bracket/),
      expect.stringMatching(
        /^b\.yml:3: project 1 \(Acme\): id is already used by an earlier project \(a\.yml:3\)/,
      ),
      'b.yml:1: owners is already set in a.yml:1; set it in one file only',
    ]);
  });
});

it('two files may set a common key to the same value', async () => {
  const alike = 'owners: [U0ANA]\npermissions: { leads: admins }';
  const files = {
    'a.yml': `${alike}\n${project(ACME, 'Acme')}`,
    'b.yml': `${project(TIDEWATER, 'Tidewater')}\n${alike}`,
  };
  expect(await faultsIn(files)).toEqual([]);
});

it('a file that isn’t UTF-8 is refused, not read with other letters', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'a.yml'), Buffer.from(project(ACME, 'Café'), 'latin1'));
  await expect(readProjects(folder)).rejects.toThrow(/a\.yml \(PROJECTS_FILE\) isn’t UTF-8 text/);
});
