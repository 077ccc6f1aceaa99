/** Tracked prompts of the reference API: the list, and what can be done with one. */
import { z } from 'zod';
import { PromptRequest } from '../../../visibility/assumed-requests.ts';
import type { TrackedPrompt } from '../../world/rows.ts';
import { id, iso, ofProject, projectRoute, type Route } from '../route.ts';
import { PromptDeleted, PromptOut } from '../shapes.ts';
import { Refusal } from '../validation.ts';

/** The reference takes no blank prompt and no essay. */
const Words = PromptRequest.pipe(z.object({ prompt: z.string().trim().min(1).max(500) }));

const ofPrompt = ofProject.extend({ prompt_id: id });

const prompts = projectRoute({
  operation: 'prompts',
  summary: 'List prompts, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/prompts',
  request: z.object({ path: ofProject }),
  response: z.array(PromptOut),
  answer: (_request, project) => project.prompts.all().map(promptToWire),
});

const createPrompt = projectRoute({
  operation: 'create_prompt',
  summary: 'Create prompt; engines are asked from the next day on',
  method: 'POST',
  path: '/projects/{project_id}/prompts',
  request: z.object({ path: ofProject, body: Words }),
  response: PromptOut,
  answer: ({ body }, project, now) => promptToWire(project.prompts.add(body.prompt, now) ?? refuseDouble()),
});

const updatePrompt = projectRoute({
  operation: 'update_prompt',
  summary: 'Update prompt; engines are asked the new words from the next day on',
  method: 'PATCH',
  path: '/projects/{project_id}/prompts/{prompt_id}',
  request: z.object({ path: ofPrompt, body: Words }),
  response: PromptOut,
  answer({ path, body }, project, now) {
    const { id } = project.prompts.find(path.prompt_id) ?? promptNotFound();
    return promptToWire(project.prompts.change(id, body.prompt, now) ?? refuseDouble());
  },
});

const deletePrompt = projectRoute({
  operation: 'delete_prompt',
  summary: 'Delete prompt; engines are asked for the last time today',
  method: 'DELETE',
  path: '/projects/{project_id}/prompts/{prompt_id}',
  request: z.object({ path: ofPrompt }),
  response: PromptDeleted,
  answer({ path }, project, now) {
    const { id } = project.prompts.find(path.prompt_id) ?? promptNotFound();
    project.prompts.remove(id, now);
    return { deleted: true as const };
  },
});

export function promptToWire(prompt: TrackedPrompt): z.input<typeof PromptOut> {
  const { id, text, category, active, createdAt } = prompt;
  return { id, prompt: text, category, active, created_at: iso(createdAt) };
}

/** @throws Refusal */
export function promptNotFound(): never {
  throw new Refusal(404, 'Prompt not found');
}

function refuseDouble(): never {
  throw new Refusal(422, [
    { loc: ['body', 'prompt'], msg: 'This prompt is already tracked', type: 'value_error' },
  ]);
}

export const promptRoutes: readonly Route[] = [prompts, createPrompt, updatePrompt, deletePrompt];
