/** How old a thing was when its message was decided. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';

const UNITS = [
  { short: 'd', ms: DAY_MS },
  { short: 'h', ms: HOUR_MS },
  { short: 'min', ms: MINUTE_MS },
];

/** "5 h old", "1 d old"; for a row. */
export function age(since: number, now: number): string {
  const [amount, unit] = inUnits(now - since);
  return unit ? `${amount} ${unit.short} old` : 'just now';
}

/** "3 h": how long something took; for a row. */
export function lasting(ms: number): string {
  const [amount, unit] = inUnits(ms);
  return unit ? `${amount} ${unit.short}` : 'under a minute';
}

function inUnits(ms: number): [number, (typeof UNITS)[number] | undefined] {
  const unit = UNITS.find((one) => ms >= one.ms);
  return [unit ? Math.floor(ms / unit.ms) : 0, unit];
}
