/** A person types into a menu whose options the bot gives: block_suggestion for the bot, and what it offers. */
import { z } from 'zod';
import { elementAt } from './act.ts';
import { suggestedOptions } from './block-kit/element-schemas.ts';
import type { Dispatch } from './dispatch.ts';
import { parsedJson } from './json.ts';
import type { OfferedOption, Workspace } from './model.ts';
import { placeOf } from './places.ts';
import { interactionBase } from './requests.ts';
import type { State } from './state.ts';

const answerShape = z.union([
  z.object({ options: suggestedOptions }),
  z.object({ option_groups: z.array(z.object({ options: suggestedOptions })).max(100) }),
]);

/** https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload */
export function createSuggest({
  state,
  dispatch,
}: {
  state: State;
  dispatch: Dispatch;
}): Workspace['suggest'] {
  return async ({ person: personId, from, blockId, actionId, typed }) => {
    const person = state.directory.person(personId);
    const place = person && placeOf(state, person, from);
    if (!person || elementAt(place?.blocks ?? [], { blockId, actionId })?.type !== 'external_select')
      return [];
    const acknowledged = await dispatch.interaction({
      type: 'block_suggestion',
      ...interactionBase(state, person),
      block_id: blockId,
      action_id: actionId,
      value: typed,
      ...place?.describe({}),
    });
    const options = acknowledged.ok ? optionsIn(acknowledged.body) : [];
    state.offers.add(personId, blockId, actionId, options);
    return options;
  };
}

/** Slack shows nothing of an answer that is not of its shape. */
function optionsIn(body: string): OfferedOption[] {
  const parsed = answerShape.safeParse(parsedJson(body));
  if (!parsed.success) return [];
  const { data } = parsed;
  return 'options' in data ? data.options : data.option_groups.flatMap(({ options }) => options);
}
