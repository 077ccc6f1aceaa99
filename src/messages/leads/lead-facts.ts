/** A lead’s facts in words: its title, place and age, who cites it, what the API left out, and its state. */
import { type DigestLead, type LeadStanding, type Standing, splitRemark } from '../../decision.ts';
import { andList, count, figure, firstOf, leadScore } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { beside, flexible, join, link, type Piece, say, type Text, user } from '../text.ts';
import { dayOf, duration, isNear, momentBeside } from '../times.ts';

const ENGINES_SHOWN = 4;

type TitleKind = 'title' | 'line' | 'place';

export function titleOf({ title = '' }: Pick<DigestLead, 'title'>, kind: TitleKind = 'title'): string {
  return brief(title, kind) || 'Untitled thread';
}

/** The title, linked if the URL is safe to link. */
export function leadLink(lead: Pick<DigestLead, 'title' | 'url'>, kind: TitleKind = 'title'): Text {
  return link(linkable(lead.url), titleOf(lead, kind));
}

/** "r/devops", "5 h", "up 3 since Nov 17", else "first seen Nov 17": whichever the API gives. `at`: epoch ms. */
export function factsOf(lead: DigestLead, at: number): Piece[] {
  const { firstSeenAt } = lead;
  const since = movement(lead) ?? (firstSeenAt !== undefined && say`first seen ${dayOf(firstSeenAt)}`);
  return [...placeAndAge(lead, at), since];
}

/** "r/devops", "5 h": whichever the API gives. */
export function placeAndAge({ place = '', postedAt }: DigestLead, at: number): string[] {
  return [brief(place, 'place'), postedAt === undefined ? '' : duration(at - postedAt)].filter(Boolean);
}

/** "91, “How do you alert …?”, r/devops, 5 h". The title is shortened first. */
export function leadSummary(lead: DigestLead, at: number): Text {
  const title = say`“${flexible(titleOf(lead))}”`;
  return join([lead.score !== undefined && leadScore(lead.score), title, ...placeAndAge(lead, at)], ', ');
}

/** "up 3 since Nov 17" */
function movement({ score, previousScore, scoreSince }: DigestLead): Text | undefined {
  if (score === undefined || previousScore === undefined || scoreSince === undefined) return undefined;
  if (isOtherScale(score, previousScore)) return undefined;
  const by = figure(Math.abs(score - previousScore));
  return say`${score > previousScore ? 'up' : 'down'} ${by} since ${dayOf(scoreSince)}`;
}

/** An API that switched from 0–1 to 0–100, or back: the lead itself hasn’t moved. */
function isOtherScale(one: number, other: number): boolean {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return low <= 1 && high > 10 * Math.max(low, 0.1);
}

/** "ChatGPT and Perplexity cite this thread"; undefined if no engine is known to cite it. */
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

/** "the API gave no score and no date for 2 leads": said once for all leads in a message. */
export function unreadFacts(leads: readonly DigestLead[]): string | undefined {
  const parts = Object.entries(UNREAD).flatMap(([fact, isMissing]) => {
    const many = leads.filter(isMissing).length;
    if (many === 0) return [];
    return many === leads.length ? `no ${fact}` : `no ${fact} for ${count(many, 'lead')}`;
  });
  return parts.length === 0 ? undefined : `the API gave ${andList(parts)}`;
}

/** `id` is what the store keeps. A reason typed in someone’s own words is stored as written. */
export const DISMISS_REASONS: readonly { id: string; label: string; as: string }[] = [
  { id: 'off_topic', label: 'Off topic', as: 'as off topic' },
  { id: 'too_old', label: 'Too old', as: 'as too old' },
  { id: 'cannot_post', label: 'Can’t post there', as: 'because you can’t post there' },
  { id: 'answered', label: 'Already solved', as: 'as already solved' },
];

export const OTHER_REASON = { id: 'other', label: 'Another reason' } as const;

/** "Off topic", "Off topic: about phones", or the reason as typed; empty if there was another one that nobody typed. */
export function reasonLabel(reason: string): string {
  if (reason === OTHER_REASON.id) return '';
  const { chosen, remark } = splitRemark(reason);
  const label = DISMISS_REASONS.find(({ id }) => id === chosen)?.label;
  return label === undefined ? reason : `${label}${remark}`;
}

/** People say “open” and “answered” where the store says “new” and “replied”. */
export function stateWord(state: string): string {
  return state === 'new' ? 'open' : state === 'replied' ? 'answered' : state;
}

/** " as off topic", " as off topic: about phones", ": we know them"; empty if nobody said why. */
export function describeDismissal(reason: string): string {
  const { chosen, remark } = splitRemark(reason);
  const as = DISMISS_REASONS.find(({ id }) => id === chosen)?.as;
  if (as !== undefined) return ` ${as}${brief(remark, 'reason')}`;
  return reason === OTHER_REASON.id ? '' : `: ${brief(reason, 'reason')}`;
}

/** Characters. A longer link would make a row outgrow GROWTH when someone replies; only the lead’s card has it. */
const LONGEST_IN_ROW = 150;

/** The most characters a row gains when people act on it. Messages keep them free, so that no row goes in an edit. */
export const GROWTH = 300;

/** Picks the open leads of a list. */
export function isOpenIn({ leads }: Pick<Standing, 'leads'>): (lead: Pick<DigestLead, 'key'>) => boolean {
  return ({ key }) => (leads?.[key]?.state ?? 'new') === 'new';
}

/** Nobody needs to act on it, so its row is one line. */
export function isFinished({ state }: LeadStanding): boolean {
  return state === 'replied' || state === 'dismissed' || state === 'snoozed';
}

/** "Answered by @Ana, 09:14 · reply · helpful"; undefined while open. Only a `card` has room for long links and reasons. */
export function leadState(
  standing: LeadStanding,
  at: number,
  room: 'row' | 'card' = 'row',
): Text | undefined {
  const { state, assignedBy, replyUrl, outcome, dismissReason = '', until } = standing;
  const describe = (what: Text | string) => join([what, timeOf(standing, at)], ', ');
  const who = whoOf(standing);
  switch (state) {
    case 'new':
      return undefined;
    case 'claimed':
      return describe(
        assignedBy === undefined ? say`Claimed by ${who}` : say`Assigned to ${who} by ${user(assignedBy)}`,
      );
    case 'replied': {
      const url = linkable(replyUrl);
      const isShown = url !== undefined && (room === 'card' || url.length <= LONGEST_IN_ROW);
      return beside(describe(say`Answered by ${who}`), isShown && link(url, 'reply'), outcome);
    }
    case 'dismissed':
      return beside(
        describe(say`Dismissed by ${who}`),
        brief(reasonLabel(dismissReason), room === 'card' ? 'reason' : 'place'),
      );
    case 'snoozed':
      return say`Snoozed by ${who}${until !== undefined && say` until ${dayOf(until)}`}`;
  }
}

/** "open again since Nov 26 at 09:14": its snooze ended, or somebody released or reopened it. Undefined for any other lead. */
export function openAgain({ state, since }: LeadStanding, at: number): Text | undefined {
  return state === 'new' && since !== undefined ? say`open again since ${timeOf({ since }, at)}` : undefined;
}

/** "at 09:14", or "on Nov 26 at 09:14" if the message is from another day; undefined if unknown. */
export function atTime({ since }: Pick<LeadStanding, 'since'>, at: number): Text | undefined {
  return since === undefined ? undefined : say`${isNear(since, at) ? 'at' : 'on'} ${momentBeside(since, at)}`;
}

/** `somebody` if the reader may not know who. */
export function whoOf({ by }: LeadStanding, somebody = 'a colleague'): Text {
  return by === undefined ? say`${somebody}` : user(by);
}

/** "09:14", or "Nov 26 at 09:14" if the message is from another day; undefined if unknown. */
export function timeOf({ since }: Pick<LeadStanding, 'since'>, at: number): Text | undefined {
  return since === undefined ? undefined : momentBeside(since, at);
}

/** Of a list that rests on what was read at `asOf`. Epoch ms. */
export function unreadSince(asOf: number, now: number): Text {
  return say`the API can’t be read right now, so this is as of ${momentBeside(asOf, now)}`;
}
