/** Whether Slack sent a request: every one of its own is signed, whatever it is for. https://docs.slack.dev/authentication/verifying-requests-from-slack */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../durations.ts';

/** An older one may be somebody's copy; a newer one was signed by no clock of Slack's. */
const LASTS_MS = 5 * MINUTE_MS;

/** `rawBody`: as it came, byte for byte. `realNow` in epoch ms. */
export function isSignedBySlack(
  { timestamp = '', signature = '' }: { timestamp: string | undefined; signature: string | undefined },
  rawBody: Uint8Array | string,
  signingSecret: string,
  realNow: number,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(realNow - Number(timestamp) * 1_000) > LASTS_MS) return false;
  const [, given] = signature.match(/^v0=([0-9a-f]{64})$/) ?? [];
  if (given === undefined) return false;
  const made = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(rawBody).digest();
  return timingSafeEqual(made, Buffer.from(given, 'hex'));
}
