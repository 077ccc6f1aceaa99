/** The guesses about requests: bodies and parameters that the API's document names but does not show. */
import { z } from 'zod';
import { RESOURCES } from './contract.ts';

/** The body that creates and changes a prompt: its text under the name that SegmentPromptMapping uses for it. */
export const PromptRequest = z
  .object({ prompt: z.string().min(1) })
  .register(RESOURCES, { id: 'PromptRequest', description: 'The text of a prompt.', 'x-assumed': true });

/** The body that sets the tracked engines: as ProjectRegionSetRequest, which is documented. */
export const ProjectEngineSetRequest = z
  .object({ engine_ids: z.array(z.guid()).min(1) })
  .register(RESOURCES, {
    id: 'ProjectEngineSetRequest',
    description: 'The engines that a project is to track from now on.',
    'x-assumed': true,
  });

/** Query parameters that the document does not show: a topic and a competitor go by name, a prompt by its id. */
export const PARAMETERS = { topic: 'topic', competitor: 'competitor', prompt: 'prompt_id' } as const;

/**
 * What we send, by our words, and the names that it may have there. `required`: without it the operation has no sense,
 * so that a field which the API misses may be this one.
 */
export const PARAMETER_NAMES: Readonly<Record<string, { names: readonly string[]; required?: true }>> = {
  limit: {
    names: ['limit', 'page_size', 'per_page', 'size', 'max_results', 'count', 'first', 'take', 'top', 'n'],
  },
  engine_ids: {
    names: ['engine_ids', 'engines', 'engine_id', 'engine', 'tracked_engine_ids', 'ids'],
    required: true,
  },
  region_ids: {
    names: ['region_ids', 'regions', 'region_id', 'region', 'tracked_region_ids', 'ids'],
    required: true,
  },
  topic: { names: ['topic', 'label', 'topic_label', 'topic_name', 'name', 'q', 'query'], required: true },
  competitor: {
    names: ['competitor', 'name', 'competitor_name', 'entity_name', 'entity', 'brand', 'q'],
    required: true,
  },
  prompt_id: { names: ['prompt_id', 'id', 'prompt'], required: true },
  prompt: {
    names: ['prompt', 'text', 'prompt_text', 'query', 'content', 'question', 'value', 'name', 'body'],
    required: true,
  },
  cursor: { names: ['cursor', 'page_token', 'next_cursor', 'after', 'starting_after', 'continuation'] },
  page: { names: ['page', 'page_number'] },
  offset: { names: ['offset', 'skip', 'start'] },
};

/** Whether the operation has no sense without it: filters in a query have, sets in a body have not. */
export function isNeeded(word: string, place: 'query' | 'body'): boolean {
  return PARAMETER_NAMES[word]?.required === true && !(place === 'query' && word.endsWith('_ids'));
}
