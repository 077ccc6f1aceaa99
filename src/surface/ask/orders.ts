/** Finds the command that does what somebody ordered in words: a question itself never changes anything. */
import { feedNamed } from '../../ask/aspects.ts';
import { HOW_TO, WHO_MAY } from '../../ask/english.ts';
import { GREETING, TELL_ME } from '../../ask/english-around.ts';
import { wordsOf } from '../../ask/signs.ts';
import type { OrderAnswer } from '../../messages/ask/asked-back.ts';
import { whoMay } from '../../messages/refusal.ts';
import type { Permission, ProjectAsk } from '../ask.ts';
import { unquote } from '../command-line.ts';
import { checkPermission, findRule, mayOffer } from '../guards.ts';

type Order = NonNullable<OrderAnswer['order']> & { permission: Exclude<Permission, 'everyone'> };

const FEED = String.raw`\b(?:digests?|feeds?|alerts?|recaps?|posts?|posting|leads|suggestions)\b`;

/** "pause the digest", "turn off the digest", "turn the digest off" */
const ofFeed = (verbs: string, way: 'on' | 'off') =>
  RegExp(`\\b(?:${verbs})\\b.*${FEED}|\\b(?:turn|switch)\\b(?=.*\\b${way}\\b).*${FEED}`, 'i');

const SCHEDULED =
  'Edit… in a feed’s ⋯ menu sets its channel, its schedule and its thresholds. A feed without that menu is set up in projects.yml.';

const timeIn = (text: string) => /\b(?:until|till|for) .*$/i.exec(text)?.[0] ?? '';
const lineOf = (...words: (string | undefined)[]) => words.filter(Boolean).join(' ').trim();

/** The words of a prompt in quotes, or behind “prompt” or “track”: "add a prompt best crm", "stop tracking crm". */
function promptIn(text: string): string {
  const [, quoted, named] =
    /["“„«]([^"”»]+)["”»]|(?:\bprompts?\b[:,]?|track(?:ing)?\b(?!.*\bprompts?\b))\s*(.*)$/is.exec(text) ?? [];
  const words = unquote(quoted ?? named ?? '').replace(/^(?:called|named|for|about|on|saying)\s+/i, '');
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

/** What can be muted besides a place. */
const OF_BOT =
  'alerts?|scores?|notifications?|feeds?|digests?|recaps?|channel|bot|sightline|everything(?! from)|you|it|engine|region|a\\d+';

/** The place behind the verb: "hide hacker news", "mute all threads from r/saas please"; none for "that subreddit". */
function placeIn(text: string): string {
  const [, named = ''] =
    /\b(?:(?:un)?mute|silence|block|hide|ignore|exclude)\b\s*(?:(?:all |any |the )*(?:leads|threads|posts)? ?(?:from|on|in) )?(.*?)(?:\s*\b(?:please|again|for now)\b)*\W*$/i.exec(
      text,
    ) ?? [];
  return /\br\/\w+/i.exec(text)?.[0] ?? (/\b(?:forum|subreddit|place)s?\b/i.test(named) ? '' : named);
}

/** `line` is a function if it takes words of the order. First match wins. */
type Row = Omit<Order, 'line'> & { when: RegExp; line: string | ((text: string) => string) };

const ORDERS: readonly Row[] = [
  {
    when: /\b(?:export|download|csv)\b|\bas a (?:file|spreadsheet)\b/i,
    label: 'Export leads',
    line: 'leads export 30d',
    permission: 'members',
  },
  // First, since a prompt may be about alerts, feeds or places.
  {
    when: /\b(?:untrack|delete|remove|drop|get rid of)\b.*\bprompts?\b|\b(?:untrack|stop tracking)\b(?!.*\b(?:engine|region)s?\b)/i,
    label: 'Untrack a prompt…',
    line: (text) => lineOf('untrack', promptIn(text)),
    permission: 'prompts',
  },
  {
    when: /\b(?:edit|change|rename|reword|update)\b.*\bprompts?\b/i,
    label: 'Edit a prompt…',
    line: 'edit-prompt',
    permission: 'prompts',
  },
  {
    when: /\b(?:track|add|create|monitor)\b(?!.*\b(?:digest|feed|alert|recap)s?\b.*\bprompt).*\bprompts?\b/i,
    label: 'Track a prompt…',
    line: (text) => lineOf('track', promptIn(text)),
    permission: 'prompts',
  },
  {
    when: RegExp(`(?:mute|silence)(?:\\W*$|\\b.*\\b(?:${OF_BOT})\\b)`, 'i'),
    label: 'Pause the alerts',
    line: 'pause scores',
    permission: 'configure',
    also: 'A single score alert has Mute… below it, and Unmute once it’s muted.',
  },
  {
    when: RegExp(
      `\\b(?:un)?mute\\b|\\b(?:silence|block|hide|ignore|exclude)\\b(?!.*\\b(?:${OF_BOT})\\b)`,
      'i',
    ),
    label: 'Mute a place…',
    line: (text) => lineOf(/\bunmute\b/i.test(text) ? 'unmute' : 'mute', placeIn(text)),
    permission: 'leads',
    also: 'That’s for this channel. Edit… in a leads feed’s ⋯ menu has a field for it, too, “Never from these places”.',
  },
  {
    when: /\bunsubscribe\b|\btoo many\b|\bmove\b(?!.*\b(?:lead|thread|l\d+)\b)|^(?!.*\b(?:send|email|remind) me\b).*\b(?:reschedule|send|post(?:ing)?|run|change|switch|set|stop)\b.*\b(?:weekends?|weekdays?|\w+days?|at \d{1,2}|instead of \d{1,2}|daily|weekly|monthly|(?:once|twice) an? \w+|(?:less|more) often|earlier|later)\b/i,
    label: 'Feeds',
    line: 'feeds',
    permission: 'configure',
    also: SCHEDULED,
  },
  {
    when: ofFeed('resume|restart|unpause|start', 'on'),
    label: 'Resume the feed…',
    line: (text) => ofKind('resume', text),
    permission: 'configure',
  },
  {
    when: ofFeed('pause|stop|hold|halt|disable|cancel', 'off'),
    label: 'Pause the feed…',
    line: (text) => ofKind('pause', text),
    permission: 'configure',
  },
  {
    when: /\b(?:(?:alert|warn) (?:me|us)\b|(?:ping|notify|message|tell) (?:me|us)\b(?=.*\b(?:when|if|once)\b))(?!.*\b(?:leads?|digests?|threads?|recaps?)\b)/i,
    label: 'New feed…',
    line: 'subscribe scores',
    permission: 'configure',
    also: 'It posts once a score moves by more than its threshold and its usual noise. There’s no alert at a fixed score.',
  },
  {
    when: /\b(?:my own|personal|send me|email me|remind me|ping me|notify me)\b/i,
    label: 'Your own digest…',
    line: 'leads digest',
    permission: 'members',
  },
  {
    when: /\bsubscribe\b|\b(?:post|send|schedule|create|add|set up)\b.*\b(?:digests?|feeds?|alerts?|recaps?)\b/i,
    label: 'New feed…',
    line: (text) => lineOf('subscribe', feedNamed(text)),
    permission: 'configure',
  },
  {
    when: /\b(?:accept|approve)\b|\b(?:reject|dismiss|decline)\b.*\b(?:suggest\w+|segments?)\b/i,
    label: 'Suggestions',
    line: 'suggestions',
    permission: 'prompts',
    also: 'Each has Accept… and Dismiss.',
  },
  {
    when: /\b(?:undo|restore|get back|bring back)\b.*\b(?:leads?|threads?|dismiss\w*|snooz\w*)|\b(?:reopen|unsnooze|undismiss)\b/i,
    label: 'Dismissed leads',
    line: 'leads dismissed',
    permission: 'leads',
    also: 'Reopen is in a dismissed or snoozed lead’s ⋯ menu.',
  },
  { when: /\b(?:engines?|models?)\b/i, label: 'Tracked engines', line: 'engines', permission: 'configure' },
  {
    when: /\b(?:regions?|countr(?:y|ies)|markets?)\b/i,
    label: 'Tracked regions',
    line: 'regions',
    permission: 'configure',
  },
  {
    when: /\b(?:claim|take|assign|answer|reply|replied|dismiss|snooze|release|hand over|(?:draft|write)(?=.*\b(?:repl|answer|comment|l\d))\w*|leads?|threads?)\b/i,
    label: 'Open leads',
    line: 'leads',
    permission: 'leads',
    also: 'A lead’s short name, such as L412, opens its card: I’ll reply claims it and opens a brief; Assign…, Snooze… and “Not for us…”, which dismisses it, are in its ⋯ menu. The reply itself is written in the thread.',
  },
  {
    when: /\b(?:threshold|minimum|min score|schedule|quiet|settings?|feeds?|digests?|alerts?|recaps?)\b/i,
    label: 'Feeds',
    line: 'feeds',
    permission: 'configure',
    also: SCHEDULED,
  },
  {
    when: /\b(?:connect|project|brand)\b/i,
    label: 'Connect a project…',
    line: 'connect',
    permission: 'configure',
  },
  {
    when: /\btrack\b/i,
    label: 'Track a prompt…',
    permission: 'prompts',
    line: (text) => lineOf('track', promptIn(text)),
  },
];

/** "pause leads until Monday"; without a kind, the list of feeds. */
function ofKind(name: 'pause' | 'resume', text: string): string {
  const kind = feedNamed(text);
  return kind === undefined ? 'feeds' : lineOf(name, kind, name === 'pause' ? timeIn(text) : '');
}

/** `engines`, `regions`: names of the API, which people order to be tracked. */
export function findOrder(
  text: string,
  { engines, regions }: { engines: readonly string[]; regions: readonly string[] },
): Order | undefined {
  const names = (all: readonly string[]) => all.some((one) => text.toLowerCase().includes(one.toLowerCase()));
  const isPrompt = /\bprompts?\b/i.test(text);
  const of = isPrompt ? text : `${text}${names(engines) ? ' engine' : ''}${names(regions) ? ' region' : ''}`;
  const row = ORDERS.find(({ when }) => when.test(of));
  if (!row) return undefined;
  const { when: _, line, ...order } = row;
  return { ...order, line: typeof line === 'string' ? line : line(text) };
}

/** What this person may not do is refused, with the reason. `isBeyond`: it is about something that the API lacks. */
export async function describeOrder(
  text: string,
  { isBeyond, ...names }: Parameters<typeof findOrder>[1] & { isBeyond: boolean },
  ask: ProjectAsk,
): Promise<OrderAnswer> {
  const found = findOrder(text, names);
  // The words of a prompt may be about anything.
  const order = isBeyond && found?.permission !== 'prompts' ? undefined : found;
  // In the terminal nobody is asking, and the command is for Slack.
  const isAnybody = ask.person === '';
  const refused =
    order === undefined || isAnybody
      ? undefined
      : await checkPermission(order.permission, ask).then(
          (verdict) => (verdict.allowed ? undefined : verdict.reason),
          () => undefined,
        );
  const who = order ? whoMay(findRule(order.permission, ask.workspace)) : '';
  const mayTrack = isAnybody || (await mayOffer('prompts', ask));
  const isAllowed = !isAnybody && refused === undefined && /\b(?:i|we)\b/i.test(text);
  return { order, refused, asks: whatIsAsked(text), who, isAllowed, mayTrack };
}

function whatIsAsked(text: string): OrderAnswer['asks'] {
  const said = wordsOf(text.replace(GREETING, '').replace(TELL_ME, ''))
    .map(({ folded }) => folded)
    .join(' ');
  if (WHO_MAY.test(said)) return 'who may';
  return HOW_TO.test(said) ? 'how' : 'to do it';
}
