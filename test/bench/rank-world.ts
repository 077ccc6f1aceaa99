/**
 * Simulated teams with hidden tastes, whose leads come day by day: which of them a team would answer is drawn from its taste when
 * the lead is made, and known to the judge alone.
 */
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import type { LeadDecision, LeftLead, Rankable } from '../../src/rules/lead-rank.ts';
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';

/** What a team goes by; `changing`: by places, and half-way through by others. */
export const TASTES = ['place', 'topic', 'place and topic', 'changing', 'score', 'random'] as const;

/** Those whose decisions can be foreseen by more than the score. */
export const WITH_TASTE: readonly Taste[] = ['place', 'topic', 'place and topic', 'changing'];

/**
 * Teams that are harder to learn from. They go by place and topic, unless it says otherwise: `many places`: by place
 * alone, of 60, most of them rare;
 * `seldom`: a click on one lead in four; `noisy`: one click in seven is the wrong one; `two people`: of opposite tastes in places, who
 * share the channel; `often away`: what is left alone says nothing, for half of all is.
 */
export const HARD = ['many places', 'seldom', 'noisy', 'two people', 'often away'] as const;
export type Taste = (typeof TASTES)[number] | (typeof HARD)[number];

export type BenchLead = Rankable & {
  id: number;
  foundAt: number;
  score: number;
  chance: number;
  would: boolean;
  wasLeft?: boolean;
};

/**
 * A day of a team: what is open in the morning, in the API's order; what the team decided before, and what it was shown and left
 * alone. The chance of a lead that was left is what the judge knows of it since then: less than before.
 */
export type TeamDay = { now: number; open: BenchLead[]; decisions: LeadDecision[]; left: LeftLead[] };

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
  const acts = actsOf(taste);
  const decisions: LeadDecision[] = [];
  const alone: LeftLead[] = [];
  let waiting: BenchLead[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    const now = START + day * DAY_MS;
    const fresh = makeLead(day, now);
    waiting = waiting.filter(({ foundAt }) => now - foundAt < OPEN_DAYS * DAY_MS);
    const open = [...waiting, ...fresh].sort((a, b) => b.score - a.score);
    yield { now, open, decisions: decisions.toReversed(), left: alone.toReversed() };
    const shown = new Set(fresh.toSorted((a, b) => b.score - a.score).slice(0, SHOWN));
    const left: BenchLead[] = [];
    for (const lead of open) {
      const isSeen = shown.has(lead);
      const isDecided = isSeen && random.next() < (lead.would ? acts.yes : acts.no);
      const at = now + HOUR_MS;
      const isSlip = isDecided && acts.slips > 0 && random.next() < acts.slips;
      if (isDecided) decisions.push({ ...lead, answered: lead.would !== isSlip, at });
      else if (isSeen) {
        const odds = (lead.chance / (1 - lead.chance)) * ((1 - acts.yes) / (1 - acts.no));
        const one = { ...lead, chance: odds / (1 + odds), wasLeft: true };
        left.push(one);
        alone.push({ ...one, at });
      } else left.push(lead);
    }
    waiting = left;
  }
}

/** How much of what it is shown a team acts on, of its own and of the rest: somebody is away, or cannot be bothered to say no. */
function actsOf(taste: Taste): { yes: number; no: number; slips: number } {
  if (taste === 'seldom') return { yes: 0.5, no: 0.15, slips: 0 };
  if (taste === 'often away') return { yes: 0.5, no: 0.5, slips: 0 };
  return { yes: 0.9, no: 0.6, slips: taste === 'noisy' ? 1 / 7 : 0 };
}

function createLeads(taste: Taste, random: Random) {
  const isMany = taste === 'many places';
  const places = Array.from({ length: isMany ? 60 : random.int(7, 14) }, (_, i) => `r/place${i}`);
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
      const place = places[Math.floor(places.length * random.next() ** (isMany ? 3 : 1.6))] ?? '';
      const topic = random.pick(topics);
      const quality = random.normal();
      const isGoodPlace = goodPlaces.includes(place);
      const isGoodTopic = goodTopics.includes(topic);
      const byBoth = (isHere: boolean) => (isHere ? 1 : -2.5) + (isGoodTopic ? 1 : -2.5);
      const leaning = {
        place: isGoodPlace ? 1.5 : -3.5,
        topic: isGoodTopic ? 1.5 : -3.5,
        both: byBoth(isGoodPlace),
        score: -1 + 1.5 * quality,
        random: -1,
      }[GOES_BY[taste]];
      const own = taste === 'random' ? 0 : 0.5 * quality;
      const chanceOf = (liking: number) => 1 / (1 + Math.exp(-(liking * sure + own)));
      // Either of two people may be the first to see it.
      const chance =
        taste === 'two people' ? (chanceOf(leaning) + chanceOf(byBoth(!isGoodPlace))) / 2 : chanceOf(leaning);
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

/** What the chance of an answer depends on, beside the thread's worth. */
const GOES_BY: Readonly<Record<Taste, 'place' | 'topic' | 'both' | 'score' | 'random'>> = {
  place: 'place',
  changing: 'place',
  'many places': 'place',
  topic: 'topic',
  'place and topic': 'both',
  seldom: 'both',
  noisy: 'both',
  'two people': 'both',
  'often away': 'both',
  score: 'score',
  random: 'random',
};

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
