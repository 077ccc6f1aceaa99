import { expect, it } from 'vitest';
import { createFaults } from '../../src/app/run.ts';
import { ClockError, StoreError, StoreFull } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';

it('a full disk and a silent clock are waited out, with one line a minute, while any other fault of the store ends the bot', async () => {
  const lines: string[] = [];
  const log = createLog('warn', new Set(), { write: (line) => void lines.push(line) });
  const { onFault, storeLost } = createFaults({
    installations: { all: () => [] },
    recipients: () => [],
    log,
  });
  const full = new StoreFull('no room');
  onFault(full);
  onFault(full);
  onFault(new ClockError('no clock'));
  expect(lines).toHaveLength(1);
  const failed = new StoreError('the disk fails');
  onFault(failed);
  await expect(storeLost).rejects.toBe(failed);
});
