/** The modal behind Mute… on a score alert: for how long nothing more is to be heard. */
import type { ModalView } from '@slack/types';
import { VIEWS } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { field, form, option } from './form.ts';

export const MUTE_FIELD = 'for';

/** What can be chosen; the last one ends with the alert. */
export const MUTE_CHOICES = { day: '1 day', week: '1 week', recovered: 'Until it has recovered' } as const;
export type MuteChoice = keyof typeof MUTE_CHOICES;

export function alertMuteModal(which: string, project: string, metadata: string): ModalView {
  const { day, week, recovered } = MUTE_CHOICES;
  const options = [option('day', day), option('week', week), option('recovered', recovered)];
  const name = brief(project, 'project');
  return form(VIEWS.alertMute, { title: 'Mute alert', submit: 'Mute', metadata }, [
    section(
      mrkdwn`${brief(which, 'place')}: no new score alerts of ${name} are posted in this channel meanwhile. This message goes on to show how it stands.`,
    ),
    ...field({
      name: MUTE_FIELD,
      label: 'For',
      element: { type: 'radio_buttons', action_id: MUTE_FIELD, options },
    }),
  ]);
}
