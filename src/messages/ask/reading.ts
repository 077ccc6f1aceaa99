/** How a question was read: a plan in words, and notes on what an answer ignores. */
import { asksFor, asksForFirsts, type Intent, type Plan, type Premise, type Untold } from '../../ask/plan.ts';
import { andList, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { METRIC_WORDS } from '../scores/score-words.ts';
import { bold, capitalize, join, say, type Text } from '../text.ts';
import { dayName, daysInWords } from '../times.ts';

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

/** The API's metric for that of a plan; the score if it has none. */
export function metricOfPlan(metric: Plan['metric'] = 'score') {
  return METRIC_OF[metric];
}

export function asNameList(name: string | readonly string[] | undefined): string[] {
  return name === undefined ? [] : typeof name === 'string' ? [name] : [...name];
}

/** Of two, one is better or weaker: there's no best or worst. */
export function degreeOf<Order extends Plan['order']>(order: Order, of: number): Order | string {
  if (of !== 2) return order;
  return order === 'best' ? 'better' : order === 'worst' ? 'weaker' : order;
}

/** Which of several are ranked; empty for all. */
function amongOf(plan: Plan): string[] {
  const kind = (['engine', 'region', 'topic'] as const).find((one) => isRanked(one, plan));
  return kind ? asNameList(plan[kind]) : [];
}

function isRanked(kind: keyof typeof AT, plan: Plan): boolean {
  return plan.intent === 'ranking' && plan.entity === `${kind}s` && asNameList(plan[kind]).length > 1;
}

/** "worst engine on Gemini", but "weaker engine of Gemini and Claude" */
function wordBefore(kind: keyof typeof AT, plan: Plan): string {
  return isRanked(kind, plan) ? ' of ' : ` ${AT[kind]} `;
}

/** The comma-separated parts of the line; what was read is bold. */
export function partsOf(plan: Plan, today: string | undefined): Text[] {
  const { intent, entity, prompt, order, limit, filters = [], person } = plan;
  const { min_score, max_score, not } = plan;
  const some = (before: string, name: Plan['engine'], quoted = false): Text => {
    const names = andList(asNameList(name).map((one) => brief(one, 'prompt')));
    return names === '' ? say`` : say`${before}${bold(quoted ? `“${names}”` : names)}`;
  };
  const isList = isLeadList(plan);
  const isOfNaming = namingIn(plan) !== '';
  const isInHead =
    ['ranking', 'change', 'sources'].includes(intent) || isOfNaming || leadsCountedBy(plan) !== undefined;
  const whom = intent === 'compare' ? (entity ?? 'rivals') : entity;
  const isByPrompt = asksFor('by prompt', plan) && (isOfNaming || typeof entity === 'string');
  const isByTopic = asksForFirsts(plan) && asksFor('by topic', plan);
  const rest = [
    ...(isList ? [] : filters),
    not !== undefined && !isOfNaming && `not ${asNameList(not).join(' or ')}`,
    min_score !== undefined && `${min_score} and above`,
    max_score !== undefined && `${max_score} and below`,
    intent === 'ranking' && plan.bound && `${plan.bound.is} ${plan.bound.value}`,
    order && !isOfNaming && intent !== 'ranking' && intent !== 'score' && `${order} first`,
    limit !== undefined && `at most ${limit}`,
    spansInWords(plan, today),
  ].flatMap((words) => (words ? bold(words) : []));
  const head = join(
    [
      headOf(plan),
      isInHead ? '' : some(intent === 'compare' ? ' with ' : isList ? ' from ' : ': ', whom),
      isByPrompt && say` ${bold('by prompt')}`,
      isByTopic && say` ${bold('by topic')}`,
      ...(['engine', 'region', 'topic'] as const).map((field) =>
        some(wordBefore(field, plan), plan[field], field === 'topic'),
      ),
      some(intent === 'prompts' ? ' with ' : ' for ', prompt, true),
    ],
    '',
  );
  return [head, ...(person === undefined ? [] : [say`by ${bold(person.name)}`]), ...rest];
}

/** What leads are counted by, as entities of a plan. */
const LEADS_BY = {
  places: 'place',
  subreddits: 'subreddit',
  people: 'person',
  waits: 'time to reply',
} as const;
export type LeadsBy = keyof typeof LEADS_BY;

/** What the plan counts leads by; undefined if it doesn't count them. */
export function leadsCountedBy({ intent, entity }: Plan): LeadsBy | undefined {
  const isBy = intent === 'leads' && typeof entity === 'string' && Object.hasOwn(LEADS_BY, entity);
  return isBy ? (entity as LeadsBy) : undefined;
}

/** Whether it lists leads, whose filters then stand in the head: "my unclaimed leads". */
function isLeadList(plan: Plan): boolean {
  return plan.intent === 'leads' && leadsCountedBy(plan) === undefined && plan.arrived === undefined;
}

type Head = (plan: Plan, said: { figure: string | undefined; entity: string }) => Text | undefined;

/** How an intent begins that its own words don't tell well enough. */
const HEADS: Readonly<Partial<Record<Intent, Head>>> = {
  score: ({ order }, { figure }) =>
    order ? say`${bold(`${order} day`)}${byFigure(figure)}` : bold(figure ?? INTENT_WORDS.score),
  change: (plan, { figure }) => headOfChange(plan, figure),
  sources(plan, { entity }) {
    if (entity === 'sites') return bold('which sites are cited');
    if (entity === 'searches') return bold('what engines search for');
    const isByEngine = asksFor('by engine', plan) || asNameList(plan.engine).length > 1;
    if (entity && isByEngine) return say`citations of ${bold(entity)} ${bold('by engine')}`;
    return entity ? say`which pages of ${bold(entity)} are cited` : undefined;
  },
  leads: (plan) => bold(headOfLeads(plan)),
  named: ({ metric }) => (metric === 'rank' ? bold('who is named first') : undefined),
  answers: (plan) => (namingIn(plan) === '' ? undefined : bold(`answers that ${namingIn(plan)}`)),
  ranking(plan, { figure, entity }) {
    const ranked = entity || INTENT_WORDS.ranking;
    const degree = degreeOf(plan.order, amongOf(plan).length);
    return say`${bold(degree ? `${degree} ${ranked}` : ranked)}${byFigure(figure)}`;
  },
};

const byFigure = (figure: string | undefined) => figure !== undefined && say` by ${bold(figure)}`;

/** "why the score changed", "worst engines by score", "who is named first": before where and when. */
function headOf(plan: Plan): Text {
  const isOfCount = plan.intent === 'named' && plan.metric === 'mention_rate';
  const figure = plan.metric && !isOfCount ? METRIC_WORDS[METRIC_OF[plan.metric]].name : undefined;
  const entity = andList(asNameList(plan.entity));
  return (
    HEADS[plan.intent]?.(plan, { figure, entity }) ??
    say`${bold(subjectOf(plan))}${figure !== undefined && say`, ${bold(figure)}`}`
  );
}

/** "name you and Globex and don’t name Hooli": which answers, by whom they name; empty for all. */
export function namingIn({ intent, metric, entity, not, order }: Plan): string {
  if (intent !== 'answers') return '';
  const isFirst = metric === 'rank';
  const rivals = asNameList(entity);
  const isOfUs = order === 'best' || (isFirst && rivals.length === 0);
  const named = [...(isOfUs ? ['you'] : []), ...rivals];
  const unnamed = [...(order === 'worst' ? ['you'] : []), ...asNameList(not)];
  return [
    ...(named.length > 0 ? [`name ${andList(named)}${isFirst ? ' first' : ''}`] : []),
    ...(unnamed.length > 0 ? [`don’t name ${unnamed.join(' or ')}`] : []),
  ].join(' and ');
}

function subjectOf(plan: Plan): string {
  if (asksFor('added', plan)) return 'prompts added';
  return asksFor('open alerts', plan)
    ? 'open alerts'
    : asksFor('alerts', plan)
      ? 'alerts'
      : INTENT_WORDS[plan.intent];
}

function headOfChange({ why, earlier, entity }: Plan, figure: string | undefined): Text {
  const named = `the ${figure ?? METRIC_WORDS.score.name}`;
  if (earlier) {
    const before = earlier.back === 1 ? 'before the last one' : `${earlier.back} before the last one`;
    return say`${why && 'cause of the '}${bold(`${MOVE_WORDS[earlier.way]} of ${named}`)} ${before}`;
  }
  const rivals = andList(asNameList(entity));
  const changed = figure === undefined && rivals ? rivals : `${named}${rivals && ` of ${rivals}`}`;
  return say`${why ? 'why' : 'how'} ${bold(`${changed} changed`)}`;
}

function headOfLeads(plan: Plan): string {
  const by = leadsCountedBy(plan);
  if (by) return `leads by ${LEADS_BY[by]}`;
  if (plan.arrived) return asksFor('posted', plan) ? 'leads posted here' : 'leads that came in';
  const states = plan.filters?.toSorted((a, b) => Number(b === 'mine') - Number(a === 'mine')) ?? [];
  const words = states.map((state) => (state === 'mine' ? 'my' : state));
  const isOutcome = (word: string) => word === 'helpful' || word === 'removed';
  const outcomes = words.filter(isOutcome).map((word) => `with a ${word} reply`);
  return [...words.filter((word) => !isOutcome(word)), 'leads', ...outcomes].join(' ');
}

/** "score on Gemini, Wed 18 Nov to Tue 24 Nov"; with `today`, days of other years include the year. */
export function readingOf(plan: Plan, today?: string): string {
  return wordsOf(join(partsOf(plan, today), ', '));
}

function wordsOf({ spans }: Text): string {
  return spans
    .map((span) => (typeof span === 'string' ? span : 'bold' in span ? wordsOf(span.bold) : ''))
    .join('');
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
  'said',
] as const;
export type Field = (typeof FIELDS)[number];

/** What an answer ignores: a field, or of several names in it all but the first. */
export type Unheeded = Field | `other ${'engine' | 'region' | 'topic'}s`;

export function fieldsIn(plan: Plan): Field[] {
  return FIELDS.filter((field) =>
    field === 'days' ? plan.from !== undefined || plan.to !== undefined : plan[field] !== undefined,
  );
}

const UNHEEDED: Readonly<Partial<Record<Field, (what: string, plan: Plan) => string>>> = {
  metric: (what, { metric = 'score' }) =>
    `The API doesn’t give ${what} by ${METRIC_WORDS[METRIC_OF[metric]].name}, so this goes by another figure.`,
  entity: (what, { entity }) => `The API doesn’t narrow ${what} to ${andList(asNameList(entity))}.`,
  days: (what, plan) =>
    `The API doesn’t give ${what} by day, so this isn’t limited to ${daysInWords(plan)?.replace(/^since /, 'the days since ') ?? 'those days'}.`,
  order: (what) => `${capitalize(what)} can’t be sorted that way.`,
  limit: (what) => `You see all ${what}, not just the number you asked for.`,
  why: (what) => `The API gives no reasons for ${what}.`,
  filters: unfiltered,
  min_score: unfiltered,
  max_score: unfiltered,
  not: unfiltered,
  said: (_, { said = '' }) =>
    `No single cited page matches “${brief(said, 'name')}”, so these are all of the site’s. To ask about one, give its address.`,
};

function unfiltered(what: string): string {
  return `${capitalize(what)} can’t be filtered that way.`;
}

/** Fields with several names, and the word before one. */
const AT = { engine: 'on', region: 'in', topic: 'about' } as const;

/** The field of which the answer is about the first name only. */
function firstOnly(unheeded: Unheeded) {
  return (['engine', 'region', 'topic'] as const).find((field) => unheeded === `other ${field}s`);
}

/** A sentence for each thing that the answer ignores. */
export function unheededLines(what: string, plan: Plan, fields: readonly Unheeded[]): string[] {
  return fields.map((unheeded) => {
    const field = firstOnly(unheeded);
    const [first = '', ...others] = field ? asNameList(plan[field]) : [];
    if (field) return `This is only ${AT[field]} ${first}; ask about ${andList(others)} separately.`;
    return (
      UNHEEDED[unheeded as Field]?.(what, plan) ??
      `The API doesn’t give ${what} by ${unheeded}; this is all ${unheeded}s.`
    );
  });
}

/** The others are looked up. */
const UNTOLD: Readonly<Record<Exclude<Untold['what'], 'gaps'>, string>> = {
  word: 'nothing here is called that. To look for it in titles, ask for leads mentioning it.',
  voice:
    'The API has no share of voice. The closest is the mention rate: the share of answers that name a tool, so the rates of several tools add up to more than 100%.',
  split:
    'Only charts of scores are split by day or week. For one day, week or month, name it, as in “last week” or “October”.',
  hours: 'nothing here is finer than a day.',
  times: 'how many times something happened isn’t counted.',
  grade: 'The API doesn’t grade figures. Go by what’s usual for you, and by how other tools do.',
  ofPages: 'What a page says about anyone, or links to, isn’t known. This is how often engines cite pages.',
  sourcesMoved:
    'Which sources are new or gone, or cited more or less, isn’t known. These are the ones cited.',
  margin:
    'The API gives no margin of error. Go by the range that’s usual, and by how many answers it’s based on.',
  nth: 'No single place is picked out here: this is the whole list, in its order.',
  cutOff: 'Lists aren’t cut off at a figure here: this is all of it, in its order.',
  toCome: 'What’s to come isn’t known. This is how it stands.',
  whoCould: 'Who has time, or should take a lead, isn’t known. What’s known is who has taken which.',
  posted:
    'Leads are listed by when they were first seen, not by when they were posted here. Posted ones are counted: ask “how many leads were posted this week?”.',
  whyLeads: 'Why more or fewer leads come in isn’t known. These are those first seen on these days.',
  handedOver: 'Leads that you handed over aren’t listed apart: each claimed lead says who assigned it.',
  howAhead:
    'What would put you ahead isn’t known. The widest gaps are where there’s most to gain; for ideas, ask “what should we write?”.',
  byAnswers: 'This list can’t be sorted by number of answers, but the table shows it.',
  uncounted:
    'The API doesn’t say how many replies or votes a thread has, so the list isn’t filtered by them.',
  whoseDoing:
    'There’s no telling whether something you or an engine changed is behind it: the API gives figures, not reasons. These are the parts that moved.',
  whyAhead: 'Why one tool is ahead of another isn’t known: the API gives figures, not reasons.',
  firstInParts:
    'These are your own figures. For who comes first in one of them, ask “who is named first on …”.',
  newOnes: 'Which of them are new isn’t known, so this is all of them.',
  ofRivals:
    'Which of these pages are rivals’ isn’t known, so all are listed. For one rival, ask “which pages of … are cited?”.',
  timesCited: 'How often a lead’s thread is cited isn’t known. These are the cited leads, best score first.',
  tone: 'Whether a thread speaks well or badly of anyone isn’t known. To look for a word in titles, ask for leads mentioning it.',
};

/** What no page tells: "“since 3pm” is left out: nothing here is finer than a day." */
export function untoldWords({ what, said }: Untold): string {
  const words = (UNTOLD as Partial<Record<Untold['what'], string>>)[what] ?? '';
  return said === undefined ? words : `“${brief(said, 'name')}” is left out: ${words}`;
}

const MOST_NAMED = 5;

/** "Added since Mon 23 Nov: “new prompt one” on Mon 30 Nov.", or that none is known. */
export function addedWords(
  latest: readonly { day: string; came: readonly string[] }[],
  asked: Pick<Plan, 'from' | 'to'>,
  today: string,
): string {
  const days = latest.map(({ day, came }) => {
    const texts = firstOf(came, MOST_NAMED, (text) => `“${brief(text, 'prompt')}”`);
    return `${andList(texts)} on ${dayName(day)}`;
  });
  const when = daysInWords(asked, today) ?? (days.length > 0 ? undefined : 'since the bot began here');
  const which = days.length > 0 ? days.join('; ') : 'none that Sightline knows of';
  return `${['Added', when].filter(Boolean).join(' ')}: ${which}.`;
}

/** "Days known: Tue 10 Nov to Sun 29 Nov. None of them is missing." Days are YYYY-MM-DD, in order. */
export function gapsWords(span: { from: string; to: string }, missing: readonly string[]): string {
  const days = daysInWords(span);
  if (missing.length === 0) return `Days known: ${days}. None of them is missing.`;
  return `Days known: ${days}. Of these, no figures: ${andList(firstOf(missing, MOST_NAMED, dayName))}.`;
}

/** The plan as the answer heeds it: its reading must not claim more. */
export function withoutUnheeded(plan: Plan, fields: readonly Unheeded[]): Plan {
  const heeded: Plan = { ...plan };
  for (const unheeded of fields) {
    const field = firstOnly(unheeded);
    if (field) heeded[field] = asNameList(plan[field])[0];
    else if (unheeded === 'days') Object.assign(heeded, { from: undefined, to: undefined });
    // Without its entity a reading may mean nothing.
    else if (unheeded !== 'entity') Object.assign(heeded, { [unheeded]: undefined });
  }
  return heeded;
}

/** The plan with exactly this reading, ignoring case, quotes and a full stop: what was offered may be typed. */
export function planInWords(text: string, plans: readonly Plan[]): Plan | undefined {
  const plain = (words: string) =>
    words
      .trim()
      .replace(/[“”]/g, '"')
      .replace(/[.?!]$/, '')
      .toLowerCase();
  return plans.find((plan) => plain(readingOf(plan)) === plain(text));
}

/** The days asked for; of two spans apart, both. */
function spansInWords({ from, to, gap }: Plan, today?: string): string | undefined {
  if (!gap) return daysInWords({ from, to }, today);
  const spans = [
    { from, to: gap.after },
    { from: gap.before, to },
  ];
  return spans.map((days) => daysInWords(days, today)).join(', and ');
}
