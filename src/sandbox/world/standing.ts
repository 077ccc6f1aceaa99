/**
 * How visible the own brand should be for one prompt on one engine and day, before chance decides single answers: the
 * engine's level, a lasting leaning per prompt, slow drift, the day's noise, and events. Scripted events happen around the
 * start; from the sixth day on chance adds one now and then, so that a sandbox left running stays interesting.
 */
import { FIRST_ENGINES } from './cast.ts';
import { randomOf } from './random.ts';
import type { EngineName, EventScript, ProjectScript } from './script.ts';

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

/** An event as it is felt on one day. */
export type Movement = Pick<EventScript, 'engine' | 'points' | 'prompts' | 'instead'>;

const FIRST_CHANCE = 6;
const CHANCE = 1 / 12;
const FULL_DAYS = 4;
const STRONGEST = 1.15;
const REMAINS = 0.4;
const FORGOTTEN_AFTER = 20;

/** Movements of a day, counted from the start. */
function movementsOn(script: ProjectScript, seed: number, fromStart: number): Movement[] {
  const scripted = script.events.filter(({ from }) => from <= fromStart);
  return [...scripted, ...chanceEvents(script, seed, fromStart)]
    .map((event) => ({ ...event, points: event.points * strengthAt(fromStart - event.from) }))
    .filter(({ points }) => points !== 0);
}

/** Whether the script has an event begin on this day: its change is then the script's alone, without noise. */
function isScripted(script: ProjectScript, fromStart: number): boolean {
  return script.events.some(({ from }) => from === fromStart);
}

/** Full for four days and strongest on the second, then partly recovered, then forgotten little by little. */
function strengthAt(age: number): number {
  if (age === 1) return STRONGEST;
  if (age < FULL_DAYS) return 1;
  return REMAINS * Math.max(0, 1 - (age - FULL_DAYS) / (FORGOTTEN_AFTER - FULL_DAYS));
}

function chanceEvents(script: ProjectScript, seed: number, fromStart: number): EventScript[] {
  const events: EventScript[] = [];
  const first = Math.max(FIRST_CHANCE, fromStart - FORGOTTEN_AFTER);
  for (let from = first; from <= fromStart; from += 1) {
    const random = randomOf(seed, 'event', script.id, from);
    if (random.next() >= CHANCE) continue;
    const engine = random.pick(FIRST_ENGINES).displayName;
    const points = random.int(22, 34);
    events.push(
      random.next() < 0.5
        ? { from, engine, points }
        : { from, engine, points: -points, instead: random.pick(script.competitors) },
    );
  }
  return events;
}
