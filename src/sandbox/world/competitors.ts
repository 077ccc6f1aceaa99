/** A competitor's standing in the simulated world: over all answers, on each engine, and where a topic was the reason. */
import type { Engine, Mention, PromptRun } from './rows.ts';
import { type Figures, figuresOf, perEngine } from './scores.ts';
import type { ProjectScript } from './script.ts';
import { runsCiting } from './topics.ts';

type CompetitorPicture = {
  name: string;
  figures: Figures;
  byEngine: readonly { engine: Engine; figures: Figures }[];
  /** Topics whose answers name it, best score first. */
  topics: readonly { label: string; figures: Figures }[];
};

/** Undefined where the project has no competitor of this name, whatever its case. */
export function competitorPicture(
  script: ProjectScript,
  wanted: string,
  runs: readonly PromptRun[],
): CompetitorPicture | undefined {
  const name = script.competitors.find((each) => each.toLowerCase() === wanted.toLowerCase());
  if (name === undefined) return undefined;
  const isIt = ({ entity }: Mention) => entity === name;
  return {
    name,
    figures: figuresOf(runs, isIt),
    byEngine: perEngine(runs).map((part) => ({ engine: part.engine, figures: figuresOf(part.runs, isIt) })),
    topics: script.topics
      .map(({ label }) => ({ label, figures: figuresOf(runsCiting(label, runs), isIt) }))
      .filter(({ figures }) => figures.mentions > 0)
      .sort((a, b) => b.figures.score - a.figures.score),
  };
}
