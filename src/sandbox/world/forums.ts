/** The forums of the simulated world: how their addresses look, and what their people call themselves. */
import type { Random } from './random.ts';

/** Ids hold the word "example", which no real thread's id does: a visitor's click reaches the site but nobody's post. */
export function threadUrl(place: string, title: string, random: Random): string {
  const id = `example-${random.int(36 ** 4, 36 ** 5 - 1).toString(36)}`;
  const slug = slugOf(title);
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

const FIRST = [
  'pager',
  'yaml',
  'cron',
  'bash',
  'spot',
  'quiet',
  'grumpy',
  'late',
  'tiny',
  'lazy',
  'beige',
  'null',
  'retry',
  'north',
];
const SECOND = [
  'goblin',
  'badger',
  'gardener',
  'pilot',
  'ferret',
  'noodle',
  'lantern',
  'otter',
  'kettle',
  'moss',
];

/** A forum handle; nobody's name. */
export function handle(random: Random): string {
  const joint = random.pick(['_', '-', '']);
  const tail = random.next() < 0.4 ? String(random.int(2, 98)) : '';
  return `${random.pick(FIRST)}${joint}${random.pick(SECOND)}${tail}`;
}

function slugOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 8).join('-');
}
