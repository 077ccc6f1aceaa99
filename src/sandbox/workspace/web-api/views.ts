/** The views.* methods (the bot opens and changes modals, and publishes Home tabs), and blocks.validate. */
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { initialValues } from '../elements.ts';
import { isRecord } from '../json.ts';
import { type Checked, type CheckedView, checkMessage, checkView } from '../limits-check.ts';
import { knownPerson } from '../reach.ts';
import { Refused } from '../refused.ts';
import { viewObject } from '../slack-objects.ts';
import type { State } from '../state.ts';
import { fromJson, type Method, method } from './method.ts';

const opening = z.looseObject({ trigger_id: z.string().min(1), view: z.unknown() });

export const viewsMethods: Readonly<Record<string, Method>> = {
  'views.open': method(opening, (args, state) => {
    const view = modalOf(args.view);
    const { person, channel } = state.triggers.exchange(args.trigger_id);
    return shown(state, state.views.open(person, view, channel).id);
  }),

  'views.push': method(opening, (args, state) => {
    const view = modalOf(args.view);
    const { person } = state.triggers.exchange(args.trigger_id);
    if (!state.views.top(person)) throw new Refused('not_found');
    const pushed = state.views.push(person, view);
    if (!pushed) throw new Refused('push_limit_reached');
    return shown(state, pushed.id);
  }),

  'views.update': method(
    z.looseObject({
      view_id: z.string().optional(),
      external_id: z.string().optional(),
      hash: z.string().optional(),
      view: z.unknown(),
    }),
    (args, state) => {
      const view = modalOf(args.view);
      const placed = args.view_id
        ? state.views.find(args.view_id)
        : state.views.findExternal(args.external_id ?? '');
      if (!placed) throw new Refused('not_found');
      if (args.hash && args.hash !== placed.open.hash) throw new Refused('hash_conflict');
      state.views.update(placed.open.id, view);
      return shown(state, placed.open.id);
    },
  ),

  'views.publish': method(
    z.looseObject({ user_id: z.string().min(1), hash: z.string().optional(), view: z.unknown() }),
    (args, state) => {
      const view = checked(args.view);
      if (view.type !== 'home') throw new Refused('invalid_arguments', ['view must be of type home']);
      const person = knownPerson(state, args.user_id).id;
      const before = state.views.home(person);
      if (args.hash && before && args.hash !== before.hash) throw new Refused('hash_conflict');
      const home = state.views.publish(person, view);
      return {
        view: viewObject(state, { ...home, rootId: home.id, values: initialValues(home.view.blocks) }),
      };
    },
  ),
};

function checked(value: unknown): CheckedView {
  const result = checkView(fromJson(value, 'invalid_arguments'));
  if (!result.ok) throw new Refused(result.error, result.messages);
  return result.value;
}

function modalOf(value: unknown): ModalView {
  const view = checked(value);
  if (view.type !== 'modal') throw new Refused('invalid_arguments', ['view must be of type modal']);
  return view;
}

function shown(state: State, viewId: string) {
  const placed = state.views.find(viewId);
  if (!placed) throw new Refused('not_found');
  const { open, rootId, previousId } = placed;
  return {
    view: viewObject(state, {
      ...open,
      rootId,
      previousId,
      values: initialValues(open.view.blocks, open.channel),
    }),
  };
}

export const blocksMethods: Readonly<Record<string, Method>> = {
  'blocks.validate': method(
    z.looseObject({ blocks: z.unknown(), message: z.unknown(), view: z.unknown() }).partial(),
    ({ blocks, message, view }) => {
      const [given, ...others] = Object.entries({ blocks, message, view }).filter(
        ([, value]) => value !== undefined,
      );
      if (!given || others.length > 0) {
        throw new Refused('invalid_arguments', [
          'must provide exactly one of `blocks`, `view`, or `message`',
        ]);
      }
      const [name, value] = given;
      const checked = check(name, fromJson(value, 'invalid_arguments'));
      return checked.ok ? {} : { ok: false, error: checked.error, errors: checked.messages.map(faultOf) };
    },
  ),
};

/** The text of a message is not what is asked about. */
function check(name: string, value: unknown): Checked<unknown> {
  if (name === 'view') return checkView(value);
  const blocks = name === 'message' && isRecord(value) ? value.blocks : value;
  return checkMessage({ text: 'any', blocks });
}

/** From "[ERROR] what is wrong [json-pointer:/blocks/0]". */
function faultOf(said: string) {
  const [, message = said, pointer = ''] = said.match(/^\[ERROR\] (.*) \[json-pointer:(.*)\]$/) ?? [];
  return { code: 'failed_constraint', message, pointer };
}
