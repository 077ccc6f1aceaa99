/** The menus below an answer that correct how its question was read, and the plan that a button carries. */
import { asksFor, type Intent, METRICS, type Names, type Plan } from '../../ask/plan.ts';
import { carryIfFits } from '../../carried.ts';
import type { ProjectRef } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import {
  actions,
  type Button,
  button,
  note,
  type Option,
  type Page,
  type Part,
  type Select,
} from '../page.ts';
import { METRIC_WORDS } from '../scores/score-words.ts';
import { bold, capitalize, join, say } from '../text.ts';
import { INTENT_WORDS, metricOfPlan, partsOf } from './reading.ts';

/** The options that remove a filter. */
const ANY = { engine: 'All engines', region: 'All regions', metric: 'All figures' } as const;

const SPANS = [7, 30, 90] as const;

/** What the selects depend on; `today` is YYYY-MM-DD in the project's timezone. */
type Correctable = {
  project: { id: string };
  names: Pick<Names, 'engines' | 'regions'>;
  today: string;
};

const OFFERED: readonly Intent[] = [
  'overview',
  'score',
  'change',
  'compare',
  'topic',
  'ranking',
  'named',
  'sources',
  'leads',
  'happened',
  'prompts',
  'answers',
];

/** Intents that take days, engines and regions. */
const NARROWED: readonly Intent[] = OFFERED.filter((intent) => intent !== 'leads' && intent !== 'prompts');
const MEASURED: readonly Intent[] = ['score', 'change', 'ranking'];

/** Begins a page with whether what its plan supposes `isSo`, where that is asked or supposed wrongly. */
export function withYesOrNo(page: Page, plan: Plan, isSo: boolean | undefined): Page {
  const [head, ...parts] = page.parts;
  if (isSo === undefined || !head || head.kind !== 'headline') return page;
  const said = asksFor('whether', plan) && !plan.why ? (isSo ? 'Yes.' : 'No.') : !isSo && denialOf(plan);
  if (!said) return page;
  const summary = page.summary && say`${said} ${page.summary}`;
  return { ...page, summary, parts: [{ ...head, text: say`${bold(said)} ${head.text}` }, ...parts] };
}

/** "It didn’t fall." */
function denialOf({ intent, metric, premise }: Plan): string | undefined {
  if (intent !== 'change' || premise === undefined) return undefined;
  const isHighest = METRIC_WORDS[metricOfPlan(metric)].best === 'highest';
  return `It didn’t ${isHighest ? (premise === 'worse' ? 'fall' : 'rise') : `get ${premise}`}.`;
}

/** The line, which says what the answer `heeded`, and its selects. */
export function readingParts(plan: Plan, heeded: Plan, of: Correctable): (Part | undefined)[] {
  return [
    note(say`I read this as: ${join(partsOf(heeded, of.today), ', ')}`),
    actions(correctionsOf(plan, of), 'ask.correct'),
  ];
}

function correctionsOf(plan: Plan, { project, names, today }: Correctable): (Select | false)[] {
  const option = (label: string, changed: Plan): Option[] => {
    const value = carryIfFits('plan_choice', { p: project.id, plan: packPlan(changed) });
    return value === undefined ? [] : [{ label, value }];
  };
  const select = (label: string, options: readonly Option[]): Select | false =>
    options.length > 0 && { kind: 'select', id: ACTIONS.askCorrect, label, options };
  const choices = <F extends keyof typeof ANY, Value extends Plan[F] & string>(
    field: F,
    all: readonly Value[],
    labelOf = (one: Value): string => one,
  ) => [
    ...(plan[field] === undefined ? [] : option(ANY[field], { ...plan, [field]: undefined })),
    ...all
      .filter((one) => one !== plan[field])
      .flatMap((one) => option(labelOf(one), { ...plan, [field]: one })),
  ];
  const intents = OFFERED.filter((intent) => intent !== plan.intent).flatMap((intent) =>
    option(capitalize(INTENT_WORDS[intent]), asIntent(plan, intent)),
  );
  const isNarrowed = NARROWED.includes(plan.intent);
  const engines = choices('engine', names.engines);
  const regions = choices(
    'region',
    names.regions.map(({ name }) => name),
  );
  const metrics = choices('metric', METRICS, (one) => capitalize(METRIC_WORDS[metricOfPlan(one)].name));
  const days = [
    ...(plan.from === undefined && plan.to === undefined
      ? []
      : option('Any days', { ...plan, from: undefined, to: undefined, gap: undefined })),
    ...SPANS.flatMap((span) =>
      option(`Last ${span} days`, { ...plan, from: daysEarlier(today, span - 1), to: today, gap: undefined }),
    ),
  ];
  return [
    select('Meant something else…', intents),
    MEASURED.includes(plan.intent) && select('Figure…', metrics),
    isNarrowed && select('Engine…', engines),
    isNarrowed && select('Region…', regions),
    isNarrowed && select('Days…', days),
  ];
}

/** Changes the intent, dropping fields that mean something else there: entity, order and filters. */
function asIntent({ metric, engine, region, topic, prompt, from, to }: Plan, intent: Intent): Plan {
  const narrowing = { engine, region, topic, prompt, from, to };
  const isMeasured = MEASURED.includes(intent);
  return {
    intent,
    ...narrowing,
    ...(isMeasured && { metric }),
    ...(intent === 'ranking' && { entity: 'engines', engine: undefined }),
  };
}

function daysEarlier(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

const SHORT = {
  intent: 'i',
  metric: 'm',
  entity: 'y',
  engine: 'e',
  region: 'r',
  topic: 't',
  prompt: 'q',
  from: 'f',
  to: 'u',
  order: 'o',
  limit: 'l',
  why: 'w',
  arrived: 'a',
  filters: 'x',
  min_score: 's',
  max_score: 'h',
  not: 'n',
  person: 'p',
  earlier: 'b',
  premise: 'v',
  aspects: 'k',
  gap: 'g',
  place: 'd',
  said: 'j',
  posts: 'z',
  bound: 'c',
} as const satisfies Record<keyof Plan, string>;

/** A button that asks this plan; undefined if it is too long for a button. */
export function planButton(label: string, plan: Plan, { id }: ProjectRef): Button | undefined {
  const value = carryIfFits('plan', { p: id, plan: packPlan(plan) });
  return value === undefined ? undefined : button(ACTIONS.askCorrect, label, label, value);
}

/** Shortens the keys of a plan, because an option's value holds only 150 characters. */
export function packPlan(plan: Plan): Record<string, unknown> {
  const fields = Object.entries(SHORT) as [keyof Plan, string][];
  return Object.fromEntries(
    fields.flatMap(([field, short]) => (plan[field] === undefined ? [] : [[short, plan[field]]])),
  );
}

/** Reverses `packPlan`; the caller validates the result as a Plan. */
export function unpackPlan(short: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(SHORT).flatMap(([field, key]) => (short[key] === undefined ? [] : [[field, short[key]]])),
  );
}
