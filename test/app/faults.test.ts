import { expect, it } from 'vitest';
import { createFaults } from '../../src/app/run.ts';
import { ClockError, StoreError, StoreFull } from '../../src/errors.ts';
import { createFirstTimeLog, createLog } from '../../src/log.ts';
import { ProjectsFile } from '../../src/projects/projects.ts';

function faultsInto(lines: string[]) {
  const log = createLog('warn', new Set(), { write: (line) => void lines.push(line) });
  return createFaults({ installations: { all: () => [] }, projects: () => ProjectsFile.parse({}), log });
}

it('a fault that comes again and again is told once a minute, and another one at once', () => {
  const lines: string[] = [];
  const { onFault } = faultsInto(lines);
  for (let i = 0; i < 60; i++) onFault(new Error('the same'));
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

it('a database out of reach is one line, whatever its driver says of it: what follows, and what to do', () => {
  const lines: string[] = [];
  const { onFault } = faultsInto(lines);
  const gone = { code: '57P01', severity: 'FATAL', file: 'postgres.c', routine: 'ProcessInterrupts' };
  onFault(Object.assign(new Error('terminating connection due to administrator command'), gone));
  onFault(new Error('Connection terminated unexpectedly'));
  onFault(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/PostgreSQL can’t be reached, so nothing is posted.*DATABASE_URL/);
  expect(lines[0]).not.toContain('postgres.c');
});

it('a lane or a request that it fails logs its sentence, without the driver’s fields', () => {
  const lines: string[] = [];
  const log = createLog('warn', new Set(), { write: (line) => void lines.push(line) });
  const gone = { code: '57P01', severity: 'FATAL', file: 'postgres.c' };
  log.error({ err: Object.assign(new Error('terminating connection'), gone) }, 'A request failed');
  expect(JSON.parse(lines[0] ?? '').err).toEqual({
    type: 'Error',
    code: '57P01',
    message: 'terminating connection',
  });
});

it('a key that can’t be decrypted is logged once, however often it is read', () => {
  const lines: string[] = [];
  const say = createFirstTimeLog(createLog('warn', new Set(), { write: (line) => void lines.push(line) }));
  for (const projectId of ['acme', 'globex', 'acme']) say({ projectId }, 'can’t be decrypted');
  expect(lines).toHaveLength(2);
});

it('a host of several addresses, none of which answers, is told by its code', () => {
  const lines: string[] = [];
  const { onFault } = faultsInto(lines);
  onFault(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ why: 'ECONNREFUSED' });
});
