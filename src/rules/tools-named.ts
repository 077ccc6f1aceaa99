/** Counts which tools answers name, how often and how often first, and which of them gained against the days before. */
import type { MovedTool, RivalsMoved } from '../decision.ts';
import type { Mention } from '../visibility/contract.ts';
import { foldName, matchOwnBrand } from '../words/answers.ts';
import { countDaysBetween, dayOf, daysBefore } from './calendar.ts';
import type { NamedDay } from './named-days.ts';
import type { Days } from './score-course.ts';

/** `answers` that name the tool, `first`: those that name it first; `rank`: its mean rank if the API gives ranks. */
export type NamedTool = {
  name: string;
  isOwn: boolean;
  answers: number;
  first: number;
  rank?: number | undefined;
};

/**
 * The most named first. `answers` name anybody, `ranked` ones somebody first; `since`, `until`: the days counted, in UTC,
 * in which the API seems to count. `of`: ids of the answers to count.
 */
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
          ...(ranks.length > 0 && { rank: ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length }),
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

/** The default number of last complete days; fewer if the API's list is shorter. */
const DAYS = 7;

type Counted = { answers: number; tools: readonly { name: string; isOwn: boolean; times: number }[] };

/** Counts answers that name each tool. Undefined if a span has no answers or isn't covered whole. */
export function compareMentions(
  mentions: readonly Mention[],
  brand: string,
  days: Days & { today: string },
  of?: ReadonlySet<string>,
): RivalsMoved | undefined {
  const { since } = countTools(mentions, brand);
  if (since === undefined) return undefined;
  const spans = chooseSpans(days, countDaysBetween(since, days.today) - 1);
  if (!spans || since >= spans.before.from) return undefined;
  return between('named', spans, (span): Counted => {
    const { tools, answers } = countTools(mentions, brand, span, of);
    return { answers, tools: tools.map(({ answers: times, ...tool }) => ({ ...tool, times })) };
  });
}

/** The same by who is named first, from stored days. Undefined if one of the days is missing. */
export function compareFirsts(kept: readonly NamedDay[], brand: string, days: Days & { today: string }) {
  const spans = chooseSpans(days, 2 * DAYS);
  if (!spans) return undefined;
  const within = ({ from, to }: { from: string; to: string }) =>
    kept.filter(({ day }) => day >= from && day <= to && day < days.today);
  // Today isn't over and has no row.
  const last = spans.now.to < days.today ? spans.now.to : daysBefore(days.today, 1);
  const wanted = countDaysBetween(spans.before.from, last) + 1;
  if (within(spans.before).length + within(spans.now).length < wanted) return undefined;
  return between('first', spans, (span): Counted => {
    const all = within(span);
    const sum = (figure: (day: NamedDay) => number) => all.reduce((total, day) => total + figure(day), 0);
    const names = new Map(all.flatMap(({ rivals }) => rivals.map(({ name }) => [foldName(name), name])));
    const firstOf = (folded: string) => (day: NamedDay) =>
      day.rivals.find(({ name }) => foldName(name) === folded)?.first ?? 0;
    return {
      answers: sum(({ ranked }) => ranked),
      tools: [
        { name: brand, isOwn: true, times: sum(({ own }) => own) },
        ...[...names].map(([folded, name]) => ({ name, isOwn: false, times: sum(firstOf(folded)) })),
      ],
    };
  });
}

/** `most`: the number of known complete days. */
function chooseSpans({ from, to, today }: Days & { today: string }, most: number) {
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
