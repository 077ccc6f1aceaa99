/** Every kind of post, a row each: how it is drawn, what it is about, what becomes of it. Nothing has a default. */
import { hash } from 'node:crypto';
import type { Decision, Extra, FeedKind, LeadDigest, LeadReminder, Standing } from '../decision.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import {
  apiTroubleMessage,
  channelMovedMessage,
  feedMissedMessage,
  feedPausedMessage,
  ownersLineMessage,
  postMissedMessage,
} from '../messages/feeds/owner-notices.ts';
import { recapMessage } from '../messages/feeds/recap.ts';
import { claimEndedMessage, leadAssignedMessage, leadReminderMessage } from '../messages/leads/claims.ts';
import { digestHeldMessage, filteredOutMessage, leadDigestMessage } from '../messages/leads/lead-digest.ts';
import { muteProposalMessage } from '../messages/leads/lead-proposals.ts';
import { ownDigestMessage } from '../messages/leads/own-digest.ts';
import type { Page } from '../messages/page.ts';
import { segmentSuggestionMessage } from '../messages/prompts/segment-suggestion.ts';
import { alertReleasedMessage } from '../messages/scores/alert-answers.ts';
import {
  mentionAlertMessage,
  scoreAlertMessage,
  scoreEndedMessage,
  scoreGraverMessage,
  scoreNoticeMessage,
} from '../messages/scores/alert-message.ts';
import type { Message } from '../slack/blocks.ts';
import { draw } from '../slack/draw.ts';
import type { LeadPart } from '../store/announced.ts';
import type { HandleLetter } from '../store/handles.ts';
import * as things from './thing-standing.ts';

/** `projectId`: if it isn't the decision's own project. */
type ShownLead = { key: string; part: LeadPart; projectId?: string };
type Named = { letter: HandleLetter; keys: string[] };

type PostKind<Said extends Decision> = {
  page(decision: Said, standing: Standing): Page;
  /** What it is: completes "this is", the answer to Why is this here?, and tells owners of one that never arrived. */
  name: string;
  /** What it brings, why it came or what becomes of it, in that answer. */
  explained?: string;
  /** What it is about: a change of that edits the post. A digest is about itself. */
  subject(decision: Said): string;
  /** The leads it shows, each in its part: a change of any of them edits the post. */
  leads(decision: Said): ShownLead[];
  /** The keys of the things in it that have handles, and the handles' letter. */
  handles(decision: Said): Named | undefined;
  /** The current state of what it is about. */
  standing(decision: Said, reading: things.Reading): Promise<things.ThingStanding>;
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

const listNothing = () => [];
const nameLeads = (leads: readonly { key: string }[]): Named => ({
  letter: 'L',
  keys: leads.map(({ key }) => key),
});
/** If Slack never accepted it, it goes out once its feed is resumed. */
const AGAIN = { lost: 'again', kept: 'until_old' } as const;
const OF_LEADS = { feed: () => 'leads' as const, isFeedsOwn: true };
const OF_SCORES = { feed: () => 'scores' as const, isFeedsOwn: true };
const OF_NO_FEED = { feed: () => undefined, isFeedsOwn: false } as const;
const TO_OWNERS = { ...OF_NO_FEED, worthMs: 7 * DAY_MS, lost: 'again' } as const;
const BESIDE_DIGEST = { ...OF_LEADS, isFeedsOwn: false, lost: 'again' } as const;
/** For one person, about a lead that they hold, assigned or lost. */
const OF_A_CLAIM = {
  ...OF_NO_FEED,
  handles: ({ lead }: { lead: { key: string } }) => nameLeads([lead]),
  standing: things.readNothing,
  worthMs: DAY_MS,
  ...AGAIN,
  lacks: [],
} as const;
const nameAlert = ({ key }: { key: string }): Named => ({ letter: 'A', keys: [key] });
const OF_AN_ALERT = {
  subject: ({ key }: { key: string }) => key,
  leads: listNothing,
  handles: nameAlert,
  standing: things.readAlertNow,
  ...OF_SCORES,
  worthMs: DAY_MS,
  lost: 'forgotten',
  kept: 'until_old',
} as const;
const NAMELESS = { leads: listNothing, handles: () => undefined, lacks: [] } as const;
const FINAL = { ...NAMELESS, standing: things.readNothing } as const;
const BESIDE_ALERT = {
  ...NAMELESS,
  handles: nameAlert,
  standing: things.readAlertNow,
  worthMs: DAY_MS,
  kept: 'until_old',
} as const;

const KINDS: { readonly [Kind in Decision['kind']]: PostKind<Extract<Decision, { kind: Kind }>> } = {
  lead_digest: {
    page: leadDigestMessage,
    name: 'a digest',
    explained: 'leads that pass its filters and that the channel hadn’t seen, best first',
    subject: things.digestSubject,
    leads: listShownLeads,
    handles: (decision) => nameLeads(listShownLeads(decision)),
    standing: things.readDigestNow,
    ...OF_LEADS,
    worthMs: 4 * HOUR_MS,
    lost: 'anew',
    kept: 'until_old',
    lacks: ['communityMetrics', 'citations', 'sources', 'warmLeads'],
  },
  lead_reminder: {
    page: leadReminderMessage,
    name: 'a reminder of leads that someone claimed',
    subject: ({ project, lead, claimedAt }) => `reminder:${project.id}:${lead.key}@${claimedAt}`,
    leads: (reminder) =>
      listClaims(reminder).map(({ project, lead: { key } }) => ({
        key,
        part: 'reminder',
        projectId: project.id,
      })),
    ...OF_A_CLAIM,
    handles: (reminder) => nameLeads(listClaims(reminder).map(({ lead }) => lead)),
  },
  lead_assigned: {
    page: leadAssignedMessage,
    name: 'a lead that a colleague gave you',
    subject: ({ project, lead, at }) => `assigned:${project.id}:${lead.key}@${at}`,
    leads: ({ lead }) => [{ key: lead.key, part: 'assigned' }],
    ...OF_A_CLAIM,
  },
  claim_ended: {
    page: claimEndedMessage,
    name: 'a note about a lead of yours',
    explained: 'a colleague released the one you claimed, replied to it, or declined one you gave them',
    subject: ({ project, lead, at }) => `claim_ended:${project.id}:${lead.key}@${at}`,
    leads: ({ lead, how }) => (how === 'decline' ? [{ key: lead.key, part: 'declined' }] : []),
    ...OF_A_CLAIM,
  },
  own_digest: {
    page: ownDigestMessage,
    name: 'your own digest',
    explained: 'a few open leads of the projects you see, at the time you chose',
    subject: ({ person, at }) => `own_digest:${person}:${at}`,
    leads: ({ rows }) =>
      rows.map(({ project, lead }) => ({ key: lead.key, part: 'own', projectId: project.id })),
    handles: ({ rows }) => nameLeads(rows.map(({ lead }) => lead)),
    standing: things.readNothing,
    ...OF_NO_FEED,
    worthMs: 4 * HOUR_MS,
    ...AGAIN,
    lacks: [],
  },
  filtered_out: {
    page: filteredOutMessage,
    name: 'a note that the feed’s filters left nothing to post',
    subject: ({ subscription, filters }) => `filtered_out:${subscription}:${hash('sha256', filters)}`,
    ...FINAL,
    ...BESIDE_DIGEST,
    worthMs: DAY_MS,
    kept: 'for_ever',
  },
  mute_proposal: {
    page: muteProposalMessage,
    name: 'a proposal to mute a place whose leads are always dismissed',
    subject: things.muteSubject,
    ...NAMELESS,
    standing: things.readMuteNow,
    ...BESIDE_DIGEST,
    worthMs: 7 * DAY_MS,
    kept: 'for_ever',
  },
  recap: {
    page: recapMessage,
    name: 'a recap',
    explained: 'how visible you were, and what became of the leads that were shown',
    subject: ({ subscription, to }) => `recap:${subscription}:${to}`,
    ...NAMELESS,
    standing: things.readMinScoreNow,
    feed: () => 'recap',
    isFeedsOwn: true,
    worthMs: DAY_MS,
    ...AGAIN,
    lacks: ['dailyScores', 'prompts', 'mentions', 'competitorDetail', 'citations'],
  },
  score_alert: {
    page: scoreAlertMessage,
    name: 'a score alert',
    explained: 'the score moved by more than its feed ignores',
    ...OF_AN_ALERT,
    lacks: ['prompts', 'promptTimeseries', 'mentions', 'citations'],
  },
  mention_alert: {
    page: mentionAlertMessage,
    name: 'an alert about answers',
    explained: 'a rival passed you, or negative mentions of you rose',
    ...OF_AN_ALERT,
    lacks: [],
  },
  graver_alert: {
    page: scoreGraverMessage,
    name: 'a note that a score alert became serious',
    explained: 'for those whom its feed mentions',
    subject: ({ key }) => `graver:${key}`,
    ...BESIDE_ALERT,
    ...OF_SCORES,
    lost: 'again',
  },
  alert_released: {
    page: alertReleasedMessage,
    name: 'a note that a colleague released the alert you were on',
    subject: ({ key, at }) => `alert_released:${key}@${at}`,
    ...BESIDE_ALERT,
    ...OF_NO_FEED,
    lost: 'again',
  },
  ended_alert: {
    page: scoreEndedMessage,
    name: 'a note that a score alert is over',
    subject: ({ key }) => `ended:${key}`,
    ...BESIDE_ALERT,
    standing: things.readEndNow,
    ...OF_SCORES,
    lost: 'forgotten',
  },
  score_notice: {
    page: scoreNoticeMessage,
    name: 'a note about scores',
    explained: 'they can’t be compared or have no figures, so there is no alert',
    ...OF_AN_ALERT,
    ...NAMELESS,
  },
  segment_suggestion: {
    page: segmentSuggestionMessage,
    name: 'a suggested segment',
    explained: 'posted once and edited when someone decides',
    subject: ({ project, suggestion }) => things.suggestionSubject(project.id, suggestion.id),
    leads: listNothing,
    handles: ({ suggestion }) => ({ letter: 'S', keys: [suggestion.id] }),
    standing: things.readSuggestionNow,
    feed: () => 'suggestions',
    isFeedsOwn: true,
    worthMs: 7 * DAY_MS,
    lost: 'again',
    kept: 'for_ever',
    lacks: [],
  },
  feed_missed: {
    page: feedMissedMessage,
    name: 'a note about a missed post',
    explained: 'edited when the trouble is over',
    subject: ({ cause, since }) => things.troubleSubject(cause, since),
    ...NAMELESS,
    standing: (decision, reading) => things.readTrouble(decision, reading, { channel: reading.channel }),
    feed: ({ feed }) => feed,
    isFeedsOwn: false,
    worthMs: DAY_MS,
    lost: 'again',
    kept: 'while_troubled',
  },
  api_trouble: {
    page: apiTroubleMessage,
    name: 'a note about trouble with the API',
    explained: 'edited when it is over',
    subject: ({ cause, since }) => things.troubleSubject(cause, since),
    ...NAMELESS,
    standing: (decision, reading) => things.readTrouble(decision, reading, {}),
    ...TO_OWNERS,
    kept: 'while_troubled',
  },
  channel_moved: {
    page: channelMovedMessage,
    name: 'a note that a channel has a new id',
    explained: 'Slack changed it, and projects.yml doesn’t have it yet',
    subject: ({ to }) => `channel_moved:${to}`,
    ...FINAL,
    ...TO_OWNERS,
    kept: 'until_old',
  },
  feed_paused: {
    page: feedPausedMessage,
    name: 'a note about a paused feed',
    explained: 'edited when it runs again',
    subject: ({ subscription, at }) => things.pauseSubject(subscription, at),
    ...NAMELESS,
    standing: things.readPauseNow,
    ...TO_OWNERS,
    kept: 'while_paused',
  },
  digest_held: {
    page: digestHeldMessage,
    name: 'a note that a digest was held back',
    explained: 'most of a known list came back as new',
    subject: ({ subscription, at }) => things.pauseSubject(subscription, at),
    ...NAMELESS,
    standing: things.readPauseNow,
    ...OF_LEADS,
    worthMs: DAY_MS,
    lost: 'again',
    kept: 'while_paused',
  },
  post_missed: {
    page: (decision) => postMissedMessage(decision, (kind) => postKind({ kind }).name),
    name: 'a note about posts that never arrived',
    subject: ({ why, at }) => `missed:${why}@${Math.floor(at / DAY_MS)}`,
    ...FINAL,
    ...TO_OWNERS,
    kept: 'until_old',
  },
  owners_line: {
    page: ownersLineMessage,
    name: 'the Monday line',
    explained: 'how all projects are doing',
    subject: ({ at }) => `owners_line:${at}`,
    ...FINAL,
    ...OF_NO_FEED,
    worthMs: 12 * HOUR_MS,
    ...AGAIN,
  },
};

function listClaims(reminder: LeadReminder) {
  return [reminder, ...(reminder.also ?? [])];
}

function listShownLeads({ leads, stillOpen = [], warm = [] }: LeadDigest): ShownLead[] {
  return [
    ...leads.map(({ key }): ShownLead => ({ key, part: 'new' })),
    ...stillOpen.map(
      ({ key, isFirstHere }): ShownLead => ({ key, part: isFirstHere ? 'new' : 'still_open' }),
    ),
    ...warm.flatMap(({ key, isLead }): ShownLead[] => (isLead ? [{ key, part: 'warm' }] : [])),
  ];
}

export function postKind({ kind }: Pick<Decision, 'kind'>): PostKind<Decision> {
  return KINDS[kind];
}

/** Describes a post: pure, at sending time, from the decision and the current state of what it is about. */
export function drawPage(decision: Decision, standing: Standing): Page {
  return postKind(decision).page(decision, standing);
}

export function render(decision: Decision, standing: Standing): Message {
  return draw(drawPage(decision, standing));
}

/** The kinds whose row passes, for the store, which only knows their names. */
function listKinds(is: (row: Pick<PostKind<Decision>, 'isFeedsOwn' | 'lost' | 'kept'>) => boolean): string[] {
  return Object.entries(KINDS).flatMap(([kind, row]) => (is(row) ? [kind] : []));
}

export const POST_KINDS: readonly string[] = Object.keys(KINDS);

export const FEEDS_OWN = listKinds(({ isFeedsOwn }) => isFeedsOwn);
export const OUT_AGAIN = listKinds(({ lost }) => lost === 'again');
export const KEPT = {
  forEver: listKinds(({ kept }) => kept === 'for_ever'),
  whileTroubled: listKinds(({ kept }) => kept === 'while_troubled'),
  whilePaused: listKinds(({ kept }) => kept === 'while_paused'),
};
