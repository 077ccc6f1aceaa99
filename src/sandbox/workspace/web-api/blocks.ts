/** blocks.validate: whether a message or a view would be taken. https://docs.slack.dev/reference/methods/blocks.validate */
import { z } from 'zod';
import { isRecord } from '../json.ts';
import { type Checked, checkMessage, checkView } from '../limits-check.ts';
import { Refused } from '../refused.ts';
import { fromJson, type Method, method } from './method.ts';

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
