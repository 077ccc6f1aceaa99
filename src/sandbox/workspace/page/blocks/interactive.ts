/** What a person can use in a message or a form, as Slack's blocks name it, and how it stands there. */
import type { ActionsBlockElement, InputBlockElement, SectionBlockAccessory } from '@slack/types';

/** Everything that a person can use. */
export type Interactive =
  | ActionsBlockElement
  | InputBlockElement
  | Exclude<SectionBlockAccessory, { type: 'image' }>;

/** How an element stands in its form: whether it acts when used, and what an input block says about it. */
export type Standing = {
  acts: boolean;
  required: boolean;
  invalid: boolean;
  describedBy: string;
  labelled: boolean;
};
