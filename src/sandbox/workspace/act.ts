/** People use the bot's elements: they press a button, choose from a menu, type into a field or run a shortcut. */
import { z } from 'zod';
import { suggestedOptions } from './block-kit/element-schemas.ts';
import type { Acknowledgement, Dispatch } from './dispatch.ts';
import { findElements, mergeValues, readChoice, readInitialValues } from './elements.ts';
import { parseJson } from './json.ts';
import type {
  DeclaredShortcut,
  OfferedOption,
  Outcome,
  Person,
  Source,
  StateValues,
  Workspace,
} from './model.ts';
import { buildSubmittedView, channelName, interactionBase, issueResponseUrl } from './requests.ts';
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
    const offered = state.offers.of(act.person, act.blockId, act.actionId);
    const [used] = [place.blocks, ...place.earlier].flatMap((blocks) => {
      const element = findElement(blocks, act);
      const choice = element && readChoice(element, act.value, offered);
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
const STATELESS: readonly string[] = ['button', 'overflow', 'icon_button', 'feedback_buttons'];

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

const suggestions = z.union([
  z.object({ options: suggestedOptions }),
  z.object({ option_groups: z.array(z.object({ options: suggestedOptions })).max(100) }),
]);

/** https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload */
export function createSuggest({ state, dispatch }: Deps): Workspace['suggest'] {
  return async ({ person: personId, from, blockId, actionId, typed }) => {
    const person = state.directory.person(personId);
    const place = person && findPlace(state, person, from);
    if (!place || findElement(place.blocks, { blockId, actionId })?.type !== 'external_select') return [];
    const acknowledgement = await dispatch.interaction({
      type: 'block_suggestion',
      ...interactionBase(state, person),
      block_id: blockId,
      action_id: actionId,
      value: typed,
      ...place.describe({}),
    });
    const options = acknowledgement.ok ? parseOptions(acknowledgement.body) : [];
    state.offers.add(personId, blockId, actionId, options);
    return options;
  };
}

/** Slack shows no options if the answer is malformed. */
function parseOptions(body: string): OfferedOption[] {
  const parsed = suggestions.safeParse(parseJson(body));
  if (!parsed.success) return [];
  const { data } = parsed;
  return 'options' in data ? data.options : data.option_groups.flatMap(({ options }) => options);
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
