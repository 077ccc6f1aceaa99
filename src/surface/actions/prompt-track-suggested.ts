/** Track beside a suggested prompt: it is tracked from now on. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { ACTIONS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { trackPrompt } from '../prompts/track-prompt.ts';
import type { Action } from '../request.ts';

const Value = z.object({ project: z.string(), prompt: z.string() });

export const promptTrackSuggested: Action = {
  id: ACTIONS.promptTrackSuggested,
  async run(request, deps) {
    const { project, prompt } = carried(Value, request.value);
    // The API takes a prompt twice: of a double click, whose ids differ, one counts.
    const id = hash('sha256', `${request.channel} ${request.ts} ${request.value}`);
    const visible = requireVisible(project, request, deps);
    return { message: await trackPrompt({ ...request, id }, visible, prompt, deps) };
  },
};
