import { expect, it } from 'vitest';
import { createThreadedSlots } from '../../src/app/threaded-slots.ts';
import { createTurnMemory } from '../../src/store/write-turn.ts';
import { keptLog } from '../support/log-kept.ts';
import { unforeseen } from '../support/surface-over.ts';

it('a thread that fails while the bot stops does not keep it from stopping', async () => {
  const { log, lines } = keptLog();
  const slots = createThreadedSlots({
    here: { call: unforeseen, stop: async () => undefined },
    // Without a configuration the thread fails at once.
    environment: {},
    turn: createTurnMemory(),
    installed: () => [],
    apiTimeouts: {},
    leaseMs: 60_000,
    isMember: unforeseen,
    wakePump: unforeseen,
    writeLine: unforeseen,
    onFault: unforeseen,
    metrics: {
      countApiRequest: unforeseen,
      setPollTime: unforeseen,
      countSlot: unforeseen,
      countStoreError: unforeseen,
    },
    log,
  });
  slots.call();
  await slots.stop();
  expect(lines().map(({ msg }) => msg)).toContain('The thread that runs slots failed');
});
