/** Tells a schedule in cron from one in words, for the parser and for messages. */

/** Whether a schedule is meant as cron, right or wrong: "0 9 * * 1-5", "0 9 1 1 1", "@daily". */
export function isCron(schedule: string): boolean {
  return /\*|^\s*@|^\s*\d\S*(?:\s+\d[^:\s]*){4}\s*$/.test(schedule);
}
