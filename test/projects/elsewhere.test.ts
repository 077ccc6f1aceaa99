import { expect, it } from 'vitest';
import { createElsewhereWarning } from '../../src/projects/file-check.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { keptLog } from '../support/log-kept.ts';

const TEAM = 'T0TEAM';
const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const TIDEWATER = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';

/** A file with two projects, the first in this workspace, the second in no workspace in particular. */
const fileWith = (workspace: string) =>
  parseProjects(
    `projects: [{ id: ${ACME}, name: Acme, workspace: ${workspace} }, { id: ${TIDEWATER}, name: Tidewater }]`,
    'projects.yml',
  );

it('of projects in a workspace that the bot is not in the log has one warning, and another when that changes', () => {
  const { log, lines } = keptLog();
  const warn = createElsewhereWarning(log);
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
