/** How a project of the simulated world is written down (acme.yml, tidewater.yml): the cast, the levels and the story. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const EngineName = z.enum(['ChatGPT', 'Gemini', 'Perplexity', 'Claude', 'Copilot']);
export type EngineName = z.output<typeof EngineName>;

const Words = z.array(z.string());

/** `evidence` sentences name the tool that the answer puts first as {brand}. */
const TopicScript = z.strictObject({
  label: z.string(),
  kind: z.string(),
  description: z.string(),
  evidence: Words,
});
export type TopicScript = z.output<typeof TopicScript>;

const SegmentScript = z.strictObject({ name: z.string(), description: z.string(), words: Words });
export type SegmentScript = z.output<typeof SegmentScript>;

/**
 * From day `from` (counted from the start, so -1 is the last complete day) an engine's score moves by `points`, only on these
 * `prompts` if there are any; meanwhile the competitor `instead` is named first.
 */
const EventScript = z.strictObject({
  from: z.number(),
  engine: EngineName,
  points: z.number(),
  prompts: Words.optional(),
  instead: z.string().optional(),
});
export type EventScript = z.output<typeof EventScript>;

/**
 * A thread as written for the first days. Without `score` or `reason` the service gave none. Engines `citedBy` give it
 * as a source, for the prompt `citedFor` or else the one that is closest in words.
 */
const ThreadScript = z.strictObject({
  place: z.string(),
  title: z.string(),
  score: z.number().optional(),
  reason: z.string().optional(),
  citedBy: z.array(EngineName).optional(),
  citedFor: z.string().optional(),
});
export type ThreadScript = z.output<typeof ThreadScript>;

/** Later threads: {slots} are filled from the project's words, every combination once. `score` is the typical one. */
const ThreadTemplate = z.strictObject({
  places: Words,
  score: z.number(),
  title: z.string(),
  reason: z.string(),
});
export type ThreadTemplate = z.output<typeof ThreadTemplate>;

/**
 * A page that answers give as a source, in the order of how often. Only where the prompt shares one of its `topics`,
 * and where the answer names its `brand`; without them it serves for anything.
 */
const PageScript = z.strictObject({
  url: z.string(),
  title: z.string(),
  topics: Words.optional(),
  brand: z.string().optional(),
});
export type PageScript = z.output<typeof PageScript>;

/** What the service advises to publish or change, so that engines speak of the brand. */
const AdviceScript = z.strictObject({
  title: z.string(),
  description: z.string(),
  kind: z.enum(['content', 'technical', 'outreach']),
  priority: z.enum(['high', 'medium', 'low']),
});
export type AdviceScript = z.output<typeof AdviceScript>;

/** What was written in a thread: the post, and the first replies to it. */
const SaidScript = z.strictObject({ question: z.string(), replies: Words });
export type SaidScript = z.output<typeof SaidScript>;

/** A prompt that the service suggests to track. */
const SuggestedPromptScript = z.strictObject({ text: z.string(), category: z.string(), reason: z.string() });
export type SuggestedPromptScript = z.output<typeof SuggestedPromptScript>;

const ProjectScript = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Strongest first. */
  competitors: Words,
  /** The usual daily score of each engine, 0 to 100. */
  levels: z.record(EngineName, z.number()),
  prompts: z.array(z.strictObject({ text: z.string(), category: z.string(), topics: Words })),
  topics: z.array(TopicScript),
  events: z.array(EventScript),
  /** In the order in which they are suggested; the first is open at the start. */
  segments: z.array(SegmentScript),
  threads: z.strictObject({
    /** What the service knows at the start, newest first; what it finds on the first days after; and from then on. */
    known: z.array(ThreadScript),
    next: z.array(ThreadScript),
    templates: z.array(ThreadTemplate),
    words: z.record(z.string(), Words),
    /** By title, and what fits any other thread. */
    said: z.strictObject({ own: z.record(z.string(), SaidScript), questions: Words, replies: Words }),
  }),
  pages: z.array(PageScript),
  /** In the order in which they come, the first ones before the start. */
  advice: z.array(AdviceScript),
  suggestedPrompts: z.array(SuggestedPromptScript),
});
export type ProjectScript = z.output<typeof ProjectScript>;

/** @throws ZodError for a text that is no such script. */
export function readScript(file: URL): ProjectScript {
  return ProjectScript.parse(parse(readFileSync(file, 'utf8')));
}
