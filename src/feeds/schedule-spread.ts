/** Spreads what is due at one moment over up to two minutes, so that nine o'clock is no rush on the API and on Slack. */
import { hash } from 'node:crypto';

/** With fewer channels due at a moment nobody waits. */
const FEW_CHANNELS = 25;
const MS_PER_CHANNEL = 100;
const LONGEST_MS = 120_000;

/**
 * Gives each slot its `runAfter`, epoch ms: `dueAt`, and later by a share of the window that is always the same for a
 * channel. What is due in one channel at one moment thus stays together, and its order is kept.
 */
export function spread<Slot extends { feed: { channel: string }; dueAt: number }>(
  slots: readonly Slot[],
): (Slot & { runAfter: number })[] {
  const windows = new Map(
    Array.from(
      Map.groupBy(slots, ({ dueAt }) => dueAt),
      ([dueAt, together]) => [dueAt, windowOf(new Set(together.map(({ feed }) => feed.channel)).size)],
    ),
  );
  return slots.map((slot) => {
    const window = windows.get(slot.dueAt) ?? 0;
    return { ...slot, runAfter: slot.dueAt + Math.floor(window * shareOf(slot.feed.channel)) };
  });
}

function windowOf(channels: number): number {
  return channels < FEW_CHANNELS ? 0 : Math.min(channels * MS_PER_CHANNEL, LONGEST_MS);
}

/** A channel's place in the window: from 0 up to 1, the same in every process and after every restart. */
function shareOf(channel: string): number {
  return hash('sha256', channel, 'buffer').readUInt32BE() / 2 ** 32;
}
