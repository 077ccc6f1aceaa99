/** What a kind of post is: the row that post-kinds.ts has for each, and what several of them have in common. */
import type { Decision, Extra, FeedKind, Standing } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Page } from '../messages/page.ts';
import type { LeadPart } from '../store/announced.ts';
import type { HandleLetter } from '../store/handles.ts';
import { nothing, type Reading, type ThingStanding } from './thing-standing.ts';

/** `projectId`: where it is not of the decision's own project. */
export type ShownLead = { key: string; part: LeadPart; projectId?: string };
export type Named = { letter: HandleLetter; keys: string[] };

export type PostKind<Said extends Decision> = {
  page(decision: Said, standing: Standing): Page;
  /** As the owners read of one that never arrived. */
  name: string;
  /** Completes "this is": the answer to Why is this here? */
  explained: string;
  /** What it speaks of: whatever changes that, edits the post. A digest speaks of itself. */
  subject(decision: Said): string;
  /** The leads that it shows, each in its part: a change of any of them edits the post. */
  leads(decision: Said): ShownLead[];
  /** The keys of all things in it that people speak of by handle, with the handle's letter. */
  handles(decision: Said): Named | undefined;
  /** How what it speaks of stands now. */
  standing(decision: Said, reading: Reading): Promise<ThingStanding>;
  /** The kind of feed that it is of, which stops where its channel refuses it; undefined for what is told to people themselves. */
  feed(decision: Said): FeedKind | undefined;
  /** Whether its feed is there for it; words beside that, such as that a slot was missed, are told of in other ways. */
  isFeedsOwn: boolean;
  /** It is worth posting for so long after it was decided. */
  worthMs: number;
  /**
   * What becomes of one that Slack never took. again: it goes out once its feed goes on. anew: its leads are given back, and the
   * next look decides. forgotten: the channel knows nothing of it, and the next look tells what still stands.
   */
  lost: 'again' | 'anew' | 'forgotten';
  /** How long it stays in the store; by some a channel knows for ever what it was told or asked. */
  kept: 'for_ever' | 'while_troubled' | 'while_paused' | 'until_old';
  /** What it goes without is said in it, of these reads. */
  lacks: readonly Extra[];
};

export const none = () => [];
export const unnamed = () => undefined;
export const ofLeads = () => 'leads' as const;
export const OF_SCORES = { feed: () => 'scores' as const, isFeedsOwn: true };
/** Told to people themselves. */
export const OF_NO_FEED = { feed: () => undefined, isFeedsOwn: false } as const;
export const TO_OWNERS = { ...OF_NO_FEED, worthMs: 7 * DAY_MS, lost: 'again' } as const;
export const BESIDE_DIGEST = { feed: ofLeads, isFeedsOwn: false, lost: 'again' } as const;
/** Told to one person of a lead that they hold, gave or lost. */
export const OF_A_CLAIM = {
  ...OF_NO_FEED,
  handles: ({ lead }: { lead: { key: string } }): Named => ({ letter: 'L', keys: [lead.key] }),
  standing: nothing,
  worthMs: DAY_MS,
  lost: 'again',
  kept: 'until_old',
  lacks: [],
} as const;
/** One line about an alert beside its message. */
export const BESIDE_ALERT = {
  leads: none,
  handles: ({ key }: { key: string }): Named => ({ letter: 'A', keys: [key] }),
  standing: nothing,
  worthMs: DAY_MS,
  kept: 'until_old',
  lacks: [],
} as const;
/** It shows no lead, and names nothing by handle. */
export const NAMELESS = { leads: none, handles: unnamed } as const;
/** Once posted it stays as it is. */
export const FINAL = { ...NAMELESS, standing: nothing, lacks: [] } as const;
