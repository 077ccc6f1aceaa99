/** Answers Change filter: what the feed leaves out, where each filter is changed, and mutes that a click takes back. */
import type { ProjectRef } from '../../decision.ts';
import { HOUR_MS } from '../../durations.ts';
import { ACTIONS, LIMITS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { list, withRowsThatFit } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** The filters of a leads feed; age in ms. `isMade`: the feed was made in Slack, and is changed there. */
export type FeedFilters = {
  isMade: boolean;
  minScore?: number | undefined;
  maxAgeMs?: number | undefined;
  places: readonly string[];
  words: readonly string[];
  /** Places muted in the channel; `value` is what the button carries that takes the mute back. */
  muted: readonly { place: string; value: string }[];
};

/** Words and places named in one line. */
const NAMED = 10;

/** Mutes that have a row of their own. */
const MUTES_SHOWN = 20;

export function filterPlaceAnswer(project: ProjectRef, filters: FeedFilters): Message {
  const name = brief(project.name, 'project');
  const { isMade, muted } = filters;
  const where = isMade
    ? 'This feed was made in Slack: /visibility subscriptions has its Edit.'
    : `This feed comes from the projects file: whoever runs Sightline changes it there, under ${name}, leads. It takes effect within a minute.`;
  const lines = [
    ...(isMade ? inWords(filters) : inKeys(filters)),
    `muted in this channel: ${named(muted.map(({ place }) => place))}`,
  ];
  const head = list(
    mrkdwn`*${name} leads, filters* · ${where}`,
    lines.map((line) => mrkdwn`• ${line}`),
  );
  const undoable = muted.filter(({ value }) => value.length <= LIMITS.buttonValue);
  const rows = undoable.slice(0, MUTES_SHOWN).map(({ place, value }) => {
    const shown = brief(place, 'place');
    return section(
      mrkdwn`${shown} is muted here`,
      button('Undo', `Undo the mute of ${shown}`, ACTIONS.muteLift, value),
    );
  });
  return {
    text: fallback(`${name} leads: ${lines[0]}.`, [where, ...lines]),
    blocks: withRowsThatFit<MessageBlock>(rows, (shown) => [...head, ...shown]),
  };
}

/** By the keys of the file, since there they are changed. */
function inKeys({ minScore, maxAgeMs, places, words }: FeedFilters): string[] {
  return [
    minScore === undefined ? 'min_score is not set' : `min_score: ${figure(minScore)}; ${UNSCORED}`,
    maxAgeMs === undefined ? 'max_age is not set' : `max_age: ${figure(maxAgeMs / HOUR_MS)}h`,
    `places, never: ${named(places)}`,
    `words, never: ${named(words)}`,
  ];
}

/** As the form of a feed names them. */
function inWords({ minScore, maxAgeMs, places, words }: FeedFilters): string[] {
  return [
    minScore === undefined ? 'from any score on' : `only from a score of ${figure(minScore)} on; ${UNSCORED}`,
    maxAgeMs === undefined ? 'of any age' : `not older than ${count(maxAgeMs / HOUR_MS, 'hour')}`,
    `never from these places: ${named(places)}`,
    `never with these words: ${named(words)}`,
  ];
}

const UNSCORED = 'leads without a score are shown too';

function named(words: readonly string[]): string {
  if (words.length === 0) return 'none';
  const shown = words.slice(0, NAMED).map((word) => brief(word, 'place'));
  const others = words.length - shown.length;
  return others > 0 ? `${shown.join(', ')} and ${figure(others)} more` : shown.join(', ');
}

/** Answers the Undo beside a muted place. */
export function muteLiftedAnswer(place: string): Message {
  const said = `Leads from ${brief(place, 'place')} come again in this channel.`;
  return { text: fallback(said), blocks: [section(mrkdwn`${said}`)] };
}
