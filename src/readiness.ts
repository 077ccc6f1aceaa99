/** What /readyz says: whether the bot can do its work now, and if not, what is missing. */
import { MINUTE_MS } from './durations.ts';

/** Times are epoch ms, real time; a time is undefined where the thing never happened. */
export type Signs = {
  isStopping: boolean;
  /** Slack has confirmed the bot, and its socket stood once where there is one. */
  isConfirmed: boolean;
  /** When Slack and the bot last heard each other. */
  heardAt: number | undefined;
  /** When the last tick ended that went well. */
  tickedAt: number | undefined;
  takesWrites: boolean;
};

/** Slack is asked once a minute, and ticks come once a minute: one of each may be missed. */
const SILENT_MS = 2 * MINUTE_MS;
const LATE_MS = 3 * MINUTE_MS;

/** What is missing, a line for each thing; none: the bot is ready. */
export function missingOf(signs: Signs, now: number): string[] {
  const { isStopping, isConfirmed, heardAt, tickedAt, takesWrites } = signs;
  if (isStopping) return ['the bot is stopping'];
  const tickIsLate = isConfirmed && tickedAt !== undefined && now - tickedAt > LATE_MS;
  return [
    ...(takesWrites ? [] : ['the store takes no write']),
    ...(isConfirmed ? silenceOf(heardAt, now) : ['waiting for Slack to confirm the bot']),
    ...(tickIsLate ? [`the last tick ended ${minutes(now - tickedAt)} ago; one is due every minute`] : []),
  ];
}

function silenceOf(heardAt: number | undefined, now: number): string[] {
  if (heardAt === undefined) return ['Slack has not been heard yet'];
  return now - heardAt > SILENT_MS ? [`Slack was last heard ${minutes(now - heardAt)} ago`] : [];
}

const minutes = (ms: number) => `${Math.floor(ms / MINUTE_MS)} min`;
