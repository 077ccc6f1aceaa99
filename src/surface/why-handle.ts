/** Explains what a short name stands for: a lead (L412), a score alert (A37) or a suggestion (S9). */
import type { Project } from '../projects/projects.ts';
import type { Message } from '../slack/blocks.ts';
import { keyOfHandle } from '../store/handles.ts';
import { whyAlert } from './alerts/why-alert.ts';
import { whyLead } from './leads/why-lead.ts';
import { whySuggestion } from './prompts/why-suggestion.ts';
import { Refused } from './refused.ts';
import type { Asker, SurfaceDeps } from './request.ts';

/** By the letter that a handle begins with. */
export const EXPLAINED: Readonly<Record<string, typeof whyLead>> = {
  L: whyLead,
  A: whyAlert,
  S: whySuggestion,
};

/** In any case. A handle of nothing and one of another project's are told alike. @throws Refused */
export async function whyHandle(
  handle: string,
  project: Project,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Message> {
  const [, letter = ''] = handle.toUpperCase().match(/^([LAS])\d+$/) ?? [];
  const explain = EXPLAINED[letter];
  if (!explain) {
    throw new Refused({
      sentence: `“${handle}” is no short name. They stand in the messages: L412 is a lead, A37 a score alert, S9 a suggestion.`,
      example: '/visibility why',
    });
  }
  const key = await keyOfHandle(deps.db, asker.installation.team, handle);
  return explain(key ?? '', project, asker, deps);
}
