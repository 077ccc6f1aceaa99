/** What somebody else changed of a feed while a form of it was open, in a sentence for whoever comes second. */
import { isDeepStrictEqual } from 'node:util';
import { lasting } from '../../messages/ages.ts';
import { brief } from '../../messages/lengths.ts';
import type { KeptFeed } from '../../projects/made.ts';

type Settings = KeptFeed['settings'];

/** The settings as people speak of them; the channel is not among them, for with another one it is another feed. */
const NAMES: Readonly<Record<string, string>> = {
  schedule: 'the schedule',
  quiet: 'the quiet hours',
  limit: 'the number of leads',
  min_score: 'the lowest score',
  max_age: 'the greatest age',
  places: 'the places left out',
  words: 'the words left out',
  warm_leads: 'whether cited threads end it',
  post_empty: 'whether it says that nothing is new',
  min_change: 'the smallest change told',
  mention: 'who is named',
  by_person: 'whether people are shown',
};

/** Changes that are named; a sentence holds no more. */
const NAMED = 2;

/**
 * "Ana changed the schedule to “Mondays 8:00” 2 min ago." `before` is the feed as the form showed it, where that is
 * known; `who` begins the sentence, `at` is now (epoch ms).
 */
export function changeInWords(
  before: Settings | undefined,
  now: Pick<KeptFeed, 'settings' | 'at'>,
  who: string,
  at: number,
): string {
  const when = `${lasting(at - now.at)} ago`;
  const changes = before ? changesOf(before, now.settings) : [];
  if (changes.length === 0) {
    return `${who} changed this feed ${when}: its schedule is “${words(now.settings.schedule)}” now.`;
  }
  const others = changes.length - NAMED;
  const named = changes.slice(0, NAMED).join(others > 0 ? ', ' : ' and ');
  return `${who} changed ${named}${others > 0 ? ` and ${others} more` : ''} ${when}.`;
}

function changesOf(before: Settings, now: Settings): string[] {
  return Object.entries(NAMES).flatMap(([key, name]) => {
    if (isDeepStrictEqual(before[key], now[key])) return [];
    const said = words(now[key]);
    return said ? `${name} to “${said}”` : name;
  });
}

/** Empty for what is no text, and for what is not set any more. */
function words(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return brief(`${value}`, 'place');
  const isList = typeof value === 'object' && value !== null && 'never' in value;
  return isList && Array.isArray(value.never) ? brief(value.never.join(', '), 'place') : '';
}
