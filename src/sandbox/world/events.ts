/**
 * The story of the figures: which events move an engine's score on a day. The scripted ones happen around the start;
 * from the sixth day on chance adds one now and then, so that a sandbox left running stays interesting.
 */
import { FIRST_ENGINES } from './cast.ts';
import { randomOf } from './random.ts';
import type { EventScript, ProjectScript } from './script.ts';

/** An event as it is felt on one day. */
export type Movement = Pick<EventScript, 'engine' | 'points' | 'prompts' | 'instead'>;

const FIRST_CHANCE = 6;
const CHANCE = 1 / 12;
const FULL_DAYS = 4;
const STRONGEST = 1.15;
const REMAINS = 0.4;
const FORGOTTEN_AFTER = 20;

/** Movements of a day, counted from the start. */
export function movementsOn(script: ProjectScript, seed: number, fromStart: number): Movement[] {
  const scripted = script.events.filter(({ from }) => from <= fromStart);
  return [...scripted, ...chanceEvents(script, seed, fromStart)]
    .map((event) => ({ ...event, points: event.points * strengthAt(fromStart - event.from) }))
    .filter(({ points }) => points !== 0);
}

/** Whether the script has an event begin on this day: its change is then the script's alone, without noise. */
export function isScripted(script: ProjectScript, fromStart: number): boolean {
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
