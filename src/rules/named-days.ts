/** Condenses mentions into a few numbers per day, which the store keeps: whom answers name first, and in which tone. */
import type { MovedTool, NamedFirst, RivalsMoved } from '../decision.ts';
import type { Mention } from '../visibility/contract.ts';
import { foldName, matchOwnBrand } from '../words/answers.ts';
import { countDaysBetween, type Days, dayOf, daysBefore } from './calendar.ts';
import { meanOf } from './score-window.ts';

/** A UTC day. `ranked` answers name somebody first, `own` the brand; `tone`: its mentions with readable sentiment. */
export type NamedDay = {
  day: string;
  ranked: number;
  own: number;
  rivals: { name: string; first: number }[];
  tone?: { of: number; negative: number; worst?: string } | undefined;
  points?: { own: number; rivals: { name: string; score: number }[] } | undefined;
};

/** As the API lists them; `rest`: there are more. */
export type MentionsListed = readonly Mention[] & { rest?: object };

const MOST_RIVALS = 30;

const MOST_DAYS = 90;

/** Oldest first, without today and the list's oldest day. Empty if a cut list (`asked`) isn't in order of time. */
export function readNamedDays(
  mentions: MentionsListed,
  { brand, today, asked }: { brand: string; today: string; asked: number },
): NamedDay[] {
  const mayBeCut = mentions.rest !== undefined || mentions.length >= asked;
  if (mayBeCut && !isInOrder(mentions)) return [];
  const isOwn = matchOwnBrand(mentions, brand);
  const own = mentions.filter(isOwn);
  if (own.length === 0) return [];
  const ownNames = new Set(own.map(({ entity_name }) => entity_name));
  const byDay = countFirstsByDay(mentions);
  const ownByDay = Map.groupBy(own, ({ created_at }) => dayOf(created_at));
  const toneOf = createToneReader(own.map(({ sentiment }) => sentiment));
  const [oldest = today] = byDay.keys();
  return listDaysBetween(oldest, today).map((day): NamedDay => {
    const firsts = byDay.get(day);
    if (!firsts) return { day, ranked: 0, own: 0, rivals: [] };
    const others = Map.groupBy(
      [...firsts.byName.keys()].filter((name) => !ownNames.has(name)),
      foldName,
    );
    const rivals = [...others.values()].map(([name = '', ...more]) => ({
      name,
      first: countFirstsOf(firsts.byName, (one) => one === name || more.includes(one)),
    }));
    return {
      day,
      ranked: firsts.ranked.size,
      own: countFirstsOf(firsts.byName, (name) => ownNames.has(name)),
      rivals: rivals.toSorted((a, b) => b.first - a.first).slice(0, MOST_RIVALS),
      tone: toneOfDay(ownByDay.get(day) ?? [], toneOf),
    };
  });
}

/** Merges stored and fresh days, oldest first. Answers may arrive late: the reading with more of them wins. */
export function mergeDays(kept: readonly NamedDay[], fresh: readonly NamedDay[]): NamedDay[] {
  const days = new Map(kept.map((one) => [one.day, one]));
  for (const one of fresh) {
    const known = days.get(one.day);
    const fuller = known && known.ranked >= one.ranked ? known : one;
    days.set(one.day, { ...fuller, points: one.points ?? known?.points });
  }
  return [...days.values()].toSorted((a, b) => a.day.localeCompare(b.day));
}

function isInOrder(mentions: readonly Mention[]): boolean {
  const times = mentions.map(({ created_at }) => Date.parse(created_at));
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  return steps.every((step) => step <= 0) || steps.every((step) => step >= 0);
}

function listDaysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = daysBefore(to, 1); day > from && days.length < MOST_DAYS; day = daysBefore(day, 1))
    days.unshift(day);
  return days;
}

/** Undefined if no sentiment can be read. Descriptions that mentions in another tone share aren't quoted. */
function toneOfDay(own: readonly Mention[], toneOf: ReturnType<typeof createToneReader>): NamedDay['tone'] {
  const read = own.flatMap((mention) => {
    const tone = toneOf(mention.sentiment);
    return tone ? { mention, tone } : [];
  });
  if (read.length === 0) return undefined;
  const negative = read.filter(({ tone }) => tone.negative);
  const inOtherTone = new Set(
    read.flatMap(({ mention: { description }, tone }) => (tone.negative ? [] : (description ?? []))),
  );
  const [worst] = negative
    .filter(({ mention: { description } }) => description?.trim() && !inOtherTone.has(description))
    .toSorted(
      (a, b) => b.tone.depth - a.tone.depth || (b.mention.confidence ?? 0) - (a.mention.confidence ?? 0),
    );
  const quote = worst?.mention.description;
  return { of: read.length, negative: negative.length, ...(quote && { worst: quote }) };
}

/** `depth` grows with how negative or positive a mention is; depths of words and of numbers aren't comparable. */
export type Tone = { negative: boolean; positive: boolean; depth: number };

const NUMBER = /^[-−+]?\d+(\.\d+)?$/;
const NEGATIVE = /^(neg|negative|negativ|unfavou?rable|bad|poor|critical|hostile)$/;
const POSITIVE = /^(pos|positive|positiv|favou?rable|good|great|excellent)$/;
const OTHER = /^(neu|neutral|mixed|balanced|none)$/;
const STRONG = /^(very|strong|strongly|extremely|highly)$/;

/** Reads sentiments, whose values aren't documented: words, or numbers if some are below 0. Undefined if unreadable. */
export function createToneReader(
  all: readonly (string | null)[],
): (sentiment: string | null) => Tone | undefined {
  const isAroundZero = all.some((one) => (parseNumber(one) ?? 0) < 0);
  return (sentiment) => {
    const figure = parseNumber(sentiment);
    if (figure !== undefined) {
      const depth = Math.abs(figure);
      return isAroundZero ? { negative: figure < 0, positive: figure > 0, depth } : undefined;
    }
    const words = (sentiment ?? '').toLowerCase().split(/[^\p{L}]+/u);
    const depth = words.some((word) => STRONG.test(word)) ? 2 : 1;
    const says = (tone: RegExp) => words.some((word) => tone.test(word));
    if (says(NEGATIVE)) return { negative: true, positive: false, depth };
    if (says(POSITIVE)) return { negative: false, positive: true, depth };
    return says(OTHER) ? { negative: false, positive: false, depth: 0 } : undefined;
  };
}

function parseNumber(sentiment: string | null): number | undefined {
  const text = sentiment?.trim() ?? '';
  return NUMBER.test(text) ? Number(text.replace('−', '-')) : undefined;
}

const FEWEST = 4;
const MOST = 20;
const WEEK = 7;

/**
 * By UTC day, as the API seems to count: ids of the answers that name anybody, of those that name somebody first, and of the
 * latter by name. Nobody is first if some ranks are 0: whether that is first isn't documented.
 */
export function countFirstsByDay(mentions: readonly Mention[]) {
  const isFromOne = mentions.every(({ rank_position }) => rank_position !== 0);
  const dated = Map.groupBy(mentions, ({ created_at }) => dayOf(created_at));
  dated.delete('');
  const firsts = [...dated].map(([day, all]) => {
    const first = all.filter(({ rank_position }) => isFromOne && rank_position === 1);
    const ids = (some: readonly Mention[]) => new Set(some.map(({ response_id }) => response_id));
    const named = Map.groupBy(first, ({ entity_name }) => entity_name);
    const byName = new Map([...named].map(([name, some]) => [name, ids(some)]));
    return [day, { answers: ids(all), ranked: ids(first), byName }] as const;
  });
  return new Map(firsts.sort(([a], [b]) => a.localeCompare(b)));
}

function countFirstsOf(
  ofNames: ReadonlyMap<string, Set<string>>,
  isMeant: (name: string) => boolean,
): number {
  return new Set([...ofNames].flatMap(([name, ids]) => (isMeant(name) ? [...ids] : []))).size;
}

/** In how many of a day's answers a rival is named first. */
export function firstsOf(rival: string): (day: NamedDay) => number {
  const folded = foldName(rival);
  return ({ rivals }) => rivals.find(({ name }) => foldName(name) === folded)?.first ?? 0;
}

/** How often both are named first, by whole weeks or else by days; undefined if there are too few of either. */
export function chartNamedFirst(days: readonly NamedDay[], rival: string): NamedFirst | undefined {
  const ranked = new Map(days.flatMap((one) => (one.ranked > 0 ? [[one.day, one]] : [])));
  const [oldest] = ranked.keys();
  const last = [...ranked.keys()].at(-1);
  if (oldest === undefined || last === undefined) return undefined;
  const course = (length: number): NamedFirst['points'] =>
    divideDays(last, oldest, length).flatMap(({ from, dates }) => {
      const within = dates.flatMap((date) => ranked.get(date) ?? []);
      const sum = (figure: (day: NamedDay) => number) =>
        within.reduce((total, day) => total + figure(day), 0);
      const of = sum((day) => day.ranked);
      return of === 0 ? [] : [{ from, own: sum(({ own }) => own) / of, rival: sum(firstsOf(rival)) / of }];
    });
  const [weeks, single] = [course(WEEK), course(1)];
  if (weeks.length >= FEWEST) return { by: 'week', points: weeks };
  return single.length >= FEWEST ? { by: 'day', points: single } : undefined;
}

/** Splits the days up to `last` into whole stretches of `length` days, oldest first. */
function divideDays(last: string, oldest: string, length: number): { from: string; dates: string[] }[] {
  return Array.from({ length: MOST }, (_, back) => daysBefore(last, (back + 1) * length - 1))
    .filter((from) => from >= oldest)
    .map((from) => ({ from, dates: Array.from({ length }, (_, i) => daysBefore(from, -i)) }))
    .reverse();
}

/** `answers` that name the tool, `first`: those that name it first; `rank`: its mean rank if the API gives ranks. */
type NamedTool = {
  name: string;
  isOwn: boolean;
  answers: number;
  first: number;
  rank?: number | undefined;
};

/** Most named first, of the days and answers (`of`) to count. `answers` name anybody, `ranked` ones somebody first. */
export function countTools(
  mentions: readonly Mention[],
  brand: string,
  { from = '', to = '9999-12-31' }: Days = {},
  of?: ReadonlySet<string>,
) {
  const isOwn = matchOwnBrand(mentions, brand);
  const counted = mentions.filter((mention) => {
    const day = dayOf(mention.created_at);
    return (of?.has(mention.response_id) ?? true) && day >= from && day <= to;
  });
  const tools = [...Map.groupBy(counted, ({ entity_name }) => foldName(entity_name)).values()].flatMap(
    (ofTool): NamedTool[] => {
      const [one] = ofTool;
      if (!one) return [];
      const ranks = ofTool.flatMap(({ rank_position }) => rank_position ?? []);
      return [
        {
          name: one.entity_name,
          isOwn: isOwn(one),
          answers: countAnswers(ofTool),
          first: countAnswers(ofTool.filter(({ rank_position }) => rank_position === 1)),
          ...(ranks.length > 0 && { rank: meanOf(ranks) }),
        },
      ];
    },
  );
  const days = counted
    .map(({ created_at }) => dayOf(created_at))
    .filter(Boolean)
    .toSorted();
  return {
    tools: tools.toSorted((a, b) => b.answers - a.answers || b.first - a.first),
    answers: countAnswers(counted),
    ranked: countAnswers(counted.filter(({ rank_position }) => rank_position === 1)),
    since: days[0],
    until: days.at(-1),
  };
}

/** The tools besides the brand in a list of mentions, the most named first. */
export function countRivals(mentions: readonly Mention[], { name }: { name: string }): NamedTool[] {
  return countTools(mentions, name).tools.filter(({ isOwn }) => !isOwn);
}

function countAnswers(mentions: readonly Mention[]): number {
  return new Set(mentions.map(({ response_id }) => response_id)).size;
}

/** Spreads that a share exceeds by chance in one of 100 cases; strict, since several rivals are compared. */
const BEYOND_CHANCE = 2.6;

const DAYS = 7;

type Counted = { answers: number; tools: readonly { name: string; isOwn: boolean; times: number }[] };

/** Counts answers that name each tool, or name it first. Undefined if a span has no answers or isn't covered whole. */
export function compareMentions(
  mentions: readonly Mention[],
  brand: string,
  days: Days & { today: string },
  by: RivalsMoved['by'],
  of?: ReadonlySet<string>,
): RivalsMoved | undefined {
  const { since } = countTools(mentions, brand);
  if (since === undefined) return undefined;
  const spans = chooseSpans(days, countDaysBetween(since, days.today) - 1);
  if (!spans || since >= spans.before.from) return undefined;
  return between(by, spans, (span): Counted => {
    const { tools, answers, ranked } = countTools(mentions, brand, span, of);
    return {
      answers: by === 'first' ? ranked : answers,
      tools: tools.map((tool) => ({ ...tool, times: by === 'first' ? tool.first : tool.answers })),
    };
  });
}

/** The same by who is named first, from stored days; `isPart`: of those known, if the first are missing. Undefined below two. */
export function compareFirsts(
  kept: readonly NamedDay[],
  brand: string,
  days: Days & { today: string },
): RivalsMoved | undefined {
  const asked = chooseSpans(days, 2 * DAYS);
  if (!asked) return undefined;
  // Today isn't over and has no row.
  const last = asked.now.to < days.today ? asked.now.to : daysBefore(days.today, 1);
  const known = listLastInRow(kept, asked.before.from, last);
  const middle = known[Math.ceil(known.length / 2)]?.day;
  if (!known[0] || middle === undefined) return undefined;
  const isPart = known[0].day > asked.before.from;
  const from = known[0].day < asked.now.from ? asked.now.from : middle;
  const part = { now: { from, to: last }, before: { from: known[0].day, to: daysBefore(from, 1) } };
  const whole = { ...asked, now: { ...asked.now, to: last } };
  const moved = between('first', isPart ? part : whole, (span): Counted => {
    const all = known.filter(({ day }) => day >= span.from && day <= span.to);
    const sum = (figure: (day: NamedDay) => number) => all.reduce((total, day) => total + figure(day), 0);
    const names = new Map(all.flatMap(({ rivals }) => rivals.map(({ name }) => [foldName(name), name])));
    return {
      answers: sum(({ ranked }) => ranked),
      tools: [
        { name: brand, isOwn: true, times: sum(({ own }) => own) },
        ...[...names.values()].map((name) => ({ name, isOwn: false, times: sum(firstsOf(name)) })),
      ],
    };
  });
  return moved && isPart ? { ...moved, isPart } : moved;
}

/** The days up to `to`, from `from` on or from behind the last one that is missing. */
function listLastInRow(kept: readonly NamedDay[], from: string, to: string): readonly NamedDay[] {
  const within = kept.filter(({ day }) => day >= from && day <= to);
  const gap = within.findLastIndex(({ day }, i) => day !== daysBefore(to, within.length - 1 - i));
  return within.slice(gap + 1);
}

/** "Since" a day compares the later ones with that day, as scores do. `most`: the number of known complete days. */
function chooseSpans({ from, to, today }: Days & { today: string }, most: number) {
  if (from !== undefined && to === undefined && from < daysBefore(today, 1))
    return { now: { from: daysBefore(from, -1), to: daysBefore(today, 1) }, before: { from, to: from } };
  const isAsked = from !== undefined || to !== undefined;
  const end = to ?? (isAsked ? today : daysBefore(today, 1));
  const length =
    from === undefined
      ? isAsked
        ? DAYS
        : Math.min(DAYS, Math.floor(most / 2))
      : countDaysBetween(from, end) + 1;
  if (length < 1) return undefined;
  const begin = from ?? daysBefore(end, length - 1);
  return {
    now: { from: begin, to: end },
    before: { from: daysBefore(begin, length), to: daysBefore(begin, 1) },
  };
}

function between(
  by: RivalsMoved['by'],
  spans: { now: { from: string; to: string }; before: { from: string; to: string } },
  count: (span: { from: string; to: string }) => Counted,
): RivalsMoved | undefined {
  const [now, before] = [count(spans.now), count(spans.before)];
  if (now.answers === 0 || before.answers === 0) return undefined;
  const names = new Map([...before.tools, ...now.tools].map((tool) => [foldName(tool.name), tool]));
  const share = ({ tools, answers }: Counted, key: string) =>
    (tools.find(({ name }) => foldName(name) === key)?.times ?? 0) / answers;
  const tools = [...names].map(([key, { name, isOwn }]): MovedTool => {
    const [then, last] = [share(before, key), share(now, key)];
    const usual = (then * before.answers + last * now.answers) / (before.answers + now.answers);
    const spread = Math.sqrt(usual * (1 - usual) * (1 / before.answers + 1 / now.answers));
    return { name, isOwn, now: last, before: then, isBeyond: Math.abs(last - then) > BEYOND_CHANCE * spread };
  });
  return {
    by,
    now: { ...spans.now, answers: now.answers },
    before: { ...spans.before, answers: before.answers },
    tools: tools.toSorted((a, b) => b.now - b.before - (a.now - a.before)),
  };
}

/** The rival that about as many answers name as the brand. */
export function closestTo(
  tools: readonly { name: string; isOwn: boolean; answers?: number | undefined }[],
): string | undefined {
  const own = tools.find(({ isOwn }) => isOwn)?.answers ?? 0;
  return tools
    .map(({ name, isOwn, answers = 0 }) => ({ name, isOwn, apart: answers - own }))
    .filter(({ isOwn }) => !isOwn)
    .toSorted((a, b) => Math.abs(a.apart) - Math.abs(b.apart))[0]?.name;
}
