/** Parses the words of an offered reading back into its plan, for clients without buttons. */
import { INTENTS, LEAD_FILTERS, METRICS, type Names, Plan } from '../../ask/plan.ts';
import { siteOf } from '../../words/cited-site.ts';
import { brief } from '../lengths.ts';
import { dayName } from '../times.ts';
import { RANKED } from './ranking.ts';
import { PARTS_RANKED, readingOf } from './reading.ts';

const ORDERS = ['best', 'worst', 'newest', 'oldest'] as const;
const DAY = String.raw`\w{3} \d{1,2} \w{3}`;

/** Stands for names within a head. */
const HOLE = '…';

/** Heads around names: "how mentions of … changed", "which pages of … are cited", "which of … is worse". */
const AROUND_NAMES: readonly Plan[] = [
  ...[undefined, ...METRICS].flatMap((metric): Plan[] => [
    { intent: 'change', entity: HOLE, ...(metric && { metric }) },
    { intent: 'change', entity: HOLE, why: true, ...(metric && { metric }) },
    ...Object.entries(PARTS_RANKED).flatMap(([entity, field]) =>
      (['best', 'worst'] as const).flatMap((order) =>
        [2, 3].map(
          (count): Plan => ({
            ...{ intent: 'ranking', entity, order, ...(metric && { metric }) },
            [field]: Array.from({ length: count }, () => HOLE),
          }),
        ),
      ),
    ),
  ]),
  { intent: 'sources', entity: HOLE },
];

/** The filters that stand before "leads". */
const STATES = LEAD_FILTERS.filter((filter) => filter !== 'cited');

/** All ways to combine them. */
const combineStates = () =>
  Array.from({ length: 2 ** STATES.length }, (_, bits) =>
    STATES.filter((_state, i) => (bits & (1 << i)) !== 0),
  );

/** The plans whose readings begin differently, the plainer first. */
const listHeads = (): Plan[] => [
  ...INTENTS.map((intent): Plan => ({ intent })),
  ...combineStates().map((filters): Plan => ({ intent: 'leads', filters })),
  ...['places', 'subreddits', 'people'].map((entity): Plan => ({ intent: 'leads', entity })),
  { intent: 'leads', arrived: true } satisfies Plan,
  ...METRICS.flatMap((metric) => INTENTS.map((intent): Plan => ({ intent, metric }))),
  ...[undefined, ...METRICS].map(
    (metric): Plan => ({ intent: 'change', why: true, ...(metric && { metric }) }),
  ),
  ...[undefined, ...METRICS].flatMap((metric) =>
    (['worse', 'better'] as const).flatMap((way) =>
      [undefined, true as const].map(
        (why): Plan => ({
          ...{ intent: 'change', ...(why && { why }), ...(metric && { metric }) },
          earlier: { way, back: 1 },
        }),
      ),
    ),
  ),
  ...[undefined, ...METRICS].flatMap((metric) =>
    (['best', 'worst'] as const).map(
      (order): Plan => ({ intent: 'score', order, ...(metric && { metric }) }),
    ),
  ),
  ...[undefined, ...METRICS].flatMap((metric) =>
    [undefined, ...RANKED].flatMap((entity) =>
      [undefined, ...ORDERS].map(
        (order): Plan => ({
          ...{ intent: 'ranking', ...(metric && { metric }) },
          ...{ ...(entity && { entity }), ...(order && { order }) },
        }),
      ),
    ),
  ),
  ...[undefined, ...METRICS].flatMap((metric) =>
    RANKED.flatMap((entity) =>
      (['best', 'worst'] as const).map(
        (order): Plan => ({ intent: 'ranking', entity, order, limit: 1, ...(metric && { metric }) }),
      ),
    ),
  ),
  ...AROUND_NAMES,
];

/** How readings begin, longest first. Put into words when first needed: a thousand of them would delay every start. */
let heads: readonly (readonly [words: string, plan: Plan])[] | undefined;

function readHeads(): NonNullable<typeof heads> {
  heads ??= listHeads()
    .map((plan): [string, Plan] => [fold(readingOf(plan)), plan])
    .sort(([one], [other]) => other.length - one.length);
  return heads;
}

/** The rest of a reading, in the order of `piecesOf` in reading.ts. */
const WHERE = new RegExp(
  [
    '^(?:(?:: | with | from )(?<entity>[^"]+?))?(?: on (?<engine>.+?))?(?: in (?<region>.+?))?(?: about "(?<topic>.+?)")?',
    `(?: (?:for|with) "(?<prompt>.+?)")?(?<cited> that (?:engines|(?<citing>.+?)) cites?)?(?<filters>(?:, (?:${LEAD_FILTERS.join('|')}))*)`,
    String.raw`(?:, not (?<not>.+?))?(?:, (?<minScore>-?\d+(?:\.\d+)?) and above)?(?:, (?<maxScore>-?\d+(?:\.\d+)?) and below)?`,
    `(?:, (?<order>${ORDERS.join('|')}) first)?`,
    String.raw`(?:, at most (?<limit>\d+))?`,
    `(?:, (?:(?<only>${DAY})|(?<first>${DAY}) to (?<last>${DAY})|since (?<since>${DAY})|until (?<until>${DAY})))?$`,
  ].join(''),
  'i',
);

/**
 * The plan with exactly this reading, ignoring case, quotes and a full stop. `today` (YYYY-MM-DD) supplies the year.
 */
export function parseReading(text: string, names: Names, today: string): Plan | undefined {
  const said = plain(text).replace(/[.?!]$/, '');
  const folded = fold(said);
  for (const [words, head] of readHeads()) {
    const [start, hole, length] = splitAt(words, folded);
    const found = length === undefined ? null : WHERE.exec(said.slice(length));
    const within = hole === undefined ? undefined : said.slice(start, start + hole);
    const plan = found?.groups && planWith(head, { ...found.groups, within }, names, today);
    if (plan && fold(readingOf(plan)) === folded) return plan;
  }
  return undefined;
}

/** Where the names in the head start and how long they are, and the head's length; undefined if it isn't the head. */
function splitAt(words: string, folded: string): [start: number, hole?: number | undefined, length?: number] {
  const [before = '', ...rest] = words.split(HOLE);
  if (!folded.startsWith(before)) return [0];
  const after = rest.at(-1);
  if (after === undefined) return [0, undefined, before.length];
  const end = folded.indexOf(after, before.length);
  return end < 0 ? [0] : [before.length, end - before.length, end + after.length];
}

type Groups = Record<string, string | undefined>;

function planWith(head: Plan, said: Groups, names: Names, today: string): Plan | undefined {
  const { project, rivals, domains, places, engines, regions, topics, prompts } = names;
  const entities = [project, ...rivals, ...domains, ...places, 'segments', 'content'];
  const regionNames = regions.map(({ name }) => name);
  const listed = [
    ...(said.cited === undefined ? [] : ['cited']),
    ...(head.filters ?? []),
    ...(said.filters?.toLowerCase().split(', ').slice(1) ?? []),
  ];
  // The names in the head are those of one field.
  const isWithin = (field: 'entity' | 'engine' | 'region' | 'topic') =>
    [head[field]].flat().includes(HOLE) ? (said.within ?? '') : undefined;
  const day = (words: string | undefined) => words && dayIn(words, today);
  const found = {
    ...head,
    entity: isWithin('entity')
      ? (namesOf(said.within, entities) ?? uncitedSite(head, said.within))
      : (namesOf(said.entity, entities) ?? head.entity),
    engine: namesOf(isWithin('engine') ?? said.citing ?? said.engine, engines),
    region: namesOf(isWithin('region') ?? said.region, regionNames),
    topic: namesOf(isWithin('topic') ?? said.topic, topics),
    prompt: said.prompt && (namesOf(said.prompt, prompts) ?? said.prompt),
    from: day(said.only ?? said.first ?? said.since),
    to: day(said.only ?? said.last ?? said.until),
    order: said.order?.toLowerCase() ?? head.order,
    limit: said.limit ? Number(said.limit) : head.limit,
    filters: listed.length > 0 ? listed : undefined,
    min_score: said.minScore && Number(said.minScore),
    max_score: said.maxScore && Number(said.maxScore),
    not: said.not?.includes(' or ') ? said.not.split(' or ') : said.not,
  };
  const given = Object.entries(found).filter(([, value]) => value !== undefined);
  return Plan.safeParse(Object.fromEntries(given)).data;
}

/** Known names, as the API writes them, also from an `andList`; undefined if any is unknown. */
function namesOf(said: string | undefined, known: readonly string[]): string | string[] | undefined {
  const meant = (words: string) => known.find((name) => fold(brief(name, 'prompt')) === fold(words));
  if (said === undefined) return undefined;
  const whole = meant(said);
  if (whole !== undefined) return whole;
  const pieces = said.split(/, (?:and )?| and /i).map(meant);
  return pieces.length > 1 && pieces.every((name) => name !== undefined) ? pieces : undefined;
}

/** A site that engines never cite is no known name, but can be asked about. */
function uncitedSite({ intent }: Plan, domain: string | undefined): string | undefined {
  return intent === 'sources' ? siteOf({ domain }) : undefined;
}

/** Finds the year by the weekday, which recurs about every six years; this year first. */
function dayIn(words: string, today: string): string | undefined {
  const year = Number(today.slice(0, 4));
  return [year, year - 1, year + 1, year - 2]
    .map((one) => new Date(`${words.slice(4)} ${one} UTC`))
    .flatMap((date) => (Number.isNaN(date.valueOf()) ? [] : date.toISOString().slice(0, 10)))
    .find((date) => fold(dayName(date)) === fold(words));
}

function fold(text: string): string {
  return plain(text).toLowerCase();
}

function plain(text: string): string {
  return text.trim().replace(/[“”„]/g, '"').replace(/\s+/g, ' ');
}
