/** /visibility subscriptions, pause, resume and unsubscribe: what a project posts where and when, and how to stop it. */
import { FEED_KINDS } from '../../decision.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { parseUntil } from '../../until-words.ts';
import { choice } from '../command-line.ts';
import { Refused } from '../refused.ts';
import type { Command, ProjectRequest, SurfaceDeps } from '../request.ts';
import { dropFeed, feedsNow, pauseForPerson, resumeForPerson } from './feed-acts.ts';
import { feedsNamed, feedsOfProject } from './feeds-of-project.ts';

export const subscriptions: Command = {
  name: 'subscriptions',
  usage: 'subscriptions',
  example: 'subscriptions',
  summary: 'What is posted where and when; admins pause and resume it there',
  scope: 'project',
  words: 'none',
  async run(request, deps) {
    return { message: await feedsNow(request.project, request, deps) };
  },
};

export const pause: Command = {
  name: 'pause',
  usage: 'pause [feed|all] [until <time>]',
  example: 'pause leads until Monday 9:00',
  summary: 'Pause a feed for a while; without words, the list to choose from',
  scope: 'project',
  words: 'free',
  async run(request, deps) {
    const { project } = request;
    const [, named = '', time] = request.words.match(/^(.*?)(?:\s*\b((?:until|till|for)\s.*))?$/is) ?? [];
    if (!named && !time) return { message: await feedsNow(project, request, deps) };
    const only = feedsNamed(named, 'pause', project, deps);
    const until = time === undefined ? undefined : untilOf(time, request, deps);
    let stopped = 0;
    for (const feed of only) if (await pauseForPerson(feed, until, request, deps)) stopped++;
    const done = stopped > 0 ? 'Paused.' : 'Already paused.';
    return { message: await feedsNow(project, request, deps, { done, only }) };
  },
};

function untilOf(words: string, { project }: ProjectRequest, deps: SurfaceDeps): number {
  const until = parseUntil(words, timezoneOf(deps.projects(), project), deps.clock.now());
  if (until !== undefined) return until;
  throw new Refused({
    sentence: `“${words}” isn’t a time I can read, or it’s already past. Nothing was paused.`,
    example: `/visibility ${pause.example}`,
  });
}

export const resume: Command = {
  name: 'resume',
  usage: 'resume [feed|all]',
  example: 'resume leads',
  summary: 'Let a paused feed go on; it makes up for the latest time it missed',
  scope: 'project',
  words: 'fixed',
  async run(request, deps) {
    const feeds = feedsNamed(request.words, 'resume', request.project, deps);
    let going = 0;
    for (const feed of feeds) if (await resumeForPerson(feed, request, deps)) going++;
    const done = going > 0 ? 'Resumed.' : 'Nothing was paused.';
    return { message: await feedsNow(request.project, request, deps, { done, only: feeds }) };
  },
};

export const unsubscribe: Command = {
  name: 'unsubscribe',
  usage: `unsubscribe <${FEED_KINDS.join('|')}>`,
  example: 'unsubscribe suggestions',
  summary: 'End a feed of this channel that was made in Slack',
  scope: 'project',
  words: 'fixed',
  async run(request, deps) {
    const { project, channel } = request;
    const kind = choice(request.words, FEED_KINDS, unsubscribe);
    if (!kind)
      throw new Refused({
        sentence: 'Say which feed to end. /visibility subscriptions lists them.',
        example: `/visibility ${unsubscribe.example}`,
      });
    const feed = feedsOfProject(project, deps).find((one) => one.kind === kind && one.channel === channel);
    if (!feed) {
      throw new Refused({
        sentence: `${project.name} has no ${kind} feed in this channel.`,
        example: '/visibility subscriptions',
      });
    }
    await dropFeed(feed, request, deps);
    return { message: await feedsNow(project, request, deps, { done: 'Unsubscribed.' }) };
  },
};
