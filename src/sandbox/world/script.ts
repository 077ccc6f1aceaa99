/** How a project of the simulated world is written down (acme/, tidewater/): the cast, the levels and the story. */
export type EngineName = 'ChatGPT' | 'Gemini' | 'Perplexity' | 'Claude' | 'Copilot';

type PromptScript = { text: string; category: string; topics: readonly string[] };

/** `evidence` sentences name the tool that the answer puts first as {brand}. */
export type TopicScript = {
  label: string;
  kind: string;
  description: string;
  evidence: readonly string[];
};

export type SegmentScript = { name: string; description: string; words: readonly string[] };

/** From day `from` (counted from the start, so -1 is the last complete day) an engine's score moves by `points`. */
export type EventScript = {
  from: number;
  engine: EngineName;
  points: number;
  /** Only on these prompts; without it on all. */
  prompts?: readonly string[];
  /** The competitor that is named first meanwhile. */
  instead?: string;
};

/**
 * A thread as written for the first days. Without `score` or `reason` the service gave none. Engines `citedBy` give it
 * as a source, for the prompt `citedFor` or else the one that is closest in words.
 */
export type ThreadScript = {
  place: string;
  title: string;
  score?: number;
  reason?: string;
  citedBy?: readonly EngineName[];
  citedFor?: string;
};

/** Later threads: {slots} are filled from the project's words, every combination once. `score` is the typical one. */
export type ThreadTemplate = { places: readonly string[]; score: number; title: string; reason: string };

export type ThreadsScript = {
  /** What the service knows at the start, newest first. */
  known: readonly ThreadScript[];
  /** What it finds on the first days after, in order. */
  next: readonly ThreadScript[];
  /** What it finds from then on. */
  templates: readonly ThreadTemplate[];
  words: Readonly<Record<string, readonly string[]>>;
};

/**
 * A page that answers give as a source, in the order of how often. Only where the prompt shares one of its `topics`,
 * and where the answer names its `brand`; without them it serves for anything.
 */
export type PageScript = { url: string; title: string; topics?: readonly string[]; brand?: string };

/** What the service advises to publish or change, so that engines speak of the brand. */
export type AdviceScript = {
  title: string;
  description: string;
  kind: 'content' | 'technical' | 'outreach';
  priority: 'high' | 'medium' | 'low';
};

/** A prompt that the service suggests to track. */
export type SuggestedPromptScript = { text: string; category: string; reason: string };

export type ProjectScript = {
  id: string;
  name: string;
  /** Strongest first. */
  competitors: readonly string[];
  /** The usual daily score of each engine, 0 to 100. */
  levels: Readonly<Record<EngineName, number>>;
  prompts: readonly PromptScript[];
  topics: readonly TopicScript[];
  events: readonly EventScript[];
  /** In the order in which they are suggested; the first is open at the start. */
  segments: readonly SegmentScript[];
  threads: ThreadsScript;
  pages: readonly PageScript[];
  /** In the order in which they come, the first ones before the start. */
  advice: readonly AdviceScript[];
  suggestedPrompts: readonly SuggestedPromptScript[];
};
