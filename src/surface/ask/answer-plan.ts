/** From a plan to its answer: a row for each intent, with what of a plan it always heeds; what else a plan says is said not to be heeded. */
import { exampleQuestions } from '../../ask/examples.ts';
import { type Intent, type Plan, wayOf } from '../../ask/plan.ts';
import { askHelpPage } from '../../messages/ask/asked-back.ts';
import { asNameList, FIELDS, type Field, fieldsIn, unheededLines } from '../../messages/ask/reading.ts';
import { paragraph } from '../../messages/page.ts';
import type { Answer, Command } from '../ask.ts';
import { answerAdmin } from '../feeds/feed-commands.ts';
import { refuseFuture } from '../guards.ts';
import { prompts } from '../prompts/prompts.ts';
import { allSuggested, suggestions } from '../prompts/suggestions.ts';
import { happenedAnswer } from './happened-answer.ts';
import { leadsAnswer } from './lead-answers.ts';
import { notKnownHere } from './not-known-here.ts';
import type { PlanAnswer, PlanAsk, PlanRow } from './plan-ask.ts';
import { rankingAnswer, topicAnswer } from './rank-answers.ts';
import { compareAnswer, namedAnswer } from './rival-answers.ts';
import { rivalsMovedAnswer } from './rivals-moved-answer.ts';
import { figuresAnswer } from './score-answers.ts';
import { sourcesAnswer } from './source-answers.ts';

/** What an API's topic can tell of a question about figures. */
const aboutTopic = (plan: Plan) => plan.topic !== undefined && plan.prompt === undefined;

const NO_PAST_OF_TOPICS =
  'The API gives no past figures of a topic, so whether it got better or worse isn’t known.';

const OF_FIGURES: readonly Field[] = ['metric', 'entity', 'engine', 'region', 'topic', 'prompt', 'days'];

const ROWS: Readonly<Record<Intent, PlanRow>> = {
  overview: { what: 'figures', heeds: OF_FIGURES, answer: ofFigures },
  score: { what: 'figures', heeds: [...OF_FIGURES, 'order'], answer: ofFigures },
  change: { what: 'changes', heeds: [...OF_FIGURES, 'why'], answer: ofFigures },
  compare: {
    what: 'comparisons',
    heeds: ['metric', 'entity', 'engine', 'region', 'topic', 'prompt', 'days', 'limit'],
    answer: ofRivals,
  },
  topic: { what: 'topics', heeds: ['metric', 'engine', 'topic', 'order', 'limit'], answer: topicAnswer },
  ranking: {
    what: 'rankings',
    heeds: ['metric', 'entity', 'engine', 'region', 'topic', 'prompt', 'days', 'order', 'limit'],
    answer: rankingAnswer,
  },
  named: {
    what: 'mentions',
    heeds: ['metric', 'entity', 'engine', 'region', 'topic', 'prompt', 'days', 'limit'],
    answer: ofRivals,
  },
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
      const answered = await byCommand(prompts, plan.prompt ?? '', ask);
      return { ...answered, unheeded: FIELDS.filter((field) => field !== 'prompt') };
    },
  },
  suggestions: {
    what: 'suggestions',
    heeds: ['entity'],
    answer: (plan, ask) => {
      const [kind] = asNameList(plan.entity);
      return kind === undefined ? allSuggested(ask) : byCommand(suggestions, kind, ask);
    },
  },
  status: {
    what: 'feeds',
    heeds: [],
    answer: async (_, ask) => {
      if (ask.isStoreEmpty) throw notKnownHere('“npm run doctor” checks the settings.');
      const { message, figures } = await answerAdmin([ask.project], ask);
      return { page: message, figures };
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
    }),
  },
};

/** @throws Refused, VisibilityError */
export async function answerPlan(plan: Plan, ask: PlanAsk): Promise<PlanAnswer & { clauses: string[] }> {
  const { heeds, answer } = ROWS[plan.intent];
  if (heeds.includes('days')) refuseFuture(plan.from, ask.today);
  const answered = await answer(plan, ask);
  return { ...answered, clauses: clausesOf(plan, answered.unheeded) };
}

/** One clause for each thing that the plan says and its answer does not heed: what it never does, and what it did not now. */
export function clausesOf(plan: Plan, unheeded: readonly Field[] = []): string[] {
  const { what, heeds } = ROWS[plan.intent];
  const missed = fieldsIn(plan).filter((field) => !heeds.includes(field) || unheeded.includes(field));
  return unheededLines(what, plan, missed);
}

/** Which of them gained is told by their course; else by where each stands. */
async function ofRivals(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const premise = wayOf(ask.premise);
  if (plan.entity === undefined && premise !== undefined) return rivalsMovedAnswer(plan, premise, ask);
  return plan.intent === 'compare' ? compareAnswer(plan, ask) : namedAnswer(plan, ask);
}

/** Of a topic the API gives figures of its own; a rival’s course is told beside the comparison with it. */
async function ofFigures(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (plan.entity !== undefined) {
    const answered = await compareAnswer(plan, ask);
    return { ...answered, unheeded: [...(answered.unheeded ?? []), 'why'] };
  }
  if (!aboutTopic(plan)) {
    const answered = await figuresAnswer(plan, ask);
    return plan.topic === undefined
      ? answered
      : { ...answered, unheeded: [...(answered.unheeded ?? []), 'topic'] };
  }
  const { page, ...answered } = await topicAnswer(plan, ask);
  const [head, ...rest] = page.parts;
  const past = plan.intent === 'change' && paragraph(NO_PAST_OF_TOPICS);
  return {
    ...answered,
    page: { ...page, parts: [head, past, ...rest] },
    unheeded: [...(answered.unheeded ?? []), 'region', 'days', 'why'],
  };
}

/** A command's own answer, with the words that it takes. */
async function byCommand(command: Command, words: string, ask: PlanAsk): Promise<PlanAnswer> {
  const asked = { ...ask, line: `${command.name} ${words}`.trim(), words, options: {} };
  const answer: Answer = await command.run(asked);
  if (!answer || !('message' in answer)) throw new TypeError(`“${command.name}” has no page`);
  const { message, figures = [], pages, share, sortable } = answer;
  return { page: message, figures, pages, share, sortable };
}
