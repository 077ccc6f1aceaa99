/**
 * Adds the why to an alert after its post: where the change sits, which prompts moved most, which rival gained and
 * which source is no longer cited. Also chooses which prompts to read for that if there are many.
 */
import type { Explanation, ScoreAlert } from '../decision.ts';
import type { Citation, DailyScore, Prompt } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import {
  computeMeanOn,
  countDecimals,
  explainChange,
  findPromptsThatMoved,
  type PromptFigures,
} from './alert-explanation.ts';
import { type AlertSource, findDaysCompared } from './alert-figures.ts';
import { findCompetitorGain, findSourceLoss } from './who-gained.ts';

/** Prompts named in an alert, of those that moved most. */
const WORST = 3;

/** What was read for a why; `tracked`: the number of all prompts. A missing list couldn't be read. */
export type Evidence = {
  prompts?: readonly PromptFigures[] | undefined;
  tracked?: number | undefined;
  mentions?: readonly Mention[] | undefined;
  citations?: readonly Citation[] | undefined;
};

/** `news` with what moved the score between the two days of its headline; `from`: the source of the headline. */
export function withWhy(news: ScoreAlert, evidence: Evidence, from: AlertSource): ScoreAlert {
  const { whyDue: _, explanation: _none, worst: _nor, ...told } = news;
  const { alert, day, previousDay } = told;
  const compared = alert && findDaysCompared({ ...alert, day }, from);
  if (!alert || !compared) return told;
  const { engine } = alert.lead.scope;
  const { prompts, tracked } = evidence;
  const worst = findPromptsThatMoved({ previousDay, day, ...compared, prompts, tracked }, engine);
  return {
    ...told,
    explanation: makeExplanation(told, compared, evidence, from.rows),
    ...(worst.length > 0 && { worst: worst.slice(0, WORST) }),
  };
}

/** Copies the why found for another channel's alert with the same headline: same days, figures and lead. */
export function copyWhy(news: ScoreAlert, others: readonly ScoreAlert[]): ScoreAlert | undefined {
  const headline = ({ key, day, previousDay, score, previousScore, alert }: ScoreAlert) =>
    JSON.stringify([key, day, previousDay, score, previousScore, alert?.lead.scope]);
  const other = others.find((one) => !one.whyDue && one.explanation && headline(one) === headline(news));
  if (!other) return undefined;
  const { whyDue: _, ...told } = news;
  const { explanation, worst, unread } = other;
  return { ...told, explanation, ...(worst && { worst }), ...(unread && { unread }) };
}

/** Only for the score: no other metric is the sum of its prompts. */
function makeExplanation(
  { alert, day, previousDay, project }: Omit<ScoreAlert, 'whyDue'>,
  { before, after }: { before: number; after: number },
  { prompts = [], tracked, mentions = [], citations = [] }: Evidence,
  rows: readonly DailyScore[],
): Explanation | undefined {
  const { engine } = alert?.lead.scope ?? {};
  // A leading engine doesn't explain itself: its prompts do, as if there were no other engine.
  const ofEngine = (row: DailyScore) =>
    (row.engineId ?? row.engine) === engine?.id ? [{ ...row, engine: undefined, engineId: undefined }] : [];
  const figures = engine
    ? prompts.map((prompt) => ({ ...prompt, rows: prompt.rows.flatMap(ofEngine) }))
    : prompts;
  const decimals = countDecimals(before, after);
  // Rounded as in the headline, so that the sum fits the figures above it.
  const [from, to] = [Number(before.toFixed(decimals)), Number(after.toFixed(decimals))];
  const days = { previousDay, day };
  const engines = engine ? [] : rows;
  const explained = explainChange(
    { ...days, before: from, after: to, prompts: figures, tracked, engines },
    decimals,
  );
  if (!explained || to >= from) return explained;
  const gained = engine ? undefined : findCompetitorGain(mentions, { ...days, brand: project.name });
  const lost = findSourceLoss(citations, { ...days, engine });
  return { ...explained, ...(gained && { gained }), ...(lost && { lost }) };
}

/** The alert narrowed to one engine, by `isIt`. Undefined if that engine didn't move the alert's way. */
export function narrowToEngine(alert: ScoreAlert, isIt: (name: string) => boolean): ScoreAlert | undefined {
  const { engines, by = 'engine', explanation, score, previousScore } = alert;
  const own = by === 'engine' ? engines.find(({ engine }) => isIt(engine)) : undefined;
  const parts =
    explanation?.parts.filter(({ of }) => of.some(({ kind, name }) => kind === 'engine' && isIt(name))) ?? [];
  const isMoved = own?.change !== undefined && own.change * (score - previousScore) > 0;
  if (!isMoved || (own.normal && parts.length === 0)) return undefined;
  // The gaining rival, the lost source and the prompts are of all engines.
  const ofIt = explanation && { ...explanation, parts, gained: undefined, lost: undefined };
  return { ...alert, engines: [own], explanation: parts.length > 0 ? ofIt : undefined, worst: undefined };
}

/** The share of the calls spent on a sample of every topic, before anybody knows which topics moved. */
const SPREAD = 0.5;

type Ask = Prompt & { id: string };

/** At most `most` prompts, spread evenly over the topics; all of them if there are no more. */
export function samplePrompts(prompts: readonly Ask[], most: number): readonly Ask[] {
  if (prompts.length <= most) return prompts;
  const topics = [...Map.groupBy(prompts, ({ category }) => category).values()];
  const each = Math.max(1, Math.floor((most * SPREAD) / topics.length));
  return topics.flatMap((topic) => pickEvenly(topic, each)).slice(0, most);
}

/** Then up to `most` others, from the topics whose sampled prompts moved most in the direction of the whole. */
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

function pickEvenly<One>(all: readonly One[], few: number): One[] {
  const count = Math.min(few, all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]).flatMap(
    (one) => one ?? [],
  );
}

/** The move between the means of both days; 0 if one of them has no rows. */
function moveOf(prompt: PromptFigures, { previousDay, day }: { previousDay: string; day: string }): number {
  const [before, after] = [computeMeanOn(previousDay, prompt), computeMeanOn(day, prompt)];
  return before === undefined || after === undefined ? 0 : after - before;
}
