/** How everybody stands over some answers: the own brand, each tool that they name, and the same engine by engine. */
import type { Engine, PromptRun } from './rows.ts';
import { type Figures, figuresOf, perEngine } from './scores.ts';
import type { ProjectScript } from './script.ts';

type EntityStanding = Figures & { entity: string; own: boolean };

export type Picture = {
  own: Figures;
  /** The own brand's place by score, from 1; null where no answer names it. */
  overallRank: number | null;
  /** Best score first. */
  entities: readonly EntityStanding[];
  byEngine: readonly { engine: Engine; own: Figures; topCompetitor: string | null }[];
};

export function pictureOf(script: ProjectScript, runs: readonly PromptRun[]): Picture {
  const entities = standings(script, runs);
  const place = entities.findIndex(({ own }) => own);
  return {
    own: figuresOf(runs, ({ own }) => own),
    overallRank: place === -1 ? null : place + 1,
    entities,
    byEngine: perEngine(runs).map((part) => ({
      engine: part.engine,
      own: figuresOf(part.runs, ({ own }) => own),
      topCompetitor: standings(script, part.runs).find(({ own }) => !own)?.entity ?? null,
    })),
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
