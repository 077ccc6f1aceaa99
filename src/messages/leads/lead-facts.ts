/** What is said of a lead wherever it is named: its title, its facts, who cites it, what the API did not give, and how it stands. */
import type { DigestLead, LeadStanding } from '../../decision.ts';
import { andList, count, figure, firstOf } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { beside, flexible, join, link, type Piece, say, type Text, user } from '../text.ts';
import { clock, dayAt, dayNear, duration } from '../times.ts';

/** Engines named in one sentence; the others are counted. */
const ENGINES_SHOWN = 4;

export function titleOf({ title = '' }: Pick<DigestLead, 'title'>, kind: 'title' | 'line' = 'title'): string {
  return brief(title, kind) || 'Untitled thread';
}

/** Its title, linked where its address can be. */
export function leadLink(lead: Pick<DigestLead, 'title' | 'url'>, kind: 'title' | 'line' = 'title'): Text {
  return link(linkable(lead.url), titleOf(lead, kind));
}

/** "r/devops", "5 h", "up 3 since Tue", "first seen Tue": as far as the API gives them. */
export function factsOf(lead: DigestLead, { at, timezone }: Saying): (string | undefined)[] {
  const { place = '', postedAt, firstSeenAt } = lead;
  return [
    brief(place, 'place'),
    postedAt === undefined ? undefined : duration(at - postedAt),
    movement(lead, { at, timezone }),
    firstSeenAt === undefined ? undefined : `first seen ${dayNear(firstSeenAt, at, timezone)}`,
  ];
}

/** "91, “How do you alert …?”, r/devops, 5 h", whose title gives way first. */
export function leadSummary(lead: DigestLead, at: number): Text {
  const { score, place = '', postedAt } = lead;
  const facts = [
    score !== undefined && figure(score),
    say`“${flexible(titleOf(lead))}”`,
    brief(place, 'place'),
    postedAt !== undefined && duration(at - postedAt),
  ];
  return join(facts, ', ');
}

/** "up 3 since Tue": from the score that it had until then. */
function movement({ score, previousScore, scoreSince }: DigestLead, { at, timezone }: Saying) {
  if (score === undefined || previousScore === undefined || scoreSince === undefined) return undefined;
  if (isOtherScale(score, previousScore)) return undefined;
  const by = figure(Math.abs(score - previousScore));
  return `${score > previousScore ? 'up' : 'down'} ${by} since ${dayNear(scoreSince, at, timezone)}`;
}

/** An API that went from 0–1 to 0–100, or back, says nothing of the lead by it. */
function isOtherScale(one: number, other: number): boolean {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return low <= 1 && high > 10 * Math.max(low, 0.1);
}

/** "ChatGPT and Perplexity cite this thread"; undefined where no engine is known to. */
export function citedNote(citedBy: readonly string[] | undefined): string | undefined {
  if (citedBy === undefined) return undefined;
  if (citedBy.length === 0) return 'AI engines cite this thread';
  return `${enginesInWords(citedBy)} ${citedBy.length === 1 ? 'cites' : 'cite'} this thread`;
}

/** "ChatGPT, Gemini and Perplexity", "ChatGPT, Claude, Gemini, Perplexity and 2 more". */
export function enginesInWords(engines: readonly string[]): string {
  return andList(firstOf(engines, ENGINES_SHOWN, (engine) => brief(engine, 'place')));
}

const UNREAD: Readonly<Record<string, (lead: DigestLead) => boolean>> = {
  score: ({ score }) => score === undefined,
  date: ({ postedAt }) => postedAt === undefined,
  place: ({ place = '' }) => brief(place, 'place') === '',
  'link that can be shown': ({ url }) => linkable(url) === undefined,
};

/** "No score for 2 of these leads, no date for any": what cannot be read, once for all leads of a message. */
export function unreadFacts(leads: readonly DigestLead[]): string | undefined {
  const parts = Object.entries(UNREAD).flatMap(([fact, isMissing]) => {
    const missing = leads.filter(isMissing).length;
    if (missing === 0) return [];
    return missing === leads.length ? `no ${fact}` : `no ${fact} for ${count(missing, 'lead')}`;
  });
  return parts.length === 0 ? undefined : `the API gave ${andList(parts)}`;
}

/** `id` is what is kept; a reason in somebody's own words is kept as they wrote it. */
export const DISMISS_REASONS: readonly { id: string; label: string; as: string }[] = [
  { id: 'off_topic', label: 'Off topic', as: 'as off topic' },
  { id: 'too_old', label: 'Too old', as: 'as too old' },
  { id: 'cannot_post', label: 'Can’t post there', as: 'because you can’t post there' },
  { id: 'answered', label: 'Already answered', as: 'as already answered' },
];

/** The choice for which words are asked. */
export const OTHER_REASON = 'other';

/** "Off topic", or somebody's own words. */
export function reasonLabel(reason: string): string {
  return DISMISS_REASONS.find(({ id }) => id === reason)?.label ?? reason;
}

/** "as off topic"; of a reason in somebody's own words "for another reason". */
export function dismissedAs(reason: string): string {
  return DISMISS_REASONS.find(({ id }) => id === reason)?.as ?? 'for another reason';
}

/** Links to longer addresses would make a row grow when somebody replies. */
const LONGEST_REPLY = 150;

/**
 * Characters that a row gets at most when people act: who did what, when and why, or the link of a reply. So much is kept free
 * for each, so that no row comes or goes with that.
 */
export const GROWTH = 300;

/** When and where it is said: `at` epoch ms, days in `timezone`. */
export type Saying = { at: number; timezone: string };

/** A lead that needs nobody any more: its row is one line. */
export function isFinished({ state }: LeadStanding): boolean {
  return state === 'replied' || state === 'dismissed' || state === 'snoozed';
}

/** "Replied by @Ana, 09:14 · reply · helpful", "Claimed by a colleague, Fri 11:02"; undefined while it is open. */
export function leadState(standing: LeadStanding, saying: Saying): Text | undefined {
  const done = (verb: string) => join([say`${verb} by ${whoOf(standing)}`, when(standing, saying)], ', ');
  switch (standing.state) {
    case 'new':
      return undefined;
    case 'claimed':
      return done('Claimed');
    case 'replied':
      return beside(done('Replied'), replyLink(standing), standing.outcome);
    case 'dismissed':
      return beside(done('Dismissed'), brief(reasonLabel(standing.dismissReason ?? ''), 'place'));
    case 'snoozed': {
      const { until } = standing;
      const end = until !== undefined && ` until ${dayNear(until, saying.at, saying.timezone)}`;
      return say`Snoozed by ${whoOf(standing)}${end}`;
    }
  }
}

/** "@Ana is on it since 09:14, from @Ben", of what is claimed; `it` may be its link. */
export function holderOf(standing: LeadStanding, saying: Saying, it: Piece = 'it'): Text {
  const since = when(standing, saying);
  const { assignedBy } = standing;
  const from = assignedBy !== undefined && say`, from ${user(assignedBy)}`;
  return say`${whoOf(standing, 'A colleague')} is on ${it}${since && say` since ${since}`}${from}`;
}

/** "at 09:14", "on Thu 19 Nov at 09:14"; nothing where that is not known. */
export function atTime({ since }: LeadStanding, { at, timezone }: Saying): Text | undefined {
  if (since === undefined) return undefined;
  const isSameDay = dayAt(since, timezone) === dayAt(at, timezone);
  return isSameDay ? say`at ${clock(since)}` : say`on ${dayAt(since, timezone)} at ${clock(since)}`;
}

/** A reader may not know who. */
export function whoOf({ by }: LeadStanding, somebody = 'a colleague'): Text {
  return by === undefined ? say`${somebody}` : user(by);
}

/** A row's length must not depend on what people paste. */
function replyLink({ replyUrl = '' }: LeadStanding): Text | undefined {
  const url = linkable(replyUrl);
  return url !== undefined && url.length <= LONGEST_REPLY ? link(url, 'reply') : undefined;
}

/** "09:14", and the day too, where it was another than the message's; undefined where that is not known. */
export function when({ since }: LeadStanding, { at, timezone }: Saying): Text | undefined {
  if (since === undefined) return undefined;
  const isSameDay = dayAt(since, timezone) === dayAt(at, timezone);
  return say`${!isSameDay && `${dayNear(since, at, timezone)} `}${clock(since)}`;
}
