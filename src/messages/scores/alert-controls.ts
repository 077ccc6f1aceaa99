/** What the message of every alert has: who looks into it, quiet, and the buttons for both. These carry nothing: the message knows it. */
import type { AlertStanding } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { button, type Control, type Part, paragraph } from '../page.ts';
import { bold, capital, say, user } from '../text.ts';
import { moment } from '../times.ts';
import { mutedUntil } from './alert-words.ts';

export type AlertState = Readonly<Record<'isOpen' | 'isMuted' | 'isTaken', boolean>>;

/** `which`: "score alert A37". */
export function alertControls(which: string, { isOpen, isMuted, isTaken }: AlertState): (Control | false)[] {
  return [
    isOpen && !isTaken && button(ACTIONS.alertTake, 'I’m on it', `I’m on ${which}`, 'take'),
    isOpen && isTaken && button(ACTIONS.alertTake, 'Release', `Release ${which}`, 'release'),
    isMuted && button(ACTIONS.alertUnmute, 'Unmute', `Unmute ${which}`, 'unmute'),
    isOpen && !isMuted && button(ACTIONS.alertMute, 'Mute…', `Mute ${which}`, 'mute'),
    button(ACTIONS.alertNotUseful, 'Not useful', `${capital(which)} is not useful`, 'not_useful'),
  ];
}

export function takenLine({ by, since }: NonNullable<AlertStanding['taken']>): Part | undefined {
  return paragraph(say`✋ ${bold(say`${user(by)} is on it`)} since ${moment(since)}.`);
}

export function mutedLine(muted: NonNullable<AlertStanding['muted']>): Part | undefined {
  const until = bold(say`Muted ${mutedUntil(muted, 'it')}`);
  return paragraph(say`${until}: no new alerts on this project’s visibility come here meanwhile.`);
}
