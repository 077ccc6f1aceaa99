/** The few shapes that every message is made of. */
import type { Button, ContextBlock, SectionBlock, SectionBlockAccessory } from '@slack/types';
import { LIMITS } from '../slack/blocks.ts';
import { type Mrkdwn, mrkdwnText, plainText, shorten } from '../slack/text.ts';

export function section(text: Mrkdwn, accessory?: SectionBlockAccessory): SectionBlock {
  return { type: 'section', text: mrkdwnText(text), ...(accessory && { accessory }) };
}

/** The small print under a message. */
export function footer(text: Mrkdwn): ContextBlock {
  return { type: 'context', elements: [mrkdwnText(text)] };
}

/** `spoken` is what a screen reader says instead of the label, which many messages share. */
export function button(label: string, spoken: string, actionId: string, value: string): Button {
  return {
    type: 'button',
    text: plainText(label, LIMITS.buttonText),
    accessibility_label: shorten(spoken, LIMITS.accessibilityLabel),
    action_id: actionId,
    value,
  };
}
