/** How much later than its schedule says a post comes, in its footer; said of posts that were made up for. */
import { figure } from './figures.ts';

/** "catch-up, 15 h late"; undefined of a post that came on time. */
export function lateInWords({ lateHours }: { lateHours?: number | undefined }): string | undefined {
  return lateHours === undefined ? undefined : `catch-up, ${figure(lateHours)} h late`;
}
