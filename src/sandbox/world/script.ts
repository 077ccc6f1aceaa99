/** How a project of the simulated world is written down (acme/, tidewater/): the cast, the levels and the story. */

export type EngineName = 'ChatGPT' | 'Gemini' | 'Perplexity' | 'Claude';

export type PromptScript = { text: string; category: string; topics: readonly string[] };

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

/** A thread as written for the first days. Without `score` or `reason` the service gave none. */
export type ThreadScript = { place: string; title: string; score?: number; reason?: string };

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
};
