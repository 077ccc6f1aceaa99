/** What defines a kind of post (post-kinds.ts has a row for each), and what several kinds share. */
import type { Decision, Extra, FeedKind, Standing } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Page } from '../messages/page.ts';
import type { LeadPart } from '../store/announced.ts';
import type { HandleLetter } from '../store/handles.ts';
import { type Reading, readAlertNow, readNothing, type ThingStanding } from './thing-standing.ts';

/** `projectId`: if it isn't the decision's own project. */
export type ShownLead = { key: string; part: LeadPart; projectId?: string };
type Named = { letter: HandleLetter; keys: string[] };

export type PostKind<Said extends Decision> = {
  page(decision: Said, standing: Standing): Page;
  /** How owners read of one that never arrived. */
  name: string;
  /** Completes "this is": the answer to Why is this here? */
  explained: string;
  /** What it is about: a change of that edits the post. A digest is about itself. */
  subject(decision: Said): string;
  /** The leads it shows, each in its part: a change of any of them edits the post. */
  leads(decision: Said): ShownLead[];
  /** The keys of the things in it that have handles, and the handles' letter. */
  handles(decision: Said): Named | undefined;
  /** The current state of what it is about. */
  standing(decision: Said, reading: Reading): Promise<ThingStanding>;
  /** The kind of its feed, which is paused if the channel refuses the post; undefined for posts to people. */
  feed(decision: Said): FeedKind | undefined;
  /** Whether this is what its feed exists for, unlike side notes, such as about a missed slot. */
  isFeedsOwn: boolean;
  /** For how long after the decision it is worth posting. */
  worthMs: number;
  /**
   * What becomes of one that Slack never accepted. again: it goes out once its feed is resumed. anew: its leads are
   * given back, and the next poll decides. forgotten: the channel doesn't know it, and the next poll tells what is
   * still true.
   */
  lost: 'again' | 'anew' | 'forgotten';
  /** How long it stays in the store. Some tell forever what a channel was told or asked. */
  kept: 'for_ever' | 'while_troubled' | 'while_paused' | 'until_old';
  lacks: readonly Extra[];
};

export const listNothing = () => [];
/** If Slack never accepted it, it goes out once its feed is resumed. */
export const AGAIN = { lost: 'again', kept: 'until_old' } as const;
export const OF_LEADS = { feed: () => 'leads' as const, isFeedsOwn: true };
export const OF_SCORES = { feed: () => 'scores' as const, isFeedsOwn: true };
/** For people, not channels. */
export const OF_NO_FEED = { feed: () => undefined, isFeedsOwn: false } as const;
export const TO_OWNERS = { ...OF_NO_FEED, worthMs: 7 * DAY_MS, lost: 'again' } as const;
export const BESIDE_DIGEST = { ...OF_LEADS, isFeedsOwn: false, lost: 'again' } as const;
/** For one person, about a lead that they hold, assigned or lost. */
export const OF_A_CLAIM = {
  ...OF_NO_FEED,
  handles: ({ lead }: { lead: { key: string } }): Named => ({ letter: 'L', keys: [lead.key] }),
  standing: readNothing,
  worthMs: DAY_MS,
  ...AGAIN,
  lacks: [],
} as const;
const nameAlert = ({ key }: { key: string }): Named => ({ letter: 'A', keys: [key] });
/** The message of an alert, or of a notice in place of one. */
export const OF_AN_ALERT = {
  subject: ({ key }: { key: string }) => key,
  leads: listNothing,
  handles: nameAlert,
  standing: readAlertNow,
  ...OF_SCORES,
  worthMs: DAY_MS,
  lost: 'forgotten',
  kept: 'until_old',
} as const;
/** Without leads, handles and extra reads. */
export const NAMELESS = { leads: listNothing, handles: () => undefined, lacks: [] } as const;
export const FINAL = { ...NAMELESS, standing: readNothing } as const;
/** One line about an alert, apart from its message. */
export const BESIDE_ALERT = {
  ...NAMELESS,
  handles: nameAlert,
  standing: readNothing,
  worthMs: DAY_MS,
  kept: 'until_old',
} as const;
