/** A lead’s card, which also answers why: what is known of it, and step by step what brought it to a channel or kept it out. */
import type {
  DigestLead,
  FeedStanding,
  LeadBriefing,
  LeadState,
  LeftOut,
  ProjectRef,
} from '../../decision.ts';
import { count, figure, labelFigure, ordinal } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, paragraph, rows, withBelow } from '../page.ts';
import { beside, bold, channel, flexible, join, say, type Text, textOf, user } from '../text.ts';
import { clock, dayAt, dayNear, moment } from '../times.ts';
import { pauseSummary } from '../trouble-words.ts';
import { postLine, type WhyPost } from '../why-post.ts';
import { briefFacts, briefParts } from './lead-brief.ts';
import { leadMenu, openControls, whyButton } from './lead-controls.ts';
import { leadLink, reasonLabel, titleOf, unreadFacts } from './lead-facts.ts';

/** One post that shows the lead. */
export type WhyLeadPost = WhyPost & { part: 'new' | 'still_open' | 'reminder' | 'assigned' | 'own' };

/** What the last poll for one channel said of the lead, and its posts there. `rank` counts from 1. */
export type WhyChannel = {
  channel: string;
  verdict?: { verdict: string; polledAt: number; rank: number } | undefined;
  posts: readonly WhyLeadPost[];
  /** When the digest was that did not bring the lead back on its turn, though it is open; epoch ms. */
  passedOverAt?: number | undefined;
  /** The feed's filters, where a feed of the project posts there. */
  minScore?: number | undefined;
  limit?: number | undefined;
};

export type WhyLead = {
  project: ProjectRef;
  lead: DigestLead & { polledAt: number; rank: number; firstSeenAt: number; state: LeadState };
  handle?: string | undefined;
  channels: readonly WhyChannel[];
  /** What people did with it, oldest first; `by` and `to` only where the reader may know who. */
  history: readonly LeadStep[];
  /** What to know before replying, of one that can still be answered. */
  briefing?: LeadBriefing | undefined;
  now: number;
  timezone: string;
  /** Whether the reader may act on it. */
  mayAct: boolean;
};

/** One thing that somebody did with a lead; `at` epoch ms. */
export type LeadStep = {
  kind: 'claim' | 'assign' | 'release' | 'decline' | 'reply' | 'dismiss' | 'snooze' | 'reopen' | 'outcome';
  at: number;
  by?: string | undefined;
  to?: string | undefined;
  detail?: string | undefined;
};

/** The lead's card: what the API says of it, what became of it where, who did what, and what can be done. */
export function whyLeadAnswer(known: WhyLead): Page {
  const { project, lead, handle, channels, history, now, mayAct } = known;
  const ref = handle !== undefined && { handle, projectId: project.id };
  const steps = [
    say`Last read from the API ${moment(lead.polledAt)}, ${ordinal(lead.rank)} in its list.`,
    ...channels.flatMap((one) => channelLines(one, lead, now)),
    ...history.map((step) => stepLine(step, known)),
    say`Now ${stateInWords(lead.state)}.`,
  ];
  const page = cardOf(known, steps);
  if (!mayAct || !ref) return page;
  const { state } = lead.state;
  return withBelow(
    page,
    actions(state === 'new' ? openControls(ref, titleOf(lead)) : [leadMenu(ref, state)]),
  );
}

const STEPS: Readonly<Record<LeadStep['kind'], string>> = {
  claim: 'claimed it',
  assign: 'gave it to',
  release: 'released it',
  decline: 'declined it',
  reply: 'replied',
  dismiss: 'dismissed it',
  snooze: 'snoozed it',
  reopen: 'opened it again',
  outcome: 'noted what came of it',
};

/** "09:14 @Ana gave it to @Ben". */
function stepLine({ kind, at, by, to, detail }: LeadStep, { now, timezone }: WhyLead): Text {
  const who = by === undefined ? 'A colleague' : user(by);
  const whom = kind === 'assign' && (to === undefined ? 'a colleague' : user(to));
  const why = kind === 'dismiss' && detail && `: ${brief(reasonLabel(detail), 'place')}`;
  const isSameDay = dayAt(at, timezone) === dayAt(now, timezone);
  const time = isSameDay ? clock(at) : say`${dayNear(at, now, timezone)} ${clock(at)}`;
  return say`${time}: ${who} ${STEPS[kind]}${whom && say` ${whom}`}${why}`;
}

/** A leads feed of the project: `removedBy` is the filter that the lead does not pass, as the API has it now. */
export type AwaitingFeed = {
  standing: FeedStanding;
  removedBy?: LeftOut['reason'] | undefined;
  minScore?: number | undefined;
  limit: number;
};

/** `rank` counts from 1, in the list that the API gave just now. */
export type WhyListed = {
  project: ProjectRef;
  lead: DigestLead;
  rank: number;
  handle?: string | undefined;
  briefing?: LeadBriefing | undefined;
  feeds: readonly AwaitingFeed[];
  /** Feeds of other channels were not looked at: they are not the asker's to read of. */
  hereOnly: boolean;
  now: number;
  timezone: string;
};

/** Of a lead that only a list has shown. */
export function whyListedAnswer(listed: WhyListed): Page {
  const { project, lead, rank, feeds, hereOnly } = listed;
  const name = brief(project.name, 'project');
  const where = hereOnly ? 'this channel' : 'a channel that you’re in';
  return cardOf(listed, [
    say`Just read from the API, ${ordinal(rank)} in its list. No digest has shown it yet.`,
    ...feeds.map((feed) => awaits(feed, lead)),
    feeds.length === 0 && `No feed posts leads of ${name} to ${where}.`,
  ]);
}

/** What the API says of the lead, then what became of it. */
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
  new: 'As new',
  still_open: 'As still open',
  reminder: 'As a reminder',
  assigned: 'As given to someone',
  own: 'Somebody’s own digest',
};

function channelLines(one: WhyChannel, lead: DigestLead, now: number): Text[] {
  const { verdict, posts, passedOverAt } = one;
  const where = channel(one.channel);
  const decided = verdict
    ? say`${where} at ${moment(verdict.polledAt)}, ${ordinal(verdict.rank)} in the list: ${verdictInWords(verdict.verdict, lead, one)}`
    : say`${where}: no poll has decided on it yet.`;
  const posted = posts.map((post) =>
    postLine(
      say`${PARTS[post.part]} in ${where}`,
      say`posted with the digest of ${moment(post.at)}`,
      post,
      now,
    ),
  );
  if (passedOverAt === undefined) return [decided, ...posted];
  const turn = say`Not brought back to ${where}: its one turn was the digest of ${moment(passedOverAt)}, which brought back the best five that nobody had taken, none below the average score.`;
  return [decided, ...posted, turn];
}

/** In the words of the rule that decided; what is not known here is named as it is kept. */
function verdictInWords(
  verdict: string,
  { score, place }: DigestLead,
  { minScore, limit }: Pick<WhyChannel, 'minScore' | 'limit'>,
): string {
  const where = brief(place ?? '', 'place') || 'its place';
  // Who set a lowest score does not expect a lead without one.
  const unscored =
    score === undefined && minScore !== undefined
      ? ` The API gave it no score, so your minimum score of ${figure(minScore)} doesn’t hold it back.`
      : '';
  const words: Readonly<Record<string, string>> = {
    posted: `passed every filter, and was among the best of its digest.${unscored}`,
    still_open: `shown again as still open, because nobody took it.${unscored}`,
    not_shown: `passed every filter, but came after the ${limit === undefined ? 'limit of' : `best ${figure(limit)} of`} one digest: counted, not shown.${unscored}`,
    known: 'already known here: a lead is announced once.',
    held: 'held with its whole digest, because most of a known list came back as new.',
    finished: 'left out: already replied to, dismissed or snoozed. If somebody reopens it, it comes here.',
    below_min_score: `left out: ${labelFigure('score', score)} is below your minimum score${minScore === undefined ? '' : ` of ${figure(minScore)}`}.`,
    too_old: 'left out: too old for this feed.',
    place: `left out: this feed leaves out ${where}.`,
    word: 'left out: this feed leaves out a word in its title.',
    muted: `left out: ${where} is muted here. To undo that, use Undo on the proposal or under Change filter.`,
  };
  return Object.hasOwn(words, verdict) ? (words[verdict] ?? '') : brief(verdict, 'name');
}

/** A filter is asked of the lead as it is now; its score and its age may be others by then. */
function awaits({ standing, removedBy, minScore, limit }: AwaitingFeed, lead: DigestLead): Text {
  const { next, paused, feed } = standing;
  const fate =
    removedBy === undefined
      ? `As it is now, it passes every filter. A digest shows the best ${count(limit, 'new lead')}.`
      : `As it is now, it would be ${verdictInWords(removedBy, lead, { minScore, limit })}`;
  const where = channel(feed.channel);
  if (paused) return say`${where}: the feed is paused ${pauseSummary(paused)}. ${fate}`;
  if (next === undefined) return say`${where}: its schedule brings no more digests.`;
  return say`${where}: next digest ${moment(next)}. ${fate}`;
}

function stateInWords({ state, outcome, since, until }: LeadState): Text {
  const end =
    until === undefined ? since !== undefined && say` since ${moment(since)}` : say` until ${moment(until)}`;
  return say`${join([state === 'new' ? 'open' : state, outcome], ', ')}${end}`;
}

/** A lead that the channel was shown, to be asked about. */
export type AskableLead = { handle: string; title?: string | undefined };

/** Answers why without a handle: the channel's last leads, each with a button. */
export function whyWhichAnswer(project: ProjectRef, leads: readonly AskableLead[]): Page {
  const name = brief(project.name, 'project');
  const [first] = leads;
  if (!first) {
    return {
      summary: say`${name}: this channel hasn’t been shown a lead yet.`,
      parts: [
        headline(bold(`${name} · no lead was shown here yet`)),
        paragraph('Ask with a short name from a message: /visibility why L1, A1 or S1.'),
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
      note('The last leads shown here. For others: /visibility why with their short name.'),
    ],
  };
}
