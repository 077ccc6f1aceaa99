/** The first step: reads from the API what one feed needs to decide. Nothing is kept. */
import type { Log } from '../log.ts';
import type { Feed, Project } from '../projects/projects.ts';
import type { CitationSnapshot } from '../rules/cited-threads.ts';
import type { LeadSnapshot } from '../rules/lead-digest.ts';
import { newSuggestions, type SuggestionSnapshot } from '../rules/new-suggestions.ts';
import type { Listing } from '../visibility/answer.ts';
import type { Lead } from '../visibility/assumed.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type { SegmentSuggestion } from '../visibility/contract.ts';
import { type OPERATIONS, operationName } from '../visibility/operations.ts';
import { createTurns } from '../visibility/turns.ts';
import { type ExtraRead, type ExtrasRead, extraReads, soon } from './extra-reads.ts';
import { pollScores, type ScoreMemory, type ScoreSnapshot } from './score-poll.ts';

/** What a poll brought, by kind of feed, and how what it read beside that fared. */
export type Snapshot = (
  | ({ kind: 'leads'; cited: CitationSnapshot } & LeadSnapshot)
  | ({ kind: 'scores' } & ScoreSnapshot)
  | { kind: 'suggestions'; suggestions: SuggestionSnapshot[] }
  /** The recap tells what became of leads here. `topics` are the labels to sort them by; missing if not readable. */
  | { kind: 'recap'; topics?: readonly string[] | undefined }
) & { extras: ExtrasRead };

/** The API's client for a project: with its own key, or the common one. */
export type VisibilityOf = (project: Project) => VisibilityClient;

/** What a post lives from; everything else that is read is an extra. */
const POLLED: Record<Feed['kind'], readonly (keyof typeof OPERATIONS)[]> = {
  leads: ['communityLeads'],
  scores: ['dailyScores'],
  suggestions: ['segmentSuggestions'],
  recap: [],
};

/** More than one digest shows, so that what lies below the limit is known too. The API's maximum is not documented. */
export const LEADS_ASKED = 100;

/** What is taken in of one answer, however much the API gives: the best, and the rest is known to be there. */
export const MOST_LEADS = 1_000;

/** More than the default, so that a thread that was cited a while ago is still found. */
const CITATIONS_ASKED = 500;

/** Suggestions asked for their prompts at the same time. */
const PARALLEL_PROMPTS = 4;

export type PollDeps = {
  visibilityOf: VisibilityOf;
  /** Of a scores feed: only what is new of alerts is worth explaining. */
  remembered: () => Promise<ScoreMemory>;
  /** Which of these suggestions its channel knows, by id: nothing more is read of them. */
  known: (suggestions: readonly SegmentSuggestion[]) => Promise<ReadonlySet<string>>;
  now: number;
  log: Log;
};

/** @throws VisibilityError: the slot is then tried again. */
export async function poll(feed: Feed, deps: PollDeps): Promise<Snapshot> {
  const { visibilityOf, remembered, now, log } = deps;
  const api = visibilityOf(feed.project);
  const { id } = feed.project;
  const { extra, fared: extras } = extraReads(feed, log);
  switch (feed.kind) {
    case 'leads': {
      const wanted = feed.settings.warm_leads;
      const [leads, metrics, citations, sources, warm] = await Promise.all([
        api.communityLeads(id, { limit: LEADS_ASKED }),
        extra('communityMetrics', (signal) => api.communityMetrics(id, { signal })),
        extra('citations', (signal) => api.citations(id, { limit: CITATIONS_ASKED, signal })),
        extra('sources', (signal) => api.sources(id, { signal })),
        wanted ? extra('warmLeads', (signal) => api.warmLeads(id, { signal })) : undefined,
      ]);
      if (leads.length > MOST_LEADS) {
        const counts = { feed: feed.id, came: leads.length, taken: MOST_LEADS };
        log.warn(counts, 'The API gave more leads than are taken in; the best were');
      }
      return { kind: 'leads', leads: bestLeads(leads), metrics, cited: { citations, sources, warm }, extras };
    }
    case 'scores':
      return { kind: 'scores', ...(await pollScores(feed, api, extra, await remembered(), now)), extras };
    case 'suggestions': {
      const all = await api.segmentSuggestions(id);
      const fresh = newSuggestions(all, await deps.known(all));
      return { kind: 'suggestions', suggestions: await withPrompts(all, fresh, feed, api, extra), extras };
    }
    case 'recap': {
      const topics = await extra('topics', (signal) => api.topics(id, { signal }));
      return { kind: 'recap', topics: topics?.flatMap(({ label }) => label ?? []), extras };
    }
  }
}

/**
 * The prompts of those alone that are news, a few at a time, and of all together no longer than any extra is waited for: at
 * first a project may have hundreds.
 */
async function withPrompts(
  all: readonly SegmentSuggestion[],
  fresh: readonly SegmentSuggestion[],
  { project: { id } }: Feed,
  api: VisibilityClient,
  extra: ExtraRead,
): Promise<SuggestionSnapshot[]> {
  const turns = createTurns(PARALLEL_PROMPTS);
  const until = soon();
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

/** The first MOST_LEADS of a list, which says where it is a part then, and of how many. */
export function bestLeads(leads: Listing<Lead>): Listing<Lead> {
  if (leads.length <= MOST_LEADS) return leads;
  return Object.assign(leads.slice(0, MOST_LEADS), { rest: leads.rest ?? { total: leads.length } });
}

/** The operations that a poll of this kind of feed calls, as errors name them: a good poll proves that they work. */
export function operationsOf(kind: Feed['kind']): string[] {
  return POLLED[kind].map(operationName);
}
