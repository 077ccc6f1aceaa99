/** The format of a simulated project's script (acme.yml, tidewater.yml): its figures, its texts and its story. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const EngineName = z.enum(['ChatGPT', 'Gemini', 'Perplexity', 'Claude', 'Copilot']);
export type EngineName = z.output<typeof EngineName>;

const Words = z.array(z.string());

/** In `evidence`, {brand} stands for the tool that the answer names first. */
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
 * From day `from` on (counted from the start: -1 is the last complete day), an engine's score moves by `points`, for
 * all prompts or just these. Meanwhile the competitor `instead` is named first.
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
 * A thread of the first days; the service may lack a `score` or a `reason`. The engines in `citedBy` cite it for the
 * prompt `citedFor`, or else the one with the most words in common.
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

/** Makes later threads: {slots} are filled with the project's words, each combination once. `score` is typical. */
const ThreadTemplate = z.strictObject({
  places: Words,
  score: z.number(),
  title: z.string(),
  reason: z.string(),
});
export type ThreadTemplate = z.output<typeof ThreadTemplate>;

/**
 * A page that answers cite. `topics` limit it to prompts that share one, `brand` to answers that name it. Pages listed
 * first are cited most.
 */
const PageScript = z.strictObject({
  url: z.string(),
  title: z.string(),
  topics: Words.optional(),
  brand: z.string().optional(),
});
export type PageScript = z.output<typeof PageScript>;

/** Something to publish or change so that engines notice the brand. */
const AdviceScript = z.strictObject({
  title: z.string(),
  description: z.string(),
  kind: z.enum(['content', 'technical', 'outreach']),
  priority: z.enum(['high', 'medium', 'low']),
});
export type AdviceScript = z.output<typeof AdviceScript>;

/** A thread's post and its first replies. */
const ThreadText = z.strictObject({ question: z.string(), replies: Words });

/** A prompt that the service suggests tracking. */
const SuggestedPromptScript = z.strictObject({ text: z.string(), category: z.string(), reason: z.string() });
export type SuggestedPromptScript = z.output<typeof SuggestedPromptScript>;

const ProjectScript = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Strongest first. */
  competitors: Words,
  /** Each engine's usual daily score, 0 to 100. */
  levels: z.record(EngineName, z.number()),
  prompts: z.array(z.strictObject({ text: z.string(), category: z.string(), topics: Words })),
  topics: z.array(TopicScript),
  events: z.array(EventScript),
  /** In the order they are suggested; the first is open at the start. */
  segments: z.array(SegmentScript),
  threads: z.strictObject({
    /** `known` at the start, newest first; `next`: found on the first days; `templates`: found from then on. */
    known: z.array(ThreadScript),
    next: z.array(ThreadScript),
    templates: z.array(ThreadTemplate),
    words: z.record(z.string(), Words),
    /** The text of some threads by title, and text that fits any other. */
    texts: z.strictObject({ byTitle: z.record(z.string(), ThreadText), questions: Words, replies: Words }),
  }),
  pages: z.array(PageScript),
  /** In the order it is given; the first items come before the start. */
  advice: z.array(AdviceScript),
  suggestedPrompts: z.array(SuggestedPromptScript),
});
export type ProjectScript = z.output<typeof ProjectScript>;

/** @throws ZodError if the file isn't a script */
export function readScript(file: URL): ProjectScript {
  return ProjectScript.parse(parse(readFileSync(file, 'utf8')));
}
