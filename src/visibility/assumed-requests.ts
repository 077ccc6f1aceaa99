/** The guesses about requests: bodies and parameters that the API's document names but doesn't show. */
import { z } from 'zod';
import { RESOURCES } from './contract.ts';

/** Creates or changes a prompt. The name of its text is the one in SegmentPromptMapping. */
export const PromptRequest = z
  .object({ prompt: z.string().min(1) })
  .register(RESOURCES, { id: 'PromptRequest', description: 'The text of a prompt.', 'x-assumed': true });

/** Sets the tracked engines; modelled on ProjectRegionSetRequest, which is documented. */
export const ProjectEngineSetRequest = z
  .object({ engine_ids: z.array(z.guid()).min(1) })
  .register(RESOURCES, {
    id: 'ProjectEngineSetRequest',
    description: 'The engines that a project is to track from now on.',
    'x-assumed': true,
  });

/** Query parameters that the document doesn't show: a topic or competitor by name, a prompt by id. */
export const PARAMETERS = { topic: 'topic', competitor: 'competitor', prompt: 'prompt_id' } as const;

type Names = { names: readonly string[]; required?: true };

/** `names` are separated by spaces. */
const called = (names: string): Names => ({ names: names.split(' ') });
const required = (names: string): Names => ({ ...called(names), required: true });

/**
 * The parameters we send, and the names that the API may use. `required`: the operation is pointless without it, so a
 * field that the API reports as missing may be this one.
 */
export const PARAMETER_NAMES: Readonly<Record<string, Names>> = {
  limit: called('limit page_size per_page size max_results count first take top n'),
  engine_ids: required('engine_ids engineIds engines engine_id engine engine_uuids tracked_engine_ids ids'),
  region_ids: required('region_ids regions region_id region region_uuids tracked_region_ids ids'),
  // exchange.ts sends its id under a name that wants one.
  topic: required('topic label topic_label topic_name topic_id theme theme_id name q query'),
  competitor: required('competitor name competitor_name entity_name entity brand q'),
  prompt_id: required('prompt_id prompt_uuid id prompt'),
  prompt: required(
    'prompt text prompt_text promptText query_text queryText query content question value name body',
  ),
  cursor: called('cursor page_token next_cursor after starting_after continuation'),
  page: called('page page_number'),
  offset: called('offset skip start'),
};

/**
 * Whether the operation is pointless without it. Engines and regions are
 * optional filters in a query, but not in a body.
 */
export function isNeeded(word: string, place: 'query' | 'body'): boolean {
  return PARAMETER_NAMES[word]?.required === true && !(place === 'query' && word.endsWith('_ids'));
}
