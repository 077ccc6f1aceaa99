/**
 * What people changed in a project of the simulated world, in order, and the prompts, engines and regions that it tracks
 * as a result. Everything else follows from the seed and the start.
 */

import { randomOf } from './random.ts';
import {
  type Day,
  DEFAULT_ENGINES,
  DEFAULT_REGIONS,
  ENGINES,
  REGIONS,
  startOf,
  type TrackedPrompt,
} from './rows.ts';
import type { ProjectScript } from './script.ts';

/** `at` is epoch ms. */
type Change = { at: number } & (
  | { kind: 'prompt_created'; id: string; text: string; category: string | null }
  | { kind: 'prompt_changed'; id: string; text: string }
  | { kind: 'prompt_deleted'; id: string }
  | { kind: 'engines_set' | 'regions_set'; ids: string[] }
  | { kind: 'suggestion_closed'; id: string; status: 'accepted' | 'dismissed' }
);

export type Changes = ReturnType<typeof createChanges>;

export function createChanges() {
  const changes: Change[] = [];
  return {
    /** Oldest first. */
    all: (): readonly Change[] => changes,
    /** Those made before the day began: a day's runs never change while it lasts. */
    beforeDay: (day: Day): readonly Change[] => changes.filter(({ at }) => at < startOf(day)),
    add: (change: Change) => void changes.push(change),
  };
}

/** How long before the start the script's prompts were tracked. */
const TRACKED_DAYS = 90;

/** `segmentOf` returns the name of the accepted segment that a prompt belongs to; it becomes the prompt's category. */
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
  const scripted = script.prompts.map((prompt): [string, TrackedPrompt] => {
    const id = idOf(prompt.text);
    return [id, { ...prompt, id, active: true, createdAt: startOf(start - TRACKED_DAYS) }];
  });

  function apply(changes: readonly Change[]): TrackedPrompt[] {
    const prompts = new Map(scripted);
    for (const change of changes) {
      if (change.kind === 'prompt_created') {
        const { id, text, category, at } = change;
        prompts.set(id, { id, text, category, active: true, createdAt: at, topics });
      } else if (change.kind === 'prompt_changed') {
        const prompt = prompts.get(change.id);
        if (prompt !== undefined) prompts.set(change.id, { ...prompt, text: change.text });
      } else if (change.kind === 'prompt_deleted') prompts.delete(change.id);
    }
    return [...prompts.values()];
  }

  /** Oldest first. */
  const all = (): TrackedPrompt[] =>
    apply(changes.all()).map((prompt) => ({
      ...prompt,
      category: segmentOf(prompt.text) ?? prompt.category,
    }));
  const find = (id: string) => all().find((prompt) => prompt.id === id);
  const findByText = (text: string) =>
    all().find((prompt) => prompt.text.toLowerCase() === text.toLowerCase());

  /** Ids are never reused: a text that comes back after a deletion gets a new one. */
  function newId(text: string): string {
    const taken = new Set(scripted.map(([id]) => id));
    for (const change of changes.all()) if (change.kind === 'prompt_created') taken.add(change.id);
    let id = idOf(text);
    for (let again = 1; taken.has(id); again += 1) id = idOf(text, again);
    return id;
  }

  return {
    all,
    find,
    /** Ignores case. */
    findByText,
    /** The prompts run on this day, with the wording they had when it began. */
    on: (day: Day) => apply(changes.beforeDay(day)),
    /** Tracks a new prompt; undefined if the text is already tracked, in any case. */
    add(text: string, now: number, category: string | null = null): TrackedPrompt | undefined {
      if (findByText(text) !== undefined) return undefined;
      const id = newId(text);
      changes.add({ kind: 'prompt_created', at: now, id, text, category });
      return find(id);
    },
    /** Rewords a tracked prompt; undefined if another one already has this text. */
    change(id: string, text: string, now: number): TrackedPrompt | undefined {
      const same = findByText(text);
      if (same !== undefined && same.id !== id) return undefined;
      if (same?.text !== text) changes.add({ kind: 'prompt_changed', at: now, id, text });
      return find(id);
    },
    /** Stops tracking it; today's runs are the last. */
    remove: (id: string, now: number) => changes.add({ kind: 'prompt_deleted', at: now, id }),
  };
}

export function createTrackedSets(changes: Changes) {
  return {
    engines: createSet(ENGINES, DEFAULT_ENGINES, 'engines_set', changes),
    regions: createSet(REGIONS, DEFAULT_REGIONS, 'regions_set', changes),
  };
}

function createSet<Row extends { id: string }>(
  rows: readonly Row[],
  initial: readonly Row[],
  kind: 'engines_set' | 'regions_set',
  changes: Changes,
) {
  const apply = (changes: readonly Change[]): readonly Row[] => {
    const last = changes.findLast((change) => change.kind === kind);
    if (last === undefined || !('ids' in last)) return initial;
    return rows.filter(({ id }) => last.ids.includes(id));
  };
  return {
    current: () => apply(changes.all()),
    /** The set in force on this day. */
    on: (day: Day) => apply(changes.beforeDay(day)),
    /** Replaces the set from tomorrow on. `ids` must exist. */
    replace: (ids: readonly string[], now: number) => changes.add({ kind, at: now, ids: [...new Set(ids)] }),
  };
}
