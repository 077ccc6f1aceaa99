/**
 * Suggestions of the reference API: segments, content and prompts. A suggested segment has its suggestion's id.
 * Accepting and dismissing aren't in the API's document; they stand for operations that the real API may have.
 */
import { z } from 'zod';
import { SegmentPromptMapping, SegmentSuggestion } from '../../../visibility/contract.ts';
import type { Suggestion as SuggestedSegment } from '../../world/rows.ts';
import { appliesTo } from '../../world/suggestions.ts';
import type { Project } from '../../world/world.ts';
import { id, iso, isoOrNull, projectPath, projectRoute, Refusal, type Route } from '../route.ts';
import { PromptSuggestion, Suggestion, SuggestionsStatus } from '../shapes.ts';

const segmentSuggestions = projectRoute({
  operation: 'segment_suggestions',
  summary: 'List segment suggestions, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/segment-suggestions',
  request: z.object({ path: projectPath }),
  response: z.array(SegmentSuggestion),
  answer: (_request, project, now) => project.suggestions.at(now).map((each) => toWire(each, project)),
});

const segmentPrompts = projectRoute({
  operation: 'segment_prompts',
  summary: 'List tracked prompts, and whether the segment applies to each',
  method: 'GET',
  path: '/projects/{project_id}/segments/{segment_id}/prompts',
  request: z.object({ path: projectPath.extend({ segment_id: id }) }),
  response: z.array(SegmentPromptMapping),
  answer({ path }, project, now) {
    const segment = project.suggestions.at(now).find((each) => each.id === path.segment_id);
    if (segment === undefined) throw new Refusal(404, 'Segment not found');
    return project.prompts.all().map((prompt) => ({
      prompt_id: prompt.id,
      prompt: prompt.text,
      category: prompt.category,
      applies: appliesTo(segment, prompt.text),
      source: 'suggestion',
    }));
  },
});

function closeRoute(verb: 'accept' | 'dismiss', status: 'accepted' | 'dismissed'): Route {
  return projectRoute({
    operation: `${verb}_segment_suggestion`,
    summary: `Mark a segment suggestion ${status}; doing it twice changes nothing`,
    method: 'POST',
    unlisted: true,
    path: `/projects/{project_id}/segment-suggestions/{suggestion_id}/${verb}`,
    request: z.object({ path: projectPath.extend({ suggestion_id: id }) }),
    response: SegmentSuggestion,
    answer({ path }, project, now) {
      const closed = project.suggestions.close(path.suggestion_id, status, now);
      if (closed === undefined) throw new Refusal(404, 'Segment suggestion not found');
      if (closed.kind === 'conflict')
        throw new Refusal(409, `Segment suggestion is already ${closed.suggestion.status}`);
      return toWire(closed.suggestion, project);
    },
  });
}

function toWire(suggestion: SuggestedSegment, project: Project): z.input<typeof SegmentSuggestion> {
  return {
    id: suggestion.id,
    project_id: project.id,
    name: suggestion.name,
    description: suggestion.description,
    status: suggestion.status,
    created_at: iso(suggestion.createdAt),
    accepted_at: isoOrNull(suggestion.acceptedAt),
    dismissed_at: isoOrNull(suggestion.dismissedAt),
  };
}

const suggestions = projectRoute({
  operation: 'suggestions',
  summary: 'List GEO suggestions, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/suggestions',
  request: z.object({ path: projectPath }),
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
  request: z.object({ path: projectPath }),
  response: SuggestionsStatus,
  answer(_request, project, now) {
    const { length } = project.advice.at(now);
    return {
      status: 'ready',
      generated_at: iso(project.advice.reviewedAt(now)),
      total: length,
      open: length,
    };
  },
});

const promptSuggestions = projectRoute({
  operation: 'prompt_suggestions',
  summary: 'List prompt suggestions, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/prompt-suggestions',
  request: z.object({ path: projectPath }),
  response: z.array(PromptSuggestion),
  answer: (_request, project, now) =>
    project.advice.promptsAt(now).map(({ id, text, category, reason, createdAt }) => ({
      id,
      prompt: text,
      category,
      reason,
      status: project.prompts.findByText(text) === undefined ? ('open' as const) : ('tracked' as const),
      created_at: iso(createdAt),
    })),
});

export const segmentRoutes: readonly Route[] = [
  segmentSuggestions,
  segmentPrompts,
  closeRoute('accept', 'accepted'),
  closeRoute('dismiss', 'dismissed'),
  suggestions,
  suggestionsStatus,
  promptSuggestions,
];
