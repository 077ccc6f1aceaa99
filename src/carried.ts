/** Defines what buttons, menus and forms carry through Slack and back. What comes back is parsed as outside text. */
import { z } from 'zod';
import { FEED_KINDS } from './decision.ts';
import { parseJson } from './json.ts';

const LEAD_VERBS = [
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
export type AlertVerdict = (typeof VERDICTS)[number];

const FEED_CHOICES = ['edit', 'pause', 'resume', 'end'] as const;

export const SET_KINDS = ['engines', 'regions'] as const;

/** A row of the table: how many characters the smallest place that carries it returns, and what it carries. */
const row =
  (most: number) =>
  <Shape extends z.ZodRawShape>(shape: Shape) => ({ most, shape: z.object(shape) });

/** https://docs.slack.dev/reference/block-kit/composition-objects/option-object */
const option = row(150);
/** https://docs.slack.dev/reference/block-kit/block-elements/button-element */
const button = row(2_000);
/** https://docs.slack.dev/reference/views/modal-views */
const form = row(3_000);

const text = z.string();
const number = z.number();
const page = z.int().nonnegative();
const address = z.url({ protocol: /^https?$/ });
const unknowns = z.record(z.string(), z.unknown());
const isTrue = z.literal(true).optional();
/** A page of somebody's private list of leads; `of` is what they typed to filter it. */
const list = z.object({ of: text, page }).optional();
/** A page of the suggested prompts, or the first of all suggestions. */
const promptsShown = page.or(z.literal('all'));
const lead = { handle: text, projectId: text };
const planInShort = { p: text, plan: unknowns };
const line = { text, project: text.optional() };

const rows = {
  lead: button(lead),
  /** `list`: the private list it's in; `card`: it's in the lead's card; `reason`: for a dismissal without a form. */
  lead_choice: option({ ...lead, list, card: isTrue, verb: z.enum(LEAD_VERBS), reason: text.optional() }),
  /** The leads of a project: all, or those with these handles. `answerAt`: of the private message that an undo redraws. */
  leads: button({
    projectId: text,
    handles: z.array(text).optional(),
    list,
    answerAt: address.optional(),
  }),
  /**
   * `from`: the private message the form was opened from, which `answerAt` can replace; without it, a list in a modal.
   * `home`: opened from the Home tab. `holder`: whose claim it ends.
   */
  lead_form: form({
    channel: text,
    project: text,
    leads: z.array(text),
    from: z.object({ answerAt: address.optional(), list }).optional(),
    home: isTrue,
    holder: text.optional(),
  }),
  /** The form of a person's own digest. `channel`: where the answer goes. `home`: update the Home tab instead. */
  own_form: form({ channel: text, home: isTrue }),
  muted_place: button({ subscription: text, place: text, round: number }),
  /** Changes a leads feed's minimum score; missing for none. */
  min_score: button({ feed: text, from: number.optional(), to: number.optional(), list }),
  /** An alert's key, for clicks outside its message. */
  alert: button({ project: text, alert: text, choice: z.literal('release').optional() }),
  /** `card`: the response_url of the card it was opened from, or "modal". */
  alert_form: form({ project: text, alert: text, channel: text, card: text.optional() }),
  /** `alert`: the alert's key; `channel`: its message's, if the click may be elsewhere. */
  verdict: button({ alert: text, verdict: z.enum(VERDICTS).optional(), channel: text.optional() }),
  threshold: button({ feed: text, revision: number, minChange: number.positive() }),
  /** A feed made in Slack that was just ended, to make it again. */
  ended_feed: button({ project: text, kind: z.enum(FEED_KINDS), settings: unknowns }),
  feed: option({ feed: text, choice: z.enum(FEED_CHOICES).optional() }),
  /**
   * `channel`: where it was opened and the answer goes; if opened from the Home tab (`home`), where the feed posts.
   * `feed`: missing for a new one. `list`: the response_url of the private list it was opened from.
   */
  feed_form: form({
    project: text,
    channel: text,
    feed: text.optional(),
    revision: number.optional(),
    kind: z.enum(FEED_KINDS).optional(),
    home: isTrue,
    list: address.optional(),
  }),
  /** The span of a recap, epoch ms. */
  recap: button({ project: text, from: number, to: number }),
  /** A line to run as if typed after /visibility, for `project` if it's about one. */
  line: button(line),
  line_choice: option(line),
  /** A command to run again, `until` epoch ms. `view`: how to show its list. `plan`: how a question was understood. */
  question: button({
    name: text,
    words: text,
    project: text.optional(),
    channels: z.record(z.string(), text),
    page,
    view: z.literal('table').optional(),
    plan: unknowns.optional(),
    until: number,
  }),
  /** How a question was understood, in short (see messages/ask/reading.ts). The plan has its own schema. */
  plan: button(planInShort),
  plan_choice: option(planInShort),
  /** `page`: of the private list it's in; missing on a post. */
  suggestion: button({ project: text, suggestion: text, page: page.optional() }),
  /** `applies`: what accepting meant when the form was opened. */
  accept_form: form({ channel: text, clicked: text, applies: text, answerAt: address.optional() }),
  /** `list`: the page of suggested prompts it is on, or the list of all suggestions. */
  suggested_prompt: button({
    project: text,
    prompt: text,
    category: text.optional(),
    list: promptsShown.optional(),
  }),
  /** `text`: what the API said it is; `day`: YYYY-MM-DD; `from`: the private list that an undo redraws. */
  prompt: button({
    project: text,
    id: text,
    text: text.optional(),
    day: text,
    from: z.object({ list: promptsShown, answerAt: address }).optional(),
  }),
  /** The prompt as it was when the form was opened. */
  prompt_form: form({ project: text, channel: text, prompt: z.object({ id: text, text }) }),
  /** `project`: missing if the form asks for it; `channel`: empty if it was opened from anywhere. */
  track_form: form({ project: text.optional(), channel: text }),
  tracked_set: button({ kind: z.enum(SET_KINDS), project: text }),
  /** `shown`: the set in the form when it was `opened` (epoch ms), from a private list that `answerAt` can replace. */
  set_form: form({
    kind: z.enum(SET_KINDS),
    project: text,
    channel: text,
    shown: text,
    opened: number,
    answerAt: address.optional(),
  }),
  /** A prompt run, or a group of them. */
  run: button({ project: text, id: z.guid() }),
  token: button({ id: text }),
  project: button({ project: text }),
  /** The channel a modal is about. */
  place: form({ channel: text }),
};

export type CarriedKind = keyof typeof rows;
type Values = { [Kind in CarriedKind]: z.output<(typeof rows)[Kind]['shape']> };
export type Carried<Kind extends CarriedKind> = Values[Kind];

export const CARRIED: { [Kind in CarriedKind]: { most: number; shape: z.ZodType<Values[Kind]> } } = rows;

/** Writes a value to be carried. @throws TypeError if it's longer than Slack returns: see `carryIfFits`. */
export function carry<Kind extends CarriedKind>(kind: Kind, value: Carried<Kind>): string {
  const carried = carryIfFits(kind, value);
  if (carried === undefined) throw new TypeError(`A ${kind} is too long for Slack to return`);
  return carried;
}

/** Like `carry`, for values with text of any length; undefined if it's too long. */
export function carryIfFits<Kind extends CarriedKind>(kind: Kind, value: Carried<Kind>): string | undefined {
  // Slack escapes these characters in most of what it returns, and doesn't say in what.
  const text = JSON.stringify(value).replace(/[&<>]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
  return text.length <= CARRIED[kind].most ? text : undefined;
}

/** Parses what came back; undefined if it isn't of this kind. */
export function readCarried<Kind extends CarriedKind>(kind: Kind, text: string): Carried<Kind> | undefined {
  return CARRIED[kind].shape.safeParse(parseJson(text)).data;
}
