/** How long a mute of a score alert holds back what is new: until its time, or until its alert is over. */
import type { AlertNews, AlertStanding } from '../decision.ts';

/** The mute as it is at `now` (epoch ms); undefined once it is over, whether or not that was noted yet. */
export function muteAt(news: AlertNews, muted: AlertStanding['muted'], now: number): AlertStanding['muted'] {
  if (!muted) return undefined;
  const isOpen = news.kind === 'score_alert' && news.alert?.status === 'open';
  return (muted.until === undefined ? isOpen : muted.until > now) ? muted : undefined;
}
