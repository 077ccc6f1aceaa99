/**
 * What moved a score, on simulated projects: a cause is planted, and what is named first, and in all, is held against it. Beside
 * it stands what whoever looks at the list of engines alone would name: the engine that makes most of the change.
 */
import { explainChange, type PromptFigures } from '../../src/rules/alert-explanation.ts';
import { daysBefore } from '../../src/rules/calendar.ts';
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { atLeast, type Goal } from './goals.ts';

const DAY = '2026-11-19';
const HISTORY = 28;
/** What is told of at all: so many points of the whole, or of the engine that leads; from one answer no more than that can go. */
const FALL = { from: 4, to: 9, most: 55 };
/** The alert is told on the first day, or one or two later. */
const DAYS_SINCE = [0, 1, 2];

/** As it is named: "engine Gemini", "engine Gemini + topic pricing". */
type Cause = readonly { kind: 'engine' | 'prompt' | 'topic' | 'region'; name: string }[];
const KINDS = ['engine', 'prompt', 'topic', 'region', 'engine of a topic', 'two', 'none', 'all'] as const;
type Kind = (typeof KINDS)[number];

/** How finely the API of a project divides its figures. */
const APIS = ['prompts by engine', 'prompts by engine and region', 'prompts', 'engines and regions'] as const;
type Api = (typeof APIS)[number];

/** `since`: the first day of the change. */
type World = {
  kind: Kind;
  api: Api;
  since: string;
  planted: readonly Cause[];
  prompts: PromptFigures[];
  rows: DailyScore[];
};

export type WhyFigures = {
  worlds: number;
  /** Of those with a cause: the first that is named is one of the planted. */
  first: number;
  firstOfBaseline: number;
  precision: number;
  recall: number;
  f1: number;
  f1OfBaseline: number;
  /** Of those without: nothing is named. */
  silent: number;
  /** The first named is planted, by kind. */
  byKind: Record<string, number>;
};

export function measureWhy(worlds: number, seed: number): WhyFigures {
  const tallies = Array.from({ length: worlds }, (_, i) => judged(simulated(seed, i)));
  const caused = tallies.filter(({ kind }) => kind !== 'none' && kind !== 'all');
  const calm = tallies.filter(({ kind }) => kind === 'none' || kind === 'all');
  const share = (some: readonly unknown[], all: readonly unknown[]) => rounded(some.length / all.length);
  const sum = (read: (tally: Tally) => number) => caused.reduce((total, tally) => total + read(tally), 0);
  const hits = sum(({ hits }) => hits);
  const precision = hits / sum(({ named }) => named);
  const recall = hits / sum(({ planted }) => planted);
  const base = sum(({ baselineHits }) => baselineHits);
  const f1 = (p: number, r: number) => (p + r === 0 ? 0 : (2 * p * r) / (p + r));
  const kinds = Map.groupBy(caused, ({ kind }) => kind);
  return {
    worlds,
    first: share(
      caused.filter(({ isFirst }) => isFirst),
      caused,
    ),
    firstOfBaseline: share(
      caused.filter(({ isFirstOfBaseline }) => isFirstOfBaseline),
      caused,
    ),
    precision: rounded(precision),
    recall: rounded(recall),
    f1: rounded(f1(precision, recall)),
    f1OfBaseline: rounded(f1(base / caused.length, base / sum(({ planted }) => planted))),
    silent: share(
      calm.filter(({ named }) => named === 0),
      calm,
    ),
    byKind: Object.fromEntries(
      [...kinds].map(([kind, of]) => [
        kind,
        share(
          of.filter(({ isFirst }) => isFirst),
          of,
        ),
      ]),
    ),
  };
}

const rounded = (figure: number) => Number(figure.toFixed(3));

export const whyGoals = ({ f1, silent }: Pick<WhyFigures, 'f1' | 'silent'>): Goal[] => [
  atLeast('F1 of the set of causes that is named', 0.85, f1),
  atLeast('nothing named where nothing was planted', 0.95, silent),
];

type Tally = ReturnType<typeof judged>;

function judged({ kind, since, planted, prompts, rows }: World) {
  const previousDay = daysBefore(since, 1);
  const on = (date: string) =>
    rows.find((row) => row.date === date && !row.engine && !row.region)?.score ?? 0;
  const change = { previousDay, day: DAY, before: on(previousDay), after: on(DAY), prompts, engines: rows };
  const named = (explainChange(change, 1)?.parts ?? []).map(({ of }) => keyOf(of));
  const wanted = planted.map(keyOf);
  const baseline = biggestEngine(rows, previousDay);
  return {
    kind,
    planted: wanted.length,
    named: named.length,
    hits: wanted.filter((cause) => named.includes(cause)).length,
    isFirst: named[0] !== undefined && wanted.includes(named[0]),
    baselineHits: wanted.includes(baseline) ? 1 : 0,
    isFirstOfBaseline: wanted.includes(baseline),
  };
}

function keyOf(cause: Cause): string {
  return cause
    .map(({ kind, name }) => `${kind} ${name}`)
    .toSorted()
    .join(' + ');
}

function biggestEngine(rows: readonly DailyScore[], previousDay: string): string {
  const moved = rows
    .filter(({ date, engine, region }) => date === DAY && engine !== undefined && region === undefined)
    .map(({ engine = '', score = 0, answers = 0 }) => {
      const before = rows.find((row) => row.date === previousDay && row.engine === engine && !row.region);
      return { engine, points: (score - (before?.score ?? score)) * answers };
    });
  const [most] = moved.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  return `engine ${most?.engine ?? ''}`;
}

/** How many prompts, fewest and most: one of thirty moves no score that anybody is told of. */
const PROMPTS: Readonly<Record<Kind, [number, number]>> = {
  engine: [10, 30],
  prompt: [6, 12],
  topic: [10, 30],
  region: [10, 30],
  'engine of a topic': [8, 16],
  two: [6, 12],
  none: [6, 30],
  all: [6, 30],
};

type Spot = { prompt: string; topic: string; engine: string; region: string; level: number; answers: number };

/** Every answer is of one prompt, engine and region; its score is drawn around the level of these three. */
function simulated(seed: number, number: number): World {
  const random = randomOf('why', seed, number);
  const kind = KINDS[number % KINDS.length] ?? 'none';
  const names = (what: string, few: number, many: number) =>
    Array.from({ length: random.int(few, many) }, (_, i) => `${what} ${i + 1}`);
  const [topics, engines, regions] = [names('topic', 3, 6), names('engine', 3, 6), names('region', 2, 4)];
  const prompts = names('prompt', ...PROMPTS[kind]).map((name, i) => ({
    name,
    topic: topics[i % topics.length] ?? '',
    level: 55 + 25 * random.next(),
  }));
  const ofEngine = engines.map(() => 10 * random.normal());
  const ofRegion = regions.map(() => 5 * random.normal());
  const spots = prompts.flatMap(({ name, topic, level }) =>
    engines.flatMap((engine, e) =>
      regions.map((region, r): Spot => {
        const at = level + (ofEngine[e] ?? 0) + (ofRegion[r] ?? 0);
        return {
          prompt: name,
          topic,
          engine,
          region,
          level: Math.min(90, Math.max(45, at)),
          answers: random.int(1, 3),
        };
      }),
    ),
  );
  const api = apiFor(kind, random);
  const planted = causesOf(
    kind,
    { topics, engines, regions, prompts: prompts.map(({ name }) => name) },
    random,
  );
  const since = daysBefore(DAY, DAYS_SINCE[random.int(0, DAYS_SINCE.length - 1)] ?? 0);
  const isOf = (spot: Spot, cause: Cause) => cause.every(({ kind, name }) => spot[kind] === name);
  const fall = planted.map((cause) => {
    const answers = (some: readonly Spot[]) => some.reduce((sum, spot) => sum + spot.answers, 0);
    const share = answers(spots.filter((spot) => isOf(spot, cause))) / answers(spots);
    return Math.min(FALL.most, (FALL.from + (FALL.to - FALL.from) * random.next()) / share);
  });
  const days = Array.from({ length: HISTORY }, (_, i) => daysBefore(DAY, HISTORY - 1 - i));
  const answered = days.flatMap((date) => {
    const swing = 1.5 * random.normal();
    return spots.map((spot) => {
      const hit = planted.reduce((sum, cause, i) => sum + (isOf(spot, cause) ? (fall[i] ?? 0) : 0), 0);
      const all = kind === 'all' ? 8 : 0;
      const level = spot.level + swing - (date >= since ? hit + all : 0);
      // One answer is all or nothing, more or less.
      const score = level + (30 / Math.sqrt(spot.answers)) * random.normal();
      return { ...spot, date, score: Math.min(100, Math.max(0, score)) };
    });
  });
  return { kind, api, since, planted, ...givenBy(api, answered, prompts) };
}

/** Only of what the API divides by can a cause be found at all. */
function apiFor(kind: Kind, random: Random): Api {
  const all = APIS.filter((api) => {
    if (kind === 'region') return api === 'prompts by engine and region' || api === 'engines and regions';
    if (kind === 'engine of a topic' || kind === 'two') return api.startsWith('prompts by');
    if (kind === 'prompt' || kind === 'topic') return api !== 'engines and regions';
    return true;
  });
  return all[random.int(0, all.length - 1)] ?? 'prompts by engine';
}

type Names = Readonly<Record<'topics' | 'engines' | 'regions' | 'prompts', readonly string[]>>;

function causesOf(kind: Kind, names: Names, random: Random): Cause[] {
  const one = (what: keyof Names) => names[what][random.int(0, names[what].length - 1)] ?? '';
  const engine = { kind: 'engine' as const, name: one('engines') };
  const topic = { kind: 'topic' as const, name: one('topics') };
  const prompt = { kind: 'prompt' as const, name: one('prompts') };
  switch (kind) {
    case 'engine':
      return [[engine]];
    case 'prompt':
      return [[prompt]];
    case 'topic':
      return [[topic]];
    case 'region':
      return [[{ kind: 'region', name: one('regions') }]];
    case 'engine of a topic':
      return [[topic, engine]];
    case 'two':
      return [[engine], [prompt]];
    default:
      return [];
  }
}

type Answered = Spot & { date: string; score: number };

/** The rows that such an API lists: means of answers, of each day and part. */
function givenBy(
  api: Api,
  answered: readonly Answered[],
  prompts: readonly { name: string; topic: string }[],
) {
  const parts = {
    'prompts by engine': (one: Answered) => ({ engine: one.engine }),
    'prompts by engine and region': (one: Answered) => ({ engine: one.engine, region: one.region }),
    prompts: () => ({}),
    'engines and regions': () => undefined,
  }[api];
  const ofPrompt = Map.groupBy(answered, ({ prompt }) => prompt);
  return {
    prompts:
      api === 'engines and regions'
        ? []
        : prompts.map(({ name, topic }) => ({
            id: name,
            text: name,
            topics: [topic],
            rows: meansBy(ofPrompt.get(name) ?? [], parts),
          })),
    rows: [
      ...meansBy(answered, () => ({})),
      ...meansBy(answered, ({ engine }) => ({ engine })),
      ...meansBy(answered, ({ region }) => ({ region })),
    ],
  };
}

type Place = { engine?: string; region?: string };

function meansBy(answered: readonly Answered[], placeOf: (one: Answered) => Place | undefined): DailyScore[] {
  const groups = Map.groupBy(answered, (one) => JSON.stringify([one.date, placeOf(one)]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const answers = group.reduce((sum, one) => sum + one.answers, 0);
    const score = group.reduce((sum, one) => sum + one.score * one.answers, 0) / answers;
    return {
      date: first.date,
      score: Number(score.toFixed(1)),
      answers,
      ...{ engineId: undefined, regionId: undefined, engine: undefined, region: undefined },
      ...{ mentionRate: undefined, averageRank: undefined, sentiment: undefined, complete: undefined },
      ...placeOf(first),
    };
  });
}
