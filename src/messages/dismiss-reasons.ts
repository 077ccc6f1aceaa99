/** Why people dismiss leads: the reasons that a modal offers, and how each stands in a row. */

/** `id` is what is kept; a reason in somebody's own words is kept as they wrote it. */
export const DISMISS_REASONS: readonly { id: string; label: string }[] = [
  { id: 'off_topic', label: 'Off topic' },
  { id: 'too_old', label: 'Too old' },
  { id: 'cannot_post', label: 'Can’t post there' },
  { id: 'answered', label: 'Already answered' },
];

/** "Off topic", or somebody's own words. */
export function reasonLabel(reason: string): string {
  return DISMISS_REASONS.find(({ id }) => id === reason)?.label ?? reason;
}
