/**
 * What moved a score, on simulated projects: a cause is planted, and what is named first, and in all, is held against it. Beside
 * it stands what whoever looks at the list of engines alone would name: the engine that makes most of the change. Of a rival or a
 * lost source, which no figure is divided by, the name is to stand in `gained` or `lost` of the explanation, and no part beside it:
 * the whole fell alike. All is read through the bot's own reading, whose calls are counted; lists come in pages.
 */
import { readEvidence } from '../../src/feeds/score-reads.ts';
import { explainChange, type PromptFigures } from '../../src/rules/alert-explanation.ts';
import { findCompetitorGain, findSourceLoss } from '../../src/rules/answer-change.ts';
import { daysBefore } from '../../src/rules/calendar.ts';
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';
import type { Citation, DailyScore, Prompt } from '../../src/visibility/assumed.ts';
import type { VisibilityClient } from '../../src/visibility/client.ts';
import type { Mention } from '../../src/visibility/contract.ts';
import { OutOfCallsError } from '../../src/visibility/errors.ts';
import { atLeast, atMost, type Goal } from './goals.ts';

const DAY = '2026-11-19';
const HISTORY = 28;
/** What is told of at all: so many points of the whole, or of the engine that leads; from one answer no more than that can go. */
const FALL = { from: 4, to: 9, most: 55 };
/** The alert is told on the first day, or one or two later. */
const DAYS_SINCE = [0, 1, 2];

/** As it is named: "engine Gemini", "engine Gemini + topic pricing". */
type Cause = readonly { kind: 'engine' | 'prompt' | 'topic' | 'region' | 'rival' | 'source'; name: string }[];
const KINDS = [
  'engine',
  'prompt',
  'topic',
  'region',
  'engine of a topic',
  'two',
  'rival',
  'lost source',
  'engine, many prompts',
  'topic, many prompts',
  'none',
  'none, many prompts',
  'all',
] as const;
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
  mentions: Mention[];
  citations: Citation[];
};

type WhyFigures = {
  worlds: number;
  /** Of those with a cause: the first that is named is one of the planted. */
  first: number;
  firstOfBaseline: number;
  precision: number;
  recall: number;
  f1: number;
  f1OfBaseline: number;
  /** Of those without: no part is named; and neither that nor a rival nor a source. */
  silent: number;
  silentOfAll: number;
  /** Of all where none was planted: a rival is named, or a source. */
  otherRival: number;
  otherSource: number;
  /** Requests for one why. */
  callsMedian: number;
  callsMost: number;
  /** The first named is planted, by kind; where nothing is, nothing is named. */
  byKind: Record<string, number>;
};

export async function measureWhy(worlds: number, seed: number): Promise<WhyFigures> {
  const tallies: Tally[] = [];
  for (let i = 0; i < worlds; i += 1) tallies.push(await judged(simulated(seed, i)));
  const caused = tallies.filter(({ planted }) => planted > 0);
  const calm = tallies.filter(({ planted }) => planted === 0);
  const calls = tallies.map((tally) => tally.calls).toSorted((a, b) => a - b);
  const others = (kind: Kind) => tallies.filter((tally) => tally.kind !== kind);
  const share = (some: readonly unknown[], all: readonly unknown[]) => rounded(some.length / all.length);
  const sum = (read: (tally: Tally) => number) => caused.reduce((total, tally) => total + read(tally), 0);
  const hits = sum(({ hits }) => hits);
  const precision = hits / sum(({ named }) => named);
  const recall = hits / sum(({ planted }) => planted);
  const base = sum(({ baselineHits }) => baselineHits);
  const f1 = (p: number, r: number) => (p + r === 0 ? 0 : (2 * p * r) / (p + r));
  const kinds = Map.groupBy(tallies, ({ kind }) => kind);
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
      calm.filter(({ parts }) => parts === 0),
      calm,
    ),
    silentOfAll: share(
      calm.filter(({ named }) => named === 0),
      calm,
    ),
    otherRival: share(
      others('rival').filter(({ rival }) => rival),
      others('rival'),
    ),
    otherSource: share(
      others('lost source').filter(({ source }) => source),
      others('lost source'),
    ),
    callsMedian: calls[Math.floor(calls.length / 2)] ?? 0,
    callsMost: calls.at(-1) ?? 0,
    byKind: Object.fromEntries(
      [...kinds].map(([kind, of]) => [
        kind,
        share(
          of.filter(({ isFirst, planted, named }) => (planted > 0 ? isFirst : named === 0)),
          of,
        ),
      ]),
    ),
  };
}

const rounded = (figure: number) => Number(figure.toFixed(3));

export const whyGoals = ({
  f1,
  silent,
  silentOfAll,
  callsMost,
}: Pick<WhyFigures, 'f1' | 'silent' | 'silentOfAll' | 'callsMost'>): Goal[] => [
  atLeast('F1 of the set of causes that is named', 0.85, f1),
  atLeast('no part named where nothing was planted', 0.95, silent),
  atLeast('nor a rival or a source', 0.95, silentOfAll),
  atMost('calls for one why', 40, callsMost),
];

type Tally = Awaited<ReturnType<typeof judged>>;

/** So many rows come in a page. */
const PAGE = 200;

/** The API of a world, as far as a why reads it: each page, and each prompt's figures, is a call. */
function apiOf({ prompts, mentions, citations }: World): { client: VisibilityClient; calls: () => number } {
  let calls = 0;
  const clientOf = (counts: readonly { left: number }[]): VisibilityClient => {
    const left = () => Math.min(...counts.map((count) => count.left));
    const call = () => {
      if (left() <= 0) throw new OutOfCallsError('GET');
      for (const count of counts) count.left -= 1;
      calls += 1;
    };
    const pages = async <Row>(all: readonly Row[], limit = Number.POSITIVE_INFINITY) => {
      const rows: Row[] = [];
      do {
        if (rows.length > 0 && left() <= 0) break;
        call();
        rows.push(...all.slice(rows.length, Math.min(limit, rows.length + PAGE)));
      } while (rows.length < Math.min(limit, all.length));
      return rows;
    };
    const listed = prompts.map(({ id, text, topics }) => ({ id, text, category: topics?.[0] }) as Prompt);
    const api = {
      prompts: () => pages(listed),
      promptTimeseries: async (_: string, id: string) => {
        call();
        return [...(prompts.find((prompt) => prompt.id === id)?.rows ?? [])];
      },
      mentions: (_: string, { limit = PAGE } = {}) => pages(mentions, limit),
      citations: (_: string, { limit = PAGE } = {}) => pages(citations, limit),
      limited: (most: number) => {
        const count = { left: most };
        return { api: clientOf([...counts, count]), left: () => Math.min(left(), count.left) };
      },
    };
    return api as Partial<VisibilityClient> as VisibilityClient;
  };
  return { client: clientOf([]), calls: () => calls };
}

/** What cannot be read is undefined, as the bot has it. */
async function extra<Answer>(_: string, read: (signal: AbortSignal) => Promise<Answer>) {
  try {
    return await read(AbortSignal.timeout(60_000));
  } catch (error) {
    if (error instanceof OutOfCallsError) return undefined;
    throw error;
  }
}

async function judged(world: World) {
  const { kind, since, planted, rows } = world;
  const previousDay = daysBefore(since, 1);
  const on = (date: string) =>
    rows.find((row) => row.date === date && !row.engine && !row.region)?.score ?? 0;
  const change = { previousDay, day: DAY, before: on(previousDay), after: on(DAY) };
  const { client, calls } = apiOf(world);
  const { prompts, tracked, mentions = [], citations = [] } = await readEvidence('', change, client, extra);
  const parts = explainChange({ ...change, prompts, tracked, engines: rows })?.parts ?? [];
  const gained = findCompetitorGain(mentions, { ...change, brand: BRAND });
  const lost = findSourceLoss(citations, change);
  const named = [
    ...parts.map(({ of }) => keyOf(of)),
    // Beside a part that is named they are what came with it: only where nothing else is, they are what is named.
    ...(parts.length === 0 && lost ? [keyOf([{ kind: 'source', name: lost.domain }])] : []),
    ...(parts.length === 0 && gained && !lost ? [keyOf([{ kind: 'rival', name: gained.name }])] : []),
  ];
  const wanted = planted.map(keyOf);
  const baseline = biggestEngine(rows, previousDay);
  return {
    kind,
    planted: wanted.length,
    named: named.length,
    parts: parts.length,
    rival: gained !== undefined,
    source: lost !== undefined,
    calls: calls(),
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
  rival: [5, 10],
  'lost source': [5, 10],
  'engine, many prompts': [60, 120],
  'topic, many prompts': [60, 120],
  none: [6, 30],
  'none, many prompts': [60, 120],
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
  const isOf = (spot: Spot, cause: Cause) =>
    cause.every(({ kind, name }) => kind !== 'rival' && kind !== 'source' && spot[kind] === name);
  const isWhole = kind === 'all' || kind === 'rival' || kind === 'lost source';
  const fall = planted.map((cause) => {
    const answers = (some: readonly Spot[]) => some.reduce((sum, spot) => sum + spot.answers, 0);
    const share = Math.max(1, answers(spots.filter((spot) => isOf(spot, cause)))) / answers(spots);
    return Math.min(FALL.most, (FALL.from + (FALL.to - FALL.from) * random.next()) / share);
  });
  const days = Array.from({ length: HISTORY }, (_, i) => daysBefore(DAY, HISTORY - 1 - i));
  const answered = days.flatMap((date) => {
    const swing = 1.5 * random.normal();
    return spots.map((spot) => {
      const hit = planted.reduce((sum, cause, i) => sum + (isOf(spot, cause) ? (fall[i] ?? 0) : 0), 0);
      const all = isWhole ? 8 : 0;
      const level = spot.level + swing - (date >= since ? hit + all : 0);
      // One answer is all or nothing, more or less.
      const score = level + (30 / Math.sqrt(spot.answers)) * random.normal();
      return { ...spot, date, score: Math.min(100, Math.max(0, score)) };
    });
  });
  const said = saidIn(spots, { kind, since, planted }, randomOf('said', seed, number));
  return { kind, api, since, planted, ...givenBy(api, answered, prompts), ...said };
}

const BRAND = 'Acme';
const RIVALS = ['Globex', 'Initech', 'Umbrella', 'Hooli'];
const DOMAINS = Array.from({ length: 20 }, (_, i) => `site-${i + 1}.example`);
/** Of the answers, how many more name a rival that gains first, and how many cite a source before it is lost. */
const GAINS = 0.2;
const CITED = 0.3;

/** So many days of it: more than a list of a large project reaches back. */
const DAYS_SAID = 12;

/** Who is named first in each answer of the last days, and what it cites; newest first, as the bot takes it to be. */
function saidIn(
  spots: readonly Spot[],
  { kind, since, planted }: Pick<World, 'kind' | 'since' | 'planted'>,
  random: Random,
): Pick<World, 'mentions' | 'citations'> {
  const cause = planted[0]?.[0]?.name ?? '';
  const upTo = [0.4, 0.65, 0.85, 0.95, 1];
  const drawn = () => {
    const at = random.next();
    return [BRAND, ...RIVALS][upTo.findIndex((share) => at < share)] ?? BRAND;
  };
  const mentions: Mention[] = [];
  const citations: Citation[] = [];
  for (let ago = 0; ago < DAYS_SAID; ago += 1) {
    const date = daysBefore(DAY, ago);
    const isSince = date >= since;
    for (const { prompt, answers, engine } of spots)
      for (let i = 0; i < answers; i += 1) {
        const id = `${date} ${mentions.length}`;
        const first = kind === 'rival' && isSince && random.next() < GAINS ? cause : drawn();
        const at = `${date}T08:00:00Z`;
        mentions.push({
          id,
          response_id: id,
          entity_name: first,
          entity_type: 'company',
          matched_term: null,
          rank_position: 1,
          sentiment: null,
          description: null,
          confidence: null,
          created_at: at,
        });
        const sites = DOMAINS.filter((domain, of) => {
          const share = domain === cause ? (isSince ? 0 : CITED) : 0.3 / (of + 1);
          return random.next() < share;
        });
        for (const domain of sites)
          citations.push({ responseId: id, domain, prompt, engine, createdAt: Date.parse(at) } as Citation);
      }
  }
  return { mentions, citations };
}

/** Only of what the API divides by can a cause be found at all. */
function apiFor(kind: Kind, random: Random): Api {
  const all = APIS.filter((api) => {
    if (kind === 'region') return api === 'prompts by engine and region' || api === 'engines and regions';
    if (kind === 'engine of a topic' || kind === 'two') return api.startsWith('prompts by');
    if (kind === 'prompt' || kind === 'topic') return api !== 'engines and regions';
    if (kind.endsWith('many prompts'))
      return api === 'prompts by engine' || api === 'prompts by engine and region';
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
    case 'engine, many prompts':
      return [[engine]];
    case 'prompt':
      return [[prompt]];
    case 'topic':
    case 'topic, many prompts':
      return [[topic]];
    case 'region':
      return [[{ kind: 'region', name: one('regions') }]];
    case 'engine of a topic':
      return [[topic, engine]];
    case 'rival':
      return [[{ kind: 'rival', name: RIVALS[random.int(0, RIVALS.length - 1)] ?? '' }]];
    case 'lost source':
      return [[{ kind: 'source', name: DOMAINS[random.int(0, DOMAINS.length - 1)] ?? '' }]];
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
      engineId: undefined,
      regionId: undefined,
      engine: undefined,
      region: undefined,
      mentionRate: undefined,
      averageRank: undefined,
      sentiment: undefined,
      complete: undefined,
      ...placeOf(first),
    };
  });
}
