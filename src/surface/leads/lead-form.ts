/** What a modal about leads is given when it opens, and which leads it comes back with. */
import { z } from 'zod';
import type { ChoosableLead } from '../../messages/forms/lead-choices.ts';
import { titleOf } from '../../messages/lead-row.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { carried } from '../carried.ts';
import { Refused } from '../refused.ts';
import type { Answer, Asker, SurfaceDeps, ViewRequest } from '../request.ts';
import { actOnLeads } from './act-on-lead.ts';
import { type ClickedLead, clickedLeads, NOT_SHOWN } from './clicked-lead.ts';
import { PrivateMessage, withOriginal } from './private-message.ts';

/** The channel it was opened in, the project, the handles of its leads, and the private message that it came from. */
const Metadata = z.object({
  channel: z.string(),
  project: z.string(),
  leads: z.array(z.string()),
  from: PrivateMessage.optional(),
});
export type LeadForm = z.output<typeof Metadata>;

export function formFor(leads: readonly ClickedLead[], { channel }: Asker, from?: PrivateMessage): string {
  const form: LeadForm = {
    channel,
    project: leads[0]?.project.id ?? '',
    leads: leads.map(({ handle }) => handle),
    ...(from && { from }),
  };
  return JSON.stringify(form);
}

export function choosable(leads: readonly ClickedLead[]): ChoosableLead[] {
  return leads.map(({ handle, lead }) => ({ handle, title: titleOf(lead) }));
}

/** The form with the handles that were ticked; the only lead of a form needs no tick. */
export function submittedForm({ metadata, lists }: Pick<ViewRequest, 'metadata' | 'lists'>): LeadForm {
  const form = carried(Metadata, metadata);
  if (form.leads.length === 1) return form;
  const ticked = new Set(Object.values(lists).flat());
  return { ...form, leads: form.leads.filter((handle) => ticked.has(handle)) };
}

/** Does to the leads of a form what it was submitted for. @throws Refused where none of them is shown here any more. */
export async function actOnForm(
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
