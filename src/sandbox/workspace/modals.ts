/** A person submits or closes a modal: view_submission and view_closed for the bot, and what it makes of them. */
import { z } from 'zod';
import type { Dispatch } from './dispatch.ts';
import { emptyFields, interactives } from './elements.ts';
import { isRecord, parsedJson } from './json.ts';
import { checkView } from './limits-check.ts';
import type { OpenView, Outcome, StateValues, Workspace } from './model.ts';
import { interactionBase, responseUrl, submittedView } from './requests.ts';
import type { State } from './state.ts';

/** https://docs.slack.dev/surfaces/modals#response_actions */
const reaction = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('clear') }),
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
]);

const TROUBLE: Outcome = { ok: false, sentence: 'We had some trouble connecting. Try again?' };
const GONE: Outcome = { ok: false, sentence: 'This dialog is no longer open.' };

export function createModals({
  state,
  dispatch,
}: {
  state: State;
  dispatch: Dispatch;
}): Pick<Workspace, 'submitView' | 'closeView'> {
  const { views, directory, triggers } = state;

  /** What the bot's answer does to the stack. An answer that Slack would not take changes nothing. */
  function react(open: OpenView, body: string): Outcome {
    const answer = body.trim() === '' ? {} : parsedJson(body);
    if (isRecord(answer) && answer.response_action === undefined) {
      views.close(open.id);
      return { ok: true };
    }
    const parsed = reaction.safeParse(answer);
    if (!parsed.success) return TROUBLE;
    const { data } = parsed;
    if (data.response_action === 'clear') {
      views.clear(open.person);
      return { ok: true };
    }
    if (data.response_action === 'errors') return refuse(open, data.errors);
    const checked = checkView(data.view);
    if (!checked.ok || checked.value.type !== 'modal') return TROUBLE;
    views.refuse(open.id, {});
    const next =
      data.response_action === 'update'
        ? views.update(open.id, checked.value)
        : views.push(open.person, checked.value);
    return next ? { ok: true } : TROUBLE;
  }

  /** Errors must name fields of the form, or Slack shows none of them. */
  function refuse(open: OpenView, errors: Record<string, string>): Outcome {
    const fields = open.view.blocks.filter(({ type }) => type === 'input').map((block) => block.block_id);
    if (!Object.keys(errors).every((blockId) => fields.includes(blockId))) return TROUBLE;
    views.refuse(open.id, errors);
    return { ok: true };
  }

  return {
    submitView: async (personId, viewId, typed) => {
      const person = directory.person(personId);
      const open = views.find(viewId)?.open;
      if (!person || open?.person !== personId) return GONE;
      const view = submittedView(state, open, typed);
      const empty = emptyFields(open.view.blocks, view.state.values);
      if (empty.length > 0) {
        const errors = empty.map((blockId) => [blockId, 'Please complete this required field.']);
        return refuse(open, Object.fromEntries(errors));
      }
      const acknowledged = await dispatch.interaction({
        type: 'view_submission',
        ...interactionBase(state, person),
        trigger_id: triggers.issue(personId, open.channel),
        view,
        response_urls: responseUrls(state, open, view.state.values),
      });
      return acknowledged.ok ? react(open, acknowledged.body) : TROUBLE;
    },

    closeView: async (personId, viewId) => {
      const person = directory.person(personId);
      const open = views.find(viewId)?.open;
      if (!person || open?.person !== personId) return GONE;
      const view = submittedView(state, open, {});
      const isCleared = open.view.clear_on_close === true;
      if (isCleared) views.clear(personId);
      else views.close(viewId);
      if (open.view.notify_on_close) {
        const base = interactionBase(state, person);
        await dispatch.interaction({ type: 'view_closed', ...base, view, is_cleared: isCleared });
      }
      return { ok: true };
    },
  };
}

/** One for each channel that was chosen in a field with response_url_enabled. */
function responseUrls(state: State, { person, view }: OpenView, values: StateValues) {
  return interactives(view.blocks).flatMap(({ blockId, actionId, element }) => {
    const value = values[blockId]?.[actionId];
    const channel = value?.selected_conversation ?? value?.selected_channel;
    if (element.response_url_enabled !== true || typeof channel !== 'string') return [];
    const response_url = responseUrl(state, { person, channel });
    return [{ block_id: blockId, action_id: actionId, channel_id: channel, response_url }];
  });
}
