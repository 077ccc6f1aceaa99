/** Answers /visibility why: how a lead came to stand in a channel, or what kept it out, step by step. */
import type { DigestLead, LeadState, ProjectRef } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { channel, fallbackText, joined, link, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list, withRowsThatFit } from '../budget.ts';
import { citedNote } from '../cited-note.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { figure, given } from '../figures.ts';
import { capital } from '../first-letter.ts';
import { button, section } from '../layout.ts';
import { titleOf } from '../lead-row.ts';
import { brief, linkable } from '../lengths.ts';
import { SHOWN, SPOKEN, type Voice, type WhyPost, whyPostLine } from './why-post-line.ts';

/** One post that shows the lead. */
export type WhyLeadPost = WhyPost & { part: 'new' | 'still_open' | 'reminder' };

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

export type WhyAnswer = {
  project: ProjectRef;
  lead: DigestLead & { polledAt: number; rank: number; firstSeenAt: number; state: LeadState };
  handle?: string | undefined;
  channels: readonly WhyChannel[];
  now: number;
};

export function whyAnswer({ project, lead, handle, channels, now }: WhyAnswer): Message {
  const name = brief(project.name, 'project');
  const head = joined([handle && mrkdwn`*${handle}*`, link(linkable(lead.url), titleOf(lead)), name], ' · ');
  const facts = [
    mrkdwn`Last polled ${moment(lead.polledAt)}, rank ${lead.rank} of that list; first seen ${moment(lead.firstSeenAt)}.`,
    mrkdwn`${saidOfLead(lead)}`,
    citedNote(lead.citedBy) && mrkdwn`${citedNote(lead.citedBy) ?? ''}`,
  ];
  const decided = channels.flatMap((one) => channelLines(one, lead, now));
  const state = mrkdwn`Now: ${stateInWords(lead.state)}${since(lead.state)}.`;
  const lines = [...facts.flatMap((line) => line || []), ...decided, state];
  return {
    text: spoken({ project, lead, handle, channels, now }),
    blocks: list(
      head,
      lines.map((line) => mrkdwn`• ${line}`),
    ),
  };
}

/** The same for those who listen; times are UTC, which is said. */
function spoken({ project, lead, handle, channels, now }: WhyAnswer): string {
  const cited = citedNote(lead.citedBy);
  return fallback(`Why ${handle ?? 'this lead'}: ${titleOf(lead)}`, [
    brief(project.name, 'project'),
    `Last polled ${utcMoment(lead.polledAt)}, rank ${lead.rank} of that list; first seen ${utcMoment(lead.firstSeenAt)}.`,
    saidOfLead(lead),
    ...(cited ? [cited] : []),
    ...channels.flatMap((one) => [
      one.verdict
        ? fallbackText`${channel(one.channel)} at ${utcMoment(one.verdict.polledAt)}, rank ${one.verdict.rank}: ${verdictInWords(one.verdict.verdict, lead, one)}`
        : fallbackText`${channel(one.channel)}: ${UNDECIDED}`,
      ...one.posts.map((post) => postLine(SPOKEN, one.channel, post, now)),
      ...(one.passedOverAt === undefined
        ? []
        : [
            fallbackText`Not brought back to ${channel(one.channel)}: its one turn was the digest of ${utcMoment(one.passedOverAt)}. ${WHO_CAME_BACK}`,
          ]),
    ]),
    `Now: ${stateInWords(lead.state)}${sinceSpoken(lead.state)}.`,
  ]);
}

/** "Score 41. Asks for what your prompt covers.": what the API says of a lead, or that it does not. */
export function saidOfLead({ score, reason = '' }: DigestLead): string {
  return `${capital(given('score', score))}. ${brief(reason, 'reason') || 'The API gave no reason.'}`;
}

const UNDECIDED = 'no poll for this channel has decided on it.';

/** What a digest brings back of the one before it, and of what was given back since. */
const WHO_CAME_BACK =
  'Of what nobody had taken it brought the best back as still open: at most five, none below the average score.';

function channelLines(one: WhyChannel, lead: DigestLead, now: number): Mrkdwn[] {
  const { verdict, posts } = one;
  const said = verdict
    ? mrkdwn`${channel(one.channel)} at ${moment(verdict.polledAt)}, rank ${verdict.rank}: ${verdictInWords(verdict.verdict, lead, one)}`
    : mrkdwn`${channel(one.channel)}: ${UNDECIDED}`;
  const passedOver =
    one.passedOverAt === undefined
      ? []
      : [
          mrkdwn`Not brought back to ${channel(one.channel)}: its one turn was the digest of ${moment(one.passedOverAt)}. ${WHO_CAME_BACK}`,
        ];
  return [said, ...posts.map((post) => postLine(SHOWN, one.channel, post, now)), ...passedOver];
}

/** In the words of the rule that decided; what is not known here is named as it is kept. */
export function verdictInWords(
  verdict: string,
  { score, place }: DigestLead,
  { minScore, limit }: Pick<WhyChannel, 'minScore' | 'limit'>,
): string {
  const where = brief(place ?? '', 'place');
  // Who set a lowest score does not expect a lead without one.
  const unscored =
    score === undefined && minScore !== undefined
      ? ` The API gave it no score, so this feed’s lowest score of ${figure(minScore)} does not hold it back.`
      : '';
  const words: Readonly<Record<string, string>> = {
    posted: `kept, since no filter removes it, and among the best of its digest.${unscored}`,
    still_open: `shown again as still open, since nobody took it.${unscored}`,
    not_shown: `kept, but below the ${limit === undefined ? 'limit' : figure(limit)} leads of one digest: counted there, not shown.${unscored}`,
    known: 'known here already: a lead is announced once.',
    held: 'held with its whole digest, since most of a known list came back as new.',
    finished:
      'left out: it was replied to, dismissed or snoozed already. Once it is open again, it comes here.',
    below_min_score: `left out: ${given('score', score)}, ${minScore === undefined ? 'which is too low for this feed' : `and this feed shows leads from a score of ${figure(minScore)} on`}.`,
    too_old: 'left out: too old for this feed.',
    place: `left out: ${where} is among the places that this feed leaves out.`,
    word: 'left out: its title has a word that this feed leaves out.',
    muted: `left out: ${where} is muted here. Undo stands on the proposal and under Change filter.`,
  };
  return Object.hasOwn(words, verdict) ? (words[verdict] ?? '') : brief(verdict, 'name');
}

const PARTS: Record<WhyLeadPost['part'], string> = {
  new: 'As new',
  still_open: 'As still open',
  reminder: 'As a reminder',
};

function postLine(voice: Voice, place: string, post: WhyLeadPost, now: number): Mrkdwn {
  const { say, at } = voice;
  const posted = say`posted with the digest of ${at(post.at)}`;
  return whyPostLine(voice, say`${PARTS[post.part]} in ${channel(place)}`, posted, post, now);
}

function stateInWords({ state, outcome }: LeadState): string {
  const words = {
    new: 'open',
    claimed: 'claimed',
    replied: 'replied',
    dismissed: 'dismissed',
    snoozed: 'snoozed',
  };
  return `${words[state]}${outcome === undefined ? '' : `, ${outcome}`}`;
}

function since({ since: at, until }: LeadState): Mrkdwn {
  if (until !== undefined) return mrkdwn` until ${moment(until)}`;
  return at === undefined ? mrkdwn`` : mrkdwn` since ${moment(at)}`;
}

function sinceSpoken({ since: at, until }: LeadState): string {
  if (until !== undefined) return ` until ${utcMoment(until)}`;
  return at === undefined ? '' : ` since ${utcMoment(at)}`;
}

/** A lead that the channel was shown, to be asked about. `value` is what its button carries. */
export type AskableLead = { handle: string; title?: string | undefined; value: string };

/** Answers why without a handle: the channel's last leads, each with a button. */
export function whyWhichAnswer(project: ProjectRef, leads: readonly AskableLead[]): Message {
  const name = brief(project.name, 'project');
  if (leads.length === 0) {
    const nothing = `${name}: no lead was shown in this channel yet. Ask with a short name as it stands in a message: /visibility why L1, A1 or S1.`;
    return { text: fallback(nothing), blocks: [section(mrkdwn`${nothing}`)] };
  }
  const rows = leads.map(({ handle, title = '', value }) =>
    section(
      mrkdwn`*${handle}* ${brief(title, 'title') || 'Untitled thread'}`,
      button('Why?', `Why lead ${handle}, ${brief(title, 'prompt')}`, ACTIONS.leadWhy, value),
    ),
  );
  return {
    text: fallback(
      `${name}: ask why with a handle, such as /visibility why ${leads[0]?.handle ?? ''}.`,
      leads.map(({ handle, title = '' }) => `${handle} · ${brief(title, 'title')}`),
    ),
    blocks: withRowsThatFit<MessageBlock>(rows, (shown) => [
      section(mrkdwn`*${name}, why which lead?* The last ones shown here:`),
      ...shown,
    ]),
  };
}
