/** Suggestion feeds: each segment suggestion is posted once per channel, and edited when it has ended. */
import { suggestionSubject } from '../outbox/thing-standing.ts';
import type { Feed, FeedOf } from '../projects/projects.ts';
import {
  decideSuggestions,
  findNewEnds,
  findNewSuggestions,
  findWithoutEffect,
  type SuggestionSnapshot,
} from '../rules/new-suggestions.ts';
import { readKnownSubjects } from '../store/deliveries.ts';
import { readSuggestionStates } from '../store/suggestions.ts';
import type { Db } from '../store/tables.ts';
import type { SegmentSuggestion } from '../visibility/contract.ts';
import { createTurns } from '../visibility/http.ts';
import { startTimeLimit } from './extra-reads.ts';
import type { Decided, FeedKindRow, Polling, Question } from './feed-kind.ts';
import { toVerdict } from './feed-kind.ts';

type SuggestionsFeed = FeedOf<'suggestions'>;

type SuggestionsPolled = { suggestions: SuggestionSnapshot[] };

const PARALLEL_PROMPTS = 4;

export const suggestionsFeed: FeedKindRow<SuggestionsFeed, SuggestionsPolled> = {
  label: 'Suggestions: segments',
  usual: 'Mondays 10:00',
  settings: {},
  livesFrom: 'segmentSuggestions',
  async poll(feed, polling) {
    const { db, team, api } = polling;
    const all = await api.segmentSuggestions(feed.project.id);
    const fresh = findNewSuggestions(all, await readKnownSuggestions(db, team, feed, all));
    return { suggestions: await withPrompts(all, fresh, feed, polling) };
  },
  decide,
};

/** Reads the prompts of new suggestions, a few at a time and within one extra's time: there may be hundreds. */
async function withPrompts(
  all: readonly SegmentSuggestion[],
  fresh: readonly SegmentSuggestion[],
  { project: { id } }: Feed,
  { api, extra }: Polling,
): Promise<SuggestionSnapshot[]> {
  const turns = createTurns(PARALLEL_PROMPTS);
  const until = startTimeLimit();
  const read = ({ id: segment }: SegmentSuggestion) =>
    extra(
      'segmentPrompts',
      (signal) => turns(() => api.segmentPrompts(id, segment, { signal }), signal),
      until,
    );
  return Promise.all(
    all.map(async (suggestion) =>
      fresh.includes(suggestion) ? { suggestion, prompts: await read(suggestion) } : { suggestion },
    ),
  );
}

async function decide(
  db: Db,
  { slot: { team, channel }, feed: { project }, snapshot, now }: Question<SuggestionsFeed, SuggestionsPolled>,
): Promise<Decided> {
  const all = snapshot.suggestions.map(({ suggestion }) => suggestion);
  const known = await readKnownSuggestions(db, team, { channel, project }, all);
  const states = await readSuggestionStates(db, team, project.id);
  return {
    ...toVerdict(decideSuggestions(snapshot.suggestions, { known }, { project })),
    ended: findNewEnds(all, { known, states }),
    withoutEffect: findWithoutEffect(all, states, now),
  };
}

/** The ids of suggestions that were posted in the channel or that somebody decided on: these aren't news. */
async function readKnownSuggestions(
  db: Db,
  team: string,
  { channel, project }: Pick<Feed, 'channel' | 'project'>,
  all: readonly { id: string }[],
): Promise<Set<string>> {
  const subjectOf = ({ id }: { id: string }) => suggestionSubject(project.id, id);
  const told = await readKnownSubjects(db, team, channel, all.map(subjectOf));
  const states = await readSuggestionStates(db, team, project.id);
  const isKnown = (one: { id: string }) => told.has(subjectOf(one)) || states.get(one.id)?.by !== undefined;
  return new Set(all.filter(isKnown).map(({ id }) => id));
}
