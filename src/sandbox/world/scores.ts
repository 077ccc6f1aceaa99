/**
 * Daily scores, computed from the runs, and who stands where over some answers: for a topic, a prompt or a competitor.
 * An answer weighs 1 if it names the brand first, 0.2 less for each rank below (at least 0.2), and 0 if it doesn't name it.
 * A score is 100 times the mean weight. Also counts cited pages and domains.
 */
import {
  type Citation,
  type Day,
  ENGINES,
  type Engine,
  type Mention,
  type PromptRun,
  type Region,
  type Sentiment,
} from './rows.ts';
import type { ProjectScript, TopicScript } from './script.ts';

/** A tool's figures over some answers. Score 0 to 100, mention rate 0 to 1, sentiment -1 to 1, rank from 1. */
export type Figures = {
  answers: number;
  mentions: number;
  topPicks: number;
  score: number;
  mentionRate: number;
  averageRank: number | null;
  averageSentiment: number | null;
};

/** `engine` and `region` are null for all of them together; `complete` is true once the day is over. */
export type DailyScore = Figures & {
  day: Day;
  engine: Engine | null;
  region: Region | null;
  complete: boolean;
};

const SENTIMENT: Record<Sentiment, number> = { positive: 1, neutral: 0, negative: -1 };

function weightOf(rank: number): number {
  return Math.max(0.2, 1.2 - 0.2 * rank);
}

/** Figures of the tool whose mentions `isIt` picks out. Without runs, scores and rates are 0. */
function computeFigures(runs: readonly PromptRun[], isIt: (mention: Mention) => boolean): Figures {
  const mentions = runs.flatMap(({ response }) => response.mentions.filter(isIt));
  const mean = (value: (mention: Mention) => number, over: number) =>
    over === 0 ? 0 : mentions.reduce((sum, mention) => sum + value(mention), 0) / over;
  const named = mentions.length > 0;

  return {
    answers: runs.length,
    mentions: mentions.length,
    topPicks: mentions.filter(({ rank }) => rank === 1).length,
    score: 100 * mean(({ rank }) => weightOf(rank), runs.length),
    mentionRate: mean(() => 1, runs.length),
    averageRank: named ? mean(({ rank }) => rank, mentions.length) : null,
    averageSentiment: named ? mean(({ sentiment }) => SENTIMENT[sentiment], mentions.length) : null,
  };
}

/** The runs of each engine that has any, in the order of rows.ts. */
function groupByEngine(runs: readonly PromptRun[]): { engine: Engine; runs: readonly PromptRun[] }[] {
  return ENGINES.map((engine) => ({
    engine,
    runs: runs.filter(({ engineId }) => engineId === engine.id),
  })).filter((part) => part.runs.length > 0);
}

/** A day's rows: all engines together, then each one that answered. A day without answers has none. */
export function scoreDay(
  runs: readonly PromptRun[],
  day: Day,
  complete: boolean,
  region: Region | null = null,
): DailyScore[] {
  if (runs.length === 0) return [];
  const isOwn = ({ own }: Mention) => own;
  return [{ engine: null, runs }, ...groupByEngine(runs)].map((part) => ({
    day,
    engine: part.engine,
    region,
    complete,
    ...computeFigures(part.runs, isOwn),
  }));
}

type EntityStanding = Figures & { entity: string; own: boolean };

type Picture = {
  own: Figures;
  /** The brand's place by score, from 1; null if no answer names it. */
  overallRank: number | null;
  /** Best score first. */
  entities: readonly EntityStanding[];
  byEngine: readonly { engine: Engine; own: Figures; topCompetitor: string | null }[];
};

export function computePicture(script: ProjectScript, runs: readonly PromptRun[]): Picture {
  const entities = rankEntities(script, runs);
  const place = entities.findIndex(({ own }) => own);
  return {
    own: computeFigures(runs, ({ own }) => own),
    overallRank: place === -1 ? null : place + 1,
    entities,
    byEngine: groupByEngine(runs).map((part) => ({
      engine: part.engine,
      own: computeFigures(part.runs, ({ own }) => own),
      topCompetitor: rankEntities(script, part.runs).find(({ own }) => !own)?.entity ?? null,
    })),
  };
}

/** Every tool that the answers name, best score first. */
function rankEntities(script: ProjectScript, runs: readonly PromptRun[]): EntityStanding[] {
  return [script.name, ...script.competitors]
    .map((entity) => ({
      entity,
      own: entity === script.name,
      ...computeFigures(runs, (mention) => mention.entity === entity),
    }))
    .filter(({ mentions }) => mentions > 0)
    .sort((a, b) => b.score - a.score);
}

export type TopicPicture = Picture & {
  topic: TopicScript;
  /** Newest first. */
  evidence: readonly { text: string; engine: Engine }[];
};

const MAX_EVIDENCE = 10;

/** The picture over those runs that cite the topic. */
export function computeTopic(
  script: ProjectScript,
  topic: TopicScript,
  runs: readonly PromptRun[],
): TopicPicture {
  const citing = filterByTopic(topic.label, runs);
  return { topic, ...computePicture(script, citing), evidence: collectEvidence(topic, citing) };
}

/** The runs whose answers gave the topic as a reason. */
export function filterByTopic(label: string, runs: readonly PromptRun[]): PromptRun[] {
  return runs.filter(({ response }) => response.topics.some((topic) => topic.label === label));
}

/** The sentence in which the answer gave the topic as a reason. */
export function findEvidence({ response }: PromptRun, label: string): string | undefined {
  return response.topics.find((topic) => topic.label === label)?.evidence;
}

/** The newest sentences without repeats. */
function collectEvidence(topic: TopicScript, citing: readonly PromptRun[]): TopicPicture['evidence'] {
  const newest = citing.toSorted((a, b) => b.completedAt - a.completedAt);
  const bySentence = new Map<string, TopicPicture['evidence'][number]>();
  for (const run of newest) {
    const text = findEvidence(run, topic.label);
    const engine = ENGINES.find(({ id }) => id === run.engineId);
    if (text !== undefined && engine !== undefined && !bySentence.has(text))
      bySentence.set(text, { text, engine });
    if (bySentence.size === MAX_EVIDENCE) break;
  }
  return [...bySentence.values()];
}

type CompetitorPicture = {
  name: string;
  figures: Figures;
  byEngine: readonly { engine: Engine; figures: Figures }[];
  /** Topics whose answers name the competitor, best score first. */
  topics: readonly { label: string; figures: Figures }[];
};

/** Undefined if the project has no competitor with this name, in any case. */
export function computeCompetitor(
  script: ProjectScript,
  wanted: string,
  runs: readonly PromptRun[],
): CompetitorPicture | undefined {
  const name = script.competitors.find((each) => each.toLowerCase() === wanted.toLowerCase());
  if (name === undefined) return undefined;
  const isIt = ({ entity }: Mention) => entity === name;
  return {
    name,
    figures: computeFigures(runs, isIt),
    byEngine: groupByEngine(runs).map((part) => ({
      engine: part.engine,
      figures: computeFigures(part.runs, isIt),
    })),
    topics: script.topics
      .map(({ label }) => ({ label, figures: computeFigures(filterByTopic(label, runs), isIt) }))
      .filter(({ figures }) => figures.mentions > 0)
      .sort((a, b) => b.figures.score - a.figures.score),
  };
}

/** Groups the citations, e.g. by page or domain; most cited first. `share` is of all citations, 0 to 1. */
export function countCitations(citations: readonly Citation[], keyOf: (citation: Citation) => string) {
  return [...Map.groupBy(citations, keyOf)]
    .map(([key, cited]) => ({
      key,
      cited,
      count: cited.length,
      share: cited.length / citations.length,
    }))
    .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
}

/** Display names, in the order of rows.ts. */
export function listEngines(citations: readonly Citation[]): string[] {
  const ids = new Set(citations.map(({ run }) => run.engineId));
  return ENGINES.filter(({ id }) => ids.has(id)).map(({ displayName }) => displayName);
}

export function domainOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}
