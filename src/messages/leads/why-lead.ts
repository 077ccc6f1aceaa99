/** A lead’s card, which also answers /visibility why L1: what is known of it, and step by step what happened to it. */
import type { DigestLead, LeadBriefing, LeadState, LeftOut, ProjectRef } from '../../decision.ts';
import { MINUTE_MS } from '../../durations.ts';
import { ordinal } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { actions, type Control, headline, note, type Page, page, paragraph, rows, section } from '../page.ts';
import { beside, bold, channel, flexible, link, say, type Text, user } from '../text.ts';
import { dayOf, moment, momentBeside } from '../times.ts';
import { postLine, type WhyPost } from '../trouble-words.ts';
import { briefFacts, briefParts } from './claims.ts';
import { type LeadLimits, whyLeftOut } from './lead-counts.ts';
import { atTime, leadLink, leadState, openAgain, reasonLabel, titleOf, unreadFacts } from './lead-facts.ts';
import { HOLDERS, type LeadRef, leadButton, leadButtons, leadMenu, openControls } from './lead-row.ts';

type WhyLeadPost = WhyPost & {
  part: keyof typeof PARTS;
};

/** What the last poll for one channel decided, the lead’s posts there, and the next digest. `rank` counts from 1. */
export type WhyChannel = {
  channel: string;
  verdict?: { verdict: string; polledAt: number; rank: number } | undefined;
  posts: readonly WhyLeadPost[];
  /** Its leads feed. `removedBy`: the filter that leaves the lead out as it is now; `next`: undefined while paused. */
  feed?: LeadLimits & { removedBy?: LeftOut['reason'] | undefined; next?: number | undefined };
};

export type WhyLead = {
  project: ProjectRef;
  /** Its state as the reader may know it. */
  lead: DigestLead & {
    polledAt: number;
    rank: number;
    firstSeenAt: number;
    state: LeadState;
    author?: string | undefined;
  };
  handle?: string | undefined;
  channels: readonly WhyChannel[];
  /** What people did with it, within a minute in this order. `by` and `to` are left out if the reader may not know who. */
  history: readonly LeadStep[];
  /** Only while it can still be answered. */
  briefing?: LeadBriefing | undefined;
  now: number;
  mayAct: boolean;
  /** Who reads it: the holder of a lead has its buttons. */
  reader: string;
};

/** `wake`: a snooze ended by itself. `undo`: of `detail`. `note`: what came with an assignment. `at` epoch ms. */
export type LeadStep = {
  kind: keyof typeof STEPS | 'wake' | 'undo';
  at: number;
  by?: string | undefined;
  to?: string | undefined;
  detail?: string | undefined;
  note?: string | undefined;
};

export function whyLeadAnswer(known: WhyLead): Page {
  const { project, lead, handle, channels, history, briefing, now, mayAct, reader } = known;
  const name = brief(project.name, 'project');
  const read = say`Last read from the API ${atTime({ since: lead.polledAt }, now)}, ${ordinal(lead.rank)} in its list.`;
  const all: { at: number; text: Text }[] = [
    { at: lead.polledAt, text: read },
    ...channels.flatMap((one) => channelLines(one, known)),
    ...history.map((step) => ({ at: step.at, text: stepLine(step, known) })),
    ...(channels.length > 0
      ? []
      : [{ at: now, text: say`No feed posts ${name} leads to a channel you can see.` }]),
  ];
  // A digest is dated when it was due, seconds before its list was read: within a minute this order stays.
  const minute = ({ at }: { at: number }) => Math.floor(at / MINUTE_MS);
  const steps = all.toSorted((a, b) => minute(a) - minute(b)).map(({ text }) => text);
  return {
    summary: beside(handle ?? 'A lead', flexible(titleOf(lead))),
    parts: [
      headline(beside(handle !== undefined && bold(handle), leadLink(lead))),
      paragraph(say`${leadState(lead.state, now, 'card') ?? openState(lead.state, now)}.`),
      ...briefParts(lead, briefing),
      note(
        beside(
          name,
          briefFacts(lead, now),
          lead.author && say`by ${flexible(brief(lead.author, 'place'))}`,
          unreadFacts([lead]),
        ),
      ),
      section('What happened to it', steps),
      mayAct && handle !== undefined && actions(controlsFor(lead, { handle, projectId: project.id }, reader)),
    ],
  };
}

function openState(state: LeadState, now: number): Text | string {
  const again = openAgain(state, now);
  return again ? say`It has been ${again}` : 'Nobody has claimed it yet';
}

function controlsFor(lead: WhyLead['lead'], ref: LeadRef, reader: string): Control[] {
  const { state, by } = lead.state;
  if (state === 'new') return openControls(ref, lead, { card: true });
  const own = state === 'claimed' && by === reader ? leadButtons(HOLDERS, ref, lead) : [];
  return [...own, leadMenu(ref, state, { card: true, beside: own })];
}

const STEPS = {
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
function stepLine({ kind, at, by, to, detail, note: words }: LeadStep, { now }: WhyLead): Text {
  const time = momentBeside(at, now);
  if (kind === 'wake') return say`${time}: its snooze ended`;
  const who = by === undefined ? 'A colleague' : user(by);
  if (kind === 'undo')
    return say`${time}: ${who} ${detail === 'snooze' ? STEPS.snooze : STEPS.dismiss} and undid that`;
  const whom = kind === 'assign' && (to === undefined ? 'a colleague' : user(to));
  const end = kind === 'snooze' && detail && say` until ${dayOf(Number(detail))}`;
  const label = (kind === 'dismiss' || kind === 'outcome') && detail && reasonLabel(detail);
  const why = label && `: ${brief(label, 'reason')}`;
  const reply = kind === 'reply' ? linkable(detail) : undefined;
  const noted = words && say`: “${brief(words, 'reason')}”`;
  const did = reply ? link(reply, STEPS[kind]) : STEPS[kind];
  return say`${time}: ${who} ${did}${whom && say` ${whom}`}${end}${why}${noted}`;
}

const PARTS = {
  new: 'New lead',
  still_open: 'Still open',
  reminder: 'Reminder',
  assigned: 'Assignment',
  declined: 'Declined assignment',
  own: 'Someone’s own digest',
  warm: 'Warm thread',
};

function channelLines({ channel: id, verdict, posts, feed }: WhyChannel, { now }: WhyLead) {
  const where = channel(id);
  const isCounted = verdict?.verdict === 'known' && posts.length === 0;
  const decided = verdict
    ? say`${where} ${atTime({ since: verdict.polledAt }, now)}, ${ordinal(verdict.rank)} in the list: ${verdictInWords(isCounted ? 'counted' : verdict.verdict, feed)}`
    : say`${where}: ${feed?.next === undefined ? 'no digest is scheduled' : say`next digest ${atTime({ since: feed.next }, now)}`}. As it is now, it would be ${feed?.removedBy === undefined ? 'shown if it’s among the best.' : verdictInWords(feed.removedBy, feed)}`;
  const posted = posts.map((post) => ({
    at: post.at,
    text: postLine(
      say`${PARTS[post.part]} in ${where}`,
      say`posted with the digest of ${moment(post.at)}`,
      post,
      now,
    ),
  }));
  return [{ at: verdict?.polledAt ?? now, text: decided }, ...posted];
}

const VERDICTS: Readonly<Record<string, string>> = {
  posted: 'passed every filter.',
  still_open: 'shown again as still open, because nobody had claimed it.',
  open_again: 'shown because it was open again.',
  not_shown: 'passed every filter, but better leads filled the digest: counted, not shown.',
  known: 'an earlier digest showed it. A lead is announced once, and repeated at most once while it’s open.',
  counted: 'an earlier digest counted it among those that it had no room to show. A lead is announced once.',
  held: 'held with its whole digest, because most of a known list came back as new.',
};

/** A verdict without words is shown as the store has it. */
function verdictInWords(verdict: string, limits: LeadLimits = {}): string {
  const why = whyLeftOut({ reason: verdict }, limits);
  return VERDICTS[verdict] ?? (why === undefined ? brief(verdict, 'name') : `left out: ${why}.`);
}

/** Answers /visibility why without a handle: the leads shown last, each with a Why? button. */
export function whyWhichAnswer(
  project: ProjectRef,
  leads: readonly { handle: string | undefined; title: string | undefined }[],
): Page {
  const all = leads.flatMap(({ handle, title }) =>
    handle === undefined ? [] : { ref: { handle, projectId: project.id }, title },
  );
  const which = all.length > 0 ? 'why which lead?' : 'no digest has shown a lead here yet';
  return page(
    headline(bold(`${brief(project.name, 'project')} · ${which}`)),
    rows(
      all.map(({ ref, title }) => ({
        text: say`${bold(ref.handle)} ${titleOf({ title })}`,
        control: leadButton('why', ref, { title }),
      })),
    ),
    note(
      `${all.length > 0 ? 'For others use' : 'Use'} the short name from a message: /visibility why L1, A1 or S1.`,
    ),
  );
}
