/**
 * Computes how visible the brand should be for a prompt on an engine and day, before chance decides single answers:
 * the engine's level, a fixed bias per prompt, slow drift, noise and events. Scripted events happen around the start;
 * random ones follow from the sixth day on, so a sandbox left running stays interesting.
 */
import { DEFAULT_ENGINES } from './cast.ts';
import { randomOf } from './random.ts';
import type { EngineName, EventScript, ProjectScript } from './script.ts';

/** `expected`: mean rank weight of the answers (scores.ts), 0 to 1; `instead`: who is named first meanwhile. */
export type Standing = { expected: number; instead: string | undefined };

/** Standard deviation of an engine's daily noise, in points; averaged over four engines, it's half a point. */
const NOISE = 1;
const PROMPT_SPREAD = 6;
const DRIFT = 0.7;
const DRIFT_DAYS = 27;

/** Returns a function from prompt text to standing, for one engine and day (counted from the start). */
export function createStandings(script: ProjectScript, seed: number, fromStart: number, engine: EngineName) {
  const movements = findMovements(script, seed, fromStart).filter((movement) => movement.engine === engine);
  // A scripted change comes without new noise, so it has exactly the script's size.
  const hasScriptedEvent = script.events.some(({ from }) => from === fromStart);
  const noisyDay = hasScriptedEvent ? fromStart - 1 : fromStart;
  const noise = randomOf(seed, 'noise', script.id, engine, noisyDay).normal() * NOISE;
  const phase = randomOf(seed, 'phase', script.id).next();
  const drift = Math.sin(2 * Math.PI * (fromStart / DRIFT_DAYS + phase)) * DRIFT;

  return (prompt: string): Standing => {
    const bias = randomOf(seed, 'leaning', script.id, engine, prompt).normal() * PROMPT_SPREAD;
    const felt = movements.filter(({ prompts }) => prompts === undefined || prompts.includes(prompt));
    const moved = felt.reduce((sum, { points }) => sum + points, 0);
    const points = script.levels[engine] + bias + drift + noise + moved;
    return {
      expected: Math.min(0.97, Math.max(0.03, points / 100)),
      instead: felt.find(({ instead }) => instead !== undefined)?.instead,
    };
  };
}

/** An event's effect on one day. */
type Movement = Pick<EventScript, 'engine' | 'points' | 'prompts' | 'instead'>;

const FIRST_RANDOM_DAY = 6;
const EVENT_CHANCE = 1 / 12;
const FULL_DAYS = 4;
const PEAK = 1.15;
const REMAINDER = 0.4;
const FORGOTTEN_AFTER = 20;

function findMovements(script: ProjectScript, seed: number, fromStart: number): Movement[] {
  const scripted = script.events.filter(({ from }) => from <= fromStart);
  return [...scripted, ...drawEvents(script, seed, fromStart)]
    .map((event) => ({ ...event, points: event.points * eventStrength(fromStart - event.from) }))
    .filter(({ points }) => points !== 0);
}

/** Full for four days with a peak on the second, then partly recovered, then slowly forgotten. */
function eventStrength(age: number): number {
  if (age === 1) return PEAK;
  if (age < FULL_DAYS) return 1;
  return REMAINDER * Math.max(0, 1 - (age - FULL_DAYS) / (FORGOTTEN_AFTER - FULL_DAYS));
}

function drawEvents(script: ProjectScript, seed: number, fromStart: number): EventScript[] {
  const events: EventScript[] = [];
  const first = Math.max(FIRST_RANDOM_DAY, fromStart - FORGOTTEN_AFTER);
  for (let from = first; from <= fromStart; from += 1) {
    const random = randomOf(seed, 'event', script.id, from);
    if (random.next() >= EVENT_CHANCE) continue;
    const engine = random.pick(DEFAULT_ENGINES).displayName;
    const points = random.int(22, 34);
    events.push(
      random.next() < 0.5
        ? { from, engine, points }
        : { from, engine, points: -points, instead: random.pick(script.competitors) },
    );
  }
  return events;
}
