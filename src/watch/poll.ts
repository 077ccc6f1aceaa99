/** The first step: reads from the API what one feed needs to decide. Nothing is kept. */
import type { Log } from '../log.ts';
import type { Feed, Project } from '../projects/projects.ts';
import type { CitationSnapshot } from '../rules/cited-threads.ts';
import type { LeadSnapshot } from '../rules/lead-digest.ts';
import { isOpen, type SuggestionSnapshot } from '../rules/new-suggestions.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import { type OPERATIONS, operationName } from '../visibility/operations.ts';
import { type ExtraRead, pollScores, type ScoreMemory, type ScoreSnapshot } from './score-poll.ts';

/** What a poll brought, by kind of feed. */
export type Snapshot =
  | ({ kind: 'leads'; cited: CitationSnapshot } & LeadSnapshot)
  | ({ kind: 'scores' } & ScoreSnapshot)
  | { kind: 'suggestions'; suggestions: SuggestionSnapshot[] }
  /** The recap tells what became of leads here. `topics` are the labels to sort them by; missing if not readable. */
  | { kind: 'recap'; topics?: readonly string[] | undefined };

/** The API's client for a project: with its own key, or the common one. */
export type VisibilityOf = (project: Project) => VisibilityClient;

const POLLED: Record<Feed['kind'], readonly (keyof typeof OPERATIONS)[]> = {
  leads: ['communityLeads', 'communityMetrics'],
  scores: ['dailyScores'],
  suggestions: ['segmentSuggestions', 'segmentPrompts'],
  recap: [],
};

/** More than one digest shows, so that what lies below the limit is known too. The API's maximum is not documented. */
export const LEADS_ASKED = 100;

/** More than the default, so that a thread that was cited a while ago is still found. */
const CITATIONS_ASKED = 500;

/** An extra read that takes longer would hold up the post. */
const EXTRA_MS = 10_000;

export type PollDeps = {
  visibilityOf: VisibilityOf;
  /** Of a scores feed: only what is new of alerts is worth explaining. */
  remembered: () => Promise<ScoreMemory>;
  now: number;
  log: Log;
};

/** @throws VisibilityError: the slot is then tried again. */
export async function poll(feed: Feed, { visibilityOf, remembered, now, log }: PollDeps): Promise<Snapshot> {
  const api = visibilityOf(feed.project);
  const { id } = feed.project;
  const extra = extraReads(feed, log);
  switch (feed.kind) {
    case 'leads': {
      const wanted = feed.settings.warm_leads;
      const [leads, metrics, citations, sources, warm] = await Promise.all([
        api.communityLeads(id, { limit: LEADS_ASKED }),
        api.communityMetrics(id),
        extra('citations', (signal) => api.citations(id, { limit: CITATIONS_ASKED, signal })),
        extra('sources', (signal) => api.sources(id, { signal })),
        wanted ? extra('warm leads', (signal) => api.warmLeads(id, { signal })) : undefined,
      ]);
      return { kind: 'leads', leads, metrics, cited: { citations, sources, warm } };
    }
    case 'scores':
      return { kind: 'scores', ...(await pollScores(feed, api, extra, await remembered(), now)) };
    case 'suggestions': {
      const suggestions = await api.segmentSuggestions(id);
      const withPrompts = suggestions.map(async (suggestion) =>
        isOpen(suggestion)
          ? { suggestion, prompts: await api.segmentPrompts(id, suggestion.id) }
          : { suggestion },
      );
      return { kind: 'suggestions', suggestions: await Promise.all(withPrompts) };
    }
    case 'recap': {
      const topics = await extra('topics', (signal) => api.topics(id, { signal }));
      return { kind: 'recap', topics: topics?.flatMap(({ label }) => label ?? []) };
    }
  }
}

/** Reads that enrich a post and that it does not wait for: what fails is logged, and is absent. */
function extraReads({ id: feed }: Feed, log: Log): ExtraRead {
  return async (operation, read) => {
    try {
      return await read(AbortSignal.timeout(EXTRA_MS));
    } catch (error) {
      log.warn({ err: error, feed, operation }, 'An extra read failed; the post goes without it');
      return undefined;
    }
  };
}

/** The operations that a poll of this kind of feed calls, as errors name them: a good poll proves that they work. */
export function operationsOf(kind: Feed['kind']): string[] {
  return POLLED[kind].map(operationName);
}
