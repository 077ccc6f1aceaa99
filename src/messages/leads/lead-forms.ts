/** The forms of leads, which the buttons and menus of lead-row.ts open. Times in epoch ms. */
import type { DigestLead, LeadStanding } from '../../decision.ts';
import { VIEWS } from '../actions.ts';
import { count, leadScore } from '../figures.ts';
import { type Field, type Form, field, form, note, type Part, paragraph, rows } from '../page.ts';
import { beside, bold, join, say } from '../text.ts';
import { dayName, duration } from '../times.ts';
import { DISMISS_REASONS, leadLink, leadState, OTHER_REASON, placeAndAge, titleOf } from './lead-facts.ts';

type NamedLead = { handle: string; lead: DigestLead };

export const LONGEST_WORDS = 140;

/** The longest snooze: by then nobody reads a reply in the thread anymore. */
export const SNOOZE_DAYS = 180;

/** `reason`: chosen already, which “Another reason…” in a menu does. */
export function leadDismissForm(
  leads: readonly NamedLead[],
  carries: string,
  at: number,
  reason?: string | undefined,
): Form {
  const options = [...DISMISS_REASONS, OTHER_REASON].map(({ id, label }) => ({ value: id, label }));
  return form(
    {
      id: VIEWS.leadDismiss,
      title: leads.length === 1 ? 'Not for us' : 'Dismiss several leads',
      submit: 'Dismiss',
      carries,
    },
    leadChoices(leads, at),
    field('reason', 'Why', { type: 'choice', as: 'radio', options, initial: reason }),
    noteField('Stays in the lead’s history.'),
  );
}

function noteField(hint: string): Field {
  return field('words', 'Note', { type: 'text', max: LONGEST_WORDS }, { hint, optional: true });
}

export function leadRepliedForm(lead: NamedLead, carries: string): Form {
  const hint = 'The digest will link to it.';
  return form(
    { id: VIEWS.leadReplied, title: 'Replied', submit: 'Save', carries },
    leadName(lead),
    field('reply', 'Link to your reply', { type: 'text' }, { id: 'url', hint, optional: true }),
  );
}

export function leadAssignForm(lead: NamedLead, carries: string, isHeld = false): Form {
  // Slack’s menu of people can’t leave anyone out.
  const hint =
    'They must be in this channel; guests, apps and people from other organisations can’t answer leads. They get a direct message and can decline.';
  return form(
    {
      id: VIEWS.leadAssign,
      title: isHeld ? 'Hand over lead' : 'Assign lead',
      submit: isHeld ? 'Hand over' : 'Assign',
      carries,
    },
    leadName(lead),
    field('teammate', 'Teammate', { type: 'people', most: 1 }, { hint }),
    noteField('Goes with the direct message, and stays in the lead’s history.'),
  );
}

/** Asks before a colleague’s claim ends. `standing` is what the reader may know. */
export function leadReleaseForm(lead: NamedLead, carries: string, standing: LeadStanding, at: number): Form {
  return form(
    { id: VIEWS.leadRelease, title: 'Release lead', submit: 'Release', carries },
    leadName(lead),
    paragraph(say`${leadState(standing, at)}. If you release it, they’re told and anyone can claim it.`),
  );
}

/** The days (YYYY-MM-DD) are offered by name. */
export function leadSnoozeForm(
  leads: readonly NamedLead[],
  carries: string,
  at: number,
  { tomorrow, nextWeek }: { tomorrow: string; nextWeek: string },
): Form {
  const options = [
    { value: tomorrow, label: `Tomorrow, ${dayName(tomorrow)}` },
    { value: nextWeek, label: `Next week, ${dayName(nextWeek)}` },
  ];
  const hint = `If you pick one, it counts instead of the choice above. At most ${SNOOZE_DAYS} days ahead.`;
  return form(
    {
      id: VIEWS.leadSnooze,
      title: leads.length === 1 ? 'Snooze lead' : 'Snooze leads',
      submit: 'Snooze',
      carries,
    },
    leadChoices(leads, at),
    field('until', 'Bring back', { type: 'choice', as: 'radio', options, initial: tomorrow }),
    field('day', 'Or on a date', { type: 'day' }, { hint, optional: true }),
  );
}

export function leadLetGoForm(leads: readonly NamedLead[], carries: string, at: number): Form {
  const named = leads.map(({ handle, lead }) => {
    const since = lead.postedAt ?? lead.firstSeenAt;
    const score = lead.score !== undefined && bold(leadScore(lead.score));
    const title = join([score, leadLink(lead, 'line')], ' ');
    return { text: beside(title, since !== undefined && duration(at - since), handle) };
  });
  return form(
    { id: VIEWS.leadLetGo, title: 'Let old leads go', submit: 'Let them go', carries },
    paragraph(
      say`${bold(count(leads.length, 'old lead'))} that nobody has touched. They’ll be dismissed as too old. You can reopen any of them.`,
    ),
    rows(named, { rest: (left) => note(`and ${count(left, 'more lead')}`) }),
  );
}

function leadName({ handle, lead }: NamedLead): Part | undefined {
  return paragraph(say`${bold(handle)} ${titleOf(lead)}`);
}

function leadChoices(leads: readonly NamedLead[], at: number): Part | Field | undefined {
  const [only, second] = leads;
  if (only && !second) return leadName(only);
  const options = leads.map(({ handle, lead }) => {
    const score = lead.score === undefined ? [] : leadScore(lead.score);
    const facts = [score, placeAndAge(lead, at)].flat();
    return { value: handle, label: `${handle} ${titleOf(lead)}`, hint: facts.join(' · ') || undefined };
  });
  return field('leads', 'Leads', { type: 'choices', as: 'checkboxes', options });
}
