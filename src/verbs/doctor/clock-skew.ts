/** What it means that a clock elsewhere shows another time than ours. Pure. */
import { MINUTE_MS } from '../../durations.ts';
import { duration } from '../../messages/times.ts';
import { type Noted, ok, skipped, trouble } from './report.ts';

/** Answers tell their time to the second, and have travelled. */
const SAME_MS = 5_000;
/** Slack's signed requests are refused when they are older. https://docs.slack.dev/authentication/verifying-requests-from-slack */
const REFUSED_MS = 300_000;

/** `skewMs`: how far their clock is before ours. `signed`: whether requests of theirs are checked for their age. */
export function clockLook(whose: 'Slack' | 'the API', skewMs: number | undefined, signed: boolean): Noted {
  if (skewMs === undefined) return { look: skipped('clock', `${whose} does not tell its time`) };
  const apart = Math.abs(skewMs);
  if (apart <= SAME_MS) return { look: ok('clock', `ours and that of ${whose} agree`) };
  const how = `${apart < MINUTE_MS ? `${Math.round(apart / 1000)} s` : duration(apart)} ${skewMs > 0 ? 'behind' : 'before'}`;
  const refused = signed && apart >= REFUSED_MS;
  const cost = refused
    ? 'every command and every click is refused as too old.'
    : 'what is due comes so much earlier or later.';
  const sentence = `This machine’s clock is ${how} that of ${whose}: ${cost}`;
  const level = refused ? 'fault' : 'loss';
  const mend = 'Let this machine set its clock by itself (NTP): timedatectl set-ntp true';
  return trouble(level, whose === 'Slack' ? whose : 'API', { what: 'clock', sentence, mend });
}
