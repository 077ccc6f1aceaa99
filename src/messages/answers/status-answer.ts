/** Answers /visibility status: whether each project shown here is polled and posts, and what stands in the way. */
import { isSkewed, isWell, type LatePosts, type ProjectHealth } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import type { Line } from '../../visibility/profile.ts';
import { list } from '../budget.ts';
import { besideSlacks, MEND_CLOCK } from '../clock-words.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { footer } from '../layout.ts';
import { learntInWords } from '../learnt.ts';
import { becauseOf } from '../slack-words.ts';
import { healthRow, healthSpoken, lateIn, stateInWords } from './health-row.ts';

/**
 * Posts of the workspace that are not with Slack yet, and whether any of them is late; by how much this machine's clock is
 * ahead of Slack's, ms, where that is known.
 */
export type OnTheWay = { posts: number; late?: LatePosts | undefined; clockAheadMs?: number | undefined };

/** `version` is Sightline's own; `learnt` are lines that the API's refusals taught. */
export function statusAnswer(
  health: readonly ProjectHealth[],
  { posts, late, clockAheadMs = 0 }: OnTheWay,
  version: string,
  learnt: readonly Line[] = [],
): Message {
  const lessons = learntInWords(learnt);
  const learntSaid = lessons.length > 0 && `Learnt from the API’s refusals: ${someOf(lessons)}.`;
  // What is late may be of a project that is not shown here, or word to the owners.
  const clock = isSkewed(clockAheadMs) && `Sightline’s clock is ${besideSlacks(clockAheadMs)}. ${MEND_CLOCK}`;
  const state = (late || clock) && health.every(isWell) ? 'not all well' : stateInWords(health);
  const why = late && !health.some(lateIn) ? becauseOf(late) : '';
  const queue = posts === 0 ? 'nothing waits for Slack' : `${count(posts, 'post')} on the way`;
  const shown = late ? mrkdwn`${queue}, the oldest waits since ${moment(late.since)}${why}` : queue;
  const spoken = late ? `${queue}, the oldest waits since ${utcMoment(late.since)}` : queue;
  return {
    text: fallback(`Sightline ${version}: ${state}, ${spoken}.`, [
      ...(why ? [`The oldest waits${why}.`] : []),
      ...health.map(healthSpoken),
      ...(clock ? [clock] : []),
      ...(learntSaid ? [learntSaid] : []),
    ]),
    blocks: [
      ...list(joined([mrkdwn`*Sightline ${version}*`, state, shown], ' · '), health.map(healthRow)),
      ...(clock ? [footer(mrkdwn`${clock}`)] : []),
      ...(learntSaid ? [footer(mrkdwn`${learntSaid}`)] : []),
    ],
  };
}

const LESSONS = 5;

function someOf(lessons: readonly string[]): string {
  const more = lessons.length - LESSONS;
  return [...lessons.slice(0, LESSONS), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}
