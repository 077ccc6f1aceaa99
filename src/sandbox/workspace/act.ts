/**
 * People use the bot's elements: they press a button, choose from a menu, type into a field, run a shortcut, and submit or
 * close a modal. Its answer to a submission may change the modal.
 */
import { z } from 'zod';
import { isRecord, parseJson } from '../../json.ts';
import { findElements, findEmptyFields, mergeValues, readChoice, readInitialValues } from './elements.ts';
import { checkView } from './limits-check.ts';
import type { DeclaredShortcut, OpenView, Outcome, Person, Source, StateValues, Workspace } from './model.ts';
import {
  type Acknowledgement,
  buildSubmittedView,
  channelName,
  type Dispatch,
  interactionBase,
  issueResponseUrl,
} from './requests.ts';
import { toMessageObject, toViewObject } from './slack-objects.ts';
import type { State } from './state.ts';

type Deps = { state: State; dispatch: Dispatch };

const GONE = fail('This is no longer available. Reload and try again.');

/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function createAct({ state, dispatch }: Deps): Workspace['act'] {
  return async (act) => {
    const person = state.directory.person(act.person);
    const place = person && findPlace(state, person, act.from);
    if (!person || !place) return GONE;
    const [used] = [place.blocks, ...place.earlier].flatMap((blocks) => {
      const element = findElement(blocks, act);
      const choice = element && readChoice(element, act.value);
      return choice ? [{ element, choice }] : [];
    });
    if (!used) return fail('That choice is no longer available. Reload and try again.');
    const { blockId, actionId, type } = used.element;
    if (act.from.kind === 'view') state.views.touch(act.from.viewId, act.blockId);
    const values = STATELESS.includes(type) ? {} : { [blockId]: { [actionId]: { type, ...used.choice } } };
    const acknowledgement = await dispatch.interaction({
      type: 'block_actions',
      ...interactionBase(state, person),
      trigger_id: state.triggers.issue(person.id, place.channel),
      ...place.describe(mergeValues(act.values ?? {}, values)),
      actions: [{ type, block_id: blockId, action_id: actionId, ...used.choice, action_ts: nowTs(state) }],
    });
    return toOutcome(acknowledgement);
  };
}

/** Elements that leave nothing in `state.values`. */
const STATELESS: readonly string[] = ['button', 'overflow'];

function findElement(blocks: readonly unknown[], at: { blockId: string; actionId: string }) {
  return findElements(blocks).find(
    ({ blockId, actionId }) => blockId === at.blockId && actionId === at.actionId,
  );
}

function nowTs(state: State): string {
  return (state.realNow() / 1_000).toFixed(6);
}

/** What Slack tells the person if the app didn't take the request. */
function toOutcome(acknowledgement: Acknowledgement): Outcome {
  if (acknowledgement.ok) return { ok: true };
  const isLate = acknowledgement.code === 'operation_timeout';
  return fail(
    isLate ? 'The app didn’t answer in time. Try again.' : 'The app couldn’t be reached. Try again.',
  );
}

function fail(sentence: string): Outcome {
  return { ok: false, sentence };
}

/** https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
export function createShortcut(
  deps: Deps & { shortcuts: readonly DeclaredShortcut[] },
): Workspace['shortcut'] {
  const { state, dispatch, shortcuts } = deps;
  return async ({ person: personId, callbackId, channel: channelId, ts }) => {
    const person = state.directory.person(personId);
    const declared = shortcuts.find((shortcut) => shortcut.callbackId === callbackId);
    const channel = state.directory.channel(channelId);
    if (!person || !declared || !channel?.members.has(personId)) return GONE;
    const base = {
      ...interactionBase(state, person),
      action_ts: nowTs(state),
      callback_id: callbackId,
      trigger_id: state.triggers.issue(personId, channelId),
    };
    if (declared.type === 'global')
      return toOutcome(await dispatch.interaction({ type: 'shortcut', ...base }));
    const message = state.messages.find(channelId, ts ?? '');
    if (!message || message.onlyFor !== undefined) return GONE;
    const acknowledgement = await dispatch.interaction({
      type: 'message_action',
      ...base,
      channel: { id: channel.id, name: channelName(channel) },
      message_ts: message.ts,
      message: toMessageObject(state, message, { metadata: true }),
      response_url: issueResponseUrl(state, { person: personId, channel: channelId }),
    });
    return toOutcome(acknowledgement);
  };
}

/** Where an element is used. `describe` returns the payload's fields for it, given the values typed there. */
type Place = {
  blocks: readonly unknown[];
  /** The blocks before each edit, latest first. Slack still delivers a click on an outdated message. */
  earlier: readonly (readonly unknown[])[];
  channel?: string;
  describe(values: StateValues): Record<string, unknown>;
};

/** Undefined if it's gone or this person can't see it. */
function findPlace(state: State, person: Person, from: Source): Place | undefined {
  if (from.kind === 'message') return findMessage(state, person, from.channel, from.ts);
  return from.kind === 'view' ? findModal(state, person, from.viewId) : findHome(state, person);
}

function findMessage(state: State, person: Person, channelId: string, ts: string): Place | undefined {
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
      // Slack doesn't store private answers, so it can't send them back.
      ...(!isPrivate && { message: toMessageObject(state, message, { metadata: true }) }),
      state: { values: mergeValues(readInitialValues(message.blocks), values) },
      response_url: issueResponseUrl(state, { person: person.id, channel: channelId, sourceTs: ts }),
    }),
  };
}

function findModal(state: State, person: Person, viewId: string): Place | undefined {
  const open = state.views.find(viewId)?.open;
  if (open?.person !== person.id) return undefined;
  return {
    blocks: open.view.blocks,
    earlier: [],
    ...(open.channel && { channel: open.channel }),
    describe: (values) => ({
      container: { type: 'view', view_id: open.id },
      view: buildSubmittedView(state, open, values),
    }),
  };
}

function findHome(state: State, person: Person): Place | undefined {
  const home = state.views.home(person.id);
  if (!home) return undefined;
  return {
    blocks: home.view.blocks,
    earlier: [],
    describe: (typed) => {
      const values = mergeValues(readInitialValues(home.view.blocks), typed);
      return {
        container: { type: 'view', view_id: home.id },
        view: toViewObject(state, { ...home, rootId: home.id, values }),
      };
    },
  };
}

/** https://docs.slack.dev/surfaces/modals#response_actions */
const responseAction = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('clear') }),
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
]);

type Shown = Extract<z.infer<typeof responseAction>, { view?: unknown }>;

/** What Slack's end of a socket takes in a frame (revelrylabs/slax 614); more ends the socket. */
const FRAME_BYTES = 20_480;

const TROUBLE = fail('We had some trouble connecting. Try again?');
const CLOSED = fail('This dialog is no longer open.');

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
    if (Buffer.byteLength(body) > FRAME_BYTES) return TROUBLE;
    const answer = body.trim() === '' ? {} : parseJson(body);
    if (isRecord(answer) && answer.response_action === undefined) {
      views.close(open.id);
      return { ok: true };
    }
    const parsed = responseAction.safeParse(answer);
    if (!parsed.success) return TROUBLE;
    const { data } = parsed;
    if (data.response_action === 'errors') return showErrors(open, data.errors);
    if (data.response_action !== 'clear') return showView(open, data);
    views.clear(open.person);
    return { ok: true };
  }

  function showView(open: OpenView, { response_action: action, view }: Shown): Outcome {
    const checked = checkView(view);
    if (!checked.ok || checked.value.type !== 'modal') return TROUBLE;
    views.refuse(open.id, {});
    const { value } = checked;
    const next = action === 'update' ? views.update(open.id, value) : views.push(open.person, value);
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
      if (!person || open?.person !== personId) return CLOSED;
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
        response_urls: [],
      });
      return acknowledgement.ok ? applyAnswer(open, acknowledgement.body) : TROUBLE;
    },

    closeView: async (personId, viewId) => {
      if (views.find(viewId)?.open.person !== personId) return CLOSED;
      views.close(viewId);
      return { ok: true };
    },
  };
}
