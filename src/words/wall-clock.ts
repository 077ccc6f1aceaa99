/** Local date and time in a timezone. */

/** "Fri", "2026", "11", "20", "09", "04", "00": numbers are zero-padded. */
export type WallClock = Readonly<
  Record<'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>
>;

// Creating a format takes longer than rendering a message. There are a few hundred timezones at most.
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatting is slow too, and a page names the same few times again and again. */
const known = new Map<string, WallClock>();
const MOST_KNOWN = 1_000;

/** `ms` since the epoch; `timezone` is an IANA name. @throws RangeError for an unknown timezone */
export function wallClock(ms: number, timezone: string): WallClock {
  const key = `${ms} ${timezone}`;
  const clock = known.get(key) ?? readClock(ms, timezone);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, clock);
  return clock;
}

function readClock(ms: number, timezone: string): WallClock {
  const clock = { weekday: '', year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatIn(timezone).formatToParts(ms)) {
    if (type in clock) clock[type as keyof WallClock] = value;
  }
  return clock;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}
