/** Why people dismiss leads: what a form offers, how it stands in a row, and how a sentence says it. */

/** `id` is what is kept; a reason in somebody's own words is kept as they wrote it. */
export const DISMISS_REASONS: readonly { id: string; label: string; as: string }[] = [
  { id: 'off_topic', label: 'Off topic', as: 'as off topic' },
  { id: 'too_old', label: 'Too old', as: 'as too old' },
  { id: 'cannot_post', label: 'Can’t post there', as: 'because you can’t post there' },
  { id: 'answered', label: 'Already answered', as: 'as already answered' },
];

/** The choice for which words are asked. */
export const OTHER_REASON = 'other';

/** "Off topic", or somebody's own words. */
export function reasonLabel(reason: string): string {
  return DISMISS_REASONS.find(({ id }) => id === reason)?.label ?? reason;
}

/** "as off topic"; of a reason in somebody's own words "for another reason". */
export function dismissedAs(reason: string): string {
  return DISMISS_REASONS.find(({ id }) => id === reason)?.as ?? 'for another reason';
}
