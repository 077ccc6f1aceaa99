/** From a plan to its answer: a row for each intent, with the fields that it can heed. Readers are told about all others. */
import { exampleQuestions } from '../../ask/examples.ts';
import { type Intent, type Plan, wayOf } from '../../ask/plan.ts';
import { askHelpPage } from '../../messages/ask/asked-back.ts';
import { asNameList, FIELDS, type Field, fieldsIn, unheededLines } from '../../messages/ask/reading.ts';
import { paragraph, withBelowHeadline } from '../../messages/page.ts';
import type { Answer, Command } from '../ask.ts';
import { answerAdmin } from '../feeds/feed-commands.ts';
import { refuseFuture } from '../guards.ts';
import { prompts } from '../prompts/prompts.ts';
import { allSuggested, suggestions } from '../prompts/suggestions.ts';
import { happenedAnswer } from './happened-answer.ts';
import { leadsAnswer } from './lead-answers.ts';
import { notHeeding, notKnownHere, type PlanAnswer, type PlanAsk } from './plan-ask.ts';
import { rankingAnswer } from './rank-answers.ts';
import { compareAnswer, namedAnswer } from './rival-answers.ts';
import { rivalsMovedAnswer } from './rivals-moved-answer.ts';
import { figuresAnswer } from './score-answers.ts';
import { sourcesAnswer } from './source-answers.ts';
import { topicAnswer } from './topic-answers.ts';

const NO_PAST_OF_TOPICS =
  'The API gives no past figures of a topic, so whether it got better or worse isn’t known.';

const FIGURE_FIELDS: readonly Field[] = ['metric', 'entity', 'engine', 'region', 'topic', 'prompt', 'days'];

/** `what` the intent is about, in the plural; `heeds`: the fields that its answer can heed, unless that says otherwise. */
type PlanRow = {
  what: string;
  heeds: readonly Field[];
  answer: (plan: Plan, ask: PlanAsk) => Promise<PlanAnswer>;
};

const ROWS: Readonly<Record<Intent, PlanRow>> = {
  overview: { what: 'figures', heeds: FIGURE_FIELDS, answer: figuresOrTopic },
  score: { what: 'figures', heeds: [...FIGURE_FIELDS, 'order'], answer: figuresOrTopic },
  change: { what: 'changes', heeds: [...FIGURE_FIELDS, 'why'], answer: figuresOrTopic },
  compare: { what: 'comparisons', heeds: [...FIGURE_FIELDS, 'limit'], answer: rivalsAnswer },
  topic: { what: 'topics', heeds: ['metric', 'engine', 'topic', 'order', 'limit'], answer: topicAnswer },
  ranking: { what: 'rankings', heeds: [...FIGURE_FIELDS, 'order', 'limit'], answer: rankingAnswer },
  named: { what: 'mentions', heeds: [...FIGURE_FIELDS, 'limit'], answer: rivalsAnswer },
  sources: {
    what: 'citations',
    heeds: ['entity', 'engine', 'region', 'topic', 'prompt', 'days', 'limit'],
    answer: sourcesAnswer,
  },
  leads: {
    what: 'leads',
    heeds: ['entity', 'engine', 'topic', 'prompt', 'days', 'order', 'limit', 'filters', 'min_score'],
    answer: leadsAnswer,
  },
  happened: { what: 'events', heeds: ['engine', 'region', 'days'], answer: happenedAnswer },
  prompts: {
    what: 'prompts',
    heeds: FIELDS,
    answer: async (plan, ask) => {
      if (plan.topic !== undefined) return rankingAnswer({ ...plan, entity: 'prompts' }, ask);
      const answer = await commandAnswer(prompts, plan.prompt ?? '', ask);
      return { ...answer, unheeded: FIELDS.filter((field) => field !== 'prompt') };
    },
  },
  suggestions: {
    what: 'suggestions',
    heeds: ['entity'],
    answer: async (plan, ask) => {
      const [kind] = asNameList(plan.entity);
      return kind === undefined
        ? { ...(await allSuggested(ask)), share: false }
        : commandAnswer(suggestions, kind, ask);
    },
  },
  status: {
    what: 'feeds',
    heeds: [],
    answer: async (_, ask) => {
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
  return { ...answered, clauses: clausesOf(plan, answered.unheeded) };
}

export function clausesOf(plan: Plan, unheeded: readonly Field[] = []): string[] {
  const { what, heeds } = ROWS[plan.intent];
  const missed = fieldsIn(plan).filter((field) => !heeds.includes(field) || unheeded.includes(field));
  return unheededLines(what, plan, missed);
}

/** A question on which rivals gained or lost is about their course; any other about where each stands. */
async function rivalsAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const premise = wayOf(ask.premise);
  if (plan.entity === undefined && premise !== undefined) return rivalsMovedAnswer(plan, premise, ask);
  return plan.intent === 'compare' ? compareAnswer(plan, ask) : namedAnswer(plan, ask);
}

/** The API has figures of a topic, but only current ones. The course of a rival is in the comparison with it. */
async function figuresOrTopic(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (plan.entity !== undefined) return notHeeding(await compareAnswer(plan, ask), 'why');
  if (plan.topic === undefined || plan.prompt !== undefined)
    return notHeeding(await figuresAnswer(plan, ask), 'topic');
  const answer = notHeeding(await topicAnswer(plan, ask), 'region', 'days', 'why');
  if (plan.intent !== 'change') return answer;
  return { ...answer, page: withBelowHeadline(answer.page, paragraph(NO_PAST_OF_TOPICS)) };
}

/** What the command answers to these words. */
async function commandAnswer(command: Command, words: string, ask: PlanAsk): Promise<PlanAnswer> {
  const asked = { ...ask, line: `${command.name} ${words}`.trim(), words, options: {} };
  const answer: Answer = await command.run(asked);
  if (!answer || !('message' in answer)) throw new TypeError(`“${command.name}” has no page`);
  const { message, figures = [], pages, share = false, sortable } = answer;
  return { page: message, figures, pages, share, sortable };
}
