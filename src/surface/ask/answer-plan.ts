/** Answers a plan: one row for each intent, with the fields it can heed. The answer says which fields it ignored. */
import { exampleQuestions } from '../../ask/examples.ts';
import { type Intent, type Plan, wayOf } from '../../ask/plan.ts';
import { askHelpPage } from '../../messages/ask/asked-back.ts';
import { asNameList, FIELDS, type Field, fieldsIn, unheededLines } from '../../messages/ask/reading.ts';
import { brief } from '../../messages/lengths.ts';
import { headline, paragraph, withBelowHeadline } from '../../messages/page.ts';
import { bold } from '../../messages/text.ts';
import type { Answer, Command } from '../ask.ts';
import { answerAdmin } from '../feeds/feed-commands.ts';
import { refuseFuture } from '../guards.ts';
import { prompts } from '../prompts/prompts.ts';
import { readAllSuggestions, suggestions } from '../prompts/suggestions.ts';
import { answerHappened } from './happened-answer.ts';
import { answerLeads } from './lead-answers.ts';
import { notKnownHere, type PlanAnswer, type PlanAsk, withUnheeded } from './plan-ask.ts';
import { answerRanking } from './rank-answers.ts';
import { answerComparison, answerNamed } from './rival-answers.ts';
import { answerRivalsMoved } from './rivals-moved-answer.ts';
import { answerFigures } from './score-answers.ts';
import { answerSources } from './source-answers.ts';
import { answerTopic } from './topic-answers.ts';
import { answerTracked, describeUntracked } from './tracked-answer.ts';

const NO_PAST_OF_TOPICS =
  'The API gives no past figures for topics, so whether it got better or worse isn’t known.';

const FIGURE_FIELDS: readonly Field[] = ['metric', 'entity', 'engine', 'region', 'topic', 'prompt', 'days'];

/**
 * `what`: the intent's subject, in the plural. `heeds`: the fields that the answer can heed, unless it says otherwise.
 */
type PlanRow = {
  what: string;
  heeds: readonly Field[];
  answer: (plan: Plan, ask: PlanAsk) => Promise<PlanAnswer>;
};

const ROWS: Readonly<Record<Intent, PlanRow>> = {
  overview: { what: 'figures', heeds: FIGURE_FIELDS, answer: answerFiguresOrTopic },
  score: { what: 'figures', heeds: [...FIGURE_FIELDS, 'order'], answer: answerFiguresOrTopic },
  change: { what: 'changes', heeds: [...FIGURE_FIELDS, 'why'], answer: answerFiguresOrTopic },
  compare: { what: 'comparisons', heeds: [...FIGURE_FIELDS, 'limit'], answer: answerRivals },
  topic: { what: 'topics', heeds: ['metric', 'engine', 'topic', 'order', 'limit'], answer: answerTopic },
  ranking: { what: 'rankings', heeds: [...FIGURE_FIELDS, 'order', 'limit'], answer: answerRanking },
  named: { what: 'mentions', heeds: [...FIGURE_FIELDS, 'limit'], answer: answerRivals },
  sources: {
    what: 'citations',
    heeds: ['entity', 'engine', 'region', 'topic', 'prompt', 'days', 'limit'],
    answer: answerSources,
  },
  leads: {
    what: 'leads',
    heeds: FIELDS.filter((field) => !['metric', 'region', 'why'].includes(field)),
    answer: answerLeads,
  },
  happened: { what: 'events', heeds: ['engine', 'region', 'days'], answer: answerHappened },
  prompts: {
    what: 'prompts',
    heeds: FIELDS,
    answer: async (plan, ask) => {
      if (plan.topic !== undefined) return answerRanking({ ...plan, entity: 'prompts' }, ask);
      const answer = await answerCommand(prompts, plan.prompt ?? '', ask);
      return { ...answer, unheeded: FIELDS.filter((field) => field !== 'prompt') };
    },
  },
  suggestions: {
    what: 'suggestions',
    heeds: ['entity'],
    answer: async (plan, ask) => {
      const [kind] = asNameList(plan.entity);
      return kind === undefined
        ? { ...(await readAllSuggestions(ask)), share: false }
        : answerCommand(suggestions, kind, ask);
    },
  },
  status: {
    what: 'feeds',
    heeds: ['engine'],
    answer: async (plan, ask) => {
      if (plan.engine !== undefined) return answerTracked(plan, ask);
      if (ask.isStoreEmpty) throw notKnownHere('“npm run doctor” checks the settings.');
      const { message, figures } = await answerAdmin([ask.project], ask);
      return { page: message, figures, share: false };
    },
  },
  help: {
    what: 'questions',
    heeds: [],
    answer: async (_, { project, names }) => ({
      page: askHelpPage(
        project,
        exampleQuestions(names).map(({ question }) => question),
      ),
      figures: [],
      share: false,
    }),
  },
};

/** `clauses`: a sentence for each field of the plan that the answer ignores. @throws Refused, VisibilityError */
export async function answerPlan(plan: Plan, ask: PlanAsk): Promise<PlanAnswer & { clauses: string[] }> {
  const { heeds, answer } = ROWS[plan.intent];
  if (heeds.includes('days')) refuseFuture(plan.from, ask.today);
  const answered = await answer(plan, ask);
  const isEmpty = answered.emptyBecause !== undefined && plan.intent !== 'status';
  const untracked = isEmpty ? await describeUntracked(plan, ask) : undefined;
  if (untracked !== undefined) {
    const page = { parts: [headline(bold(`${brief(ask.project.name, 'project')}: ${untracked}`))] };
    return { page, figures: [], emptyBecause: 'nothing_tracked', share: false, clauses: [] };
  }
  return { ...answered, clauses: describeUnheeded(plan, answered.unheeded) };
}

export function describeUnheeded(plan: Plan, unheeded: readonly Field[] = []): string[] {
  const { what, heeds } = ROWS[plan.intent];
  const missed = fieldsIn(plan).filter((field) => !heeds.includes(field) || unheeded.includes(field));
  return unheededLines(what, plan, missed);
}

/** A question that presumes a move, without naming a rival, asks which rivals gained or lost. */
async function answerRivals(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const premise = wayOf(ask.premise);
  if (plan.entity === undefined && premise !== undefined) return answerRivalsMoved(plan, premise, ask);
  return plan.intent === 'compare' ? answerComparison(plan, ask) : answerNamed(plan, ask);
}

/** The API has figures of a topic, but only current ones. How a rival moved is counted from mentions. */
async function answerFiguresOrTopic(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (plan.entity !== undefined) {
    const premise = wayOf(ask.premise);
    const isOfMentions = premise !== undefined && plan.topic === undefined && plan.prompt === undefined;
    if (isOfMentions && (plan.metric === undefined || plan.metric === 'mention_rate'))
      return withUnheeded(await answerRivalsMoved(plan, premise, ask), 'why', 'metric');
    return withUnheeded(await answerComparison(plan, ask), 'why');
  }
  if (plan.topic === undefined || plan.prompt !== undefined)
    return withUnheeded(await answerFigures(plan, ask), 'topic');
  const answer = withUnheeded(await answerTopic(plan, ask), 'region', 'days', 'why');
  if (plan.intent !== 'change') return answer;
  return { ...answer, page: withBelowHeadline(answer.page, paragraph(NO_PAST_OF_TOPICS)) };
}

/** Answers as the command does. */
async function answerCommand(command: Command, words: string, ask: PlanAsk): Promise<PlanAnswer> {
  const asked = { ...ask, line: `${command.name} ${words}`.trim(), words, options: {} };
  const answer: Answer = await command.run(asked);
  if (!answer || !('message' in answer)) throw new TypeError(`“${command.name}” has no page`);
  const { message, figures = [], pages, share = false, sortable } = answer;
  return { page: message, figures, pages, share, sortable };
}
