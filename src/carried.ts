/** Defines what buttons, menus and forms carry through Slack and back. What comes back is parsed as outside text. */
import { z } from 'zod';
import { FEED_KINDS } from './decision.ts';
import { parseJson } from './json.ts';

/** The choices in a lead's menu. */
export const LEAD_VERBS = [
  'claim',
  'assign',
  'replied',
  'release',
  'tomorrow',
  'snooze',
  'dismiss',
  'why',
  'reopen',
  'helpful',
  'removed',
] as const;

/** What was wrong with an alert that wasn't useful. */
export const VERDICTS = ['too_small', 'known_cause', 'not_true'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What people can do with an open alert on the Home tab. */
export const ALERT_CHOICES = ['why', 'show', 'take', 'release'] as const;

/** The choices in a feed's row. */
export const FEED_CHOICES = ['edit', 'pause', 'resume', 'end'] as const;

/** What a form does to a tracked prompt; also the names of the commands. */
export const PROMPT_CHANGES = ['edit-prompt', 'untrack'] as const;

export const SET_KINDS = ['engines', 'regions'] as const;

/** How many characters Slack returns. https://docs.slack.dev/reference/block-kit/composition-objects/option-object */
const OPTION = 150;
/** https://docs.slack.dev/reference/block-kit/block-elements/button-element */
const BUTTON = 2_000;
/** https://docs.slack.dev/reference/views/modal-views */
const FORM = 3_000;

const Page = z.int().nonnegative();
const Address = z.url({ protocol: /^https?$/ });
/** A page of somebody's private list of leads; `of` is what they typed to filter it. */
const List = z.object({ of: z.string(), page: Page });
/** `list`: the private list the lead is in, which Slack doesn't tell. */
const Lead = z.object({ handle: z.string(), projectId: z.string(), list: List.optional() });
const PlanInShort = z.object({ p: z.string(), plan: z.record(z.string(), z.unknown()) });
const Line = z.object({ text: z.string(), project: z.string().optional() });

/** `most`: the limit of the smallest place that carries it. */
const rows = {
  lead: { most: BUTTON, shape: Lead },
  /** A choice in a lead's menu. `reason`: for a dismissal without a form. */
  lead_choice: {
    most: OPTION,
    shape: Lead.extend({ verb: z.enum(LEAD_VERBS), reason: z.string().optional() }),
  },
  /** The leads of a project: all, or those with these handles. */
  leads: {
    most: BUTTON,
    shape: z.object({
      projectId: z.string(),
      handles: z.array(z.string()).optional(),
      list: List.optional(),
    }),
  },
  /**
   * `from`: the private message the form was opened from, which `answerAt` can replace. `home`: opened from the Home
   * tab. `holder`: whose claim it ends.
   */
  lead_form: {
    most: FORM,
    shape: z.object({
      channel: z.string(),
      project: z.string(),
      leads: z.array(z.string()),
      from: z.object({ answerAt: Address, list: List.optional() }).optional(),
      home: z.literal(true).optional(),
      holder: z.string().optional(),
    }),
  },
  /** The form of a person's own digest. `channel`: where the answer goes. `home`: update the Home tab instead. */
  own_form: { most: FORM, shape: z.object({ channel: z.string(), home: z.literal(true).optional() }) },
  muted_place: {
    most: BUTTON,
    shape: z.object({ subscription: z.string(), place: z.string(), round: z.number() }),
  },
  /** Changes a leads feed's minimum score; missing for none. */
  min_score: {
    most: BUTTON,
    shape: z.object({
      feed: z.string(),
      from: z.number().optional(),
      to: z.number().optional(),
      list: List.optional(),
    }),
  },
  /** An alert's key, for clicks outside its message. Without a `choice`, it means why. */
  alert: {
    most: OPTION,
    shape: z.object({ project: z.string(), alert: z.string(), choice: z.enum(ALERT_CHOICES).optional() }),
  },
  /**
   * An alert's message. `card`: the response_url of the alert's card, or "modal", if the form was opened from one.
   * `holder`: who is to be released from it.
   */
  alert_form: {
    most: FORM,
    shape: z.object({
      channel: z.string(),
      ts: z.string(),
      card: z.string().optional(),
      holder: z.string().optional(),
    }),
  },
  /** `alert`: the alert's key; `channel`: its message's, if the click may be elsewhere. */
  verdict: {
    most: BUTTON,
    shape: z.object({
      alert: z.string(),
      verdict: z.enum(VERDICTS).optional(),
      channel: z.string().optional(),
    }),
  },
  threshold: {
    most: BUTTON,
    shape: z.object({ feed: z.string(), revision: z.number(), minChange: z.number().positive() }),
  },
  feed: { most: OPTION, shape: z.object({ feed: z.string(), choice: z.enum(FEED_CHOICES).optional() }) },
  /**
   * `channel`: where it was opened and the answer goes; if opened from the Home tab (`home`), where the feed posts.
   * `feed`: missing for a new one. `before`: the settings shown in the form, to tell people what somebody else changed
   * since.
   */
  feed_form: {
    most: FORM,
    shape: z.object({
      project: z.string(),
      channel: z.string(),
      feed: z.string().optional(),
      revision: z.number().optional(),
      kind: z.enum(FEED_KINDS).optional(),
      before: z.record(z.string(), z.unknown()).optional(),
      home: z.literal(true).optional(),
    }),
  },
  /** The span of a recap, epoch ms. */
  recap: { most: BUTTON, shape: z.object({ project: z.string(), from: z.number(), to: z.number() }) },
  /** A line to run as if typed after /visibility, for `project` if it's about one. */
  line: { most: BUTTON, shape: Line },
  line_choice: { most: OPTION, shape: Line },
  /** A command to run again, `until` epoch ms. `view`: how to show its list. `plan`: how a question was understood. */
  question: {
    most: BUTTON,
    shape: z.object({
      name: z.string(),
      words: z.string(),
      project: z.string().optional(),
      channels: z.record(z.string(), z.string()),
      page: Page,
      view: z.literal('table').optional(),
      plan: z.record(z.string(), z.unknown()).optional(),
      until: z.number(),
    }),
  },
  /** How a question was understood, in short (see messages/ask/corrections.ts). The plan has its own schema. */
  plan: { most: BUTTON, shape: PlanInShort },
  plan_choice: { most: OPTION, shape: PlanInShort },
  /** `page`: of the private list it's in; missing on a post. */
  suggestion: {
    most: BUTTON,
    shape: z.object({ project: z.string(), suggestion: z.string(), page: Page.optional() }),
  },
  /** `applies`: what accepting meant when the form was opened. */
  accept_form: {
    most: FORM,
    shape: z.object({
      channel: z.string(),
      clicked: z.string(),
      applies: z.string(),
      answerAt: Address.optional(),
    }),
  },
  /** `list`: the page of suggested prompts it is on, or the list of all suggestions. */
  suggested_prompt: {
    most: BUTTON,
    shape: z.object({ project: z.string(), prompt: z.string(), list: Page.or(z.literal('all')).optional() }),
  },
  /** `day` (YYYY-MM-DD): when it was tracked. */
  prompt: { most: BUTTON, shape: z.object({ project: z.string(), id: z.string(), day: z.string() }) },
  /** The prompt as it was when the form was opened. */
  prompt_form: {
    most: FORM,
    shape: z.object({
      project: z.string(),
      channel: z.string(),
      prompt: z.object({ id: z.string(), text: z.string() }),
    }),
  },
  prompt_choice: {
    most: FORM,
    shape: z.object({ project: z.string(), channel: z.string(), change: z.enum(PROMPT_CHANGES) }),
  },
  track_form: { most: FORM, shape: z.object({ project: z.string(), channel: z.string() }) },
  /** Opened from anywhere. The form asks for the project, unless there is only one. */
  track_anywhere_form: { most: FORM, shape: z.object({ project: z.string().optional() }) },
  tracked_set: { most: BUTTON, shape: z.object({ kind: z.enum(SET_KINDS), project: z.string() }) },
  /** `shown`: the set in the form when it was `opened` (epoch ms). */
  set_form: {
    most: FORM,
    shape: z.object({
      kind: z.enum(SET_KINDS),
      project: z.string(),
      channel: z.string(),
      shown: z.string(),
      opened: z.number(),
    }),
  },
  /** A prompt run, or a group of them. */
  run: { most: BUTTON, shape: z.object({ project: z.string(), id: z.guid() }) },
  /** A personal token's id. */
  token: { most: BUTTON, shape: z.object({ id: z.string() }) },
  project: { most: BUTTON, shape: z.object({ project: z.string() }) },
  /** The channel a modal is about. */
  place: { most: FORM, shape: z.object({ channel: z.string() }) },
};

export type CarriedKind = keyof typeof rows;
type Values = { [Kind in CarriedKind]: z.output<(typeof rows)[Kind]['shape']> };
export type Carried<Kind extends CarriedKind> = Values[Kind];

export const CARRIED: { [Kind in CarriedKind]: { most: number; shape: z.ZodType<Values[Kind]> } } = rows;

/** Writes a value to be carried. @throws TypeError if it's longer than Slack returns: see `carryIfFits`. */
export function carry<Kind extends CarriedKind>(kind: Kind, value: Carried<Kind>): string {
  const text = carryIfFits(kind, value);
  if (text === undefined) throw new TypeError(`A ${kind} is too long for Slack to return`);
  return text;
}

/** Like `carry`, for values with text of any length; undefined if it's too long. */
export function carryIfFits<Kind extends CarriedKind>(kind: Kind, value: Carried<Kind>): string | undefined {
  const text = JSON.stringify(value);
  return text.length <= CARRIED[kind].most ? text : undefined;
}

/** Parses what came back; undefined if it isn't of this kind. */
export function readCarried<Kind extends CarriedKind>(kind: Kind, text: string): Carried<Kind> | undefined {
  return CARRIED[kind].shape.safeParse(parseJson(text)).data;
}
