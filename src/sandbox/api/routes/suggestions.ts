/** What the reference API suggests beside segments: content to publish, and prompts to track. */
import { z } from 'zod';
import { iso } from '../formats.ts';
import { ofProject, projectRoute, type Route } from '../route.ts';
import { PromptSuggestion, Suggestion, SuggestionsStatus } from '../shapes.ts';

const suggestions = projectRoute({
  operation: 'suggestions',
  summary: 'List GEO suggestions, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/suggestions',
  request: z.object({ path: ofProject }),
  response: z.array(Suggestion),
  answer: (_request, project, now) =>
    project.advice.at(now).map(({ id, title, description, kind, priority, createdAt }) => ({
      id,
      title,
      description,
      kind,
      priority,
      status: 'open',
      created_at: iso(createdAt),
    })),
});

const suggestionsStatus = projectRoute({
  operation: 'suggestions_status',
  summary: 'Get suggestions status',
  method: 'GET',
  path: '/projects/{project_id}/suggestions/status',
  request: z.object({ path: ofProject }),
  response: SuggestionsStatus,
  answer(_request, project, now) {
    const { length } = project.advice.at(now);
    return { status: 'ready', generated_at: iso(project.advice.thoughtAt(now)), total: length, open: length };
  },
});

const promptSuggestions = projectRoute({
  operation: 'prompt_suggestions',
  summary: 'List prompt suggestions, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/prompt-suggestions',
  request: z.object({ path: ofProject }),
  response: z.array(PromptSuggestion),
  answer: (_request, project, now) =>
    project.advice.promptsAt(now).map(({ id, text, category, reason, createdAt }) => ({
      id,
      prompt: text,
      category,
      reason,
      status: project.prompts.named(text) === undefined ? ('open' as const) : ('tracked' as const),
      created_at: iso(createdAt),
    })),
});

export const suggestionRoutes: readonly Route[] = [suggestions, suggestionsStatus, promptSuggestions];
