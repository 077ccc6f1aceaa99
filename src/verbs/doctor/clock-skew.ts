/** Judges how far this machine's clock is off from Slack's or the API's. Pure. */
import { MINUTE_MS } from '../../durations.ts';
import { duration } from '../../messages/times.ts';
import { type LookResult, ok, skipped, trouble } from './report.ts';

/** Answers are dated to the second, and take a while to arrive. */
const SAME_MS = 5_000;
/** Older signed requests from Slack are refused. https://docs.slack.dev/authentication/verifying-requests-from-slack */
const REFUSED_MS = 300_000;

/** `skewMs`: how far their clock is ahead of ours. `signed`: whether the age of their requests is checked. */
export function judgeClock(
  whose: 'Slack' | 'the API',
  skewMs: number | undefined,
  signed: boolean,
): LookResult {
  if (skewMs === undefined) return { look: skipped('clock', `${whose} doesn’t send its time`) };
  const apart = Math.abs(skewMs);
  if (apart <= SAME_MS) return { look: ok('clock', `agrees with ${whose}’s`) };
  const size = apart < MINUTE_MS ? `${Math.round(apart / 1000)} s` : duration(apart);
  const [direction, effect] = skewMs > 0 ? ['behind', 'late'] : ['ahead of', 'early'];
  const isRefused = signed && apart >= REFUSED_MS;
  const cost = isRefused
    ? 'Every command and click is refused as too old.'
    : `Feeds run that much too ${effect}.`;
  const sentence = `This machine’s clock is ${size} ${direction} ${whose}’s. ${cost}`;
  const level = isRefused ? 'fault' : 'loss';
  const mend = 'Let this machine sync its clock (NTP): timedatectl set-ntp true';
  return trouble(level, whose === 'Slack' ? whose : 'API', { what: 'clock', sentence, mend });
}
