/**
 * A person submits or closes a modal: the bot gets view_submission or view_closed, and its answer changes the modal.
 */
import { z } from 'zod';
import type { Dispatch } from './dispatch.ts';
import { findElements, findEmptyFields } from './elements.ts';
import { isRecord, parseJson } from './json.ts';
import { checkView } from './limits-check.ts';
import type { OpenView, Outcome, StateValues, Workspace } from './model.ts';
import { buildSubmittedView, interactionBase, issueResponseUrl } from './requests.ts';
import type { State } from './state.ts';

/** https://docs.slack.dev/surfaces/modals#response_actions */
const responseAction = z.discriminatedUnion('response_action', [
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

  /** Applies the bot's answer. One that Slack wouldn't accept changes nothing. */
  function applyAnswer(open: OpenView, body: string): Outcome {
    const answer = body.trim() === '' ? {} : parseJson(body);
    if (isRecord(answer) && answer.response_action === undefined) {
      views.close(open.id);
      return { ok: true };
    }
    const parsed = responseAction.safeParse(answer);
    if (!parsed.success) return TROUBLE;
    const { data } = parsed;
    if (data.response_action === 'clear') {
      views.clear(open.person);
      return { ok: true };
    }
    if (data.response_action === 'errors') return showErrors(open, data.errors);
    const checked = checkView(data.view);
    if (!checked.ok || checked.value.type !== 'modal') return TROUBLE;
    views.refuse(open.id, {});
    const next =
      data.response_action === 'update'
        ? views.update(open.id, checked.value)
        : views.push(open.person, checked.value);
    return next ? { ok: true } : TROUBLE;
  }

  /** If any error names a block that isn't a field, Slack shows none of them. */
  function showErrors(open: OpenView, errors: Record<string, string>): Outcome {
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
      const view = buildSubmittedView(state, open, typed);
      const empty = findEmptyFields(open.view.blocks, view.state.values);
      if (empty.length > 0) {
        const errors = empty.map((blockId) => [blockId, 'Please complete this required field.']);
        return showErrors(open, Object.fromEntries(errors));
      }
      const acknowledgement = await dispatch.interaction({
        type: 'view_submission',
        ...interactionBase(state, person),
        trigger_id: triggers.issue(personId, open.channel),
        view,
        response_urls: issueResponseUrls(state, open, view.state.values),
      });
      return acknowledgement.ok ? applyAnswer(open, acknowledgement.body) : TROUBLE;
    },

    closeView: async (personId, viewId) => {
      const person = directory.person(personId);
      const open = views.find(viewId)?.open;
      if (!person || open?.person !== personId) return GONE;
      const view = buildSubmittedView(state, open, {});
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

/** One for each channel chosen in a field with response_url_enabled. */
function issueResponseUrls(state: State, { person, view }: OpenView, values: StateValues) {
  return findElements(view.blocks).flatMap(({ blockId, actionId, element }) => {
    const value = values[blockId]?.[actionId];
    const channel = value?.selected_conversation ?? value?.selected_channel;
    if (element.response_url_enabled !== true || typeof channel !== 'string') return [];
    const response_url = issueResponseUrl(state, { person, channel });
    return [{ block_id: blockId, action_id: actionId, channel_id: channel, response_url }];
  });
}
