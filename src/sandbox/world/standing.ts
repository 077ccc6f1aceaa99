/**
 * How visible the own brand should be for one prompt on one engine and day, before chance decides single answers:
 * the engine's level, a lasting leaning per prompt, slow drift, the day's noise, and events.
 */
import { isScripted, movementsOn } from './events.ts';
import { randomOf } from './random.ts';
import type { EngineName, ProjectScript } from './script.ts';

/** `expected` is the mean rank weight (scores.ts) of the answers, 0 to 1; `instead` who is named first meanwhile. */
export type Standing = { expected: number; instead: string | undefined };

/** Standard deviation of an engine's daily noise, in points: over four engines less than one point remains. */
const NOISE = 1;
const PROMPT_SPREAD = 6;
const DRIFT = 0.7;
const DRIFT_DAYS = 27;

/** Standings of one engine on one day, counted from the start; the answer is asked per prompt text. */
export function standingsOn(script: ProjectScript, seed: number, fromStart: number, engine: EngineName) {
  const movements = movementsOn(script, seed, fromStart).filter((movement) => movement.engine === engine);
  const noisyDay = isScripted(script, fromStart) ? fromStart - 1 : fromStart;
  const noise = randomOf(seed, 'noise', script.id, engine, noisyDay).normal() * NOISE;
  const phase = randomOf(seed, 'phase', script.id).next();
  const drift = Math.sin(2 * Math.PI * (fromStart / DRIFT_DAYS + phase)) * DRIFT;

  return (prompt: string): Standing => {
    const leaning = randomOf(seed, 'leaning', script.id, engine, prompt).normal() * PROMPT_SPREAD;
    const felt = movements.filter(({ prompts }) => prompts === undefined || prompts.includes(prompt));
    const moved = felt.reduce((sum, { points }) => sum + points, 0);
    const points = script.levels[engine] + leaning + drift + noise + moved;
    return {
      expected: Math.min(0.97, Math.max(0.03, points / 100)),
      instead: felt.find(({ instead }) => instead !== undefined)?.instead,
    };
  };
}
