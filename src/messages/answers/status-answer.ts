/** Answers /visibility status: whether each project shown here is polled and posts, and what stands in the way. */
import { isWell, type LatePosts, type ProjectHealth } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { becauseOf } from '../slack-words.ts';
import { healthRow, healthSpoken, lateIn, stateInWords } from './health-row.ts';

/** Posts of the workspace that are not with Slack yet, and whether any of them is late. */
export type OnTheWay = { posts: number; late?: LatePosts | undefined };

/** `version` is Sightline's own. */
export function statusAnswer(
  health: readonly ProjectHealth[],
  { posts, late }: OnTheWay,
  version: string,
): Message {
  // What is late may be of a project that is not shown here, or word to the owners.
  const state = late && health.every(isWell) ? 'not all well' : stateInWords(health);
  const why = late && !health.some(lateIn) ? becauseOf(late) : '';
  const queue = posts === 0 ? 'nothing waits for Slack' : `${count(posts, 'post')} on the way`;
  const shown = late ? mrkdwn`${queue}, the oldest waits since ${moment(late.since)}${why}` : queue;
  const spoken = late ? `${queue}, the oldest waits since ${utcMoment(late.since)}` : queue;
  return {
    text: fallback(`Sightline ${version}: ${state}, ${spoken}.`, [
      ...(why ? [`The oldest waits${why}.`] : []),
      ...health.map(healthSpoken),
    ]),
    blocks: list(joined([mrkdwn`*Sightline ${version}*`, state, shown], ' · '), health.map(healthRow)),
  };
}
