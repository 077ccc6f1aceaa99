/** The tracked prompts of one project in the simulated world: the written ones, and those created through the API. */
import { type Day, startOf } from './day.ts';
import { randomOf } from './random.ts';
import type { TrackedPrompt } from './rows.ts';
import type { ProjectScript } from './script.ts';

/** How long before the start the written prompts are tracked. */
const TRACKED_DAYS = 90;

export function createPrompts(script: ProjectScript, seed: number, start: Day) {
  const idOf = (text: string) => randomOf(seed, 'prompt', script.id, text).uuid();
  const prompts: TrackedPrompt[] = script.prompts.map(({ text, category, topics }) => ({
    id: idOf(text),
    text,
    category,
    active: true,
    createdAt: startOf(start - TRACKED_DAYS),
    topics,
  }));

  return {
    /** All of them, oldest first. */
    all: (): readonly TrackedPrompt[] => prompts,
    /** Those that are run on this day: tracked before it began, so that a day's set never changes while it runs. */
    runOn: (day: Day) => prompts.filter(({ createdAt }) => createdAt < startOf(day)),
    /** Tracks a new prompt; undefined if the same text, whatever its case, is tracked already. */
    add(text: string, now: number): TrackedPrompt | undefined {
      if (prompts.some((prompt) => prompt.text.toLowerCase() === text.toLowerCase())) return undefined;
      const topics = script.topics.map(({ label }) => label);
      const prompt = { id: idOf(text), text, category: null, active: true, createdAt: now, topics };
      prompts.push(prompt);
      return prompt;
    },
  };
}
