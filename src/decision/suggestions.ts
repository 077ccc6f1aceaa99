/** What is said of suggested segments, and how they stand. Part of decision.ts, by which everybody knows it. */
import type { ProjectRef } from './project.ts';

/** One tracked prompt under a suggested segment. */
export type SegmentPrompt = { id: string; text: string; applies: boolean };

/** The API suggests a segment; its handle is found by `suggestion.id`. `prompts` is missing where they could not be read. */
export type SuggestionNews = {
  kind: 'segment_suggestion';
  v: 1;
  project: ProjectRef;
  suggestion: { id: string; name: string; description?: string | undefined };
  prompts?: SegmentPrompt[] | undefined;
};

/**
 * How a suggestion stands: as the API and the people left it. `at` epoch ms.
 * `written`: what came of telling the API. off: no operation is configured; failed: it answered with an error.
 */
export type SuggestionState = {
  status: 'open' | 'accepted' | 'dismissed';
  by?: string | undefined;
  at?: number | undefined;
  /** `unsent`: the request could not be made up, so the API never had it. */
  written?: 'off' | 'waiting' | 'confirmed' | 'failed' | 'unsent' | undefined;
  confirmedAt?: number | undefined;
  /** HTTP status of a failed write, where there was an answer. */
  apiStatus?: number | undefined;
};
