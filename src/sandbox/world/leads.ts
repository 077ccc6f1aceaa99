/**
 * Community leads of one project. A crawl at midnight UTC finds threads: the written ones around the start, then 3 to 6
 * a day for ever, made lazily in order from templates, so that any day looks the same however the clock got there.
 */
import { FIRST_ENGINES } from './cast.ts';
import { DAY_MS, type Day, dayOf, HOUR_MS, startOf } from './day.ts';
import { handle, threadUrl } from './forums.ts';
import { type Random, randomOf } from './random.ts';
import type { Lead } from './rows.ts';
import type { EngineName, ProjectScript, SaidScript, ThreadScript, ThreadTemplate } from './script.ts';

/** A thread older than this is no lead any more; it also keeps every list under the API's limit of 200. */
const LEAD_DAYS = 30;

/** How many of the known threads each crawl before the start found, the start's own first. */
const KNOWN_PER_DAY = [4, 3, 3, 2, 4, 3, 2, 4, 3, 3];

/** A thread is found by the third midnight after it was posted, see `find`. */
const FOUND_WITHIN = 3;

type Found = { lead: Lead; steps: readonly number[]; finalComments: number };

/** The source of one project's leads; `start` is the world's first day. */
export function createLeads(script: ProjectScript, seed: number, start: Day) {
  const found = knownAtStart(script, seed, start);
  const coming = upcoming(script, seed);
  let crawled = start;

  /** Everything found up to this day; later days follow in order, however far the asking jumps. */
  function foundBy(day: Day): readonly Found[] {
    while (crawled < day) {
      crawled += 1;
      found.push(...crawl(crawled, coming, randomOf(seed, 'crawl', script.id, crawled - start)));
    }
    return found;
  }

  return {
    /** The leads that the service has at `now` (epoch ms), best first; those without score come last. */
    at(now: number): Lead[] {
      return foundBy(dayOf(now))
        .filter(({ lead }) => lead.discoveredAt <= now && lead.discoveredAt > now - LEAD_DAYS * DAY_MS)
        .map((each) => asOf(each, now))
        .sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
    },
    /** The lead of this address as it stands at `now`, however old; undefined where there is none. */
    of(url: string, now: number): Lead | undefined {
      const known = foundBy(dayOf(now)).find(({ lead }) => lead.url === url);
      return known && asOf(known, now);
    },
    /** The threads that some engine gives as a source, posted by the end of this day: it may know them before the service. */
    cited: (day: Day): Lead[] =>
      foundBy(day + FOUND_WITHIN)
        .map(({ lead }) => lead)
        .filter(({ citedBy, postedAt }) => citedBy.length > 0 && dayOf(postedAt) <= day),
  };
}

function knownAtStart(script: ProjectScript, seed: number, start: Day): Found[] {
  const days = KNOWN_PER_DAY.flatMap((count, ago) => Array<Day>(count).fill(start - ago));
  return script.threads.known.map((thread, index) => {
    const day = days[index] ?? start - KNOWN_PER_DAY.length;
    return find(thread, day, randomOf(seed, 'known', script.id, index));
  });
}

function crawl(day: Day, coming: Iterator<ThreadScript, never>, random: Random): Found[] {
  return Array.from({ length: random.int(3, 6) }, () => find(coming.next().value, day, random));
}

/** First the written threads, then the made ones; once every combination was used, the deal begins again. */
function* upcoming(script: ProjectScript, seed: number): Generator<ThreadScript, never> {
  const { next, templates, words } = script.threads;
  yield* next;
  for (let deal = 0; ; deal += 1) {
    const random = randomOf(seed, 'threads', script.id, deal);
    for (const thread of threadsFrom(templates, words, random)) yield withOpinion(script, thread, random);
  }
}

/** The service's opinion of a made thread: mostly a score and a reason, now and then one of them missing. */
function withOpinion(script: ProjectScript, thread: WrittenThread, random: Random): ThreadScript {
  const { place, title } = thread;
  const score = Math.min(96, Math.max(12, Math.round(thread.score + 7 * random.normal())));
  const { words, citedBy } = remark(script, thread, random);
  const reason = [thread.reason, ...words].join(' ');
  return {
    place,
    title,
    citedBy,
    ...(random.next() < 0.95 ? { score } : {}),
    ...(random.next() < 0.95 ? { reason } : {}),
  };
}

type Remark = { words: string[]; citedBy: EngineName[] };

/** What the service sometimes adds to a reason, and which engines cite the thread: their citations tell that by themselves. */
function remark(script: ProjectScript, { title }: WrittenThread, random: Random): Remark {
  const [engine, another] = random.shuffled(FIRST_ENGINES.map(({ displayName }) => displayName));
  const rival = random.pick(script.competitors.filter((name) => !title.includes(name)));
  const draw = random.next();
  const only = (...words: string[]): Remark => ({ words, citedBy: [] });
  if (draw < 0.15) return only('No vendor has answered yet.');
  if (draw < 0.38 && engine !== undefined && another !== undefined)
    return { words: [], citedBy: draw < 0.28 ? [engine] : [engine, another] };
  return draw < 0.5 ? only(`${rival} is named in the replies.`) : only();
}

function find(thread: ThreadScript, day: Day, random: Random): Found {
  const discoveredAt = startOf(day);
  // Most are found the next midnight; some only once they have been talked about for a while.
  const ageHours = random.next() < 0.8 ? 1 + 20 * random.next() : 24 + 40 * random.next();
  const restless = random.next() < 0.4;
  return {
    lead: {
      id: random.uuid(),
      title: thread.title,
      url: threadUrl(thread.place, thread.title, random),
      community: thread.place,
      author: handle(random),
      score: thread.score ?? null,
      reason: thread.reason ?? null,
      comments: 0,
      postedAt: Math.round(discoveredAt - ageHours * HOUR_MS),
      discoveredAt,
      citedBy: thread.citedBy ?? [],
      citedFor: thread.citedFor,
    },
    steps: [1, 2, 3].map(() => (restless ? random.int(-2, 3) : 0)),
    finalComments: random.int(2, thread.place === 'Hacker News' ? 140 : 45),
  };
}

/** Scores settle within three days of the discovery; comments come quickly at first and then slowly. */
function asOf({ lead, steps, finalComments }: Found, now: number): Lead {
  const moved = steps.slice(0, dayOf(now) - dayOf(lead.discoveredAt)).reduce((sum, step) => sum + step, 0);
  const talkedOut = 1 - Math.exp(-(now - lead.postedAt) / (18 * HOUR_MS));
  return {
    ...lead,
    score: lead.score === null ? null : Math.min(100, Math.max(0, lead.score + moved)),
    comments: Math.floor(finalComments * talkedOut),
  };
}

/** A thread as chance wrote it. */
type WrittenThread = { place: string; score: number; title: string; reason: string };

type Words = Readonly<Record<string, readonly string[]>>;

/**
 * Every thread that the templates can make, once: one of each template in turn, and always in the same order, so that
 * two threads of one template are as far apart as there are templates.
 */
function threadsFrom(templates: readonly ThreadTemplate[], words: Words, random: Random): WrittenThread[] {
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

/** How long after the post its first replies came. */
const REPLIED_AFTER = [0.7, 2.2, 5.5].map((hours) => hours * HOUR_MS);

export type ThreadCopy = ReturnType<typeof threadCopy>;

/** Times in epoch ms. No reply that `now` or the thread's own count does not know yet. */
export function threadCopy(script: ProjectScript, seed: number, lead: Lead, now: number) {
  const { title, url, community, author, postedAt, comments } = lead;
  const random = randomOf(seed, 'said', lead.id);
  const { question, replies } = saidIn(script, title, random);
  const written = REPLIED_AFTER.flatMap((after, i) => {
    const text = replies[i];
    const reply = { author: handle(random), text: text ?? '', postedAt: postedAt + after };
    return text !== undefined && i < comments && reply.postedAt <= now ? [reply] : [];
  });
  return { title, url, community, author, postedAt, comments, question, replies: written };
}

function saidIn(
  { threads: { said } }: ProjectScript,
  title: string,
  random: ReturnType<typeof randomOf>,
): SaidScript {
  return said.own[title] ?? { question: random.pick(said.questions), replies: random.shuffled(said.replies) };
}
