/** Tracked prompts of the reference API: list, create, update, delete. */
import { z } from 'zod';
import { PromptRequest } from '../../../visibility/assumed-requests.ts';
import type { TrackedPrompt } from '../../world/rows.ts';
import { id, iso, projectPath, projectRoute, type Route } from '../route.ts';
import { PromptDeleted, PromptOut } from '../shapes.ts';
import { Refusal } from '../validation.ts';

/** The reference refuses blank prompts and essays. */
const PromptBody = PromptRequest.pipe(z.object({ prompt: z.string().trim().min(1).max(500) }));

const promptPath = projectPath.extend({ prompt_id: id });

const prompts = projectRoute({
  operation: 'prompts',
  summary: 'List prompts, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/prompts',
  request: z.object({ path: projectPath }),
  response: z.array(PromptOut),
  answer: (_request, project) => project.prompts.all().map(promptToWire),
});

const createPrompt = projectRoute({
  operation: 'create_prompt',
  summary: 'Create prompt; it runs from the next day on',
  method: 'POST',
  path: '/projects/{project_id}/prompts',
  request: z.object({ path: projectPath, body: PromptBody }),
  response: PromptOut,
  answer: ({ body }, project, now) =>
    promptToWire(project.prompts.add(body.prompt, now) ?? throwAlreadyTracked()),
});

const updatePrompt = projectRoute({
  operation: 'update_prompt',
  summary: 'Update prompt; the new wording runs from the next day on',
  method: 'PATCH',
  path: '/projects/{project_id}/prompts/{prompt_id}',
  request: z.object({ path: promptPath, body: PromptBody }),
  response: PromptOut,
  answer({ path, body }, project, now) {
    const { id } = project.prompts.find(path.prompt_id) ?? throwPromptNotFound();
    return promptToWire(project.prompts.change(id, body.prompt, now) ?? throwAlreadyTracked());
  },
});

const deletePrompt = projectRoute({
  operation: 'delete_prompt',
  summary: 'Delete prompt; today is its last day of runs',
  method: 'DELETE',
  path: '/projects/{project_id}/prompts/{prompt_id}',
  request: z.object({ path: promptPath }),
  response: PromptDeleted,
  answer({ path }, project, now) {
    const { id } = project.prompts.find(path.prompt_id) ?? throwPromptNotFound();
    project.prompts.remove(id, now);
    return { deleted: true as const };
  },
});

export function promptToWire(prompt: TrackedPrompt): z.input<typeof PromptOut> {
  const { id, text, category, active, createdAt } = prompt;
  return { id, prompt: text, category, active, created_at: iso(createdAt) };
}

/** @throws Refusal */
export function throwPromptNotFound(): never {
  throw new Refusal(404, 'Prompt not found');
}

function throwAlreadyTracked(): never {
  throw new Refusal(422, [
    { loc: ['body', 'prompt'], msg: 'This prompt is already tracked', type: 'value_error' },
  ]);
}

export const promptRoutes: readonly Route[] = [prompts, createPrompt, updatePrompt, deletePrompt];
