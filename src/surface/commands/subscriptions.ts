/** /visibility subscriptions: what this project posts where and when, and whether it stands still. */
import { feedList } from '../feeds/feeds-of-project.ts';
import type { Command } from '../request.ts';

export const subscriptions: Command = {
  name: 'subscriptions',
  usage: 'subscriptions',
  example: 'subscriptions',
  summary: 'What is posted where and when; admins pause and resume it there',
  scope: 'project',
  words: 'none',
  async run(request, deps) {
    return { message: await feedList(request.project, request, deps) };
  },
};
