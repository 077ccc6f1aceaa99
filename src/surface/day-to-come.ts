/** What begins on a day that hasn’t come yet has nothing to show: commands and questions say so alike. */
import { dayInYear } from '../messages/times.ts';
import { Refused } from './refused.ts';

/** Days as YYYY-MM-DD, where the project lives. @throws Refused where `from` is after `today` */
export function refuseToCome(from: string | undefined, today: string): void {
  if (from === undefined || from <= today) return;
  const sentence = `${dayInYear(from, today)} hasn’t come yet; today is ${dayInYear(today)}. Ask for an earlier day.`;
  throw new Refused({ sentence }, { because: 'none_of_those_days' });
}
