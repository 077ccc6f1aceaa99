/**
 * The text around the simulated leads: thread addresses, handles, titles
 * from templates, and the threads' local copies.
 */
import { HOUR_MS } from './day.ts';
import { type Random, randomOf } from './random.ts';
import type { Lead } from './rows.ts';
import type { ProjectScript, ThreadTemplate } from './script.ts';

/** Ids contain "example", which no real id does: links reach the real site, but nobody's post. */
export function threadUrl(place: string, title: string, random: Random): string {
  const id = `example-${random.int(36 ** 4, 36 ** 5 - 1).toString(36)}`;
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const slug = words.slice(0, 8).join('-');
  if (place.startsWith('r/')) return `https://www.reddit.com/${place}/comments/${id}/${slug}/`;
  switch (place) {
    case 'Hacker News':
      return `https://news.ycombinator.com/item?id=${id}`;
    case 'Stack Overflow':
      return `https://stackoverflow.com/questions/${id}/${slug}`;
    case 'Lobsters':
      return `https://lobste.rs/s/${id}/${slug}`;
    case 'Indie Hackers':
      return `https://www.indiehackers.com/post/${slug}-${id}`;
    default:
      return `https://dev.to/example/${slug}-${id}`;
  }
}

const FIRST_WORDS = 'pager yaml cron bash spot quiet grumpy late tiny lazy beige null retry north'.split(' ');
const SECOND_WORDS = 'goblin badger gardener pilot ferret noodle lantern otter kettle moss'.split(' ');

/** An invented forum handle. */
export function makeHandle(random: Random): string {
  const joint = random.pick(['_', '-', '']);
  const tail = random.next() < 0.4 ? String(random.int(2, 98)) : '';
  return `${random.pick(FIRST_WORDS)}${joint}${random.pick(SECOND_WORDS)}${tail}`;
}

export type TemplateThread = { place: string; score: number; title: string; reason: string };

/**
 * Every thread that the script's templates can make, once. Takes one of each template in turn, so two threads of the
 * same template are as far apart as possible.
 */
export function fillTemplates(
  { templates, words }: ProjectScript['threads'],
  random: Random,
): TemplateThread[] {
  const hands = random
    .shuffled(templates)
    .map((template) => random.shuffled(fillTemplate(template, words, random)));
  const rounds = Math.max(...hands.map((hand) => hand.length));
  return Array.from({ length: rounds }, (_, round) => hands.flatMap((hand) => hand[round] ?? [])).flat();
}

function fillTemplate(
  template: ThreadTemplate,
  words: ProjectScript['threads']['words'],
  random: Random,
): TemplateThread[] {
  const slots = [...new Set(Array.from(template.title.matchAll(/\{(\w+)\}/g), ([, slot]) => slot ?? ''))];
  const combinations = slots.reduce<Record<string, string>[]>(
    (chosen, slot) => chosen.flatMap((one) => (words[slot] ?? []).map((word) => ({ ...one, [slot]: word }))),
    [{}],
  );
  return combinations.map((chosen) => ({
    place: random.pick(template.places),
    score: template.score,
    title: fillSlots(template.title, chosen),
    reason: fillSlots(template.reason, chosen),
  }));
}

function fillSlots(text: string, chosen: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (slot, name) => chosen[name] ?? slot);
}

/** When the first replies came, counted from the post. */
const REPLY_DELAYS = [0.7, 2.2, 5.5].map((hours) => hours * HOUR_MS);

export type ThreadCopy = ReturnType<typeof copyThread>;

/** The thread at `now`, with no more replies than its comment count. Times are epoch ms. */
export function copyThread({ texts }: ProjectScript['threads'], seed: number, lead: Lead, now: number) {
  const { title, url, community, author, postedAt, comments } = lead;
  const random = randomOf(seed, 'said', lead.id);
  const { question, replies } = texts.byTitle[title] ?? {
    question: random.pick(texts.questions),
    replies: random.shuffled(texts.replies),
  };
  const posted = REPLY_DELAYS.flatMap((delay, i) => {
    const text = replies[i];
    const reply = { author: makeHandle(random), text: text ?? '', postedAt: postedAt + delay };
    return text !== undefined && i < comments && reply.postedAt <= now ? [reply] : [];
  });
  return { title, url, community, author, postedAt, comments, question, replies: posted };
}
