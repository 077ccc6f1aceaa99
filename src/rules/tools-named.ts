/** Counts which tools answers name, how often, and how often first. */

import type { Mention } from '../visibility/contract.ts';
import { foldName, matchOwnBrand } from '../words/own-brand.ts';
import { dayOf } from './calendar.ts';
import type { Days } from './score-course.ts';

/** The tools besides the brand in a list of mentions, the most mentioned first. */
export function countRivals(
  mentions: readonly Mention[],
  { name: brand }: { name: string },
): { name: string; mentions: number }[] {
  const isOwn = matchOwnBrand(mentions, brand);
  const others = Map.groupBy(
    mentions.filter((mention) => !isOwn(mention)),
    ({ entity_name }) => entity_name,
  );
  return [...others]
    .map(([name, { length }]) => ({ name, mentions: length }))
    .sort((a, b) => b.mentions - a.mentions);
}

/** `answers` that name the tool, `first`: those that name it first; `rank`: its mean rank if the API gives ranks. */
export type NamedTool = {
  name: string;
  isOwn: boolean;
  answers: number;
  first: number;
  rank?: number | undefined;
};

/** `answers` name anybody, `ranked` ones somebody first. `since`, `until`: the days counted (YYYY-MM-DD, UTC). */
export type ToolCount = {
  tools: NamedTool[];
  answers: number;
  ranked: number;
  since?: string | undefined;
  until?: string | undefined;
};

/** The most named first. Days in UTC, in which the API seems to count; `of`: ids of the answers to count. */
export function countTools(
  mentions: readonly Mention[],
  brand: string,
  { from = '', to = '9999-12-31' }: Days = {},
  of?: ReadonlySet<string>,
): ToolCount {
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

function countAnswers(mentions: readonly Mention[]): number {
  return new Set(mentions.map(({ response_id }) => response_id)).size;
}
