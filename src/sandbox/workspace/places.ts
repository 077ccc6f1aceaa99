/** Where an element stands that a person uses: a message, a modal or the Home tab, and what the bot is told of it. */
import { initialValues, mergedValues } from './elements.ts';
import type { Person, Source, StateValues } from './model.ts';
import { responseUrl, submittedView } from './requests.ts';
import { messageObject, viewObject } from './slack-objects.ts';
import type { State } from './state.ts';

/** `describe` gives the part of the payload that names the place, given the values in it. */
export type Place = {
  blocks: readonly unknown[];
  /** What it showed before, latest first: a click on that reaches the bot too, as in Slack. */
  earlier?: readonly (readonly unknown[])[];
  /** The channel that the person is in meanwhile. */
  channel?: string;
  describe(values: StateValues): Record<string, unknown>;
};

/** Undefined where it is gone, or was never this person's. */
export function placeOf(state: State, person: Person, from: Source): Place | undefined {
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
    earlier: state.messages.earlier(message),
    channel: channelId,
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
    ...(open.channel && { channel: open.channel }),
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
