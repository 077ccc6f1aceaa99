/**
 * Community leads of a simulated project, and the text around them: addresses, handles, titles and local copies of
 * threads. A crawl at midnight UTC finds threads: the script's around the start, then 3 to 6 a day from its templates.
 * They're generated in order, so a day looks the same however the clock got there.
 */
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { type Random, randomOf } from './random.ts';
import { type Day, DEFAULT_ENGINES, dayOf, type Lead, startOf } from './rows.ts';
import type { EngineName, ProjectScript, ThreadScript, ThreadTemplate } from './script.ts';

/** How long a thread is a lead. This also keeps every list below the API's limit of 200. */
const LEAD_DAYS = 30;

/** How many of the script's known threads each crawl before the start found, counted backwards from the start. */
const KNOWN_PER_DAY = [4, 3, 3, 2, 4, 3, 2, 4, 3, 3];

/** A thread is found by the third midnight after its post, see `addLead`. */
const FOUND_WITHIN = 3;

type Found = { lead: Lead; scoreSteps: readonly number[]; finalComments: number };

/** `start` is the world's first day. */
export function createLeads(script: ProjectScript, seed: number, start: Day) {
  const found = findKnown(script, seed, start);
  const upcoming = listUpcoming(script, seed);
  let crawled = start;

  /** Everything found up to this day. */
  function foundBy(day: Day): readonly Found[] {
    while (crawled < day) {
      crawled += 1;
      found.push(...crawl(crawled, upcoming, randomOf(seed, 'crawl', script.id, crawled - start)));
    }
    return found;
  }

  return {
    /** The leads at `now` (epoch ms), best first; those without a score come last. */
    at(now: number): Lead[] {
      return foundBy(dayOf(now))
        .filter(({ lead }) => lead.discoveredAt <= now && lead.discoveredAt > now - LEAD_DAYS * DAY_MS)
        .map((each) => age(each, now))
        .sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
    },
    /** The lead with this address at `now`, however old. */
    find(url: string, now: number): Lead | undefined {
      const match = foundBy(dayOf(now)).find(({ lead }) => lead.url === url);
      return match && age(match, now);
    },
    /** Threads posted by the end of this day that some engine cites, perhaps before the service finds them. */
    findCited: (day: Day): Lead[] =>
      foundBy(day + FOUND_WITHIN)
        .map(({ lead }) => lead)
        .filter(({ citedBy, postedAt }) => citedBy.length > 0 && dayOf(postedAt) <= day),
  };
}

function findKnown(script: ProjectScript, seed: number, start: Day): Found[] {
  const days = KNOWN_PER_DAY.flatMap((count, ago) => Array<Day>(count).fill(start - ago));
  return script.threads.known.map((thread, index) => {
    const day = days[index] ?? start - KNOWN_PER_DAY.length;
    return addLead(thread, day, randomOf(seed, 'known', script.id, index));
  });
}

function crawl(day: Day, upcoming: Iterator<ThreadScript, never>, random: Random): Found[] {
  return Array.from({ length: random.int(3, 6) }, () => addLead(upcoming.next().value, day, random));
}

/** First the script's next threads, then those of its templates, over and over. */
function* listUpcoming(script: ProjectScript, seed: number): Generator<ThreadScript, never> {
  yield* script.threads.next;
  for (let deal = 0; ; deal += 1) {
    const random = randomOf(seed, 'threads', script.id, deal);
    for (const thread of fillTemplates(script.threads, random)) yield withVariation(script, thread, random);
  }
}

/** Varies the template's score and reason; now and then one of them is missing. */
function withVariation(script: ProjectScript, thread: TemplateThread, random: Random): ThreadScript {
  const { place, title } = thread;
  const score = Math.min(96, Math.max(12, Math.round(thread.score + 7 * random.normal())));
  const { remark, citedBy } = drawExtras(script, thread, random);
  const reason = [thread.reason, ...remark].join(' ');
  return {
    place,
    title,
    citedBy,
    ...(random.next() < 0.95 ? { score } : {}),
    ...(random.next() < 0.95 ? { reason } : {}),
  };
}

type Extras = { remark: string[]; citedBy: EngineName[] };

/** Some threads get a remark after their reason, others are cited by one or two engines. */
function drawExtras(script: ProjectScript, { title }: TemplateThread, random: Random): Extras {
  const [engine, another] = random.shuffled(DEFAULT_ENGINES.map(({ displayName }) => displayName));
  const rival = random.pick(script.competitors.filter((name) => !title.includes(name)));
  const draw = random.next();
  if (draw < 0.15) return { remark: ['No vendor has answered yet.'], citedBy: [] };
  if (draw < 0.38 && engine !== undefined && another !== undefined)
    return { remark: [], citedBy: draw < 0.28 ? [engine] : [engine, another] };
  return { remark: draw < 0.5 ? [`${rival} is named in the replies.`] : [], citedBy: [] };
}

function addLead(thread: ThreadScript, day: Day, random: Random): Found {
  const discoveredAt = startOf(day);
  // Most threads are found the next midnight, some only after a day or two.
  const ageHours = random.next() < 0.8 ? 1 + 20 * random.next() : 24 + 40 * random.next();
  const isScoreMoving = random.next() < 0.4;
  return {
    lead: {
      id: random.uuid(),
      title: thread.title,
      url: threadUrl(thread.place, thread.title, random),
      community: thread.place,
      author: makeHandle(random),
      score: thread.score ?? null,
      reason: thread.reason ?? null,
      comments: 0,
      postedAt: Math.round(discoveredAt - ageHours * HOUR_MS),
      discoveredAt,
      citedBy: thread.citedBy ?? [],
      citedFor: thread.citedFor,
    },
    scoreSteps: [1, 2, 3].map(() => (isScoreMoving ? random.int(-2, 3) : 0)),
    finalComments: random.int(2, thread.place === 'Hacker News' ? 140 : 45),
  };
}

/** The lead at `now`: scores settle within three days; comments come quickly at first, then slowly. */
function age({ lead, scoreSteps, finalComments }: Found, now: number): Lead {
  const steps = scoreSteps.slice(0, dayOf(now) - dayOf(lead.discoveredAt));
  const change = steps.reduce((sum, step) => sum + step, 0);
  const discussed = 1 - Math.exp(-(now - lead.postedAt) / (18 * HOUR_MS));
  return {
    ...lead,
    score: lead.score === null ? null : Math.min(100, Math.max(0, lead.score + change)),
    comments: Math.floor(finalComments * discussed),
  };
}

/** Ids contain "example", which no real id does: links reach the real site, but nobody's post. */
function threadUrl(place: string, title: string, random: Random): string {
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
function makeHandle(random: Random): string {
  const joint = random.pick(['_', '-', '']);
  const tail = random.next() < 0.4 ? String(random.int(2, 98)) : '';
  return `${random.pick(FIRST_WORDS)}${joint}${random.pick(SECOND_WORDS)}${tail}`;
}

type TemplateThread = { place: string; score: number; title: string; reason: string };

/**
 * Every thread that the script's templates can make, once. Takes one of each template in turn, so two threads of the
 * same template are as far apart as possible.
 */
function fillTemplates({ templates, words }: ProjectScript['threads'], random: Random): TemplateThread[] {
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

/** The thread at `now`: `replies` are the first of its `comments`. Times are epoch ms. */
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
