/** The forms about leads: what opens them under a digest, what each is given, and what its submission does. */
import { z } from 'zod';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { carry } from '../../messages/leads/lead-controls.ts';
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
import { httpUrl } from '../../messages/lengths.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { type SnoozeChoice, snoozeUntil } from '../../rules/lead-times.ts';
import { handlesOf } from '../../store/handles.ts';
import { carried } from '../carried.ts';
import { Refused } from '../refused.ts';
import type { Action, Answer, Asker, Submitted, SurfaceDeps, View, ViewRequest } from '../request.ts';
import { actOnLeads } from './act-on-lead.ts';
import { type ClickedLead, clickedLeads, leadsTimezone, NOT_SHOWN } from './clicked-lead.ts';
import { digestAt } from './further-leads.ts';
import { PrivateMessage, withOriginal } from './private-message.ts';

/** Dismiss several… under a digest: its open leads with one reason. */
export const leadDismissMany: Action = {
  id: ACTIONS.leadDismissMany,
  async run(request, deps) {
    const open = await openLeadsOf(request, request.ts, deps);
    return { modal: leadDismissForm(choosable(open), formFor(open, request)) };
  },
};

/** Snooze… under a digest: its open leads until one day. */
export const leadSnoozeMany: Action = {
  id: ACTIONS.leadSnoozeMany,
  async run(request, deps) {
    const open = await openLeadsOf(request, request.ts, deps);
    return { modal: leadSnoozeForm(choosable(open), formFor(open, request)) };
  },
};

/** Of those that the digest shows, in its order. @throws Refused where none is open, or as digestAt. */
async function openLeadsOf(asker: Asker, ts: string, deps: SurfaceDeps): Promise<ClickedLead[]> {
  const digest = await digestAt(asker, ts, deps);
  const keys = leadsShownIn(digest).map(({ key }) => key);
  const handles = await handlesOf(deps.db, asker.installation.team, keys);
  const refs = keys.flatMap((key) => handles[key] ?? []);
  const leads = await clickedLeads(digest.project.id, refs, asker, deps);
  const open = leads.filter(({ lead }) => lead.state.state === 'new');
  if (open.length === 0) throw new Refused({ sentence: 'No lead of this digest is open any longer.' });
  return open;
}

/** The channel it was opened in, the project, the handles of its leads, and the private message that it came from. */
const Metadata = z.object({
  channel: z.string(),
  project: z.string(),
  leads: z.array(z.string()),
  from: PrivateMessage.optional(),
});
type LeadForm = z.output<typeof Metadata>;

export function formFor(leads: readonly ClickedLead[], { channel }: Asker, from?: PrivateMessage): string {
  const form: LeadForm = {
    channel,
    project: leads[0]?.project.id ?? '',
    leads: leads.map(({ handle }) => handle),
    ...(from && { from }),
  };
  return carry(form);
}

export function choosable(leads: readonly ClickedLead[]): ChoosableLead[] {
  return leads.map(({ handle, lead }) => ({ handle, title: titleOf(lead) }));
}

/** The form with the handles that were ticked; the only lead of a form needs no tick. */
function submittedForm({ metadata, lists }: Pick<ViewRequest, 'metadata' | 'lists'>): LeadForm {
  const form = carried(Metadata, metadata);
  if (form.leads.length === 1) return form;
  const ticked = new Set(Object.values(lists).flat());
  return { ...form, leads: form.leads.filter((handle) => ticked.has(handle)) };
}

/** Does to the leads of a form what it was submitted for. @throws Refused where none of them is shown here any more. */
async function actOnForm(
  { project, leads: handles, from }: LeadForm,
  act: LeadAct,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Answer> {
  const leads = await clickedLeads(project, handles, asker, deps);
  if (leads.length === 0) throw new Refused({ sentence: NOT_SHOWN });
  const acted = await actOnLeads(leads, act, asker, deps);
  const answer = acted.changed ? undefined : acted.answer;
  const [lead] = leads;
  return lead ? withOriginal(answer, from, lead, asker, deps) : answer;
}

/** What it does once Slack has its acknowledgement. */
function submitted(form: LeadForm, act: LeadAct, deps: SurfaceDeps): Submitted {
  return {
    channel: form.channel,
    answerAt: form.from?.answerAt,
    after: (asker) => actOnForm(form, act, asker, deps),
  };
}

/** Every ticked lead goes for one reason; nothing that somebody wrote is dropped unsaid. */
export const leadDismissView: View = {
  id: VIEWS.leadDismiss,
  async submit(request, deps) {
    const form = submittedForm(request);
    const { [FIELDS.reason]: choice = '', [FIELDS.words]: words = '' } = request.values;
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
    return submitted(form, { kind: 'dismiss', reason }, deps);
  },
};

/** The lead is done; what cannot be a link is said at its field. */
export const leadRepliedView: View = {
  id: VIEWS.leadReplied,
  async submit(request, deps) {
    const url = request.values[FIELDS.url]?.trim() || undefined;
    if (url !== undefined && (/\s/.test(url) || httpUrl(url) === undefined)) {
      const fault = 'Enter one link that begins with https:// and has no spaces, or leave this empty.';
      return { errors: { [FIELDS.reply]: fault } };
    }
    return submitted(submittedForm(request), { kind: 'reply', url }, deps);
  },
};

/** The leads sleep; a day that is missing or past is said at its field. */
export const leadSnoozeView: View = {
  id: VIEWS.leadSnooze,
  async submit(request, deps) {
    const form = submittedForm(request);
    if (form.leads.length === 0) return { errors: { [FIELDS.leads]: 'Choose the leads to snooze.' } };
    const timezone = leadsTimezone(form.project, deps.projects());
    const until = snoozeUntil(choiceIn(request.values), timezone, deps.clock.now());
    if (until === undefined || until <= deps.clock.now()) {
      return { errors: { [FIELDS.day]: 'Pick a day in the future.' } };
    }
    return submitted(form, { kind: 'snooze', until }, deps);
  },
};

function choiceIn(values: Readonly<Record<string, string>>): SnoozeChoice {
  const { [FIELDS.until]: choice, [FIELDS.day]: day = '' } = values;
  return choice === 'tomorrow' || choice === 'monday' ? choice : { day: choice === PICKED_DAY ? day : '' };
}
