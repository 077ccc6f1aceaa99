/** The modal behind Snooze…, submitted: a day that is missing or past is said at the field; otherwise the leads sleep. */
import { CHOICE_BLOCK } from '../../messages/forms/lead-choices.ts';
import { DAY_INPUT, PICKED_DAY, UNTIL_INPUT } from '../../messages/forms/lead-snooze-modal.ts';
import { type SnoozeChoice, snoozeUntil } from '../../rules/lead-times.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { leadsTimezone } from '../leads/clicked-lead.ts';
import { actOnForm, submittedForm } from '../leads/lead-form.ts';
import type { View } from '../request.ts';

export const leadSnoozeView: View = {
  id: VIEWS.leadSnooze,
  async submit(request, deps) {
    const form = submittedForm(request);
    if (form.leads.length === 0) return { errors: { [CHOICE_BLOCK]: 'Tick the leads to snooze.' } };
    const timezone = leadsTimezone(form.project, deps.projects());
    const until = snoozeUntil(choiceIn(request.values), timezone, deps.clock.now());
    if (until === undefined || until <= deps.clock.now()) {
      return { errors: { [DAY_INPUT.blockId]: 'Pick a day that is still to come.' } };
    }
    return {
      channel: form.channel,
      answerAt: form.from?.answerAt,
      after: (asker) => actOnForm(form, { kind: 'snooze', until }, asker, deps),
    };
  },
};

function choiceIn(values: Readonly<Record<string, string>>): SnoozeChoice {
  const { [UNTIL_INPUT.actionId]: choice, [DAY_INPUT.actionId]: day = '' } = values;
  return choice === 'tomorrow' || choice === 'monday' ? choice : { day: choice === PICKED_DAY ? day : '' };
}
