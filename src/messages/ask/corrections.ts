/** "I read this as: score on Gemini": the line under an answer that says how its question was read, with selects that correct it. */
import type { Intent, Names, Plan } from '../../ask/plan.ts';
import { carryIfFits } from '../../carried.ts';
import type { ProjectRef } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { actions, type Button, button, note, type Option, type Part, type Select } from '../page.ts';
import { METRIC_WORDS } from '../scores/score-words.ts';
import { capitalize, say } from '../text.ts';
import { INTENT_WORDS, metricOfPlan, readingText } from './reading.ts';

/** Beside a place in the list of engines, say, that of having none. */
const ANY = { engine: 'All engines', region: 'All regions', metric: 'All figures' } as const;

/** Lists that are offered; longer ones are typed. */
const MOST_OFFERED = 60;

const SPANS = [7, 30, 90] as const;

/** What the selects offer depends on these; `today` YYYY-MM-DD where the project lives. */
export type Correctable = {
  project: { id: string };
  names: Pick<Names, 'engines' | 'regions'>;
  today: string;
};

/** Intents between which people mean another one. */
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
];

/** Intents that days, engines and regions are asked of. */
const NARROWED: readonly Intent[] = [
  'overview',
  'score',
  'change',
  'compare',
  'topic',
  'ranking',
  'named',
  'sources',
  'happened',
];
const MEASURED: readonly Intent[] = ['score', 'change', 'ranking'];

/** The line, and what corrects it. */
export function readingParts(plan: Plan, of: Correctable): (Part | undefined)[] {
  return [
    note(say`I read this as: ${readingText(plan, of.today)}`),
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
  const without = (field: keyof Plan): Plan => ({ ...plan, [field]: undefined });
  const intents = OFFERED.filter((intent) => intent !== plan.intent).flatMap((intent) =>
    option(capitalize(INTENT_WORDS[intent]), asIntent(plan, intent)),
  );
  const isNarrowed = NARROWED.includes(plan.intent);
  const engines = [
    ...(plan.engine === undefined ? [] : option(ANY.engine, without('engine'))),
    ...names.engines
      .filter((name) => name !== plan.engine)
      .flatMap((name) => option(name, { ...plan, engine: name })),
  ];
  const regions = [
    ...(plan.region === undefined ? [] : option(ANY.region, without('region'))),
    ...names.regions
      .filter(({ name }) => name !== plan.region)
      .flatMap(({ name }) => option(name, { ...plan, region: name })),
  ];
  const metrics = [
    ...(plan.metric === undefined ? [] : option(ANY.metric, without('metric'))),
    ...(['score', 'mention_rate', 'rank', 'sentiment'] as const)
      .filter((metric) => metric !== plan.metric)
      .flatMap((metric) => option(capitalize(METRIC_WORDS[metricOfPlan(metric)].name), { ...plan, metric })),
  ];
  const days = [
    ...(plan.from === undefined && plan.to === undefined
      ? []
      : option('Any days', { ...plan, from: undefined, to: undefined })),
    ...SPANS.flatMap((span) =>
      option(`Last ${span} days`, { ...plan, from: daysEarlier(today, span - 1), to: today }),
    ),
  ];
  return [
    select('Meant something else…', intents),
    MEASURED.includes(plan.intent) && select('Figure…', metrics),
    isNarrowed && engines.length <= MOST_OFFERED && select('Engine…', engines),
    isNarrowed && regions.length <= MOST_OFFERED && select('Region…', regions),
    isNarrowed && select('Days…', days),
  ];
}

/** What of a plan another intent can still mean: an entity is each one's own, and so are order and filters. */
function asIntent({ metric, engine, region, topic, prompt, from, to }: Plan, intent: Intent): Plan {
  const narrowing = { engine, region, topic, prompt, from, to };
  const isMeasured = MEASURED.includes(intent);
  return {
    intent,
    ...narrowing,
    ...(isMeasured && { metric }),
    ...(intent === 'ranking' && { entity: 'engines', engine: undefined }),
    ...(intent === 'topic' && { metric: undefined }),
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
  filters: 'x',
  min_score: 's',
} as const satisfies Record<keyof Plan, string>;

/** Asks what this plan means; missing where it is too long for a button. */
export function planButton(label: string, plan: Plan, { id }: ProjectRef): Button | undefined {
  const value = carryIfFits('plan', { p: id, plan: packPlan(plan) });
  return value === undefined ? undefined : button(ACTIONS.askCorrect, label, label, value);
}

/** A plan in short, for an option of a list holds 150 characters. */
export function packPlan(plan: Plan): Record<string, unknown> {
  const fields = Object.entries(SHORT) as [keyof Plan, string][];
  return Object.fromEntries(
    fields.flatMap(([field, short]) => (plan[field] === undefined ? [] : [[short, plan[field]]])),
  );
}

/** What was packed, to be checked by the plan's own shape. */
export function unpackPlan(short: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(SHORT).flatMap(([field, key]) => (short[key] === undefined ? [] : [[field, short[key]]])),
  );
}
