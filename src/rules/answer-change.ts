/** How answers before and after a change differ: who gained, the source lost, sentences, cited domains and own pages. */
import type { CitedAnew, CompetitorGain, SourceLoss } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Citation } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import { foldName, matchOwnBrand, splitSentences, toWholeWord } from '../words/answers.ts';
import { countDaysBetween, dayOf, daysBefore } from './calendar.ts';
import { countFirstsByDay } from './named-days.ts';

/** A sentence of an answer that names one of the tools; `isNew`: the other answer doesn't contain it. */
type NamingSentence = { text: string; isNew: boolean };

const SENTENCES = 2;

/** The brand as answers may spell it, and the others it is compared with. */
export type Tools = { own: readonly string[]; others: readonly string[] };

/** What the text names first, and the brand's place among all that it names, from 1; undefined if not named. */
export function findPlaces(text: string, { own, others }: Tools) {
  const place = (name: string) => text.search(toWholeWord(name));
  const [ownAt] = own
    .map(place)
    .filter((at) => at >= 0)
    .toSorted((a, b) => a - b);
  const named = others
    .map((name) => ({ name, at: place(name) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  const ahead = named.filter(({ at }) => ownAt !== undefined && at < ownAt);
  return {
    first: ownAt !== undefined && ahead.length === 0 ? own[0] : named[0]?.name,
    own: ownAt === undefined ? undefined : ahead.length + 1,
  };
}

/** Sentences of `text` that name a tool, as they follow there: rather those missing in `other`, and among these the brand's. */
export function findNamingSentences(text: string, other: string, { own, others }: Tools): NamingSentence[] {
  const known = new Set(splitSentences(other).map(foldSentence));
  const names = (sentence: string, tools: readonly string[]) =>
    tools.some((name) => toWholeWord(name).test(sentence));
  const weigh = ({ text: sentence, isNew }: NamingSentence) =>
    2 * Number(isNew) + Number(names(sentence, own));
  return splitSentences(text)
    .filter((sentence) => names(sentence, [...own, ...others]))
    .map((sentence) => ({ text: sentence, isNew: !known.has(foldSentence(sentence)) }))
    .map((sentence, at) => ({ sentence, at }))
    .toSorted((a, b) => weigh(b.sentence) - weigh(a.sentence))
    .slice(0, SENTENCES)
    .toSorted((a, b) => a.at - b.at)
    .map(({ sentence }) => sentence);
}

function foldSentence(sentence: string): string {
  return sentence.replace(/\s+/g, ' ').toLowerCase();
}

/** A single citation may be chance. */
const FEWEST = 2;

const SHOWN = 3;

/** What is cited since a day but not on as many days before, and the reverse. Undefined if the list doesn't reach so far. */
export function findCitedAnew(
  all: readonly Citation[],
  { since, day }: { since: string; day: string },
  keyOf: (citation: Citation) => string | undefined,
  within = all,
): CitedAnew | undefined {
  const start = Date.parse(since);
  const from = start - (countDaysBetween(since, day) + 1) * DAY_MS;
  const between = (low: number, high: number) =>
    within.filter(({ createdAt = 0 }) => createdAt >= low && createdAt < high);
  const [before, after] = [between(from, start), between(start, Date.parse(day) + DAY_MS)];
  const isWhole = all.some(({ createdAt }) => createdAt !== undefined && createdAt < from);
  if (!isWhole || before.length === 0 || after.length === 0) return undefined;
  const onlyIn = (some: readonly Citation[], other: readonly Citation[]) => {
    const known = new Set(other.map(keyOf));
    return [...Map.groupBy(some, keyOf)]
      .flatMap(([cited, those]) => (cited ? [{ cited, title: those[0]?.title, times: those.length }] : []))
      .filter(({ cited, times }) => times >= FEWEST && !known.has(cited))
      .toSorted((one, other) => other.times - one.times)
      .slice(0, SHOWN);
  };
  return { gained: onlyIn(after, before), lost: onlyIn(before, after) };
}

/** Tells which domains are the brand's: those among its terms ("acme.com"), and those registered under its name. */
export function ownDomains(mentions: readonly Mention[], brand: string): (domain: string) => boolean {
  const own = mentions.filter(matchOwnBrand(mentions, brand));
  const names = new Set(
    [brand, ...own.map(({ entity_name }) => entity_name)].map(foldDomainName).filter(Boolean),
  );
  const terms = own.flatMap(({ matched_term }) => (matched_term ? withoutWww(matched_term) : []));
  const domains = terms.filter((term) => /^[^\s/]+\.[a-z]{2,}$/.test(term));
  return (domain) => {
    const host = withoutWww(domain);
    return (
      domains.some((one) => host === one || host.endsWith(`.${one}`)) ||
      names.has(foldDomainName(toRegisteredName(host)))
    );
  };
}

/** Below these suffixes names are registered one label further left: acme.co.uk. */
const SECOND_LEVEL = /^(?:co|com|net|org|ac|gov|edu)$/;

function toRegisteredName(host: string): string {
  const labels = host.split('.');
  const isBelow = labels.length > 2 && labels.at(-1)?.length === 2 && SECOND_LEVEL.test(labels.at(-2) ?? '');
  return labels.at(isBelow ? -3 : -2) ?? '';
}

function withoutWww(domain: string): string {
  return domain.toLowerCase().replace(/^www\./, '');
}

/** Folds "acme-cloud" and "Acme Cloud" to the same name. */
function foldDomainName(name: string): string {
  return foldName(name).replaceAll(/[-_.]/g, '');
}

export function hostOf(url = ''): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
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

/** The domain that lost most answers that cite anything. Undefined if none did beyond chance, or days are missing. */
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
    const byDomain = Map.groupBy(
      [...byAnswer.values()].flatMap((of) => [...new Set(of.flatMap(({ domain }) => domain ?? []))]),
      (domain) => domain,
    );
    const times = new Map([...byDomain].map(([domain, { length }]) => [domain, length]));
    return { answers: byAnswer.size, times };
  };
  const days = citations.flatMap(({ createdAt }) => (createdAt === undefined ? [] : dayOf(createdAt)));
  const [oldest = ''] = days.filter(Boolean).toSorted();
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
