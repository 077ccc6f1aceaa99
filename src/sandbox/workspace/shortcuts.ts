/** A person runs one of the app's shortcuts: from the composer, or from a message's menu. */
import { outcomeOf } from './act.ts';
import type { Dispatch } from './dispatch.ts';
import type { DeclaredShortcut, Outcome, Workspace } from './model.ts';
import { channelName, interactionBase, responseUrl } from './requests.ts';
import { messageObject } from './slack-objects.ts';
import type { State } from './state.ts';

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
