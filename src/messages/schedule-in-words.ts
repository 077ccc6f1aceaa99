/** A feed's schedule under its posts: as the projects file says it, and in which timezone. */
import { capital } from './first-letter.ts';
import { brief } from './lengths.ts';

/** "Weekdays at 9:00 Europe/Berlin", "Cron 0 9 * * 1-5 Europe/Berlin". */
export function scheduleInWords({ schedule, timezone }: { schedule: string; timezone: string }): string {
  const words = brief(/^[a-z]/i.test(schedule) ? schedule : `cron ${schedule}`, 'name');
  return `${capital(words)} ${timezone}`;
}
