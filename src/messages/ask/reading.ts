/** "score on Gemini, Wed 18 Nov to Tue 24 Nov": a plan in words, and notes on fields that an answer ignores. */
import { type Intent, LEAD_FILTERS, type Plan, type Premise } from '../../ask/plan.ts';
import { andList } from '../figures.ts';
import { brief } from '../lengths.ts';
import { METRIC_WORDS } from '../scores/score-words.ts';
import { bold, capitalize, join, say, type Text } from '../text.ts';
import { daysInWords } from '../times.ts';

export const INTENT_WORDS: Readonly<Record<Intent, string>> = {
  overview: 'overview',
  score: 'figures',
  change: 'change',
  compare: 'comparison',
  topic: 'topic',
  ranking: 'ranking',
  named: 'who is named',
  sources: 'what engines cite',
  leads: 'leads',
  happened: 'what happened',
  prompts: 'tracked prompts',
  suggestions: 'suggestions',
  status: 'status',
  help: 'help',
  answers: 'what engines answer',
};

const METRIC_OF = {
  score: 'score',
  mention_rate: 'mentionRate',
  rank: 'averageRank',
  sentiment: 'sentiment',
} as const;

export const MOVE_WORDS: Readonly<Record<Premise, string>> = { worse: 'fall', better: 'rise' };

/** The API's metric for that of a plan. */
export function metricOfPlan(metric: NonNullable<Plan['metric']>) {
  return METRIC_OF[metric];
}

export function asNameList(name: string | readonly string[] | undefined): string[] {
  return name === undefined ? [] : typeof name === 'string' ? [name] : [...name];
}

type Piece = { words: string; isBold?: boolean };

/** The comma-separated parts of the line; what was read is bold. */
function piecesOf(plan: Plan, today: string | undefined): Piece[][] {
  const { intent, metric, entity, engine, region, topic, prompt, order, limit, filters = [], person } = plan;
  const { min_score, max_score, not } = plan;
  const some = (before: string, name: Plan['engine'], quoted = false): Piece[] => {
    const names = asNameList(name).map((one) => brief(one, 'prompt'));
    if (names.length === 0) return [];
    return [{ words: before }, { words: quoted ? `“${andList(names)}”` : andList(names), isBold: true }];
  };
  const among = rankedAmong(plan);
  const figureNamed = metric && METRIC_WORDS[METRIC_OF[metric]].name;
  const what: Piece[] = [
    ...headOf(plan, figureNamed),
    ...(isInHead(plan)
      ? []
      : some(intent === 'compare' ? ' with ' : isPlainList(plan) ? ' from ' : ': ', entity)),
    ...(isCitedBy(plan) || among === 'engine' ? [] : some(' on ', engine)),
    ...(among === 'region' ? [] : some(' in ', region)),
    ...(among === 'topic' ? [] : some(' about ', topic, true)),
    ...some(intent === 'prompts' ? ' with ' : ' for ', prompt, true),
    ...(isCitedBy(plan) ? citedByWhom(engine) : []),
  ];
  const days = daysInWords(plan, today);
  return [
    what,
    ...(isPlainList(plan) ? [] : filters.map((filter) => [{ words: filter, isBold: true }])),
    ...(person === undefined ? [] : [[{ words: 'by ' }, { words: person.name, isBold: true }]]),
    ...(not === undefined ? [] : [[{ words: `not ${asNameList(not).join(' or ')}`, isBold: true }]]),
    ...(min_score === undefined ? [] : [[{ words: `${min_score} and above`, isBold: true }]]),
    ...(max_score === undefined ? [] : [[{ words: `${max_score} and below`, isBold: true }]]),
    ...(intent !== 'ranking' && intent !== 'score' && order
      ? [[{ words: `${order} first`, isBold: true }]]
      : []),
    ...(limit === undefined || isOfOne(plan) ? [] : [[{ words: `at most ${limit}`, isBold: true }]]),
    ...(days === undefined ? [] : [[{ words: days, isBold: true }]]),
  ];
}

/** What leads are counted by, as entities of a plan. */
const LEADS_BY = { places: 'place', subreddits: 'subreddit', people: 'person' } as const;
export type LeadsBy = keyof typeof LEADS_BY;

/** What the plan counts leads by; undefined if it doesn't count them. */
export function leadsCountedBy({ intent, entity }: Plan): LeadsBy | undefined {
  const isBy = intent === 'leads' && typeof entity === 'string' && Object.hasOwn(LEADS_BY, entity);
  return isBy ? (entity as LeadsBy) : undefined;
}

/** Whether the entity is already in the head: "worst engines", "leads by place", "which pages of acme.example are cited". */
function isInHead(plan: Plan): boolean {
  const { intent } = plan;
  return ['ranking', 'change', 'sources'].includes(intent) || leadsCountedBy(plan) !== undefined;
}

/** Whether it lists leads, whose filters then stand in the head: "my unclaimed leads that engines cite". */
function isPlainList(plan: Plan): boolean {
  return plan.intent === 'leads' && leadsCountedBy(plan) === undefined && plan.arrived === undefined;
}

function isCitedBy(plan: Plan): boolean {
  return isPlainList(plan) && plan.filters?.includes('cited') === true;
}

function citedByWhom(engine: Plan['engine']): Piece[] {
  const names = asNameList(engine);
  if (names.length === 0) return [{ words: ' that ' }, { words: 'engines cite', isBold: true }];
  return [
    { words: ' that ' },
    { words: `${andList(names)} ${names.length === 1 ? 'cites' : 'cite'}`, isBold: true },
  ];
}

/** "the worst topic" */
function isOfOne({ intent, order, limit, entity }: Plan): boolean {
  return intent === 'ranking' && limit === 1 && order !== undefined && typeof entity === 'string';
}

export const PARTS_RANKED = { engines: 'engine', regions: 'region', topics: 'topic' } as const;
const SINGULAR = { ...PARTS_RANKED, prompts: 'prompt' } as const;

/** The field whose names are ranked against each other: "which of Gemini and Perplexity is worse". */
function rankedAmong(plan: Plan): 'engine' | 'region' | 'topic' | undefined {
  const { intent, entity, order } = plan;
  if (intent !== 'ranking' || order === undefined || plan.limit !== undefined) return undefined;
  const [, field] = Object.entries(PARTS_RANKED).find(([kind]) => kind === entity) ?? [];
  return field && asNameList(plan[field]).length > 1 ? field : undefined;
}

const strong = (words: string): Piece => ({ words, isBold: true });

/** `figure`: the plan's metric in words. */
type Head = (plan: Plan, figure: string | undefined) => Piece[] | undefined;

/** "why the score changed", "worst engines by score", "who is named first": before where and when. */
const HEADS: Readonly<Partial<Record<Intent, Head>>> = {
  score: ({ order }, figure) =>
    order ? [strong(`${order} day`), ...byFigure(figure)] : [strong(figure ?? INTENT_WORDS.score)],
  change: headOfChange,
  sources: ({ entity }) =>
    entity === undefined
      ? undefined
      : [{ words: 'which pages of ' }, strong(andList(asNameList(entity))), { words: ' are cited' }],
  leads: headOfLeads,
  named: ({ metric }) => (metric === 'rank' ? [strong('who is named first')] : undefined),
  ranking: headOfRanking,
};

function headOf(plan: Plan, figure: string | undefined): Piece[] {
  const beside = figure === undefined ? [] : [{ words: ', ' }, strong(figure)];
  return HEADS[plan.intent]?.(plan, figure) ?? [strong(INTENT_WORDS[plan.intent]), ...beside];
}

function byFigure(figure: string | undefined): Piece[] {
  return figure === undefined ? [] : [{ words: ' by ' }, strong(figure)];
}

function headOfChange({ why, earlier, entity }: Plan, figure: string | undefined): Piece[] {
  const named = `the ${figure ?? METRIC_WORDS.score.name}`;
  if (earlier) {
    const before = earlier.back === 1 ? ' before the last one' : ` ${earlier.back} before the last one`;
    const move = [strong(`${MOVE_WORDS[earlier.way]} of ${named}`), { words: before }];
    return why ? [{ words: 'cause of the ' }, ...move] : move;
  }
  // Of a rival, only its mentions are known day by day.
  const changed = figure === undefined && entity !== undefined ? 'mentions' : named;
  const of = entity === undefined ? '' : ` of ${andList(asNameList(entity))}`;
  return [{ words: why ? 'why ' : 'how ' }, strong(`${changed}${of} changed`)];
}

function headOfLeads(plan: Plan): Piece[] {
  const by = leadsCountedBy(plan);
  if (by) return [strong(`leads by ${LEADS_BY[by]}`)];
  if (plan.arrived) return [strong('leads that came in')];
  const states = LEAD_FILTERS.filter((filter) => filter !== 'cited' && plan.filters?.includes(filter));
  return [strong([...states.map((state) => (state === 'mine' ? 'my' : state)), 'leads'].join(' '))];
}

function headOfRanking(plan: Plan, figure: string | undefined): Piece[] {
  const { entity, order } = plan;
  const among = rankedAmong(plan);
  if (among) {
    const names = asNameList(plan[among]);
    const [ofTwo, ofMore] = order === 'best' ? ['better', 'the best'] : ['worse', 'the worst'];
    const end = ` is ${names.length > 2 ? ofMore : ofTwo}`;
    return [{ words: 'which of ' }, strong(andList(names)), { words: end }, ...byFigure(figure)];
  }
  const kind =
    typeof entity === 'string' && entity in SINGULAR ? (entity as keyof typeof SINGULAR) : undefined;
  if (kind && isOfOne(plan)) return [strong(`the ${order} ${SINGULAR[kind]}`), ...byFigure(figure)];
  const ranked = asNameList(entity).join(', ') || INTENT_WORDS.ranking;
  return [strong(order ? `${order} ${ranked}` : ranked), ...byFigure(figure)];
}

/** "score on Gemini, Wed 18 Nov to Tue 24 Nov"; with `today`, days of other years include the year. */
export function readingOf(plan: Plan, today?: string): string {
  return piecesOf(plan, today)
    .map((pieces) => pieces.map(({ words }) => words).join(''))
    .join(', ');
}

export function readingText(plan: Plan, today: string): Text {
  const said = piecesOf(plan, today).map((pieces) =>
    join(
      pieces.map(({ words, isBold = false }) => (isBold ? bold(words) : say`${words}`)),
      '',
    ),
  );
  return join(said, ', ');
}

/** Fields of a plan that an answer may ignore. `days` are `from` and `to`. */
export const FIELDS = [
  'metric',
  'entity',
  'engine',
  'region',
  'topic',
  'prompt',
  'days',
  'order',
  'limit',
  'why',
  'filters',
  'min_score',
  'max_score',
  'not',
] as const;
export type Field = (typeof FIELDS)[number];

/** What an answer ignores: a field, or of several names in it all but the first. */
export type Unheeded = Field | `other ${'engine' | 'region' | 'topic'}s`;

export function fieldsIn(plan: Plan): Field[] {
  return FIELDS.filter((field) =>
    field === 'days' ? plan.from !== undefined || plan.to !== undefined : plan[field] !== undefined,
  );
}

const UNHEEDED: Readonly<Record<Field, (what: string, plan: Plan) => string>> = {
  metric: (what, { metric = 'score' }) =>
    `The API doesn’t give ${what} by ${METRIC_WORDS[METRIC_OF[metric]].name}, so you see all of them.`,
  entity: (what, { entity }) => `The API doesn’t narrow ${what} to ${andList(asNameList(entity))}.`,
  engine: (what) => `The API doesn’t give ${what} by engine; this is all engines.`,
  region: (what) => `The API doesn’t give ${what} by region; this is all regions.`,
  topic: (what) => `The API doesn’t give ${what} by topic; this is all topics.`,
  prompt: (what) => `The API doesn’t give ${what} by prompt; this is all prompts.`,
  days: (what, plan) =>
    `The API doesn’t give ${what} by day, so this isn’t limited to ${daysInWords(plan)?.replace(/^since /, 'the days since ') ?? 'those days'}.`,
  order: (what) => `${capitalize(what)} can’t be sorted that way.`,
  limit: (what) => `You see all ${what}, not just the number you asked for.`,
  why: (what) => `The API gives no reasons for ${what}.`,
  filters: (what) => `${capitalize(what)} can’t be filtered that way.`,
  min_score: (what) => `${capitalize(what)} can’t be filtered by score.`,
  max_score: (what) => `${capitalize(what)} can’t be filtered by score.`,
  not: (what) => `I can’t leave anything out of ${what}.`,
};

/** Of several engines, regions or topics in the plan, the one that the answer is about. */
const FIRST_ONLY = {
  'other engines': 'engine',
  'other regions': 'region',
  'other topics': 'topic',
} as const satisfies Partial<Record<Unheeded, Field>>;

function isFirstOnly(field: Unheeded): field is keyof typeof FIRST_ONLY {
  return field in FIRST_ONLY;
}

/** A sentence for each thing that the answer ignores. */
export function unheededLines(what: string, plan: Plan, fields: readonly Unheeded[]): string[] {
  return fields.map((field) => {
    if (!isFirstOnly(field)) return UNHEEDED[field](what, plan);
    const [first = '', ...others] = asNameList(plan[FIRST_ONLY[field]]);
    return `This is only ${AT[FIRST_ONLY[field]]} ${first}; ask about ${andList(others)} separately.`;
  });
}

const AT = { engine: 'on', region: 'in', topic: 'about' } as const;

/** The plan as the answer heeds it: its reading must not claim more. */
export function withoutUnheeded(plan: Plan, fields: readonly Unheeded[]): Plan {
  const heeded: Plan = { ...plan };
  for (const field of fields) {
    if (isFirstOnly(field)) heeded[FIRST_ONLY[field]] = asNameList(plan[FIRST_ONLY[field]])[0];
    else if (field === 'days') Object.assign(heeded, { from: undefined, to: undefined });
    // Without its entity a reading may mean nothing.
    else if (field !== 'entity') heeded[field] = undefined;
  }
  return heeded;
}

const ALL_OF = {
  engine: 'all engines',
  region: 'all regions',
  topic: 'all topics',
  prompt: 'all prompts',
} as const satisfies Partial<Record<Field, string>>;

/** "all regions": what the figures cover instead of the part asked about. */
export function scopeInstead(fields: readonly Unheeded[]): string[] {
  return Object.entries(ALL_OF).flatMap(([field, all]) => (fields.some((one) => one === field) ? all : []));
}
