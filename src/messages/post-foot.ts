/** What a post's footer says of its feed: its schedule as the projects file says it, and how late the post comes. */
import { figure } from './figures.ts';
import { brief } from './lengths.ts';
import { capital } from './text.ts';

/** "Weekdays at 9:00 Europe/Berlin", "Cron 0 9 * * 1-5 Europe/Berlin". */
export function scheduleInWords({ schedule, timezone }: { schedule: string; timezone: string }): string {
  const words = brief(/^[a-z]/i.test(schedule) ? schedule : `cron ${schedule}`, 'name');
  return `${capital(words)} ${timezone}`;
}

/** "catch-up, 15 h late"; undefined of a post that came on time. */
export function lateInWords({ lateHours }: { lateHours?: number | undefined }): string | undefined {
  return lateHours === undefined ? undefined : `catch-up, ${figure(lateHours)} h late`;
}
