/** Threads without end for leads.ts: templates filled with every combination of their words, dealt so that no title returns. */
import type { Random } from './random.ts';
import type { ThreadTemplate } from './script.ts';

/** A thread as chance wrote it. */
export type WrittenThread = { place: string; score: number; title: string; reason: string };

type Words = Readonly<Record<string, readonly string[]>>;

/**
 * Every thread that the templates can make, once: one of each template in turn, and always in the same order, so that
 * two threads of one template are as far apart as there are templates.
 */
export function threadsFrom(
  templates: readonly ThreadTemplate[],
  words: Words,
  random: Random,
): WrittenThread[] {
  const hands = random
    .shuffled(templates)
    .map((template) => random.shuffled(fillings(template, words, random)));
  const rounds = Math.max(...hands.map((hand) => hand.length));
  return Array.from({ length: rounds }, (_, round) => hands.flatMap((hand) => hand[round] ?? [])).flat();
}

function fillings(template: ThreadTemplate, words: Words, random: Random): WrittenThread[] {
  const slots = [...new Set(Array.from(template.title.matchAll(/\{(\w+)\}/g), ([, slot]) => slot ?? ''))];
  const combinations = slots.reduce<Record<string, string>[]>(
    (chosen, slot) => chosen.flatMap((one) => (words[slot] ?? []).map((word) => ({ ...one, [slot]: word }))),
    [{}],
  );
  return combinations.map((chosen) => ({
    place: random.pick(template.places),
    score: template.score,
    title: fill(template.title, chosen),
    reason: fill(template.reason, chosen),
  }));
}

function fill(text: string, chosen: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (slot, name) => chosen[name] ?? slot);
}
