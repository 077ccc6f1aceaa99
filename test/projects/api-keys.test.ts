import { describe, expect, it } from 'vitest';
import { createApiKeys, createNotInstalledWarning } from '../../src/projects/api-keys.ts';
import { type Project, type Projects, parseProjects } from '../../src/projects/projects.ts';
import { keptLog } from '../support/log-kept.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const GLOBEX = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';

/** Keys from these variables, and one given for Acme in T0ONE. */
function keysWith(variables: Record<string, string>) {
  const keys = createApiKeys((name) => variables[name]);
  keys.give('T0ONE', new Map([[ACME, 'vk-given']]));
  return keys;
}

const project = (given: Partial<Project> = {}): Project => ({ id: ACME, name: 'Acme', ...given });
const COMMON = { VISIBILITY_API_KEY: 'vk-common' };

describe('the key of a project', () => {
  it.each([
    [
      'its own variable comes first',
      { ...COMMON, ACME_KEY: 'vk-acme' },
      { api_key_env: 'ACME_KEY' },
      'vk-acme',
    ],
    ['else the common variable', COMMON, {}, 'vk-common'],
    ['else the one given in Slack', {}, {}, 'vk-given'],
    ['the one given in its own workspace', {}, { workspace: 'T0ONE' }, 'vk-given'],
    ['but not in another workspace', {}, { workspace: 'T0TWO' }, undefined],
    ['nothing replaces its own variable', COMMON, { api_key_env: 'ACME_KEY' }, undefined],
  ])('%s', (_, variables, given, key) => {
    expect(keysWith(variables).of(project(given)).key).toBe(key);
  });

  it('of a project connected in Slack is the one given with it, never the operator’s', () => {
    const keys = keysWith(COMMON);
    const connected = { connected: true, workspace: 'T0ONE' } as const;
    expect(keys.of(project(connected)).key).toBe('vk-given');
    expect(keys.of(project({ ...connected, id: GLOBEX })).key).toBeUndefined();
    expect(keys.isInEnvironment(project(connected))).toBe(false);
  });

  it('says where to look for it', () => {
    const named = (variables: Record<string, string>, given: Partial<Project>) =>
      keysWith(variables).of(project(given)).name;
    expect(named({}, { api_key_env: 'ACME_KEY' })).toBe('ACME_KEY');
    expect(named(COMMON, {})).toBe('VISIBILITY_API_KEY');
    expect(named({}, { workspace: 'T0TWO' })).toBe('VISIBILITY_API_KEY');
    expect(named({}, {})).toBe('the key given with /visibility connect for Acme');
  });
});

describe('missing keys', () => {
  const file = (...keyNames: (string | undefined)[]): Projects =>
    parseProjects(
      `projects:\n${keyNames
        .map(
          (name, i) =>
            `  - { id: ${ACME.slice(0, -1)}${i}, name: P${i}${name ? `, api_key_env: ${name}` : ''} }`,
        )
        .join('\n')}`,
      'projects.yml',
    );
  const missing = (variables: Record<string, string>, projects: Projects, canBeGiven = false) =>
    createApiKeys((name) => variables[name]).describeMissing(projects, canBeGiven);

  it('get a sentence for each variable, with all projects that need it', () => {
    expect(missing({}, file(undefined, 'A_KEY', undefined, undefined, 'A_KEY'))).toEqual([
      'VISIBILITY_API_KEY is missing: the API key of projects P0, P2, and P3',
      'A_KEY is missing: the API key of projects P1 and P4',
    ]);
  });

  it('don’t include the common one if every project has its own', () => {
    expect(missing({ A_KEY: 'a', B_KEY: 'b' }, file('A_KEY', 'B_KEY'))).toEqual([]);
  });

  it('get one too where no header can carry what stands there', () => {
    const faults = missing(
      { VISIBILITY_API_KEY: 'Bearer abc', A_KEY: 'clé' },
      file(undefined, 'A_KEY'),
      true,
    );
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'VISIBILITY_API_KEY can’t be an API key',
      'A_KEY can’t be an API key',
    ]);
  });

  it('are only those the file names, if keys can be given in Slack', () => {
    expect(missing({}, file(undefined, 'A_KEY'), true)).toEqual([
      'A_KEY is missing: the API key of project P1',
    ]);
  });
});

const TEAM = 'T0TEAM';
const TIDEWATER = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';

/** Two projects: the first belongs to this workspace, the second names none. */
const fileWith = (workspace: string) =>
  parseProjects(
    `projects: [{ id: ${ACME}, name: Acme, workspace: ${workspace} }, { id: ${TIDEWATER}, name: Tidewater }]`,
    'projects.yml',
  );

it('warns once about projects of a workspace the bot isn’t in, and again when they change', () => {
  const { log, lines } = keptLog();
  const warn = createNotInstalledWarning(log);
  const warnings = () => lines().map(({ level, elsewhere }) => ({ level, elsewhere }));
  warn(fileWith(TEAM), [TEAM]);
  expect(warnings()).toEqual([]);
  warn(fileWith('T0OTHER'), [TEAM]);
  warn(fileWith('T0OTHER'), [TEAM]);
  const first = { level: 40, elsewhere: [{ workspace: 'T0OTHER', names: ['Acme'] }] };
  expect(warnings()).toEqual([first]);
  warn(fileWith(TEAM), [TEAM]);
  warn(fileWith('T0OTHER'), [TEAM]);
  expect(warnings()).toEqual([first, first]);
});
