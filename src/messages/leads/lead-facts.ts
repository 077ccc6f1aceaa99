/** What is said of a lead wherever it is named: its title, its facts, who cites it, and what the API did not give. */
import type { DigestLead } from '../../decision.ts';
import { count, figure, firstOf } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { flexible, joined, link, say, type Text } from '../text.ts';
import { dayNear, lasting } from '../times.ts';
import type { Saying } from './lead-state.ts';

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
    postedAt === undefined ? undefined : lasting(at - postedAt),
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
    postedAt !== undefined && lasting(at - postedAt),
  ];
  return joined(facts, ', ');
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
  return inSentence(firstOf(engines, ENGINES_SHOWN, (engine) => brief(engine, 'place')));
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
  return parts.length === 0 ? undefined : `the API gave ${inSentence(parts)}`;
}

/** "a", "a and b", "a, b and c". */
export function inSentence(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
