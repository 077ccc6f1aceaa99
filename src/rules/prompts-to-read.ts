/** Which prompts are asked for their figures where they are more than may be asked: some of every topic, then those of the topics that moved. */
import type { Prompt } from '../visibility/assumed.ts';
import { meanOn, type PromptFigures } from './alert-explanation.ts';

/** The share of the calls that goes to some of every topic, before anybody knows which moved. */
const SPREAD = 0.5;

type Ask = Prompt & { id: string };

/** The first `most`, spread over the topics, within each over the list; all of them where they are no more. */
export function promptsToSpread(prompts: readonly Ask[], most: number): readonly Ask[] {
  if (prompts.length <= most) return prompts;
  const topics = [...Map.groupBy(prompts, ({ category }) => category).values()];
  const each = Math.max(1, Math.floor((most * SPREAD) / topics.length));
  return topics.flatMap((topic) => evenly(topic, each)).slice(0, most);
}

/** Then up to `most` others: those of the topics whose prompts moved most the way the whole did, from `change.before` to `after`. */
export function promptsToFollow(
  prompts: readonly Ask[],
  read: readonly PromptFigures[],
  change: { previousDay: string; day: string; before: number; after: number },
  most: number,
): readonly Ask[] {
  const way = Math.sign(change.after - change.before);
  const moves = new Map(read.map((one) => [one.id, way * moveOf(one, change)]));
  const topics = [...Map.groupBy(prompts, ({ category }) => category).values()].map((topic) => {
    const known = topic.flatMap(({ id }) => moves.get(id) ?? []);
    const mean = known.reduce((sum, move) => sum + move, 0) / Math.max(1, known.length);
    return { mean, others: topic.filter(({ id }) => !moves.has(id)) };
  });
  return topics
    .toSorted((a, b) => b.mean - a.mean)
    .flatMap(({ others }) => others)
    .slice(0, most);
}

function evenly<One>(all: readonly One[], few: number): One[] {
  const count = Math.min(few, all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]).flatMap(
    (one) => one ?? [],
  );
}

/** Between the means of the rows that both days have; 0 where one of them has none. */
function moveOf(prompt: PromptFigures, { previousDay, day }: { previousDay: string; day: string }): number {
  const [before, after] = [meanOn(previousDay, prompt), meanOn(day, prompt)];
  return before === undefined || after === undefined ? 0 : after - before;
}
