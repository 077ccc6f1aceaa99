/** The forms behind Not for us…, Replied…, Assign…, Snooze…, Let old ones go… and Release of a colleague’s claim. */
import type { DigestLead, LeadStanding } from '../../decision.ts';
import { VIEWS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { type Field, type Form, field, note, type Part, paragraph, rows } from '../page.ts';
import { beside, bold, join, say } from '../text.ts';
import { dayName, duration } from '../times.ts';
import { DISMISS_REASONS, leadLink, leadState, OTHER_REASON } from './lead-facts.ts';

/** `facts`: its score, place and age, shown where several are listed. */
export type ChoosableLead = { handle: string; title: string; facts?: string | undefined };

/** Field names, by which a submission is read. */
export const FIELDS = {
  leads: 'leads',
  reason: 'reason',
  words: 'words',
  reply: 'reply',
  url: 'url',
  until: 'until',
  day: 'day',
  teammate: 'teammate',
} as const;

/** Characters of a reason or a note in someone’s own words. */
export const LONGEST_WORDS = 140;

/** The longest snooze: by then nobody reads a reply in the thread anymore. */
export const SNOOZE_DAYS = 180;

/** `reason`: chosen already, which “Another reason…” in a menu does. */
export function leadDismissForm(
  leads: readonly ChoosableLead[],
  carries: string,
  reason?: string | undefined,
): Form {
  const options = [...DISMISS_REASONS, OTHER_REASON].map(({ id, label }) => ({ value: id, label }));
  return {
    id: VIEWS.leadDismiss,
    title: leads.length === 1 ? 'Not for us' : 'Dismiss several leads',
    submit: 'Dismiss',
    carries,
    parts: [
      leadChoices(leads),
      field(FIELDS.reason, 'Why', { type: 'choice', as: 'radio', options, initial: reason }),
      field(
        FIELDS.words,
        'Note',
        { type: 'text', max: LONGEST_WORDS },
        { hint: `Say why in a few words if you choose “${OTHER_REASON.label}”.`, optional: true },
      ),
    ],
  };
}

export function leadRepliedForm(lead: ChoosableLead, carries: string): Form {
  return {
    id: VIEWS.leadReplied,
    title: 'Replied',
    submit: 'Save',
    carries,
    parts: [
      leadChoices([lead]),
      field(
        FIELDS.reply,
        'Link to your reply',
        { type: 'text' },
        { id: FIELDS.url, hint: 'The digest will link to it.', optional: true },
      ),
    ],
  };
}

export function leadAssignForm(lead: ChoosableLead, carries: string, isHeld = false): Form {
  return {
    id: VIEWS.leadAssign,
    title: isHeld ? 'Hand over lead' : 'Assign lead',
    submit: isHeld ? 'Hand over' : 'Assign',
    carries,
    parts: [
      leadChoices([lead]),
      field(
        FIELDS.teammate,
        'Teammate',
        { type: 'people', most: 1 },
        {
          // Slack’s menu of people can’t leave anyone out.
          hint: 'They must be in this channel; guests, apps and people from other organisations can’t answer leads. They get a direct message and can decline.',
        },
      ),
      field(
        FIELDS.words,
        'Note',
        { type: 'text', max: LONGEST_WORDS },
        { hint: 'Goes with the direct message.', optional: true },
      ),
    ],
  };
}

/** Asks before a colleague’s claim ends. `standing` is what the reader may know. */
export function leadReleaseForm(
  lead: ChoosableLead,
  carries: string,
  standing: LeadStanding,
  at: number,
): Form {
  return {
    id: VIEWS.leadRelease,
    title: 'Release lead',
    submit: 'Release',
    carries,
    parts: [
      leadChoices([lead]),
      paragraph(say`${leadState(standing, at)}. If you release it, they’re told and anyone can claim it.`),
    ],
  };
}

/** Days (YYYY-MM-DD) offered by name. `nextWeek` is its Monday, left out if that’s tomorrow. */
export type SnoozeDays = { tomorrow: string; nextWeek?: string | undefined };

export function leadSnoozeForm(
  leads: readonly ChoosableLead[],
  carries: string,
  { tomorrow, nextWeek }: SnoozeDays,
): Form {
  const options = [
    { value: tomorrow, label: `Tomorrow, ${dayName(tomorrow)}` },
    ...(nextWeek === undefined ? [] : [{ value: nextWeek, label: `Next week, ${dayName(nextWeek)}` }]),
  ];
  return {
    id: VIEWS.leadSnooze,
    title: leads.length === 1 ? 'Snooze lead' : 'Snooze leads',
    submit: 'Snooze',
    carries,
    parts: [
      leadChoices(leads),
      field(FIELDS.until, 'Bring back', { type: 'choice', as: 'radio', options, initial: tomorrow }),
      field(
        FIELDS.day,
        'Or on a date',
        { type: 'day' },
        {
          hint: `If you pick one, it counts instead of the choice above. At most ${SNOOZE_DAYS} days ahead.`,
          optional: true,
        },
      ),
    ],
  };
}

/** Old leads named before they go; the rest are counted. */
const NAMED = 25;

/** `at` epoch ms. */
export function leadLetGoForm(
  leads: readonly { handle: string; lead: DigestLead }[],
  carries: string,
  at: number,
): Form {
  const named = leads.slice(0, NAMED).map(({ handle, lead }) => {
    const since = lead.postedAt ?? lead.firstSeenAt;
    const score = lead.score !== undefined && bold(figure(lead.score));
    const title = join([score, leadLink(lead, 'line')], ' ');
    return { text: beside(title, since !== undefined && duration(at - since), handle) };
  });
  return {
    id: VIEWS.leadLetGo,
    title: 'Let old leads go',
    submit: 'Let them go',
    carries,
    parts: [
      paragraph(
        say`${bold(count(leads.length, 'unclaimed lead'))} from threads at least two weeks old. They’ll be dismissed as too old. You can reopen any of them.`,
      ),
      rows(named),
      leads.length > NAMED && note(`and ${count(leads.length - NAMED, 'more lead')}`),
    ],
  };
}

/** A single lead is named; several can be ticked one by one. */
function leadChoices(leads: readonly ChoosableLead[]): Part | Field | undefined {
  const [only, second] = leads;
  if (only && !second) return paragraph(say`${bold(only.handle)} ${brief(only.title, 'title')}`);
  const options = leads.map(({ handle, title, facts }) => ({
    value: handle,
    label: `${handle} ${title}`,
    hint: facts,
  }));
  return field(FIELDS.leads, 'Leads', { type: 'choices', as: 'checkboxes', options });
}
