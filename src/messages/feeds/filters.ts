/** Answers Change filter: what the feed leaves out, where to change that, and an Undo for each muted place. */
import type { ProjectRef } from '../../decision.ts';
import { HOUR_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { andList, count, figure, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { button, headline, type Page, page, paragraph, rows } from '../page.ts';
import { bold, code, say, type Text } from '../text.ts';

/** A leads feed’s filters. `isMade`: it was made in Slack and is changed there. */
export type FeedFilters = {
  isMade: boolean;
  minScore?: number | undefined;
  maxAgeMs?: number | undefined;
  places: readonly string[];
  words: readonly string[];
  /** Places muted in the channel. `value`: what its Undo carries; undefined if that’s too long for a button. */
  muted: readonly { place: string; value: string | undefined }[];
};

/** Words and places named in one line. */
const NAMED = 10;

export function filtersPage(project: ProjectRef, filters: FeedFilters): Page {
  const name = brief(project.name, 'project');
  const { isMade, muted } = filters;
  const all = isMade ? describeInWords(filters) : describeInKeys(filters);
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

/** By their keys in projects.yml. */
function describeInKeys({ minScore, maxAgeMs, places, words }: FeedFilters): Text[] {
  const notSet = (key: string) => say`${code(key)} is not set`;
  return [
    minScore === undefined
      ? notSet('min_score')
      : say`${code(`min_score: ${figure(minScore)}`)}; ${UNSCORED}`,
    maxAgeMs === undefined ? notSet('max_age') : code(`max_age: ${figure(maxAgeMs / HOUR_MS)}h`),
    say`${code('places')}, never: ${quoteWords(places)}`,
    say`${code('words')}, never: ${quoteWords(words)}`,
  ];
}

/** By their names in the form. */
function describeInWords({ minScore, maxAgeMs, places, words }: FeedFilters): Text[] {
  return [
    minScore === undefined ? say`Any score` : say`Only a score of ${figure(minScore)} or more; ${UNSCORED}`,
    maxAgeMs === undefined ? say`Any age` : say`Not older than ${count(maxAgeMs / HOUR_MS, 'hour')}`,
    say`Never from these places: ${quoteWords(places)}`,
    say`Never with these words: ${quoteWords(words)}`,
  ];
}

const UNSCORED = 'leads without a score are shown too';

function quoteWords(words: readonly string[]): string {
  return andList(firstOf(words, NAMED, (word) => brief(word, 'place'))) || 'none';
}

/** Answers the Undo beside a muted place. */
export function muteLiftedPage(place: string): Page {
  return page(headline(`Leads from ${brief(place, 'place')} are posted here again.`));
}
