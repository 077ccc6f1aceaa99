/** What a modal about leads is given when it opens, and which leads it comes back with. */
import { z } from 'zod';
import type { ChoosableLead } from '../../messages/forms/lead-choices.ts';
import { titleOf } from '../../messages/lead-row.ts';
import { carried } from '../carried.ts';
import type { Asker, SurfaceDeps, ViewRequest } from '../request.ts';
import { type ClickedLead, clickedLead } from './clicked-lead.ts';

/** The channel it was opened in, the project, and the handles of its leads. */
const Metadata = z.object({ channel: z.string(), project: z.string(), leads: z.array(z.string()) });
export type LeadForm = z.output<typeof Metadata>;

export function formFor(leads: readonly ClickedLead[], { channel }: Asker): string {
  const form: LeadForm = {
    channel,
    project: leads[0]?.project.id ?? '',
    leads: leads.map(({ handle }) => handle),
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

/** @throws Refused as clickedLead */
export async function leadsOfForm(
  { project, leads }: LeadForm,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<ClickedLead[]> {
  return Promise.all(leads.map((handle) => clickedLead({ handle, projectId: project }, asker, deps)));
}
