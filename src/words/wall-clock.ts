/** What a clock and a calendar on the wall show somewhere. */

/** As they are written: "Fri", "2026", "11", "20", "09", "04", "00"; all but the weekday have their full width. */
export type WallClock = Readonly<
  Record<'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>
>;

// Making a format costs more than a whole message does. Timezones are a few hundred at most.
const formats = new Map<string, Intl.DateTimeFormat>();

/** `ms` since the epoch; `timezone` by its IANA name. @throws RangeError for a timezone that there is not */
export function wallClock(ms: number, timezone: string): WallClock {
  const shown = { weekday: '', year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatIn(timezone).formatToParts(ms)) {
    if (type in shown) shown[type as keyof WallClock] = value;
  }
  return shown;
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
