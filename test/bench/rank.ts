/**
 * The order of a person's own digest, tried on simulated teams: how many of its top three the team would answer, beside the API's
 * order; and how many that it would answer are lost where only the better half by our order is shown.
 */
import { ENOUGH_DECISIONS, rankLeads } from '../../src/rules/lead-rank.ts';
import { chooseRows } from '../../src/rules/own-digest.ts';
import { areMet, atLeast, atMost, type Goal, goalTable } from './goals.ts';
import {
  type BenchLead,
  HARD,
  TASTES,
  type Taste,
  type TeamDay,
  teamDays,
  WITH_TASTE,
} from './rank-world.ts';
import { type Figures, table } from './table.ts';

/** What was found of a team's days, as sums. */
type Sums = {
  days: number;
  shown: number;
  api: number;
  ours: number;
  plain: number;
  best: number;
  would: number;
  lost: number;
  lostApi: number;
  lostBest: number;
};

const NOTHING: Sums = {
  days: 0,
  shown: 0,
  api: 0,
  ours: 0,
  plain: 0,
  best: 0,
  would: 0,
  lost: 0,
  lostApi: 0,
  lostBest: 0,
};

type Row = { lead: BenchLead; decided?: number | undefined };

const TOP = 3;
/** Every so many days a team is looked at: neighbouring days say nearly the same. */
const EVERY = 9;

/** `teams`: of each taste. */
export function rank({ teams, seed }: { teams: number; seed: number }, progress: (line: string) => void) {
  const found = [...TASTES, ...HARD].map((taste) => {
    const each = Array.from({ length: teams }, (_, number) => sumsOf(taste, number, seed));
    progress(`${taste}: ${teams} teams`);
    return { taste, sums: each.reduce(plus, NOTHING) };
  });
  const rows = found.map(({ taste, sums }) => figuresOf(taste, sums));
  const withTaste = found.filter(({ taste }) => WITH_TASTE.includes(taste));
  const all = withTaste.reduce((sum, { sums }) => plus(sum, sums), NOTHING);
  const goals = goalsOf(all, found);
  return {
    good: areMet(goals),
    json: { tastes: rows, goals },
    text: [table([...rows, figuresOf('all with a taste', all)]), goalTable(goals)].join('\n\n'),
  };
}

function goalsOf(all: Sums, found: readonly { taste: Taste; sums: Sums }[]): Goal[] {
  return [
    atLeast('top three: ours / API’s, teams with a taste', 1.2, all.ours / all.api),
    ...found
      .filter(({ taste }) => !WITH_TASTE.includes(taste))
      .map(({ taste, sums }) => atLeast(`top three: ours / API’s, ${taste}`, 0.95, sums.ours / sums.api)),
    atMost('lost at half the volume, teams with a taste', 0.05, all.lost / all.would),
  ];
}

function sumsOf(taste: Taste, number: number, seed: number): Sums {
  let sums = NOTHING;
  let count = 0;
  for (const day of teamDays(taste, number, seed)) {
    count += 1;
    if (count % EVERY === 0) sums = plus(sums, dayOf(day));
  }
  return sums;
}

/** Days on which too little is decided yet are nobody's: both orders are the API's. */
function dayOf({ now, open, decisions, left }: TeamDay): Sums {
  if (decisions.length < ENOUGH_DECISIONS || open.length < 2 * TOP) return NOTHING;
  const ranked: Row[] = rankLeads(open, decisions, left, now) ?? open.map((lead) => ({ lead }));
  const would = (leads: readonly BenchLead[]) => leads.filter((lead) => lead.would).length;
  const half = Math.ceil(open.length / 2);
  const ours = ranked.map(({ lead }) => lead);
  const perfect = open.toSorted((a, b) => b.chance - a.chance);
  return {
    days: 1,
    shown: TOP,
    api: would(open.slice(0, TOP)),
    ours: would(chooseRows(ranked, TOP).map(({ lead }) => lead)),
    plain: would(ours.slice(0, TOP)),
    best: would(perfect.slice(0, TOP)),
    would: would(open),
    lost: would(ours.slice(half)),
    lostApi: would(open.slice(half)),
    lostBest: would(perfect.slice(half)),
  };
}

function plus(a: Sums, b: Sums): Sums {
  return Object.fromEntries(
    Object.entries(a).map(([name, sum]) => [name, sum + b[name as keyof Sums]]),
  ) as Sums;
}

function figuresOf(taste: string, { days, shown, would, ...sums }: Sums): Figures {
  const share = (part: number, whole: number) => Number((part / whole).toFixed(3));
  return {
    taste,
    days,
    topApi: share(sums.api, shown),
    topOurs: share(sums.ours, shown),
    topPlain: share(sums.plain, shown),
    topBest: share(sums.best, shown),
    would,
    lostApi: share(sums.lostApi, would),
    lostOurs: share(sums.lost, would),
    lostBest: share(sums.lostBest, would),
  };
}
