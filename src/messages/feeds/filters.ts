/** Answers Change filter: what the feed leaves out, where each filter is changed, and mutes that a click takes back. */
import type { ProjectRef } from '../../decision.ts';
import { HOUR_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { button, headline, type Page, page, paragraph, rows } from '../page.ts';
import { bold, code, say, type Text } from '../text.ts';

/** The filters of a leads feed; age in ms. `isMade`: the feed was made in Slack, and is changed there. */
export type FeedFilters = {
  isMade: boolean;
  minScore?: number | undefined;
  maxAgeMs?: number | undefined;
  places: readonly string[];
  words: readonly string[];
  /** Places muted in the channel; `value` is what the button carries that takes the mute back, where it has room. */
  muted: readonly { place: string; value: string | undefined }[];
};

/** Words and places named in one line. */
const NAMED = 10;

export function filtersPage(project: ProjectRef, filters: FeedFilters): Page {
  const name = brief(project.name, 'project');
  const { isMade, muted } = filters;
  const all = isMade ? inWords(filters) : inKeys(filters);
  return page(
    headline(bold(`${name} leads: what the filters leave out`)),
    paragraph(
      isMade
        ? say`To change them, use [Edit] in ${code('/visibility feeds')}.`
        : say`To change them, whoever runs Sightline edits projects.yml, under ${name}, leads. It takes effect within a minute.`,
    ),
    rows(all.map((line) => ({ text: say`• ${line}` }))),
    muted.length === 0 && paragraph(say`No place is muted in this channel.`),
    muted.length > 0 && rows(muted.map(mutedRow), { heading: bold('Muted in this channel') }),
  );
}

function mutedRow({ place, value }: FeedFilters['muted'][number]) {
  const name = brief(place, 'place');
  const hint = `Undo the mute of ${name}`;
  return {
    text: say`${name}`,
    control: value === undefined ? undefined : button(ACTIONS.muteLift, 'Undo', hint, value),
  };
}

/** By the keys of the file, since there they are changed. */
function inKeys({ minScore, maxAgeMs, places, words }: FeedFilters): Text[] {
  const notSet = (key: string) => say`${code(key)} is not set`;
  return [
    minScore === undefined
      ? notSet('min_score')
      : say`${code(`min_score: ${figure(minScore)}`)}; ${UNSCORED}`,
    maxAgeMs === undefined ? notSet('max_age') : code(`max_age: ${figure(maxAgeMs / HOUR_MS)}h`),
    say`${code('places')}, never: ${named(places)}`,
    say`${code('words')}, never: ${named(words)}`,
  ];
}

/** As the form of a feed names them. */
function inWords({ minScore, maxAgeMs, places, words }: FeedFilters): Text[] {
  return [
    minScore === undefined ? say`Any score` : say`Only a score of ${figure(minScore)} or more; ${UNSCORED}`,
    maxAgeMs === undefined ? say`Any age` : say`Not older than ${count(maxAgeMs / HOUR_MS, 'hour')}`,
    say`Never from these places: ${named(places)}`,
    say`Never with these words: ${named(words)}`,
  ];
}

const UNSCORED = 'leads without a score are shown too';

function named(words: readonly string[]): string {
  if (words.length === 0) return 'none';
  const some = words.slice(0, NAMED).map((word) => brief(word, 'place'));
  const others = words.length - some.length;
  return others > 0 ? `${some.join(', ')} and ${figure(others)} more` : some.join(', ');
}

/** Answers the Undo beside a muted place. */
export function muteLiftedPage(place: string): Page {
  return page(headline(`Leads from ${brief(place, 'place')} come to this channel again.`));
}
