import { expect, it } from 'vitest';
import { createFaults } from '../../src/app/run.ts';
import { ClockError, StoreError, StoreFull } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import { ProjectsFile } from '../../src/projects/projects.ts';

function faultsInto(lines: string[]) {
  const log = createLog('warn', new Set(), { write: (line) => void lines.push(line) });
  return createFaults({ installations: { all: () => [] }, projects: () => ProjectsFile.parse({}), log });
}

it('a fault that comes again and again is told once a minute, and another one at once', () => {
  const lines: string[] = [];
  const { onFault } = faultsInto(lines);
  for (let i = 0; i < 60; i++) onFault(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  expect(lines).toHaveLength(1);
  onFault(new Error('something else'));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('something else');
});

it('a full disk and a silent clock are waited out, with one line a minute, while any other fault of the store ends the bot', async () => {
  const lines: string[] = [];
  const { onFault, storeLost } = faultsInto(lines);
  const full = new StoreFull('no room');
  onFault(full);
  onFault(full);
  onFault(new ClockError('no clock'));
  expect(lines).toHaveLength(1);
  const failed = new StoreError('the disk fails');
  onFault(failed);
  await expect(storeLost).rejects.toBe(failed);
});
