/** Answers Change filter: what the feed leaves out, where to change that, and an Undo for each muted place. */
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { andList, figure, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { button, headline, type Page, page, paragraph, rows } from '../page.ts';
import { bold, code, say } from '../text.ts';
import { daysOrHours } from './feed-list.ts';

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
  return page(
    headline(bold(`${name} leads: what the filters leave out`)),
    paragraph(
      isMade
        ? say`To change them, use [Edit] in ${code('/visibility feeds')}.`
        : say`To change them, whoever runs Sightline edits projects.yml, under ${name}, leads. It takes effect within a minute.`,
    ),
    rows(describe(filters).map((line) => ({ text: say`• ${line}` }))),
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

function describe({ minScore, maxAgeMs, places, words }: FeedFilters): string[] {
  return [
    minScore === undefined
      ? 'Any score'
      : `Only a score of ${figure(minScore)} or more; leads without a score are shown too`,
    maxAgeMs === undefined ? 'Any age' : `Not older than ${daysOrHours(maxAgeMs)}`,
    `Never from these places: ${quoteWords(places)}`,
    `Never with these words: ${quoteWords(words)}`,
  ];
}

function quoteWords(words: readonly string[]): string {
  return andList(firstOf(words, NAMED, (word) => brief(word, 'place'))) || 'none';
}

export function muteLiftedPage(place: string): Page {
  return page(headline(`Leads from ${brief(place, 'place')} are posted here again.`));
}
