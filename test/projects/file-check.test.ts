import { expect, it } from 'vitest';
import { createNotInstalledWarning } from '../../src/projects/api-keys.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { keptLog } from '../support/log-kept.ts';

const TEAM = 'T0TEAM';
const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
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
