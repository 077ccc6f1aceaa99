/** Tracked prompts of the reference API: the list, and one more. */
import { z } from 'zod';
import type { TrackedPrompt } from '../../world/rows.ts';
import { Refusal } from '../refusal.ts';
import { ofProject, projectRoute, type Route } from '../route.ts';
import { iso, Prompt } from '../shapes.ts';

const MAX_LENGTH = 500;

const prompts = projectRoute({
  operation: 'prompts',
  summary: 'List prompts',
  method: 'GET',
  path: '/projects/{project_id}/prompts',
  request: z.object({ path: ofProject }),
  response: z.array(Prompt),
  answer: (_request, project) => project.prompts.all().map(toWire),
});

const createPrompt = projectRoute({
  operation: 'create_prompt',
  summary: 'Create prompt; engines are asked from the next day on',
  method: 'POST',
  path: '/projects/{project_id}/prompts',
  request: z.object({
    path: ofProject,
    body: z.object({ prompt: z.string().trim().min(1).max(MAX_LENGTH) }),
  }),
  response: Prompt,
  answer({ body }, project, now) {
    const created = project.prompts.add(body.prompt, now);
    if (created === undefined)
      throw new Refusal(422, [
        { loc: ['body', 'prompt'], msg: 'This prompt is already tracked', type: 'value_error' },
      ]);
    return toWire(created);
  },
});

function toWire({ id, text, category, active, createdAt }: TrackedPrompt): z.input<typeof Prompt> {
  return { id, prompt: text, category, active, created_at: iso(createdAt) };
}

export const promptRoutes: readonly Route[] = [prompts, createPrompt];
