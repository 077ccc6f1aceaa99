/** What the simulated service advises: things to publish or change, and prompts to track. Both come by and by. */
import { DAY_MS, type Day, dayOf, HOUR_MS, startOf } from './day.ts';
import { randomOf } from './random.ts';
import type { AdviceScript, ProjectScript, SuggestedPromptScript } from './script.ts';

/** When the service thinks about its advice, every day. */
const THINKS_AT = 4 * HOUR_MS;

type Given = { id: string; createdAt: number };
export type Advice = AdviceScript & Given;
export type SuggestedPrompt = SuggestedPromptScript & Given;

/** One project's advice; `start` is the world's first day. */
export function createAdvice(script: ProjectScript, seed: number, start: Day) {
  /** The first three are there at the start; `every` days another follows. */
  const given = (name: string, index: number, every: number): Given => ({
    id: randomOf(seed, 'advice', script.id, name).uuid(),
    createdAt: startOf(start + every * (index - 2) - 1) + THINKS_AT,
  });
  const advice = script.advice.map((each, index) => ({ ...each, ...given(each.title, index, 4) }));
  const prompts = script.suggestedPrompts.map((each, index) => ({ ...each, ...given(each.text, index, 3) }));
  const by = <Row extends Given>(rows: readonly Row[], now: number) =>
    rows.filter(({ createdAt }) => createdAt <= now);

  return {
    /** Those given so far, oldest first. */
    at: (now: number): Advice[] => by(advice, now),
    /** Prompts suggested so far, oldest first. */
    promptsAt: (now: number): SuggestedPrompt[] => by(prompts, now),
    /** When the service last thought about it. */
    thoughtAt: (now: number): number => {
      const today = startOf(dayOf(now)) + THINKS_AT;
      return today <= now ? today : today - DAY_MS;
    },
  };
}
