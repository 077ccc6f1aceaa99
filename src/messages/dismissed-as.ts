/** The reasons for which people dismiss leads, as a sentence says them. */

const REASONS: Readonly<Record<string, string>> = {
  off_topic: 'as off topic',
  too_old: 'as too old',
  cannot_post: 'because one cannot post there',
  answered: 'as already answered',
};

/** "as off topic"; of a reason in somebody's own words "for another reason". */
export function dismissedAs(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? '') : 'for another reason';
}
