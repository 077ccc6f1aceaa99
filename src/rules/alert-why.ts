/**
 * Puts the why into an alert that was told already: where its change sits, which prompts moved most, who gained and what is cited
 * no more, from what was read after its post; and which prompts are read for it, where they are many. Pure.
 */
import type { Explanation, ScoreAlert } from '../decision.ts';
import type { Citation, DailyScore, Prompt } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import {
  decimalsOf,
  explainChange,
  meanOn,
  type PromptFigures,
  promptsThatMoved,
} from './alert-explanation.ts';
import { type AlertSource, daysCompared } from './alert-figures.ts';
import { competitorGain, sourceLoss } from './who-gained.ts';

/** Prompts kept of those that moved most. */
const WORST = 3;

/**
 * What was read for a why: `prompts` with their figures, `tracked` how many there are in all, the latest mentions and citations.
 * What is missing could not be read, and what it would have shown is left out.
 */
export type Evidence = {
  prompts?: readonly PromptFigures[] | undefined;
  tracked?: number | undefined;
  mentions?: readonly Mention[] | undefined;
  citations?: readonly Citation[] | undefined;
};

/** `news` as it stands, with what moved it between the two days of its headline; `from` as it was told. */
export function withWhy(news: ScoreAlert, evidence: Evidence, from: AlertSource): ScoreAlert {
  const { whyDue: _, explanation: _none, worst: _nor, ...told } = news;
  const { alert, day, previousDay } = told;
  const compared = alert && daysCompared({ ...alert, day }, from);
  if (!alert || !compared) return told;
  const { engine } = alert.lead.scope;
  const { prompts, tracked } = evidence;
  const worst = promptsThatMoved({ previousDay, day, ...compared, prompts, tracked }, engine);
  return {
    ...told,
    explanation: explanationOf(told, compared, evidence, from.rows),
    ...(worst.length > 0 && { worst: worst.slice(0, WORST) }),
  };
}

/** The why of the same headline, found for another channel: the same days, the same figures, the same lead. */
export function copyWhy(news: ScoreAlert, others: readonly ScoreAlert[]): ScoreAlert | undefined {
  const headline = ({ key, day, previousDay, score, previousScore, alert }: ScoreAlert) =>
    JSON.stringify([key, day, previousDay, score, previousScore, alert?.lead.scope]);
  const other = others.find((one) => !one.whyDue && one.explanation && headline(one) === headline(news));
  if (!other) return undefined;
  const { whyDue: _, ...told } = news;
  const { explanation, worst, unread } = other;
  return { ...told, explanation, ...(worst && { worst }), ...(unread && { unread }) };
}

/** Of the score alone: prompts have no other figures that add up to it. */
function explanationOf(
  { alert, day, previousDay, project }: Omit<ScoreAlert, 'whyDue'>,
  { before, after }: { before: number; after: number },
  { prompts = [], tracked, mentions = [], citations = [] }: Evidence,
  rows: readonly DailyScore[],
): Explanation | undefined {
  const { engine } = alert?.lead.scope ?? {};
  // An engine that leads does not explain itself: its prompts do, as if there were no other engine.
  const ofEngine = (row: DailyScore) =>
    (row.engineId ?? row.engine) === engine?.id ? [{ ...row, engine: undefined, engineId: undefined }] : [];
  const figures = engine
    ? prompts.map((prompt) => ({ ...prompt, rows: prompt.rows.flatMap(ofEngine) }))
    : prompts;
  const decimals = decimalsOf(before, after);
  // The sum is that of the figures as they are read above it.
  const [from, to] = [Number(before.toFixed(decimals)), Number(after.toFixed(decimals))];
  const days = { previousDay, day };
  const engines = engine ? [] : rows;
  const explained = explainChange(
    { ...days, before: from, after: to, prompts: figures, tracked, engines },
    decimals,
  );
  if (!explained || to >= from) return explained;
  const gained = engine ? undefined : competitorGain(mentions, { ...days, brand: project.name });
  const lost = sourceLoss(citations, { ...days, engine });
  return { ...explained, ...(gained && { gained }), ...(lost && { lost }) };
}

/** `isIt`: whether a name is the engine's. Undefined where the alert does not say that the engine moved its way. */
export function alertOnEngine(alert: ScoreAlert, isIt: (name: string) => boolean): ScoreAlert | undefined {
  const { engines, by = 'engine', explanation, score, previousScore } = alert;
  const own = by === 'engine' ? engines.find(({ engine }) => isIt(engine)) : undefined;
  const parts =
    explanation?.parts.filter(({ of }) => of.some(({ kind, name }) => kind === 'engine' && isIt(name))) ?? [];
  const isMoved = own?.change !== undefined && own.change * (score - previousScore) > 0;
  if (!isMoved || (own.normal && parts.length === 0)) return undefined;
  // Who gained and what is cited no more is counted over all engines.
  const ofIt = explanation && { ...explanation, parts, gained: undefined, lost: undefined };
  return { ...alert, engines: [own], explanation: parts.length > 0 ? ofIt : undefined };
}

/** The share of the calls that goes to some of every topic, before anybody knows which moved. */
const SPREAD = 0.5;

type Ask = Prompt & { id: string };

/** The first `most`, spread over the topics, within each over the list; all of them where they are no more. */
export function samplePrompts(prompts: readonly Ask[], most: number): readonly Ask[] {
  if (prompts.length <= most) return prompts;
  const topics = [...Map.groupBy(prompts, ({ category }) => category).values()];
  const each = Math.max(1, Math.floor((most * SPREAD) / topics.length));
  return topics.flatMap((topic) => evenly(topic, each)).slice(0, most);
}

/** Then up to `most` others: those of the topics whose prompts moved most the way the whole did, from `change.before` to `after`. */
export function followUpPrompts(
  prompts: readonly Ask[],
  read: readonly PromptFigures[],
  change: { previousDay: string; day: string; before: number; after: number },
  most: number,
): readonly Ask[] {
  const way = Math.sign(change.after - change.before);
  const moves = new Map(read.map((one) => [one.id, way * moveOf(one, change)]));
  const topics = [...Map.groupBy(prompts, ({ category }) => category).values()].map((topic) => {
    const known = topic.flatMap(({ id }) => moves.get(id) ?? []);
    const mean = known.reduce((sum, move) => sum + move, 0) / Math.max(1, known.length);
    return { mean, others: topic.filter(({ id }) => !moves.has(id)) };
  });
  return topics
    .toSorted((a, b) => b.mean - a.mean)
    .flatMap(({ others }) => others)
    .slice(0, most);
}

function evenly<One>(all: readonly One[], few: number): One[] {
  const count = Math.min(few, all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]).flatMap(
    (one) => one ?? [],
  );
}

/** Between the means of the rows that both days have; 0 where one of them has none. */
function moveOf(prompt: PromptFigures, { previousDay, day }: { previousDay: string; day: string }): number {
  const [before, after] = [meanOn(previousDay, prompt), meanOn(day, prompt)];
  return before === undefined || after === undefined ? 0 : after - before;
}
