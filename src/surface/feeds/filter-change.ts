/** Change filter: what the feed leaves out, where that is changed, and the mutes that a click takes back. */
import { ACTIONS } from '../../messages/actions.ts';
import { filtersPage } from '../../messages/feeds/filters.ts';
import { muteAnswers } from '../../store/mutes.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';
import { feedClicked } from './feeds-of-project.ts';

export const filterChange: Action = {
  id: ACTIONS.filterChange,
  async run(request, deps) {
    const feed = feedClicked(request, deps);
    if (feed.kind !== 'leads') throw new Refused({ sentence: 'This feed has no filters.' });
    const { min_score, max_age, places, words } = feed.settings;
    const answers = await muteAnswers(deps.db, request.installation.team, feed.id);
    const muted = answers
      .filter(({ state }) => state === 'muted')
      .map(({ place, round }) => ({
        place,
        value: JSON.stringify({ subscription: feed.id, place, round }),
      }));
    const isMade = feed.revision !== undefined;
    const message = filtersPage(feed.project, {
      isMade,
      minScore: min_score,
      maxAgeMs: max_age,
      muted,
      places: places?.never ?? [],
      words: words?.never ?? [],
    });
    return { message };
  },
};
