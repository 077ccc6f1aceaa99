/** A topic's competitive picture, computed from the answers that gave it as a reason. */
import { ENGINES } from './cast.ts';
import type { PromptRun } from './rows.ts';
import { type Figures, figuresOf } from './scores.ts';
import type { ProjectScript, TopicScript } from './script.ts';

export type EntityStanding = Figures & { entity: string; own: boolean };

export type TopicPicture = {
  topic: TopicScript;
  own: Figures;
  /** The own brand's place by score, from 1; null where no answer names it. */
  overallRank: number | null;
  /** Best score first. */
  entities: readonly EntityStanding[];
  byEngine: readonly {
    engine: { id: string; displayName: string };
    own: Figures;
    topCompetitor: string | null;
  }[];
  /** Newest first. */
  evidence: readonly { text: string; engine: { id: string; displayName: string } }[];
};

const EVIDENCE_SHOWN = 10;

/** The picture over these runs; those that do not cite the topic are left out. */
export function topicPicture(
  script: ProjectScript,
  topic: TopicScript,
  runs: readonly PromptRun[],
): TopicPicture {
  const citing = runs.filter(({ response }) => response.topics.some(({ label }) => label === topic.label));
  const entities = standings(script, citing);
  const place = entities.findIndex(({ own }) => own);
  const engines = ENGINES.map((engine) => ({
    engine,
    runs: citing.filter(({ engineId }) => engineId === engine.id),
  })).filter((part) => part.runs.length > 0);

  return {
    topic,
    own: figuresOf(citing, ({ own }) => own),
    overallRank: place === -1 ? null : place + 1,
    entities,
    byEngine: engines.map((part) => ({
      engine: part.engine,
      own: figuresOf(part.runs, ({ own }) => own),
      topCompetitor: standings(script, part.runs).find(({ own }) => !own)?.entity ?? null,
    })),
    evidence: evidenceOf(topic, citing),
  };
}

/** Every tool that these answers name, best score first. */
function standings(script: ProjectScript, runs: readonly PromptRun[]): EntityStanding[] {
  return [script.name, ...script.competitors]
    .map((entity) => ({
      entity,
      own: entity === script.name,
      ...figuresOf(runs, (mention) => mention.entity === entity),
    }))
    .filter(({ mentions }) => mentions > 0)
    .sort((a, b) => b.score - a.score);
}

/** The newest sentences, each once: engines repeat themselves. */
function evidenceOf(topic: TopicScript, citing: readonly PromptRun[]): TopicPicture['evidence'] {
  const newest = citing.toSorted((a, b) => b.completedAt - a.completedAt);
  const bySentence = new Map<string, TopicPicture['evidence'][number]>();
  for (const run of newest) {
    const text = run.response.topics.find(({ label }) => label === topic.label)?.evidence;
    const engine = ENGINES.find(({ id }) => id === run.engineId);
    if (text !== undefined && engine !== undefined && !bySentence.has(text))
      bySentence.set(text, { text, engine });
    if (bySentence.size === EVIDENCE_SHOWN) break;
  }
  return [...bySentence.values()];
}
