/** Answers /visibility status: whether each project shown here is polled and posts, and what stands in the way. */
import type { ProjectHealth } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn, user } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { moment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { troubleSentence } from '../trouble-words.ts';

/** `waiting`: posts of the workspace that are not with Slack yet. `version` is Sightline's own. */
export function statusAnswer(health: readonly ProjectHealth[], waiting: number, version: string): Message {
  const ill = health.filter(({ trouble, feeds }) => trouble || feeds.some(({ paused }) => paused)).length;
  const state = ill === 0 ? 'all well' : `${figure(ill)} of ${count(health.length, 'project')} not well`;
  const queue = waiting === 0 ? 'nothing waits to be posted' : `${count(waiting, 'post')} on the way`;
  return {
    text: fallback(`Sightline ${version}: ${state}, ${queue}.`, health.map(spoken)),
    blocks: list(mrkdwn`*Sightline ${version}* · ${state} · ${queue}`, health.map(healthRow)),
  };
}

/** One project: its trouble, what is paused, its last poll and its next post. */
export function healthRow({ project, feeds, trouble, lastAt }: ProjectHealth): Mrkdwn {
  const stopped = feeds.flatMap(({ feed, paused }) =>
    paused
      ? [
          joined(
            [
              `${feed.kind} paused`,
              paused.by && mrkdwn`by ${user(paused.by)}`,
              mrkdwn`since ${moment(paused.at)}`,
            ],
            ' ',
          ),
        ]
      : [],
  );
  const next = nextOf(feeds);
  return joined(
    [
      mrkdwn`• *${brief(project.name, 'project')}*`,
      trouble && mrkdwn`${troubleSentence(trouble.reason)} since ${moment(trouble.since)}`,
      ...stopped,
      lastAt === undefined ? 'not polled yet' : mrkdwn`last done ${moment(lastAt)}`,
      next === undefined ? 'no post planned' : mrkdwn`next ${moment(next)}`,
    ],
    ' · ',
  );
}

function spoken({ project, feeds, trouble }: ProjectHealth): string {
  const stopped = feeds.flatMap(({ feed, paused }) => (paused ? [`${feed.kind} paused`] : []));
  const said = [...(trouble ? [troubleSentence(trouble.reason)] : []), ...stopped];
  return `${brief(project.name, 'project')}: ${said.join(', ') || 'well'}`;
}

function nextOf(feeds: ProjectHealth['feeds']): number | undefined {
  const times = feeds.flatMap(({ next, paused }) => (paused || next === undefined ? [] : [next]));
  return times.length > 0 ? Math.min(...times) : undefined;
}
