/** The views.* methods, which open and change modals and publish Home tabs, and blocks.validate. */
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { isRecord } from '../../../json.ts';
import { readInitialValues } from '../elements.ts';
import { Refusal } from '../grants.ts';
import { type CheckedView, type CheckResult, checkMessage, checkView } from '../limits-check.ts';
import { toViewObject } from '../slack-objects.ts';
import type { State } from '../state.ts';
import { fromJson, type Method, method, requirePerson } from './method.ts';

const opening = z.looseObject({ trigger_id: z.string().min(1), view: z.unknown() });

export const viewsMethods: Readonly<Record<string, Method>> = {
  'views.open': method(opening, (args, state) => {
    const view = parseModal(args.view);
    const { person, channel } = state.triggers.exchange(args.trigger_id);
    return describeView(state, state.views.open(person, view, channel).id);
  }),

  'views.push': method(opening, (args, state) => {
    const view = parseModal(args.view);
    const { person } = state.triggers.exchange(args.trigger_id);
    if (!state.views.top(person)) throw new Refusal('not_found');
    const pushed = state.views.push(person, view);
    if (!pushed) throw new Refusal('push_limit_reached');
    return describeView(state, pushed.id);
  }),

  'views.update': method(
    z.looseObject({
      view_id: z.string(),
      hash: z.string().optional(),
      view: z.unknown(),
    }),
    (args, state) => {
      const view = parseModal(args.view);
      const placed = state.views.find(args.view_id);
      if (!placed) throw new Refusal('not_found');
      if (args.hash && args.hash !== placed.open.hash) throw new Refusal('hash_conflict');
      state.views.update(placed.open.id, view);
      return describeView(state, placed.open.id);
    },
  ),

  'views.publish': method(
    z.looseObject({ user_id: z.string().min(1), hash: z.string().optional(), view: z.unknown() }),
    (args, state) => {
      const view = parseView(args.view);
      if (view.type !== 'home') throw new Refusal('invalid_arguments', ['view must be of type home']);
      const person = requirePerson(state, args.user_id).id;
      const before = state.views.home(person);
      if (args.hash && before && args.hash !== before.hash) throw new Refusal('hash_conflict');
      const home = state.views.publish(person, view);
      return {
        view: toViewObject(state, { ...home, rootId: home.id, values: readInitialValues(home.view.blocks) }),
      };
    },
  ),

  'blocks.validate': method(
    z.looseObject({ blocks: z.unknown(), message: z.unknown(), view: z.unknown() }).partial(),
    ({ blocks, message, view }) => {
      const [given, ...others] = Object.entries({ blocks, message, view }).filter(
        ([, value]) => value !== undefined,
      );
      if (!given || others.length > 0) {
        throw new Refusal('invalid_arguments', [
          'must provide exactly one of `blocks`, `view`, or `message`',
        ]);
      }
      const [name, value] = given;
      const result = check(name, fromJson(value, 'invalid_arguments'));
      return result.ok ? {} : { ok: false, error: result.error, errors: result.messages.map(parseFault) };
    },
  ),
};

function parseView(value: unknown): CheckedView {
  const result = checkView(fromJson(value, 'invalid_arguments'));
  if (!result.ok) throw new Refusal(result.error, result.messages);
  return result.value;
}

function parseModal(value: unknown): ModalView {
  const view = parseView(value);
  if (view.type !== 'modal') throw new Refusal('invalid_arguments', ['view must be of type modal']);
  return view;
}

function describeView(state: State, viewId: string) {
  const placed = state.views.find(viewId);
  if (!placed) throw new Refusal('not_found');
  const { open, rootId, previousId } = placed;
  return {
    view: toViewObject(state, {
      ...open,
      rootId,
      previousId,
      values: readInitialValues(open.view.blocks, open.channel),
    }),
  };
}

/** blocks.validate doesn't look at a message's text. */
function check(name: string, value: unknown): CheckResult<unknown> {
  if (name === 'view') return checkView(value);
  const blocks = name === 'message' && isRecord(value) ? value.blocks : value;
  return checkMessage({ text: 'any', blocks });
}

/** Parses "[ERROR] what is wrong [json-pointer:/blocks/0]". */
function parseFault(text: string) {
  const [, message = text, pointer = ''] = text.match(/^\[ERROR\] (.*) \[json-pointer:(.*)\]$/) ?? [];
  return { code: 'failed_constraint', message, pointer };
}
