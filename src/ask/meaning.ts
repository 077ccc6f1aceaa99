/** What a question with these signs and names asks for: rules, of which the heaviest that fits wins. Knows no language. */
import type { Sign } from './english.ts';
import type { NameKind } from './names.ts';
import type { Intent } from './plan.ts';

/** What a rule can look at. */
export type Trait =
  | Sign
  | `a ${Exclude<NameKind, 'engine'>}`
  | 'an engine'
  | 'days'
  | 'a limit'
  | 'a lowest score'
  | 'a metric'
  | 'a kind'
  | 'words of prompts'
  | 'several to rank'
  | 'several rivals';

type Rule = { intent: Intent; weight: number; all: readonly Trait[]; none?: readonly Trait[] };

/** Above this weight a rule stands for a question by itself; below, for what may belong to another one. */
export const WHOLE = 6.2;

function rule(intent: Intent, weight: number, all: readonly Trait[], none: readonly Trait[] = []): Rule {
  return { intent, weight, all, none };
}

export const RULES: readonly Rule[] = [
  rule('help', 10, ['help'], ['a rival', 'a topic', 'leads', 'a metric', 'status', 'sources', 'suggest']),
  rule('help', 5, ['help']),

  rule('leads', 9.5, ['leads']),
  rule('leads', 5, ['newest']),
  rule('happened', 5, ['newest']),
  rule('leads', 5.3, ['a limit', 'best']),
  rule('ranking', 5.3, ['a limit', 'best']),
  rule('leads', 7.6, ['a place']),
  rule('leads', 6, ['mine'], ['a metric', 'status', 'change', 'compare']),
  rule('leads', 6, ['unclaimed']),
  rule('leads', 6, ['unanswered']),
  rule('leads', 6, ['snoozed']),
  rule('leads', 6, ['dismissed'], ['suggest', 'change']),
  rule('leads', 6, ['answered', 'us'], ['named']),
  rule('leads', 6, ['a lowest score']),

  rule('status', 9, ['status'], ['a metric', 'change', 'sources', 'a rival', 'a topic', 'prompts']),
  rule('status', 9.1, ['status', 'silent']),
  rule('status', 5, ['status']),

  rule('suggestions', 9.2, ['suggest'], ['who', 'a rival', 'an engine']),
  rule('suggestions', 6, ['suggest'], ['who', 'a rival']),
  rule('suggestions', 8, ['segments']),

  rule('change', 8.8, ['why', 'change']),
  rule('change', 7.2, ['why', 'a metric'], ['a rival']),
  rule('change', 7.5, ['why', 'happened'], ['a rival']),
  rule('change', 6.5, ['why'], ['a rival', 'help']),
  rule('change', 7.6, ['change'], ['compare', 'who']),
  rule('change', 6.6, ['change']),
  rule('change', 8.4, ['change', 'a rival'], ['us', 'compare']),

  rule('compare', 8.6, ['a rival', 'compare']),
  rule('compare', 8.7, ['several rivals'], ['named', 'sources', 'who']),
  rule('compare', 8.7, ['several rivals', 'a metric'], ['sources', 'who']),
  rule('compare', 8.2, ['a rival', 'us'], ['named']),
  rule('compare', 7.9, ['a rival', 'a metric'], ['who', 'named', 'sources']),
  rule('compare', 8.1, ['a rival', 'best']),
  rule('compare', 6.2, ['a rival']),
  rule('compare', 7.0, ['compare', 'us', 'who']),
  rule('compare', 6.4, ['compare', 'us'], ['a kind', 'a metric', 'best', 'worst']),

  rule('named', 8.3, ['a rival', 'named'], ['us', 'compare']),
  rule('named', 8.1, ['a rival', 'how_often'], ['us']),
  rule('named', 8.3, ['a rival', 'first'], ['us']),
  rule('named', 7.8, ['who', 'named']),
  rule('named', 7.8, ['leading']),
  rule('named', 7.1, ['who', 'compare'], ['us', 'a rival']),
  rule('compare', 7.1, ['who', 'compare'], ['us', 'a rival', 'a topic', 'an engine', 'a region', 'a prompt']),
  rule('named', 7.4, ['who', 'first']),
  rule('named', 6.8, ['named'], ['us']),
  rule('named', 6.3, ['named', 'first']),
  rule('named', 6, ['who', 'best']),

  rule('sources', 9, ['a domain']),
  rule('sources', 9, ['own_site']),
  rule('sources', 8.5, ['sources'], ['leads']),

  rule('ranking', 8.5, ['several to rank', 'compare']),
  rule('ranking', 8.5, ['several to rank', 'worst']),
  rule('ranking', 8.5, ['several to rank', 'best']),
  rule('ranking', 8.45, ['a kind', 'best'], ['a rival', 'sources']),
  rule('ranking', 8.9, ['a kind', 'worst'], ['a rival', 'sources', 'why']),
  rule('ranking', 8.3, ['a kind', 'ranked'], ['a rival', 'sources']),
  rule('ranking', 5, ['a kind', 'a metric'], ['prompts']),

  rule('prompts', 7.3, ['prompts'], ['a metric', 'change', 'why', 'best', 'worst', 'who', 'sources']),
  rule('prompts', 6.1, ['prompts', 'every']),

  rule('happened', 7.4, ['happened'], ['why', 'compare', 'change']),
  rule('happened', 6.9, ['happened'], ['compare']),

  rule('topic', 6.5, ['a topic', 'a metric']),
  rule('topic', 6.4, ['a topic', 'standing']),
  rule('topic', 5.5, ['a topic']),
  rule('topic', 5, ['topics', 'standing']),
  rule('topic', 4, ['topics']),

  rule('score', 6.3, ['a metric']),
  rule('score', 7.7, ['how_often', 'us']),
  rule('score', 4.5, ['a prompt']),
  rule('score', 4.4, ['an engine']),
  rule('score', 4.4, ['a region']),

  rule('overview', 5.2, ['overview'], ['a topic']),
  rule('overview', 5.1, ['overview', 'us'], ['a topic']),
];

/** What the traits of a question come to, each intent with its heaviest rule, the heaviest first. */
export function intentsOf(traits: ReadonlySet<Trait>): { intent: Intent; weight: number }[] {
  const best = new Map<Intent, number>();
  for (const { intent, weight, all, none = [] } of RULES) {
    if (!all.every((trait) => traits.has(trait)) || none.some((trait) => traits.has(trait))) continue;
    best.set(intent, Math.max(weight, best.get(intent) ?? 0));
  }
  return [...best].map(([intent, weight]) => ({ intent, weight })).sort((a, b) => b.weight - a.weight);
}
