/** A person uses a button, menu or field of a message, a modal or the Home tab: block_actions for the bot. */

import type { Dispatch } from './dispatch.ts';
import { chosen, type Interactive, initialValues, interactives, mergedValues } from './elements.ts';
import type { Outcome, Person, StateValues, Workspace } from './model.ts';
import { interactionBase, responseUrl, submittedView } from './requests.ts';
import { messageObject, viewObject } from './slack-objects.ts';
import type { State } from './state.ts';

type Act = Parameters<Workspace['act']>[0];

/** Where an element was found, and what the bot is told of the place, given the values in it. */
type Place = {
  blocks: readonly unknown[];
  describe(values: StateValues): Record<string, unknown>;
};

/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function createAct({ state, dispatch }: { state: State; dispatch: Dispatch }): Workspace['act'] {
  return async (act) => {
    const person = state.directory.person(act.person);
    const place = person && placeOf(state, person, act);
    if (!person || !place) return refusal('This is gone. Reload and try again.');
    const element = interactives(place.blocks).find(
      ({ blockId, actionId }) => blockId === act.blockId && actionId === act.actionId,
    );
    const carried = element && chosen(element, act.value);
    if (!element || !carried) return refusal('That choice is gone. Reload and try again.');
    const acknowledged = await dispatch.interaction({
      type: 'block_actions',
      ...interactionBase(state, person),
      trigger_id: state.triggers.issue(person.id),
      ...place.describe(mergedValues(act.values ?? {}, touched(element, carried))),
      actions: [action(state, element, carried)],
    });
    if (acknowledged.ok) return { ok: true };
    const late = acknowledged.code === 'operation_timeout';
    return refusal(
      late ? 'The app did not answer in time. Try again.' : 'The app could not be reached. Try again.',
    );
  };
}

function placeOf(state: State, person: Person, { from }: Act): Place | undefined {
  if (from.kind === 'message') return messagePlace(state, person, from.channel, from.ts);
  return from.kind === 'view' ? viewPlace(state, person, from.viewId) : homePlace(state, person);
}

function messagePlace(state: State, person: Person, channelId: string, ts: string): Place | undefined {
  const channel = state.directory.channel(channelId);
  const message = state.messages.find(channelId, ts);
  if (!channel || !message) return undefined;
  const isPrivate = message.onlyFor !== undefined;
  if (isPrivate && message.onlyFor !== person.id) return undefined;
  return {
    blocks: message.blocks,
    describe: (values) => ({
      container: {
        type: 'message',
        message_ts: ts,
        channel_id: channelId,
        is_ephemeral: isPrivate,
        ...(message.threadTs && { thread_ts: message.threadTs }),
      },
      channel: { id: channel.id, name: channel.name },
      // Slack keeps no private answers, and so sends none along.
      ...(!isPrivate && { message: messageObject(state, message, { metadata: true }) }),
      state: { values: mergedValues(initialValues(message.blocks), values) },
      response_url: responseUrl(state, { person: person.id, channel: channelId, sourceTs: ts }),
    }),
  };
}

function viewPlace(state: State, person: Person, viewId: string): Place | undefined {
  const open = state.views.find(viewId)?.open;
  if (open?.person !== person.id) return undefined;
  return {
    blocks: open.view.blocks,
    describe: (values) => ({
      container: { type: 'view', view_id: open.id },
      view: submittedView(state, open, values),
    }),
  };
}

function homePlace(state: State, person: Person): Place | undefined {
  const home = state.views.home(person.id);
  if (!home) return undefined;
  return {
    blocks: home.view.blocks,
    describe: (typed) => {
      const values = mergedValues(initialValues(home.view.blocks), typed);
      return {
        container: { type: 'view', view_id: home.id },
        view: viewObject(state, { ...home, rootId: home.id, values }),
      };
    },
  };
}

/** Buttons and overflow menus leave nothing behind in the state. */
function touched(element: Interactive, carried: Record<string, unknown>): StateValues {
  const { blockId, actionId, type } = element;
  if (type === 'button' || type === 'overflow') return {};
  return { [blockId]: { [actionId]: { type, ...carried } } };
}

function action(state: State, { blockId, actionId, type }: Interactive, carried: Record<string, unknown>) {
  const seconds = (state.realNow() / 1_000).toFixed(6);
  return { type, block_id: blockId, action_id: actionId, ...carried, action_ts: seconds };
}

function refusal(sentence: string): Outcome {
  return { ok: false, sentence };
}
