/** What it costs when the API does not send a field that Sightline hopes for: only where it costs more than its place. */
import type { Feed } from '../../projects/projects.ts';
import type { Method } from './reads.ts';

/** When all of `fields` are missing. `stops`: the kind of feed that then has nothing to post. */
export type Cost = { fields: readonly string[]; sentence: string; stops?: Feed['kind'] };

export const MISSING: Readonly<Partial<Record<Method, readonly Cost[]>>> = {
  communityLeads: [
    {
      fields: ['id', 'url'],
      sentence:
        'Leads come with neither id nor link: nobody can open them from Slack, and one whose title changes is announced again.',
    },
    { fields: ['url'], sentence: 'Leads come without a link: nobody can open the thread from Slack.' },
    { fields: ['title'], sentence: 'Leads come without a title: each reads “Untitled thread”.' },
    {
      fields: ['score'],
      sentence: 'Leads come without a score: their order is kept, and min_score leaves none of them out.',
    },
    {
      fields: ['postedAt'],
      sentence: 'Leads come without a date: each says “no date given”, and max_age leaves none of them out.',
    },
    {
      fields: ['place'],
      sentence: 'Leads come without their forum: places.never and muting leave none of them out.',
    },
  ],
  dailyScores: [
    {
      fields: ['score'],
      sentence: 'Daily scores come without a score: there is nothing to alert of.',
      stops: 'scores',
    },
    {
      fields: ['date'],
      sentence: 'Daily scores come without their day: none can be compared with another.',
      stops: 'scores',
    },
    {
      fields: ['engine', 'engineId'],
      sentence: 'Daily scores do not name engines: alerts and /visibility scores show the whole alone.',
    },
    {
      fields: ['complete'],
      sentence: 'Daily scores do not say which days are complete: a day counts as soon as it is over.',
    },
  ],
  topics: [
    {
      fields: ['label'],
      sentence: 'Topics come without a name: /visibility topic finds none of them.',
    },
  ],
  prompts: [
    { fields: ['text'], sentence: 'Prompts come without their words: the list shows none.' },
    { fields: ['id'], sentence: 'Prompts come without an id: none can be changed or looked into.' },
  ],
};
