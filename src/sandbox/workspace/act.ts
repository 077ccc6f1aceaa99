/** A person uses a button, menu or field of a message, a modal or the Home tab, types into a menu, or runs a shortcut. */
import { z } from 'zod';
import { suggestedOptions } from './block-kit/element-schemas.ts';
import type { Acknowledged, Dispatch } from './dispatch.ts';
import { chosen, type Interactive, interactives, mergedValues } from './elements.ts';
import { parsedJson } from './json.ts';
import type { DeclaredShortcut, OfferedOption, Outcome, StateValues, Workspace } from './model.ts';
import { placeOf } from './places.ts';
import { channelName, interactionBase, responseUrl } from './requests.ts';
import { messageObject } from './slack-objects.ts';
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
function elementAt(
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

const GONE: Outcome = { ok: false, sentence: 'This is gone. Reload and try again.' };

/** https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
export function createShortcuts(deps: {
  state: State;
  dispatch: Dispatch;
  shortcuts: readonly DeclaredShortcut[];
}): Workspace['shortcut'] {
  const { state, dispatch, shortcuts } = deps;
  return async ({ person: personId, callbackId, channel: channelId, ts }) => {
    const person = state.directory.person(personId);
    const declared = shortcuts.find((one) => one.callbackId === callbackId);
    const channel = state.directory.channel(channelId);
    if (!person || !declared || !channel?.members.has(personId)) return GONE;
    const common = {
      ...interactionBase(state, person),
      action_ts: (state.realNow() / 1_000).toFixed(6),
      callback_id: callbackId,
      trigger_id: state.triggers.issue(personId, channelId),
    };
    if (declared.type === 'global')
      return outcomeOf(await dispatch.interaction({ type: 'shortcut', ...common }));
    const message = state.messages.find(channelId, ts ?? '');
    if (!message || message.onlyFor !== undefined) return GONE;
    const acknowledged = await dispatch.interaction({
      type: 'message_action',
      ...common,
      channel: { id: channel.id, name: channelName(channel) },
      message_ts: message.ts,
      message: messageObject(state, message, { metadata: true }),
      response_url: responseUrl(state, { person: personId, channel: channelId }),
    });
    return outcomeOf(acknowledged);
  };
}
