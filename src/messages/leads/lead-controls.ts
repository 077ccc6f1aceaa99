/** The buttons, menus and forms of a lead, and what a click on them carries back. */
import { type Carried, carry, carryIfFits } from '../../carried.ts';
import type { DigestLead, LeadStanding } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import {
  type Button,
  button,
  type Control,
  type Field,
  type Form,
  field,
  type Menu,
  note,
  type Part,
  paragraph,
  rows,
  type Select,
} from '../page.ts';
import { beside, bold, join, say } from '../text.ts';
import { dayName, duration } from '../times.ts';
import { DISMISS_REASONS, leadLink, leadState, OTHER_REASON } from './lead-facts.ts';

export type LeadVerb = Carried<'lead_choice'>['verb'];

/** A page (from 0) of someone’s private list of leads, and the query it answers. */
export type ListRef = NonNullable<Carried<'leads'>['list']>;

/** Names a lead by its handle, which is short enough for any button’s value. */
export type LeadRef = { handle: string; projectId: string };

const LABELS: Record<LeadVerb, string> = {
  claim: 'I’ll reply',
  assign: 'Assign…',
  replied: 'Replied…',
  release: 'Release',
  tomorrow: 'Snooze to tomorrow',
  snooze: 'Snooze…',
  dismiss: 'Not for us…',
  why: 'Why this lead?',
  reopen: 'Reopen',
  helpful: 'Reply was helpful',
  removed: 'Reply was removed',
};

const MENUS: Record<LeadStanding['state'], readonly LeadVerb[]> = {
  new: ['claim', 'assign', 'dismiss', 'snooze', 'why'],
  claimed: ['replied', 'assign', 'release', 'dismiss', 'why'],
  replied: ['helpful', 'removed', 'reopen', 'why'],
  dismissed: ['reopen', 'why'],
  snoozed: ['reopen', 'snooze', 'dismiss', 'why'],
};

/** What a lead’s button carries. */
export function leadValue({ handle, projectId }: LeadRef): string {
  return carry('lead', { handle, projectId });
}

/** The controls of an open lead that has room for buttons. */
export function openControls(ref: LeadRef, title: string): Control[] {
  return [
    claimButton(ref, title),
    assignButton(ref, title),
    notForUs(ref),
    menuOf(ref, ['tomorrow', 'snooze', 'why']),
  ];
}

/** For everyone who sees a claimed lead: what its holder does next, and in the menu what anyone can. */
export function claimedControls(ref: LeadRef, title: string): Control[] {
  const [replied, handOver] = claimerButtons(ref, title);
  return [replied, handOver, menuOf(ref, ['release', 'dismiss', 'why'])];
}

export function claimButton(ref: LeadRef, title: string): Button {
  return button(ACTIONS.leadClaim, LABELS.claim, `I’ll reply to ${ref.handle}, ${title}`, leadValue(ref));
}

export function assignButton(ref: LeadRef, title: string): Button {
  return button(ACTIONS.leadAssign, LABELS.assign, `Assign ${ref.handle}, ${title}`, leadValue(ref));
}

/** Each reason dismisses in one step, except “Another reason…”, which opens a form. */
function notForUs({ handle, projectId }: LeadRef): Select {
  const chosen = (reason: string) => carry('lead_choice', { verb: 'dismiss', handle, projectId, reason });
  return {
    kind: 'select',
    id: ACTIONS.leadDismiss,
    label: 'Not for us',
    options: [
      ...DISMISS_REASONS.map(({ id, label }) => ({ label, value: chosen(id) })),
      { label: `${OTHER_REASON.label}…`, value: chosen(OTHER_REASON.id) },
    ],
  };
}

/** ⋯ with everything that can be done with a lead in this state. */
export function leadMenu(ref: LeadRef, state: LeadStanding['state'], list?: ListRef): Menu {
  return menuOf(ref, MENUS[state], state, list);
}

function menuOf(
  { handle, projectId }: LeadRef,
  verbs: readonly LeadVerb[],
  state: LeadStanding['state'] = 'new',
  list?: ListRef,
): Menu {
  const labelOf = (verb: LeadVerb) =>
    verb === 'assign' && state === 'claimed' ? 'Hand over…' : LABELS[verb];
  return {
    kind: 'menu',
    id: ACTIONS.leadMenu,
    options: verbs.map((verb) => {
      const choice = { verb, handle, projectId };
      // A long query doesn’t fit. Without it, a click can’t redraw the list.
      const value = carryIfFits('lead_choice', { ...choice, list }) ?? carry('lead_choice', choice);
      return { label: labelOf(verb), value };
    }),
  };
}

/** What the holder of a lead can do. `release`: another label for that button. */
export function claimerButtons(
  ref: LeadRef,
  title: string,
  release = 'Release',
): [replied: Button, handOver: Button, release: Button] {
  const value = leadValue(ref);
  return [
    button(ACTIONS.leadReplied, 'Replied…', `Replied to ${ref.handle}, ${title}`, value),
    button(ACTIONS.leadAssign, 'Hand over…', `Hand over ${ref.handle}, ${title}`, value),
    button(ACTIONS.leadRelease, release, `${release} ${ref.handle}, ${title}`, value),
  ];
}

/** The button of a first digest, which its footer names, and of the Home tab. */
export const ALL_OPEN = 'All open leads';

export function openLeadsButton(label: string, name: string, projectId: string): Button {
  return button(
    ACTIONS.leadMore,
    label,
    `${label}: every open lead of ${name}`,
    carry('leads', { projectId }),
  );
}

/** The leads a form is about, and the list they’re in if it can be redrawn. */
export type ManyLeads = Carried<'leads'>;

export function dismissManyButton(name: string, leads: ManyLeads): Button {
  return button(
    ACTIONS.leadDismissMany,
    'Dismiss several…',
    `Dismiss several leads of ${name}`,
    carry('leads', leads),
  );
}

export function snoozeManyButton(name: string, leads: ManyLeads): Button {
  return button(ACTIONS.leadSnoozeMany, 'Snooze…', `Snooze leads of ${name}`, carry('leads', leads));
}

/** Opens a form that lists the leads first. */
export function letGoButton(name: string, leads: ManyLeads, older: number): Button {
  const label = `Let ${count(older, 'old one')} go…`;
  const hint = `${label}: open leads of ${name} that are at least two weeks old`;
  return button(ACTIONS.leadLetGo, label, hint, carry('leads', leads));
}

/** For a lead that is only mentioned. */
export function whyButton(ref: LeadRef, title: string): Button {
  return button(ACTIONS.leadWhy, 'Why?', `Why lead ${ref.handle}, ${title}`, leadValue(ref));
}

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
