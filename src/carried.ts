/** What buttons, menus and forms carry through Slack and back: a row for each kind, with its shape. What comes back is outside text. */
import { z } from 'zod';
import { FEED_KINDS } from './decision.ts';
import { jsonIn } from './json.ts';

/** What the menu of a lead offers. */
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

/** What was wrong with an alert that was of no use. */
export const VERDICTS = ['too_small', 'known_cause', 'not_true'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What is done with an open alert on the Home tab. */
export const ALERT_CHOICES = ['why', 'show', 'take', 'release'] as const;

/** What is done to a feed by its row. */
export const FEED_CHOICES = ['edit', 'pause', 'resume', 'end'] as const;

/** What forms do to one tracked prompt; also the names of their commands. */
export const PROMPT_CHANGES = ['edit-prompt', 'untrack'] as const;

export const SET_KINDS = ['engines', 'regions'] as const;

/** Characters that Slack gives back. https://docs.slack.dev/reference/block-kit/composition-objects/option-object */
const OPTION = 150;
/** https://docs.slack.dev/reference/block-kit/block-elements/button-element */
const BUTTON = 2_000;
/** https://docs.slack.dev/reference/views/modal-views */
const FORM = 3_000;

const Page = z.int().nonnegative();
const Address = z.url({ protocol: /^https?$/ });
/** A page of the private list of leads, of those that the words `of` ask for. */
const List = z.object({ of: z.string(), page: Page });
/** `list`: the private one in which the lead stands, of which Slack tells nothing. */
const Lead = z.object({ handle: z.string(), projectId: z.string(), list: List.optional() });
const PlanInShort = z.object({ p: z.string(), plan: z.record(z.string(), z.unknown()) });
const Line = z.object({ text: z.string(), project: z.string().optional() });

/** `most`: what the narrowest of its places holds. Ids of projects, feeds and channels are those of the bot and of Slack. */
const rows = {
  lead: { most: BUTTON, shape: Lead },
  /** A choice in a menu of a lead; `reason` of one that is dismissed in a step. */
  lead_choice: {
    most: OPTION,
    shape: Lead.extend({ verb: z.enum(LEAD_VERBS), reason: z.string().optional() }),
  },
  /** All leads of a project, or these. */
  leads: {
    most: BUTTON,
    shape: z.object({
      projectId: z.string(),
      handles: z.array(z.string()).optional(),
      list: List.optional(),
    }),
  },
  /** `from`: the private message that the form came from, and can be replaced by way of its address; `home`: the Home tab did; `holder`: whose claim it ends. */
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
  /** The form of one's own digest: where its answer goes; `home`: the Home tab shows the change. */
  own_form: { most: FORM, shape: z.object({ channel: z.string(), home: z.literal(true).optional() }) },
  muted_place: {
    most: BUTTON,
    shape: z.object({ subscription: z.string(), place: z.string(), round: z.number() }),
  },
  /** A leads feed's minimum score, from what it is to what it is to be; missing for none. */
  min_score: {
    most: BUTTON,
    shape: z.object({
      feed: z.string(),
      from: z.number().optional(),
      to: z.number().optional(),
      list: List.optional(),
    }),
  },
  /** An alert by its key, where no message of it is clicked, and what is to be done with it; its why, where that is missing. */
  alert: {
    most: OPTION,
    shape: z.object({ project: z.string(), alert: z.string(), choice: z.enum(ALERT_CHOICES).optional() }),
  },
  /** The message of an alert. */
  alert_form: { most: FORM, shape: z.object({ channel: z.string(), ts: z.string() }) },
  /** `alert`: its key. */
  verdict: { most: BUTTON, shape: z.object({ alert: z.string(), verdict: z.enum(VERDICTS).optional() }) },
  threshold: {
    most: BUTTON,
    shape: z.object({ feed: z.string(), revision: z.number(), minChange: z.number().positive() }),
  },
  feed: { most: OPTION, shape: z.object({ feed: z.string(), choice: z.enum(FEED_CHOICES).optional() }) },
  /**
   * `channel`: where it was opened and its answer goes; of one that the Home tab opened (`home`), where the feed posts.
   * `feed` is missing for a new one; `before` are the settings that the form showed: whoever comes second is told what of
   * them changed.
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
  /** What somebody could have typed behind /visibility; `project`, where it is about one. */
  line: { most: BUTTON, shape: Line },
  line_choice: { most: OPTION, shape: Line },
  /** A command, to be asked again; `until`, epoch ms, it may be. `view`: how its list is shown; `plan`: how a question was read. */
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
  /** A plan that was read of a question, in short (see messages/ask/corrections.ts), of a project; it is checked by its own shape. */
  plan: { most: BUTTON, shape: PlanInShort },
  plan_choice: { most: OPTION, shape: PlanInShort },
  /** `page`: of the private list that it stands in; none on a post. */
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
  suggested_prompt: { most: BUTTON, shape: z.object({ project: z.string(), prompt: z.string() }) },
  prompt: { most: BUTTON, shape: z.object({ project: z.string(), id: z.string() }) },
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
  /** Opened from anywhere; the form asks for the project, unless there is but one. */
  track_anywhere_form: { most: FORM, shape: z.object({ project: z.string().optional() }) },
  tracked_set: { most: BUTTON, shape: z.object({ kind: z.enum(SET_KINDS), project: z.string() }) },
  /** `shown`: the set that the form showed; `opened`: when, epoch ms. */
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
  /** Of a prompt run, or of a group of them. */
  run: { most: BUTTON, shape: z.object({ project: z.string(), id: z.guid() }) },
  /** A personal token, by its id. */
  token: { most: BUTTON, shape: z.object({ id: z.string() }) },
  project: { most: BUTTON, shape: z.object({ project: z.string() }) },
  /** The channel that a page in a modal is about. */
  place: { most: FORM, shape: z.object({ channel: z.string() }) },
};

export type CarriedKind = keyof typeof rows;
type Values = { [Kind in CarriedKind]: z.output<(typeof rows)[Kind]['shape']> };
export type Carried<Kind extends CarriedKind> = Values[Kind];

/** By kind. */
export const CARRIED: { [Kind in CarriedKind]: { most: number; shape: z.ZodType<Values[Kind]> } } = rows;

/** What a button, an option or a form carries. @throws TypeError where it is longer than Slack gives back: see `carryIfFits`. */
export function carry<Kind extends CarriedKind>(kind: Kind, value: Carried<Kind>): string {
  const text = carryIfFits(kind, value);
  if (text === undefined) throw new TypeError(`A ${kind} is too long to be carried`);
  return text;
}

/** The same of what holds words of any length; undefined where it is too long. */
export function carryIfFits<Kind extends CarriedKind>(kind: Kind, value: Carried<Kind>): string | undefined {
  const text = JSON.stringify(value);
  return text.length <= CARRIED[kind].most ? text : undefined;
}

/** What came back; undefined where it cannot be read as such. */
export function readCarried<Kind extends CarriedKind>(kind: Kind, text: string): Carried<Kind> | undefined {
  return CARRIED[kind].shape.safeParse(jsonIn(text)).data;
}
