/** A person uses a button, menu or field of a message, a modal or the Home tab: block_actions for the bot. */
import type { Acknowledged, Dispatch } from './dispatch.ts';
import { chosen, type Interactive, interactives, mergedValues } from './elements.ts';
import type { Outcome, StateValues, Workspace } from './model.ts';
import { placeOf } from './places.ts';
import { interactionBase } from './requests.ts';
import type { State } from './state.ts';

/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function createAct({ state, dispatch }: { state: State; dispatch: Dispatch }): Workspace['act'] {
  return async (act) => {
    const person = state.directory.person(act.person);
    const place = person && placeOf(state, person, act.from);
    if (!person || !place) return refusal('This is gone. Reload and try again.');
    const offered = state.offers.of(act.person, act.blockId, act.actionId);
    const [choice] = [place.blocks, ...(place.earlier ?? [])].flatMap((blocks) => {
      const element = elementAt(blocks, act);
      const carried = element && chosen(element, act.value, offered);
      return carried ? [{ element, carried }] : [];
    });
    if (!choice) return refusal('That choice is gone. Reload and try again.');
    const { element, carried } = choice;
    if (act.from.kind === 'view') state.views.touch(act.from.viewId, act.blockId);
    const acknowledged = await dispatch.interaction({
      type: 'block_actions',
      ...interactionBase(state, person),
      trigger_id: state.triggers.issue(person.id, place.channel),
      ...place.describe(mergedValues(act.values ?? {}, touched(element, carried))),
      actions: [action(state, element, carried)],
    });
    return outcomeOf(acknowledged);
  };
}

/** The element of these ids, where there is one. */
export function elementAt(
  blocks: readonly unknown[],
  at: { blockId: string; actionId: string },
): Interactive | undefined {
  return interactives(blocks).find(
    ({ blockId, actionId }) => blockId === at.blockId && actionId === at.actionId,
  );
}

/** How Slack tells a person that the app did not take a click. */
export function outcomeOf(acknowledged: Acknowledged): Outcome {
  if (acknowledged.ok) return { ok: true };
  const late = acknowledged.code === 'operation_timeout';
  return refusal(
    late ? 'The app did not answer in time. Try again.' : 'The app could not be reached. Try again.',
  );
}

/** Buttons and overflow menus leave nothing behind in the state. */
function touched(element: Interactive, carried: Record<string, unknown>): StateValues {
  const { blockId, actionId, type } = element;
  if (LEAVE_NOTHING.includes(type)) return {};
  return { [blockId]: { [actionId]: { type, ...carried } } };
}

const LEAVE_NOTHING: readonly string[] = ['button', 'overflow', 'icon_button', 'feedback_buttons'];

function action(state: State, { blockId, actionId, type }: Interactive, carried: Record<string, unknown>) {
  const seconds = (state.realNow() / 1_000).toFixed(6);
  return { type, block_id: blockId, action_id: actionId, ...carried, action_ts: seconds };
}

function refusal(sentence: string): Outcome {
  return { ok: false, sentence };
}
