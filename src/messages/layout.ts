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

/**
 * `spoken` is what a screen reader says instead of the label, which many messages share. Where it does not hold the
 * label, that comes first: whoever speaks to a computer says what they see. https://www.w3.org/TR/WCAG22/#label-in-name
 */
export function button(label: string, spoken: string, actionId: string, value: string): Button {
  const seen = label.replace(/[…?]$/, '');
  const holds = spoken.toLowerCase().includes(seen.toLowerCase());
  return {
    type: 'button',
    text: plainText(label, LIMITS.buttonText),
    accessibility_label: shorten(holds ? spoken : `${seen}: ${spoken}`, LIMITS.accessibilityLabel),
    action_id: actionId,
    value,
  };
}
