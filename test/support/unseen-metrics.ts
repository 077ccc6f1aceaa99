/** Metrics of parts that are tried without a store: what they count can be read all the same. */
import { createMetrics, type Metrics } from '../../src/metrics.ts';

export const unseenMetrics = (): Metrics =>
  createMetrics(async () => ({ slotsDue: 0, outboxPending: 0, oldestSeconds: 0 }));
