/** Answers Change filter: what the feed leaves out, and where each filter is changed. */
import type { ProjectRef } from '../decision.ts';
import type { Message } from '../slack/blocks.ts';
import { mrkdwn } from '../slack/text.ts';
import { list } from './budget.ts';
import { fallback } from './fallback.ts';
import { figure } from './figures.ts';
import { brief } from './lengths.ts';

/** The filters of a leads feed as projects.yml has them, and the places muted in the channel. Age in ms. */
export type FeedFilters = {
  minScore?: number | undefined;
  maxAgeMs?: number | undefined;
  places: readonly string[];
  words: readonly string[];
  muted: readonly string[];
};

const HOUR_MS = 3_600_000;

/** Words and places named in one line. */
const SHOWN = 20;

export function filterPlaceAnswer(project: ProjectRef, filters: FeedFilters): Message {
  const name = brief(project.name, 'project');
  const where = `This feed comes from the projects file: whoever runs Sightline changes it there, under ${name}, leads. It takes effect within a minute.`;
  const lines = [
    filters.minScore === undefined ? 'min_score is not set' : `min_score: ${figure(filters.minScore)}`,
    filters.maxAgeMs === undefined ? 'max_age is not set' : `max_age: ${figure(filters.maxAgeMs / HOUR_MS)}h`,
    `places, never: ${named(filters.places)}`,
    `words, never: ${named(filters.words)}`,
    `muted in this channel: ${named(filters.muted)}`,
  ];
  return {
    text: fallback(`${name} leads: ${lines[0]}. ${where}`, lines),
    blocks: list(
      mrkdwn`*${name} leads, filters* · ${where}`,
      lines.map((line) => mrkdwn`• ${line}`),
    ),
  };
}

function named(words: readonly string[]): string {
  if (words.length === 0) return 'none';
  const shown = words.slice(0, SHOWN).map((word) => brief(word, 'place'));
  const others = words.length - shown.length;
  return others > 0 ? `${shown.join(', ')} and ${figure(others)} more` : shown.join(', ');
}
