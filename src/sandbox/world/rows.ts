/** The rows of the simulated world; every figure is computed from them. Times are epoch ms. */
import { randomOf } from './random.ts';

export type Engine = {
  id: string;
  provider: string;
  model: string;
  displayName: string;
  surface: string;
  active: boolean;
};

export type Region = { id: string; code: string; name: string };

/** A prompt put to the engines. Its runs start on the day after `createdAt`. */
export type TrackedPrompt = {
  id: string;
  text: string;
  /** The accepted segment it belongs to, or else its original category. */
  category: string | null;
  active: boolean;
  createdAt: number;
  /** Labels of the topics that its answers may give as a reason. */
  topics: readonly string[];
};

export type Sentiment = 'positive' | 'neutral' | 'negative';

/** A tool named in an answer. `rank` counts from 1, in the answer's order. */
export type Mention = {
  entity: string;
  own: boolean;
  rank: number;
  sentiment: Sentiment;
  description: string;
  confidence: number;
};

/** A topic that an answer gave as a reason; `evidence` is the sentence that says so. */
type TopicCitation = { label: string; evidence: string };

/** An engine's answer: the tools it named, and why. */
export type Response = {
  mentions: readonly Mention[];
  topics: readonly TopicCitation[];
};

/** One prompt put to one engine in one region. Nobody may see its response before `completedAt`. */
export type PromptRun = {
  id: string;
  /** With that day's wording. */
  prompt: TrackedPrompt;
  engineId: string;
  regionId: string;
  scheduledFor: number;
  completedAt: number;
  response: Response;
};

/** A page that an answer cites. `position` counts from 1. */
export type Citation = { run: PromptRun; position: number; url: string; title: string };

/** A forum thread the brand could join, as it stands at a given time. */
export type Lead = {
  id: string;
  title: string;
  url: string;
  community: string;
  author: string;
  /** 0 to 100; null when the service couldn't score it. */
  score: number | null;
  reason: string | null;
  comments: number;
  postedAt: number;
  discoveredAt: number;
  /** Display names of the engines that cite the thread while it's fresh. */
  citedBy: readonly string[];
  /** The prompt it's cited for; if undefined, the one with the most words in common. */
  citedFor: string | undefined;
};

/** A suggested segment. */
export type Suggestion = {
  id: string;
  name: string;
  description: string;
  /** A tracked prompt that contains one of these words belongs to the segment. */
  words: readonly string[];
  status: 'open' | 'accepted' | 'dismissed';
  createdAt: number;
  acceptedAt: number | null;
  dismissedAt: number | null;
};

export function responseId(run: PromptRun): string {
  return idWithin(run, 'response');
}

export function mentionId(run: PromptRun, { rank }: Mention): string {
  return idWithin(run, 'mention', rank);
}

export function citationId({ run, position }: Citation): string {
  return idWithin(run, 'citation', position);
}

// An id costs a hash, and lists with thousands of them are requested again and again.
const idsByRun = new WeakMap<PromptRun, Map<string, string>>();

function idWithin(run: PromptRun, kind: string, ...nth: number[]): string {
  const ids = idsByRun.get(run) ?? new Map<string, string>();
  idsByRun.set(run, ids);
  const key = `${kind} ${nth}`;
  const id = ids.get(key) ?? randomOf(kind, run.id, ...nth).uuid();
  ids.set(key, id);
  return id;
}
