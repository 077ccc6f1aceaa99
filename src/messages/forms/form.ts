/** The parts that forms are made of: a field with its label, and above it what was wrong with it. */
import type { InputBlock, KnownBlock, ModalView, PlainTextInput, PlainTextOption } from '@slack/types';
import { LIMITS } from '../../slack/blocks.ts';
import { mrkdwn, plainText } from '../../slack/text.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** What is wrong with a field, by its name, which is its block's and its element's id too. */
export type Faults = Readonly<Record<string, string>>;

export type Field = {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** Whether the bot is told of every change, before the form is submitted. */
  live?: boolean;
  element: InputBlock['element'];
};

export function field(
  { name, label, hint, optional, live, element }: Field,
  faults: Faults = {},
): KnownBlock[] {
  const input: InputBlock = {
    type: 'input',
    block_id: name,
    label: plainText(label),
    element,
    ...(hint && { hint: plainText(hint) }),
    ...(optional && { optional }),
    ...(live && { dispatch_action: true }),
  };
  const fault = faults[name];
  return fault ? [section(mrkdwn`*${brief(fault, 'fault')}*`), input] : [input];
}

/** One line of text, with what stands in it already. */
export function textInput(name: string, initial?: string, max?: number): PlainTextInput {
  return {
    type: 'plain_text_input',
    action_id: name,
    ...(initial && { initial_value: initial }),
    ...(max && { max_length: max }),
  };
}

export function option(value: string, label: string): PlainTextOption {
  return { text: plainText(label, LIMITS.optionText), value };
}

/** `metadata` comes back as private_metadata. */
export function form(
  id: string,
  { title, submit, metadata }: { title: string; submit: string; metadata: string },
  blocks: readonly KnownBlock[],
): ModalView {
  return {
    type: 'modal',
    callback_id: id,
    private_metadata: metadata,
    title: plainText(title, LIMITS.viewTitle),
    submit: plainText(submit, LIMITS.viewTitle),
    close: plainText('Cancel', LIMITS.viewTitle),
    blocks: [...blocks],
  };
}

/** Where something is posted or shown: the channel that is given, or the one in which the form was asked for. */
export function channelField(channel: string | undefined, faults: Faults): KnownBlock[] {
  return field(
    {
      name: 'channel',
      label: 'Channel',
      element: {
        type: 'conversations_select',
        action_id: 'channel',
        filter: { include: ['public', 'private'], exclude_bot_users: true },
        ...(channel ? { initial_conversation: channel } : { default_to_current_conversation: true }),
      },
    },
    faults,
  );
}
