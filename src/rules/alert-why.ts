/**
 * Adds the why to an alert after its post: where the change sits, which prompts moved most, which rival gained and
 * which source is no longer cited. Also chooses which prompts to read for that if there are many.
 */
import type { CompetitorGain, Explanation, ScoreAlert, SourceLoss } from '../decision.ts';
import type { Citation, DailyScore, Prompt } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import { matchOwnBrand } from '../words/answers.ts';
import {
  computeMeanOn,
  explainChange,
  findPromptsThatMoved,
  type PromptFigures,
} from './alert-explanation.ts';
import { type AlertSource, findDaysCompared } from './alert-figures.ts';
import { dayOf, daysBefore } from './calendar.ts';
import { countFirstsByDay } from './named-days.ts';

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
  const compared = findDaysCompared({ ...alert, day }, from);
  if (!compared) return told;
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
    JSON.stringify([key, day, previousDay, score, previousScore, alert.lead.scope]);
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
  const { engine } = alert.lead.scope;
  // A leading engine doesn't explain itself: its prompts do, as if there were no other engine.
  const ofEngine = (row: DailyScore) =>
    (row.engineId ?? row.engine) === engine?.id ? [{ ...row, engine: undefined, engineId: undefined }] : [];
  const figures = engine
    ? prompts.map((prompt) => ({ ...prompt, rows: prompt.rows.flatMap(ofEngine) }))
    : prompts;
  const days = { previousDay, day };
  const engines = engine ? [] : rows;
  const explained = explainChange({ ...days, before, after, prompts: figures, tracked, engines });
  if (!explained || explained.change >= 0) return explained;
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

/** The chance that a named move happens at random (`npm run bench -- why`). */
const BY_CHANCE = 0.05;

/** The share of the answers that must have moved. */
const LEAST_GAIN = 0.05;

/** Days before the change to compare with, as far as the list covers them whole. */
const DAYS_COMPARED = 7;

/** A source still cited more often than this, relative to before, isn't lost. */
const STILL_CITED = 0.5;

type Days = { previousDay: string; day: string };

/** The answers of a day, and in how many of them each name appears. */
type Day = { answers: number; times: ReadonlyMap<string, number> };

/** How far a name's share moved, also in spreads of chance, and its counts on the day before and on the day. */
type Move = { name: string; share: number; spreads: number; before: number; after: number };

/** Undefined if nobody gained, or if the list (newest first) doesn't cover both days whole. */
export function findCompetitorGain(
  mentions: readonly Mention[],
  { previousDay, day, brand }: Days & { brand: string },
): CompetitorGain | undefined {
  const days = countFirstsByDay(mentions);
  const [oldest = day] = days.keys();
  if (oldest >= previousDay) return undefined;
  const own = new Set(mentions.filter(matchOwnBrand(mentions, brand)).map(({ entity_name }) => entity_name));
  const first = (date: string): Day => {
    const { answers, byName } = days.get(date) ?? { answers: new Set(), byName: new Map() };
    return { answers: answers.size, times: new Map([...byName].map(([name, ids]) => [name, ids.size])) };
  };
  const all = measureMoves(first, day, listWholeDays(previousDay, oldest));
  const moves = all.filter(({ name }) => !own.has(name));
  const [largest] = moves.toSorted((a, b) => b.share - a.share);
  if (!largest || largest.share < LEAST_GAIN || largest.spreads < beyondChance(1)) return undefined;
  const { name, before, after } = largest;
  return { name, before, after };
}

/**
 * The domain that lost most of the answers that cite anything. Undefined if none did beyond chance, or days are
 * missing.
 */
export function findSourceLoss(
  citations: readonly Citation[],
  { previousDay, day, engine }: Days & { engine?: { id: string; name: string } | undefined },
): SourceLoss | undefined {
  const from = Date.parse(previousDay);
  if (!citations.some(({ createdAt }) => createdAt !== undefined && createdAt < from)) return undefined;
  const isOfEngine = (citation: Citation) =>
    engine === undefined || citation.engineId === engine.id || citation.engine === engine.name;
  const citing = (date: string): Day => {
    const ofDay = citations.filter(
      (one) => isOfEngine(one) && one.createdAt !== undefined && dayOf(one.createdAt) === date,
    );
    // Without answer ids the number of answers is unknown.
    const byAnswer = Map.groupBy(ofDay, ({ responseId, promptRunId }) => responseId ?? promptRunId);
    if (byAnswer.has(undefined)) return { answers: 0, times: new Map() };
    const domains = [...byAnswer.values()].flatMap((of) => [
      ...new Set(of.flatMap(({ domain }) => domain ?? [])),
    ]);
    return { answers: byAnswer.size, times: countNames(domains) };
  };
  const oldest = findOldestDay(citations.flatMap(({ createdAt }) => createdAt ?? []));
  const moves = measureMoves(citing, day, listWholeDays(previousDay, oldest));
  const [largest] = moves.toSorted((a, b) => a.share - b.share);
  if (!largest || -largest.share < LEAST_GAIN || -largest.spreads < beyondChance(moves.length))
    return undefined;
  const { name: domain, before, after } = largest;
  return after > STILL_CITED * before ? undefined : { domain, before, after };
}

/** `last` and the days before it, latest first, without the list's oldest day, which may be incomplete. */
function listWholeDays(last: string, oldest: string): string[] {
  const earlier = Array.from({ length: DAYS_COMPARED - 1 }, (_, i) => daysBefore(last, i + 1));
  return [last, ...earlier.filter((date) => date > oldest)];
}

/** Compares each name's share of the day's answers with its share on all days before; empty if a day has no answers. */
function measureMoves(read: (date: string) => Day, day: string, earlier: readonly string[]): Move[] {
  const [today, before] = [read(day), earlier.map(read)];
  const [yesterday] = before;
  const all = before.reduce((sum, { answers }) => sum + answers, 0);
  if (!yesterday?.answers || today.answers === 0) return [];
  const names = new Set([...before, today].flatMap(({ times }) => [...times.keys()]));
  return [...names].map((name) => {
    const then = before.reduce((sum, { times }) => sum + (times.get(name) ?? 0), 0);
    const now = today.times.get(name) ?? 0;
    const usual = (then + now) / (all + today.answers);
    const spread = Math.sqrt(usual * (1 - usual) * (1 / all + 1 / today.answers));
    const share = now / today.answers - then / all;
    return {
      name,
      share,
      spreads: spread > 0 ? share / spread : 0,
      before: yesterday.times.get(name) ?? 0,
      after: now,
    };
  });
}

/** Spreads that the largest of `many` moves exceeds by chance, BY_CHANCE (Abramowitz and Stegun 26.2.23). */
function beyondChance(many: number): number {
  const t = Math.sqrt(-2 * Math.log(BY_CHANCE / Math.max(1, many)));
  return (
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t ** 2) / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3)
  );
}

/** '' if there are no instants. */
function findOldestDay(instants: readonly (string | number)[]): string {
  return instants.map(dayOf).filter(Boolean).toSorted()[0] ?? '';
}

function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
