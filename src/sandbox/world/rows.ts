/** What the simulated world is made of: the rows from which every figure is computed. Times are epoch ms. */
export type Engine = {
  id: string;
  provider: string;
  model: string;
  displayName: string;
  surface: string;
  active: boolean;
};

export type Region = { id: string; code: string; name: string };

/** A prompt that the engines are asked. Runs begin on the day after `createdAt`. */
export type TrackedPrompt = {
  id: string;
  text: string;
  /** The accepted segment that it belongs to, or what it was filed under at first. */
  category: string | null;
  active: boolean;
  createdAt: number;
  /** Labels of the topics that answers to it may give as a reason. */
  topics: readonly string[];
};

export type Sentiment = 'positive' | 'neutral' | 'negative';

/** A tool named in an answer. `rank` counts from 1 in the answer's order; with the run's id it is the mention's identity. */
export type Mention = {
  entity: string;
  own: boolean;
  rank: number;
  sentiment: Sentiment;
  description: string;
  confidence: number;
};

/** The answer gave this topic as a reason; `evidence` is the sentence that did. */
type TopicCitation = { label: string; evidence: string };

/** What an engine answered to a run: the tools it named, and why. */
export type Response = {
  mentions: readonly Mention[];
  topics: readonly TopicCitation[];
};

/** One prompt asked of one engine in one region. Its response exists for readers once `completedAt` has passed. */
export type PromptRun = {
  id: string;
  /** As it was worded that day. */
  prompt: TrackedPrompt;
  engineId: string;
  regionId: string;
  scheduledFor: number;
  completedAt: number;
  response: Response;
};

/** A page that an answer gives as its source. `position` counts from 1; with the run's id it is the citation's identity. */
export type Citation = { run: PromptRun; position: number; url: string; title: string };

/** A forum thread where the brand could join, as it stands at a given time. */
export type Lead = {
  id: string;
  title: string;
  url: string;
  community: string;
  author: string;
  /** 0 to 100; null where the service could not score it. */
  score: number | null;
  reason: string | null;
  comments: number;
  postedAt: number;
  discoveredAt: number;
  /** Display names of the engines that give the thread as a source while it is fresh. */
  citedBy: readonly string[];
  /** The prompt that it is cited for; without it the one that is closest in words. */
  citedFor: string | undefined;
};

export type Suggestion = {
  id: string;
  name: string;
  description: string;
  /** A tracked prompt that holds one of these words belongs to the segment. */
  words: readonly string[];
  status: 'open' | 'accepted' | 'dismissed';
  createdAt: number;
  acceptedAt: number | null;
  dismissedAt: number | null;
};
