/**
 * Simulated teams with hidden tastes, whose leads come day by day: which of them a team would answer is drawn from its taste when
 * the lead is made, and known to the judge alone.
 */
import { DAY_MS } from '../../src/durations.ts';
import type { LeadDecision, Rankable } from '../../src/rules/lead-taste.ts';
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';

/** What a team goes by; `changing`: by places, and half-way through by others. */
export const TASTES = ['place', 'topic', 'place and topic', 'changing', 'score', 'random'] as const;
export type Taste = (typeof TASTES)[number];

/** Those whose decisions can be foreseen by more than the score. */
export const WITH_TASTE: readonly Taste[] = ['place', 'topic', 'place and topic', 'changing'];

export type BenchLead = Rankable & {
  id: number;
  foundAt: number;
  score: number;
  chance: number;
  would: boolean;
};

/** A day of a team: what is open in the morning, in the API's order, and what the team decided before. */
export type TeamDay = { now: number; open: BenchLead[]; decisions: LeadDecision[] };

/** Weekdays that a team is watched. */
const DAYS = 90;
/** What a channel's digest shows of a day's leads, and for how long one that nobody decided on stays open. */
const SHOWN = 10;
const OPEN_DAYS = 14;

const START = Date.parse('2026-01-05T08:00:00Z');

const FILLER =
  'anyone recommend tool team moving away years finally month company small large question thoughts experience setup replace alternative compare review honest budget'.split(
    ' ',
  );

/** One team from its first day on. The same seed and number make the same team. */
export function* teamDays(taste: Taste, number: number, seed: number): Generator<TeamDay> {
  const random = randomOf(seed, 'rank', taste, number);
  const makeLead = createLeads(taste, random);
  const decisions: LeadDecision[] = [];
  let waiting: BenchLead[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    const now = START + day * DAY_MS;
    const fresh = makeLead(day, now);
    waiting = waiting.filter(({ foundAt }) => now - foundAt < OPEN_DAYS * DAY_MS);
    const open = [...waiting, ...fresh].sort((a, b) => b.score - a.score);
    yield { now, open, decisions: decisions.toReversed() };
    const shown = new Set(fresh.toSorted((a, b) => b.score - a.score).slice(0, SHOWN));
    const left: BenchLead[] = [];
    for (const lead of open) {
      const isSeen = shown.has(lead);
      // Somebody is away, or cannot be bothered to say no.
      const isDecided = isSeen && random.next() < (lead.would ? 0.9 : 0.6);
      if (isDecided) decisions.push({ ...lead, answered: lead.would, at: now + 3_600_000 });
      else left.push(lead);
    }
    waiting = left;
  }
}

function createLeads(taste: Taste, random: Random) {
  const places = Array.from({ length: random.int(7, 14) }, (_, i) => `r/place${i}`);
  const topics = Array.from({ length: random.int(5, 8) }, (_, i) =>
    Array.from({ length: 6 }, (_, j) => `topic${'abcdefgh'[i]}word${'abcdef'[j]}`),
  );
  const perDay = random.int(5, 14);
  const liked = likedOf(places, topics, random);
  const later = likedOf(places, topics, random);
  // Some teams answer nearly all that they like and nothing else, some are of two minds.
  const sure = 0.7 + 0.6 * random.next();
  let id = 0;
  return (day: number, now: number): BenchLead[] => {
    const { place: goodPlaces, topic: goodTopics } = taste === 'changing' && day >= DAYS / 2 ? later : liked;
    const count = Math.max(1, Math.round(perDay + 2 * random.normal()));
    return Array.from({ length: count }, () => {
      // The first places bring most, as forums do.
      const place = places[Math.floor(places.length * random.next() ** 1.6)] ?? '';
      const topic = random.pick(topics);
      const quality = random.normal();
      const isGoodPlace = goodPlaces.includes(place);
      const isGoodTopic = goodTopics.includes(topic);
      const leaning = {
        place: isGoodPlace ? 1.5 : -3.5,
        changing: isGoodPlace ? 1.5 : -3.5,
        topic: isGoodTopic ? 1.5 : -3.5,
        'place and topic': (isGoodPlace ? 1 : -2.5) + (isGoodTopic ? 1 : -2.5),
        score: -1 + 1.5 * quality,
        random: -1,
      }[taste];
      const chance = 1 / (1 + Math.exp(-(leaning * sure + (taste === 'random' ? 0 : 0.5 * quality))));
      id += 1;
      return {
        id,
        title: titleOf(topic, random),
        ...(random.next() < 0.8 && { reason: `Asks for what your prompt “${topic[0]} ${topic[1]}” covers.` }),
        place,
        // The API's opinion: half the thread's worth, half its own noise.
        score: Math.round(Math.min(99, Math.max(5, 60 + 11 * quality + 11 * random.normal()))),
        postedAt: now - Math.round(DAY_MS * 3 * random.next() ** 2),
        ...(random.next() < 0.15 && { citedBy: ['ChatGPT'] }),
        foundAt: now,
        chance,
        would: random.next() < chance,
      };
    });
  };
}

/** A third of places and topics, so that most of what comes is not for the team. */
function likedOf(places: readonly string[], topics: readonly string[][], random: Random) {
  const third = <T>(list: readonly T[]) =>
    random.shuffled(list).slice(0, Math.max(2, Math.round(list.length / 3)));
  return { place: third(places), topic: third(topics) };
}

/** Three times in four a title names its topic. */
function titleOf(topic: readonly string[], random: Random): string {
  const named = random.next() < 0.75 ? random.shuffled(topic).slice(0, 2) : [];
  return random.shuffled([...random.shuffled(FILLER).slice(0, 4), ...named]).join(' ');
}
