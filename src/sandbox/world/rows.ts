/**
 * The rows of the simulated world, from which every figure is computed, and the engines and regions that all its projects
 * share. Times are epoch ms.
 */
import { DAY_MS } from '../../durations.ts';
import { oncePer, oncePerText } from '../../once-per.ts';
import { randomOf } from './random.ts';
import type { EngineName } from './script.ts';

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
  return idsIn(run)('response');
}

export function mentionId(run: PromptRun, { rank }: Mention): string {
  return idsIn(run)('mention', rank);
}

export function citationId({ run, position }: Citation): string {
  return idsIn(run)('citation', position);
}

// An id costs a hash, and lists with thousands of them are requested again and again.
const idsIn = oncePer((run: PromptRun) =>
  oncePerText((kind: string, ...nth: number[]) => randomOf(kind, run.id, ...nth).uuid()),
);

export const ENGINES: readonly (Engine & { displayName: EngineName })[] = [
  {
    id: '0d5f7c7e-52a1-4f0b-8d39-6e2b1a9c4f01',
    provider: 'openai',
    model: 'gpt-4o',
    displayName: 'ChatGPT',
    surface: 'chat',
    active: true,
  },
  {
    id: '1b84a6d2-93ce-4a57-9e10-c75d2f3b8a02',
    provider: 'google',
    model: 'gemini-2.5-flash',
    displayName: 'Gemini',
    surface: 'chat',
    active: true,
  },
  {
    id: '2e6c91f4-0a7b-4d68-b2f5-38a4e7d19c03',
    provider: 'perplexity',
    model: 'sonar',
    displayName: 'Perplexity',
    surface: 'search',
    active: true,
  },
  {
    id: '3f92d8b0-7c15-4e3a-a6d4-5b0c1e8f7d04',
    provider: 'anthropic',
    model: 'claude-sonnet-4',
    displayName: 'Claude',
    surface: 'chat',
    active: true,
  },
  {
    id: '40a3e9c1-8d26-4f4b-97e5-6c1d2f9a8e05',
    provider: 'microsoft',
    model: 'copilot',
    displayName: 'Copilot',
    surface: 'search',
    active: true,
  },
];

export const REGIONS: readonly Region[] = [
  { id: '41a7e3c5-6b28-4f9d-8c03-9d7e2a5b1f11', code: 'US', name: 'United States' },
  { id: '52b8f4d6-7c39-4a0e-9d14-0e8f3b6c2a12', code: 'GB', name: 'United Kingdom' },
  { id: '63c9a5e7-8d40-4b1f-ae25-1f904c7d3b13', code: 'DE', name: 'Germany' },
  { id: '74d0b6f8-9e51-4c2a-bf36-2a015d8e4c14', code: 'FR', name: 'France' },
  { id: '85e1c7a9-0f62-4d3b-8a47-3b126e9f5d15', code: 'CA', name: 'Canada' },
];

/** What every project tracks until somebody changes it. The story's events (answers.ts) happen on these engines. */
export const DEFAULT_ENGINES = ENGINES.slice(0, 4);
export const DEFAULT_REGIONS = REGIONS.slice(0, 3);

/** The engine's display name, or its id if it's unknown. */
export function engineName(id: string): string {
  return ENGINES.find((engine) => engine.id === id)?.displayName ?? id;
}

/** Whole UTC days since the epoch. */
export type Day = number;

/** The day that a time (epoch ms) falls on. */
export function dayOf(ms: number): Day {
  return Math.floor(ms / DAY_MS);
}

/** Midnight at the start of the day, epoch ms. */
export function startOf(day: Day): number {
  return day * DAY_MS;
}

/** YYYY-MM-DD. */
export function dateOf(day: Day): string {
  return new Date(startOf(day)).toISOString().slice(0, 10);
}
