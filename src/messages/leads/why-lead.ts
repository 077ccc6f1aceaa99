/** A lead’s card, which also answers /visibility why L1: what is known of it, and step by step what happened to it. */
import type {
  DigestLead,
  FeedStanding,
  LeadBriefing,
  LeadState,
  LeftOut,
  ProjectRef,
} from '../../decision.ts';
import { MINUTE_MS } from '../../durations.ts';
import { count, figure, labelFigure, ordinal } from '../figures.ts';
import { brief } from '../lengths.ts';
import {
  actions,
  headline,
  note,
  type Page,
  paragraph,
  rows,
  withBelow,
  withBelowHeadline,
} from '../page.ts';
import { beside, bold, channel, flexible, join, say, type Text, textOf, user } from '../text.ts';
import { dayNear, moment, momentBeside } from '../times.ts';
import { pauseSummary } from '../trouble-words.ts';
import { postLine, type WhyPost } from '../why-post.ts';
import { briefFacts, briefParts } from './lead-brief.ts';
import { claimerButtons, leadMenu, openControls, whyButton } from './lead-controls.ts';
import {
  atTime,
  leadLink,
  type MessageTime,
  openAgain,
  reasonLabel,
  replyLink,
  stateWord,
  titleOf,
  unreadFacts,
  whoOf,
} from './lead-facts.ts';

/** A post that shows the lead. */
export type WhyLeadPost = WhyPost & {
  part: 'new' | 'still_open' | 'reminder' | 'assigned' | 'declined' | 'own';
};

/** What the last poll for one channel decided, and the lead’s posts there. `rank` counts from 1. */
export type WhyChannel = {
  channel: string;
  verdict?: { verdict: string; polledAt: number; rank: number } | undefined;
  posts: readonly WhyLeadPost[];
  /** When the digest was that could have shown the open lead again, but didn’t; epoch ms. */
  passedOverAt?: number | undefined;
  /** If no digest ever showed it: whether the first one there, or a later one, counted it below the leads it showed. */
  unshown?: 'at_start' | 'later' | undefined;
  /** The filters of the project’s feed there, if it has one. */
  minScore?: number | undefined;
  limit?: number | undefined;
};

export type WhyLead = {
  project: ProjectRef;
  /** Its state as the reader may know it. */
  lead: DigestLead & { polledAt: number; rank: number; firstSeenAt: number; state: LeadState };
  handle?: string | undefined;
  channels: readonly WhyChannel[];
  /** What people did with it, within a minute in this order. `by` and `to` are left out if the reader may not know who. */
  history: readonly LeadStep[];
  /** Only while it can still be answered. */
  briefing?: LeadBriefing | undefined;
  now: number;
  timezone: string;
  /** Whether the reader may act on it. */
  mayAct: boolean;
  /** Who reads it: the holder of a lead has its buttons. */
  reader: string;
};

/** `at` epoch ms. */
export type LeadStep = {
  kind:
    | 'claim'
    | 'assign'
    | 'release'
    | 'decline'
    | 'reply'
    | 'dismiss'
    | 'snooze'
    | 'wake'
    | 'reopen'
    | 'outcome';
  at: number;
  by?: string | undefined;
  to?: string | undefined;
  detail?: string | undefined;
};

export function whyLeadAnswer(known: WhyLead): Page {
  const { project, lead, handle, channels, history, now, timezone, mayAct, reader } = known;
  const time = { at: now, timezone };
  const ref = handle !== undefined && { handle, projectId: project.id };
  const read = say`Last read from the API ${atTime({ since: lead.polledAt }, time)}, ${ordinal(lead.rank)} in its list.`;
  const steps = inOrderOfTime([
    { at: lead.polledAt, text: read },
    ...channels.flatMap((one) => channelLines(one, lead, time)),
    ...history.map((step) => ({ at: step.at, text: stepLine(step, known) })),
  ]);
  // “Did anyone answer it?”
  const page = withBelowHeadline(
    cardOf(known, steps),
    paragraph(say`Now: ${stateInWords(lead.state, time)}.`),
  );
  if (!mayAct || !ref) return page;
  const { state, by } = lead.state;
  if (state === 'new') return withBelow(page, actions(openControls(ref, titleOf(lead))));
  const own = state === 'claimed' && by === reader ? claimerButtons(ref, titleOf(lead)) : [];
  return withBelow(page, actions([...own, leadMenu(ref, state)]));
}

/** `at` epoch ms. */
type Line = { at: number; text: Text };

/** A digest is dated when it was due, seconds before its list was read: within a minute the given order stays. */
function inOrderOfTime(lines: readonly Line[]): Text[] {
  const minute = ({ at }: Line) => Math.floor(at / MINUTE_MS);
  return lines.toSorted((a, b) => minute(a) - minute(b)).map(({ text }) => text);
}

const STEPS: Readonly<Record<Exclude<LeadStep['kind'], 'wake'>, string>> = {
  claim: 'claimed it',
  assign: 'gave it to',
  release: 'released it',
  decline: 'declined it',
  reply: 'replied',
  dismiss: 'dismissed it',
  snooze: 'snoozed it',
  reopen: 'reopened it',
  outcome: 'noted the outcome',
};

/** "09:14: @Ana gave it to @Ben" */
function stepLine({ kind, at, by, to, detail }: LeadStep, { now, timezone }: WhyLead): Text {
  const time = momentBeside(at, now);
  if (kind === 'wake') return say`${time}: its snooze ended`;
  const who = by === undefined ? 'A colleague' : user(by);
  const whom = kind === 'assign' && (to === undefined ? 'a colleague' : user(to));
  const end = kind === 'snooze' && detail && ` until ${dayNear(Number(detail), now, timezone)}`;
  const why =
    (kind === 'dismiss' || kind === 'outcome') && detail && `: ${brief(reasonLabel(detail), 'place')}`;
  return say`${time}: ${who} ${STEPS[kind]}${whom && say` ${whom}`}${end}${why}`;
}

/** A leads feed of the project. `removedBy`: the filter that leaves the lead out as it is now. */
export type AwaitingFeed = {
  standing: FeedStanding;
  removedBy?: LeftOut['reason'] | undefined;
  minScore?: number | undefined;
  limit: number;
};

/** A lead no digest has shown yet. `rank` counts from 1, in the list just read. */
export type WhyListed = {
  project: ProjectRef;
  lead: DigestLead;
  rank: number;
  handle?: string | undefined;
  briefing?: LeadBriefing | undefined;
  feeds: readonly AwaitingFeed[];
  /** Feeds of other channels are hidden from the asker. */
  hereOnly: boolean;
  now: number;
  timezone: string;
};

export function whyListedAnswer(listed: WhyListed): Page {
  const { project, lead, rank, feeds, hereOnly, now, timezone } = listed;
  const name = brief(project.name, 'project');
  const where = hereOnly ? 'this channel' : 'a channel you’re in';
  return cardOf(listed, [
    say`Just read from the API, ${ordinal(rank)} in its list. No digest has shown it yet.`,
    ...feeds.map((feed) => awaits(feed, lead, { at: now, timezone })),
    feeds.length === 0 && `No feed posts ${name} leads to ${where}.`,
  ]);
}

/** What the API says about the lead, then what happened to it. */
function cardOf(
  {
    project,
    lead,
    handle,
    briefing,
    now,
    timezone,
  }: Pick<WhyListed, 'project' | 'lead' | 'handle' | 'briefing' | 'now' | 'timezone'>,
  steps: readonly (Text | string | false)[],
): Page {
  const reason = brief(lead.reason ?? '', 'reason') || 'The API gave no reason.';
  return {
    summary: beside(handle ?? 'A lead', flexible(titleOf(lead))),
    parts: [
      headline(beside(handle !== undefined && bold(handle), leadLink(lead))),
      ...briefParts({ ...lead, reason }, briefing),
      note(
        beside(brief(project.name, 'project'), briefFacts(lead, { at: now, timezone }), unreadFacts([lead])),
      ),
      rows(
        steps.filter((step) => step !== false).map((text) => ({ text: textOf(text) })),
        { heading: bold('What happened to it') },
      ),
    ],
  };
}

const PARTS: Record<WhyLeadPost['part'], string> = {
  new: 'New lead',
  still_open: 'Still open',
  reminder: 'Reminder',
  assigned: 'Assignment',
  declined: 'Declined assignment',
  own: 'Someone’s own digest',
};

function channelLines(one: WhyChannel, lead: DigestLead, time: MessageTime): Line[] {
  const { verdict, posts, passedOverAt } = one;
  const where = channel(one.channel);
  const decided = verdict
    ? say`${where} ${atTime({ since: verdict.polledAt }, time)}, ${ordinal(verdict.rank)} in the list: ${verdictInWords(verdict.verdict, lead, one)}`
    : say`${where}: not decided yet.`;
  const posted = posts.map((post) => ({
    at: post.at,
    text: postLine(
      say`${PARTS[post.part]} in ${where}`,
      say`posted with the digest of ${moment(post.at)}`,
      post,
      time.at,
    ),
  }));
  const all = [{ at: verdict?.polledAt ?? time.at, text: decided }, ...posted];
  if (passedOverAt === undefined) return all;
  const passedOver = say`Not shown again in ${where}: its only chance was the digest of ${moment(passedOverAt)}, which repeated what people had reopened or snoozed until then, and the best unclaimed leads, none below the average score.`;
  return [...all, { at: passedOverAt, text: passedOver }];
}

const UNSHOWN: Readonly<Record<NonNullable<WhyChannel['unshown']>, string>> = {
  at_start: 'it was listed when the feed started, below the leads of the first digest',
  later: 'an earlier one counted it, below the leads it showed',
};

/** A verdict without words here is shown as the store has it. */
function verdictInWords(
  verdict: string,
  { score, place }: DigestLead,
  { minScore, limit, unshown }: Pick<WhyChannel, 'minScore' | 'limit' | 'unshown'>,
): string {
  const where = brief(place ?? '', 'place') || 'its place';
  // Someone who set a minimum score doesn’t expect a lead without one.
  const unscored =
    score === undefined && minScore !== undefined
      ? ` The API gave it no score, so your minimum score of ${figure(minScore)} doesn’t hold it back.`
      : '';
  const words: Readonly<Record<string, string>> = {
    posted: `passed every filter and made the digest.${unscored}`,
    still_open: `shown again as still open, because nobody had claimed it.${unscored}`,
    not_shown: `passed every filter, but didn’t make ${limit === undefined ? 'the digest' : `the best ${figure(limit)} of the digest`}: counted, not shown.${unscored}`,
    known:
      unshown === undefined
        ? 'already known here: a lead is announced once.'
        : `never in a digest: ${UNSHOWN[unshown]}. Only the full list shows it: /visibility leads`,
    held: 'held with its whole digest, because most of a known list came back as new.',
    taken:
      'left out: already claimed, answered, dismissed or snoozed. Once it’s open again, it’s posted here.',
    below_min_score: `left out: ${labelFigure('score', score)} is below your minimum score${minScore === undefined ? '' : ` of ${figure(minScore)}`}.`,
    too_old: 'left out: too old for this feed.',
    place: `left out: this feed leaves out ${where}.`,
    word: 'left out: this feed leaves out a word in its title.',
    muted: `left out: ${where} is muted here. Undo is on the proposal and under Change filter.`,
  };
  return Object.hasOwn(words, verdict) ? (words[verdict] ?? '') : brief(verdict, 'name');
}

/** Judges the lead as it is now: by the next digest its score and age may have changed. */
function awaits(
  { standing, removedBy, minScore, limit }: AwaitingFeed,
  lead: DigestLead,
  time: MessageTime,
): Text {
  const { next, paused, feed } = standing;
  const fate =
    removedBy === undefined
      ? `As it is now, it passes every filter. A digest shows the best ${count(limit, 'new lead')}.`
      : `As it is now, it would be ${verdictInWords(removedBy, lead, { minScore, limit })}`;
  const where = channel(feed.channel);
  if (paused) return say`${where}: the feed is paused ${pauseSummary(paused)}. ${fate}`;
  if (next === undefined) return say`${where}: no more digests are scheduled.`;
  return say`${where}: next digest ${atTime({ since: next }, time)}. ${fate}`;
}

/** "open", "answered by @Ana at 09:14 · reply · helpful", "snoozed by a colleague until Thu" */
function stateInWords(kept: LeadState, time: MessageTime): Text {
  const { state, outcome, since, until, assignedBy } = kept;
  if (state === 'new') return openAgain(kept, time) ?? say`open`;
  const done =
    assignedBy === undefined
      ? say`${stateWord(state)} by ${whoOf(kept)}`
      : say`assigned to ${whoOf(kept)} by ${user(assignedBy)}`;
  const end =
    until === undefined ? atTime({ since }, time) : say`until ${dayNear(until, time.at, time.timezone)}`;
  return beside(join([done, end], ' '), state === 'replied' && replyLink(kept), outcome);
}

/** A lead the channel has seen. */
export type AskableLead = { handle: string; title?: string | undefined };

/** Answers /visibility why without a handle: the channel’s latest leads, each with a Why? button. */
export function whyWhichAnswer(project: ProjectRef, leads: readonly AskableLead[]): Page {
  const name = brief(project.name, 'project');
  const [first] = leads;
  if (!first) {
    return {
      summary: say`${name}: this channel hasn’t been shown a lead yet.`,
      parts: [
        headline(bold(`${name} · no lead was shown here yet`)),
        paragraph('Use a short name from a message: /visibility why L1, A1 or S1.'),
      ],
    };
  }
  return {
    summary: say`${name}: which lead? Ask with its short name: /visibility why ${first.handle}`,
    parts: [
      headline(bold(`${name} · why which lead?`)),
      rows(
        leads.map(({ handle, title }) => ({
          text: say`${bold(handle)} ${titleOf({ title })}`,
          control: whyButton({ handle, projectId: project.id }, titleOf({ title })),
        })),
      ),
      note('These were shown last. For others: /visibility why and their short name.'),
    ],
  };
}
