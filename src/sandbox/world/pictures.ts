/** Computes who stands where over some answers of the simulated world: for a topic, a prompt or a competitor. */
import { ENGINES } from './cast.ts';
import type { Engine, Mention, PromptRun } from './rows.ts';
import { computeFigures, type Figures, groupByEngine } from './scores.ts';
import type { ProjectScript, TopicScript } from './script.ts';

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
