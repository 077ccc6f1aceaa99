/** The tracked prompts of one project in the simulated world: the written ones, and what people made of them since. */
import type { Change, Changes } from './changes.ts';
import { type Day, startOf } from './day.ts';
import { randomOf } from './random.ts';
import type { TrackedPrompt } from './rows.ts';
import type { ProjectScript } from './script.ts';

/** How long before the start the written prompts are tracked. */
const TRACKED_DAYS = 90;

/** `segmentOf` names the accepted segment that a prompt belongs to, which is then its category. */
export function createPrompts(
  script: ProjectScript,
  seed: number,
  start: Day,
  changes: Changes,
  segmentOf: (text: string) => string | undefined,
) {
  const idOf = (text: string, ...again: number[]) =>
    randomOf(seed, 'prompt', script.id, text, ...again).uuid();
  const topics = script.topics.map(({ label }) => label);
  const written = script.prompts.map((prompt): [string, TrackedPrompt] => {
    const id = idOf(prompt.text);
    return [id, { ...prompt, id, active: true, createdAt: startOf(start - TRACKED_DAYS) }];
  });

  function after(made: readonly Change[]): TrackedPrompt[] {
    const prompts = new Map(written);
    for (const change of made) {
      if (change.kind === 'prompt_created') {
        const { id, text, at } = change;
        prompts.set(id, { id, text, category: null, active: true, createdAt: at, topics });
      } else if (change.kind === 'prompt_changed') {
        const prompt = prompts.get(change.id);
        if (prompt !== undefined) prompts.set(change.id, { ...prompt, text: change.text });
      } else if (change.kind === 'prompt_deleted') prompts.delete(change.id);
    }
    return [...prompts.values()];
  }

  /** Oldest first. */
  const all = (): TrackedPrompt[] =>
    after(changes.all()).map((prompt) => ({
      ...prompt,
      category: segmentOf(prompt.text) ?? prompt.category,
    }));
  const find = (id: string) => all().find((prompt) => prompt.id === id);
  const named = (text: string) => all().find((prompt) => prompt.text.toLowerCase() === text.toLowerCase());

  /** An id belongs to one prompt for ever: a text that comes back after a deletion gets another. */
  function newId(text: string): string {
    const taken = new Set(written.map(([id]) => id));
    for (const change of changes.all()) if (change.kind === 'prompt_created') taken.add(change.id);
    let id = idOf(text);
    for (let again = 1; taken.has(id); again += 1) id = idOf(text, again);
    return id;
  }

  return {
    all,
    /** Undefined where it is not tracked, or no longer. */
    find,
    /** The one of this text, whatever its case. */
    named,
    /** Those that are run on this day, worded as they were when it began. */
    runOn: (day: Day) => after(changes.beforeDay(day)),
    /** Tracks a new prompt; undefined if the same text, whatever its case, is tracked already. */
    add(text: string, now: number): TrackedPrompt | undefined {
      if (named(text) !== undefined) return undefined;
      const id = newId(text);
      changes.add({ kind: 'prompt_created', at: now, id, text });
      return find(id);
    },
    /** Words a tracked prompt anew; undefined if another one has this text already. */
    change(id: string, text: string, now: number): TrackedPrompt | undefined {
      const same = named(text);
      if (same !== undefined && same.id !== id) return undefined;
      if (same?.text !== text) changes.add({ kind: 'prompt_changed', at: now, id, text });
      return find(id);
    },
    /** Stops tracking it; today's runs are the last. */
    remove: (id: string, now: number) => changes.add({ kind: 'prompt_deleted', at: now, id }),
  };
}
