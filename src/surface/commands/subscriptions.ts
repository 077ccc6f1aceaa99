/** /visibility subscriptions: what this project posts where and when, and whether it stands still. */
import { subscriptionsAnswer } from '../../messages/answers/subscriptions-answer.ts';
import { feedsOfProject, standingNow } from '../feeds/feeds-of-project.ts';
import type { Command } from '../request.ts';

export const subscriptions: Command = {
  name: 'subscriptions',
  usage: 'subscriptions',
  example: 'subscriptions',
  summary: 'What is posted where and when; pause and resume it',
  scope: 'project',
  words: 'none',
  async run(request, deps) {
    const feeds = feedsOfProject(request.project, deps);
    return { message: subscriptionsAnswer(request.project, await standingNow(feeds, request, deps)) };
  },
};
