/** The forms about leads: what opens them under a digest, what each is given, and what its submission does. */
import { type Carried, carry } from '../../carried.ts';
import { leadsShownIn } from '../../messages/leads/lead-digest.ts';
import { titleOf } from '../../messages/leads/lead-facts.ts';
import {
  type ChoosableLead,
  FIELDS,
  leadDismissForm,
  leadSnoozeForm,
  OTHER_REASON,
  PICKED_DAY,
} from '../../messages/leads/lead-forms.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { type SnoozeChoice, snoozeUntil } from '../../rules/lead-times.ts';
import { ACTIONS, VIEWS } from '../../slack/blocks.ts';
import { httpUrl } from '../../slack/text.ts';
import { handlesOf } from '../../store/handles.ts';
import type { Action, Answer, Ask, Submitted, View, ViewAsk } from '../ask.ts';
import { carried, Refused } from '../refused.ts';
import { actOnLeads } from './act-on-lead.ts';
import { type ClickedLead, clickedLeads, leadsTimezone, NOT_SHOWN } from './clicked-lead.ts';
import { digestAt, type PrivateMessage, withOriginal } from './further-leads.ts';

/** Dismiss several… under a digest: its open leads with one reason. */
export const leadDismissMany: Action = {
  id: ACTIONS.leadDismissMany,
  async run(ask) {
    const open = await openLeadsOf(ask.ts, ask);
    return { modal: leadDismissForm(open.map(choosable), formFor(open, ask)) };
  },
};

/** Snooze… under a digest: its open leads until one day. */
export const leadSnoozeMany: Action = {
  id: ACTIONS.leadSnoozeMany,
  async run(ask) {
    const open = await openLeadsOf(ask.ts, ask);
    return { modal: leadSnoozeForm(open.map(choosable), formFor(open, ask)) };
  },
};

/** Of those that the digest shows, in its order. @throws Refused where none is open, or as digestAt. */
async function openLeadsOf(ts: string, ask: Ask): Promise<ClickedLead[]> {
  const digest = await digestAt(ts, ask);
  const keys = leadsShownIn(digest).map(({ key }) => key);
  const handles = await handlesOf(ask.db, ask.team, keys);
  const refs = keys.flatMap((key) => handles[key] ?? []);
  const leads = await clickedLeads(digest.project.id, refs, ask);
  const open = leads.filter(({ lead }) => lead.state.state === 'new');
  if (open.length === 0) throw new Refused({ sentence: 'No lead of this digest is open any longer.' });
  return open;
}

type LeadForm = Carried<'lead_form'>;

export function formFor(leads: readonly ClickedLead[], { channel }: Ask, from?: PrivateMessage): string {
  return carry('lead_form', {
    channel,
    project: leads[0]?.project.id ?? '',
    leads: leads.map(({ handle }) => handle),
    from,
  });
}

export function choosable({ handle, lead }: ClickedLead): ChoosableLead {
  return { handle, title: titleOf(lead) };
}

/** The form with the handles that were ticked; the only lead of a form needs no tick. */
function submittedForm({ metadata, lists }: Pick<ViewAsk, 'metadata' | 'lists'>): LeadForm {
  const form = carried('lead_form', metadata);
  if (form.leads.length === 1) return form;
  const ticked = new Set(Object.values(lists).flat());
  return { ...form, leads: form.leads.filter((handle) => ticked.has(handle)) };
}

/** Does to the leads of a form what it was submitted for. @throws Refused where none of them is shown here any more. */
async function actOnForm(
  { project, leads: handles, from }: LeadForm,
  act: LeadAct,
  ask: Ask,
): Promise<Answer> {
  const leads = await clickedLeads(project, handles, ask);
  if (leads.length === 0) throw new Refused({ sentence: NOT_SHOWN });
  const acted = await actOnLeads(leads, act, ask);
  const answer = acted.changed ? undefined : acted.answer;
  const [lead] = leads;
  return lead ? withOriginal(answer, from, lead, ask) : answer;
}

/** What it does once Slack has its acknowledgement. */
function submitted(form: LeadForm, act: LeadAct): Submitted {
  return {
    channel: form.channel,
    answerAt: form.from?.answerAt,
    after: (ask) => actOnForm(form, act, ask),
  };
}

/** Every ticked lead goes for one reason; nothing that somebody wrote is dropped unsaid. */
export const leadDismissView: View = {
  id: VIEWS.leadDismiss,
  async submit(ask) {
    const form = submittedForm(ask);
    const { [FIELDS.reason]: choice = '', [FIELDS.words]: words = '' } = ask.values;
    const own = words.trim();
    const reason = choice === OTHER_REASON ? own : choice;
    const fault = (field: string, sentence: string) => ({ errors: { [field]: sentence } });
    if (form.leads.length === 0) return fault(FIELDS.leads, 'Choose the leads to dismiss.');
    if (own !== '' && choice !== OTHER_REASON)
      return fault(
        FIELDS.words,
        'To dismiss for this, choose “Other, as written below”. If not, empty this field.',
      );
    if (reason === '') return fault(FIELDS.words, 'Say why in a few words.');
    return submitted(form, { kind: 'dismiss', reason });
  },
};

/** The lead is done; what cannot be a link is said at its field. */
export const leadRepliedView: View = {
  id: VIEWS.leadReplied,
  async submit(ask) {
    const url = ask.values[FIELDS.url]?.trim() || undefined;
    if (url !== undefined && (/\s/.test(url) || httpUrl(url) === undefined)) {
      const fault = 'Enter one link that begins with https:// and has no spaces, or leave this empty.';
      return { errors: { [FIELDS.reply]: fault } };
    }
    return submitted(submittedForm(ask), { kind: 'reply', url });
  },
};

/** The leads sleep; a day that is missing or past is said at its field. */
export const leadSnoozeView: View = {
  id: VIEWS.leadSnooze,
  async submit(ask) {
    const form = submittedForm(ask);
    if (form.leads.length === 0) return { errors: { [FIELDS.leads]: 'Choose the leads to snooze.' } };
    const timezone = leadsTimezone(form.project, ask.workspace.projects());
    const until = snoozeUntil(choiceIn(ask.values), timezone, ask.now());
    if (until === undefined || until <= ask.now()) {
      return { errors: { [FIELDS.day]: 'Pick a day in the future.' } };
    }
    return submitted(form, { kind: 'snooze', until });
  },
};

function choiceIn(values: Readonly<Record<string, string>>): SnoozeChoice {
  const { [FIELDS.until]: choice, [FIELDS.day]: day = '' } = values;
  return choice === 'tomorrow' || choice === 'monday' ? choice : { day: choice === PICKED_DAY ? day : '' };
}
