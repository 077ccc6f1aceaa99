/** Changes and ends tracked prompts for a person: only as they were when the form was opened. */

import { z } from 'zod';
import { listed } from '../../messages/api-counts.ts';
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { ValidationError } from '../../visibility/errors.ts';
import { audited, type Worked } from '../audited.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import type { FoundPrompt } from './find-prompt.ts';
import { notTaken } from './track-prompt.ts';

/** What the forms carry: the prompt as it was when they were opened. */
export const PromptForm = z.object({
  project: z.string(),
  channel: z.string(),
  prompt: z.object({ id: z.string(), text: z.string() }),
});
export type PromptForm = z.output<typeof PromptForm>;

/** Writes once for this submission. Returns the project. @throws Refused when somebody was faster, or the API says no. */
export async function changePrompt(
  form: PromptForm,
  action: 'prompt.edit' | 'prompt.untrack',
  asker: Asker,
  deps: SurfaceDeps,
  write: (api: VisibilityClient, project: Project) => Promise<Omit<Worked<true>, 'result'>>,
): Promise<Project> {
  const project = requireVisible(form.project, asker, deps);
  const api = deps.visibilityOf(project);
  try {
    await audited(asker, deps, { action, projectId: project.id, subject: form.prompt.text }, async () => {
      await requireUnchanged(form.prompt, api, project);
      return { result: true, ...(await write(api, project)) };
    });
  } catch (error) {
    throw error instanceof ValidationError ? notTaken(error) : error;
  }
  return project;
}

async function requireUnchanged({ id, text }: FoundPrompt, api: VisibilityClient, project: Project) {
  const all = await api.prompts(project.id);
  const now = all.find((prompt) => prompt.id === id);
  if (now?.text === text) return;
  if (!now && all.rest)
    throw new Refused({
      sentence: `“${text}” is not among the ${listed(all.length, 'prompt', all.rest)} that the API lists, so nobody can say how it stands. Nothing was changed.`,
    });
  throw new Refused({
    sentence: now
      ? `Somebody changed this prompt meanwhile: it is “${now.text ?? ''}” now. Nothing was changed.`
      : `“${text}” is not tracked any more. Nothing was changed.`,
    example: '/visibility prompts',
  });
}
