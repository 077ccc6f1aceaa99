/** The modal behind Snooze…: which leads, and on which day they come back. */
import type { ModalView } from '@slack/types';
import { VIEWS } from '../../slack/blocks.ts';
import { field, form, option } from './form.ts';
import { type ChoosableLead, leadChoices } from './lead-choices.ts';

/** Where the choice is found in the submission, and the day for it. */
export const UNTIL_INPUT = { blockId: 'until', actionId: 'until' } as const;
export const DAY_INPUT = { blockId: 'day', actionId: 'day' } as const;

/** The choice for which a day is asked. */
export const PICKED_DAY = 'day';

const CHOICES = [
  { id: 'tomorrow', label: 'Tomorrow' },
  { id: 'monday', label: 'Monday' },
  { id: PICKED_DAY, label: 'On the date below' },
];

/** `metadata` comes back with the submission as private_metadata. */
export function leadSnoozeModal(leads: readonly ChoosableLead[], metadata: string): ModalView {
  return form(
    VIEWS.leadSnooze,
    { title: leads.length === 1 ? 'Snooze lead' : 'Snooze leads', submit: 'Snooze', metadata },
    [
      ...leadChoices(leads),
      ...field({
        name: UNTIL_INPUT.blockId,
        label: 'Bring back',
        element: {
          type: 'radio_buttons',
          action_id: UNTIL_INPUT.actionId,
          options: CHOICES.map(({ id, label }) => option(id, label)),
        },
      }),
      ...field({
        name: DAY_INPUT.blockId,
        label: 'Date, if you chose one',
        optional: true,
        element: { type: 'datepicker', action_id: DAY_INPUT.actionId },
      }),
    ],
  );
}
