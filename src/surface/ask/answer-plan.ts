/** Answers a plan: one row for each intent, with the fields it can heed. The answer says which it ignored. */
import { exampleQuestions } from '../../ask/meaning.ts';
import { asksFor, type Intent, type Plan, wayOf } from '../../ask/plan.ts';
import type { Scope } from '../../decision.ts';
import { WEEK_MS } from '../../durations.ts';
import { askHelpPage } from '../../messages/ask/asked-back.ts';
import {
  alertCounts,
  alertFigures,
  type Happened,
  happenedFigures,
  happenedPage,
} from '../../messages/ask/course-figures.ts';
import {
  asNameList,
  FIELDS,
  type Field,
  fieldsIn,
  type Unheeded,
  unheededLines,
} from '../../messages/ask/reading.ts';
import {
  topicFigures,
  topicOnEngine,
  topicPage,
  topicRowFigures,
  topicRowPage,
} from '../../messages/lookups/topics.ts';
import { headline, paragraph, withBelowHeadline } from '../../messages/page.ts';
import { trackedSetAnswer } from '../../messages/prompts/prompt-forms.ts';
import { nothingTracked } from '../../messages/prompts/prompts.ts';
import { alertListPage, isOpenAlert, type LatestAlert } from '../../messages/scores/scores-answer.ts';
import { daysInWords } from '../../messages/times.ts';
import { LEDGER_DAYS } from '../../rules/alert-ledger.ts';
import { today as dayIn, daysBefore, startOf, withDayBefore } from '../../rules/calendar.ts';
import { decideRecap } from '../../rules/recap.ts';
import { buildScoreCourse } from '../../rules/score-course.ts';
import { isWhole } from '../../rules/score-series.ts';
import { computeSpanAverages } from '../../rules/span-averages.ts';
import { readLeadStories } from '../../store/lead-stories.ts';
import type { Answer, Command } from '../ask.ts';
import { answerAdmin } from '../feeds/feed-commands.ts';
import { renderFeedsAsked } from '../feeds/feeds-of-project.ts';
import { checkPermission, mayOffer, refuseFuture } from '../guards.ts';
import { topic as allTopics, readTopicOrRow, searches } from '../lookups/lookups.ts';
import { prompts } from '../prompts/prompts.ts';
import { readAllSuggestions, suggestions } from '../prompts/suggestions.ts';
import { describeTracked, describeUntracked, readSet } from '../prompts/tracked-set.ts';
import { slicePage } from '../run-command.ts';
import { findAlertChannelsUnseen, findAlertsSeen } from '../scores/scores.ts';
import { answerSources } from './citations.ts';
import { readCourseData } from './find-answers.ts';
import { answerLeadCounts, answerLeads } from './lead-answers.ts';
import {
  findSeveral,
  hasDays,
  isWanted,
  notKnownHere,
  type PlanAnswer,
  type PlanAsk,
  scopeOf,
  whyNoFigures,
  withUnheeded,
  wordOnAdded,
} from './plan-ask.ts';
import { answerRanking } from './rank-answers.ts';
import { answerComparison, answerNamed, answerPassed, answerRivalsMoved } from './rival-answers.ts';
import { answerFigures } from './score-answers.ts';
import { answerTexts } from './what-engines-say.ts';

const NO_PAST_OF_TOPICS =
  'The API gives no past figures for topics, so whether it got better or worse isn’t known.';

const PART_FIELDS: readonly Field[] = ['entity', 'engine', 'region', 'topic', 'prompt', 'days', 'said'];
const FIGURE_FIELDS: readonly Field[] = ['metric', ...PART_FIELDS];

/** `what`: the intent's subject, in the plural. `heeds`: the fields it can heed, unless the answer says otherwise. */
type PlanRow = {
  what: string;
  heeds: readonly Field[];
  answer: (plan: Plan, ask: PlanAsk) => Promise<PlanAnswer>;
};

const ROWS: Readonly<Record<Intent, PlanRow>> = {
  overview: { what: 'figures', heeds: FIGURE_FIELDS, answer: answerFiguresOrTopic },
  score: { what: 'figures', heeds: [...FIGURE_FIELDS, 'order'], answer: answerFiguresOrTopic },
  change: { what: 'changes', heeds: [...FIGURE_FIELDS, 'why'], answer: answerFiguresOrTopic },
  compare: { what: 'comparisons', heeds: [...FIGURE_FIELDS, 'order', 'limit', 'not'], answer: answerRivals },
  topic: { what: 'topics', heeds: ['metric', 'engine', 'topic', 'order', 'limit'], answer: answerTopic },
  ranking: { what: 'rankings', heeds: [...FIGURE_FIELDS, 'order', 'limit'], answer: answerRanking },
  named: { what: 'mentions', heeds: [...FIGURE_FIELDS, 'limit', 'not'], answer: answerRivals },
  sources: {
    what: 'citations',
    heeds: [...PART_FIELDS, 'order', 'limit', 'not'],
    answer: async (plan, ask) => {
      if (plan.entity !== 'searches') return answerSources(plan, ask);
      const unheeded = FIELDS.filter((field) => field !== 'entity' && field !== 'engine');
      return {
        ...(await answerCommand(searches, '', ask, { engine: asNameList(plan.engine).join(', ') })),
        unheeded,
      };
    },
  },
  leads: {
    what: 'leads',
    heeds: FIELDS.filter((field) => !['metric', 'region', 'why'].includes(field)),
    answer: async (plan, ask) => (await answerLeadCounts(plan, ask)) ?? answerLeads(plan, ask),
  },
  happened: { what: 'events', heeds: ['engine', 'region', 'days'], answer: answerHappened },
  prompts: {
    what: 'prompts',
    heeds: FIELDS,
    answer: async (plan, ask) => {
      if (plan.topic !== undefined) return answerRanking({ ...plan, entity: 'prompts' }, ask);
      const answer = await answerCommand(prompts, plan.prompt ?? '', ask);
      const unheeded = FIELDS.filter((field) => field !== 'prompt');
      if (!asksFor('added', plan)) return { ...answer, unheeded };
      const page = withBelowHeadline(answer.page, paragraph(await wordOnAdded(plan, ask)));
      return { ...answer, page, unheeded: unheeded.filter((field) => field !== 'days') };
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
    heeds: ['engine', 'days'],
    answer: async (plan, ask) => {
      if (plan.engine !== undefined) return answerTracked(plan, ask);
      if (ask.isStoreEmpty) throw notKnownHere('“npm run doctor” checks the settings.');
      if (plan.posts)
        return {
          page: await renderFeedsAsked(ask.project, plan.posts, plan, ask),
          figures: [],
          share: false,
        };
      const { message, figures } = await answerAdmin([ask.project], ask);
      return { page: message, figures, share: false };
    },
  },
  answers: {
    what: 'answers',
    heeds: [...FIGURE_FIELDS, 'order', 'limit', 'not'],
    answer: answerTexts,
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

/** What there may be though no prompt is tracked. */
const WITHOUT_PROMPTS: ReadonlySet<Intent> = new Set(['leads', 'happened', 'prompts', 'suggestions', 'help']);

/** `missed`: what of the plan the answer ignores; `clauses`: a sentence for each. @throws Refused, VisibilityError */
export async function answerPlan(
  plan: Plan,
  ask: PlanAsk,
): Promise<PlanAnswer & ReturnType<typeof describeUnheeded>> {
  const { heeds, answer } = ROWS[plan.intent];
  if (heeds.includes('days')) refuseFuture(plan.from, ask.today);
  const answered = await answer(plan, ask);
  const isEmpty = answered.emptyBecause !== undefined && plan.intent !== 'status';
  const unheeded = describeUnheeded(plan, answered.unheeded);
  const isOfPrompts = !WITHOUT_PROMPTS.has(plan.intent);
  // Where nothing is tracked there's no answer to give, nor one of everywhere else in its place.
  const missing = (field: 'engine' | 'region') =>
    isEmpty || (isOfPrompts && unheeded.missed.includes(field)) ? asNameList(plan[field]) : [];
  const untracked = await describeUntracked({ engines: missing('engine'), regions: missing('region') }, ask);
  const isNew = isEmpty && isOfPrompts && whyNoFigures(ask) === 'nothing_tracked';
  const page =
    untracked === undefined
      ? isNew && nothingTracked(ask.project, await mayOffer('prompts', ask))
      : { parts: [headline(untracked)] };
  if (page) {
    return { page, figures: [], emptyBecause: 'nothing_tracked', share: false, missed: [], clauses: [] };
  }
  return { ...answered, ...unheeded };
}

export function describeUnheeded(plan: Plan, unheeded: readonly Unheeded[] = []) {
  const { heeds, what } = ROWS[plan.intent];
  const fields = fieldsIn(plan).filter((field) => !heeds.includes(field) || unheeded.includes(field));
  const missed = [...fields, ...unheeded.filter((one) => one.startsWith('other '))];
  return { missed, clauses: unheededLines(what, plan, missed) };
}

/** A question on moves, without naming a rival, asks which rivals gained or lost. */
async function answerRivals(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (asksFor('passing', plan)) return answerPassed(plan, ask);
  const isOfMoves = plan.premise === 'either' || asksFor('past', plan);
  const premise = wayOf(plan.premise) ?? (isOfMoves ? 'better' : undefined);
  if (plan.entity === undefined && premise !== undefined) return answerRivalsMoved(plan, premise, ask);
  return plan.intent === 'compare' ? answerComparison(plan, ask) : answerNamed(plan, ask);
}

function isOfNaming({ metric }: Plan): boolean {
  return metric === undefined || metric === 'mention_rate';
}

/** The days over which answers that name a rival are counted; of two days side by side the later, told beside the other. */
function daysOfRival(plan: Plan): Pick<Plan, 'from' | 'to'> | undefined {
  const { from, to } = plan;
  if (!hasDays(plan) || asksFor('two spans', plan)) return undefined;
  if (!asksFor('two days', plan)) return { from, to };
  return to !== undefined && from === daysBefore(to, 1) ? { from: to, to } : undefined;
}

/** The API has figures of a topic, but only current ones. How a rival moved is counted from mentions. */
async function answerFiguresOrTopic(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (plan.entity !== undefined) {
    const isOfMentions = plan.topic === undefined && plan.prompt === undefined && isOfNaming(plan);
    const days = isOfMentions ? daysOfRival(plan) : undefined;
    const premise = wayOf(plan.premise) ?? (days && 'better');
    if (isOfMentions && premise !== undefined)
      return withUnheeded(await answerRivalsMoved({ ...plan, ...days }, premise, ask), 'why');
    return withUnheeded(await answerComparison(plan, ask), 'why');
  }
  if (plan.topic === undefined || plan.prompt !== undefined)
    return withUnheeded(await answerFigures(plan, ask), 'topic');
  const answer = withUnheeded(await answerTopic(plan, ask), 'region', 'days', 'why');
  if (plan.intent !== 'change') return answer;
  return { ...answer, page: withBelowHeadline(answer.page, paragraph(NO_PAST_OF_TOPICS)) };
}

async function answerCommand(
  command: Command,
  words: string,
  ask: PlanAsk,
  options: { engine?: string } = {},
): Promise<PlanAnswer> {
  const asked = { ...ask, line: `${command.name} ${words}`.trim(), words, options };
  const answer: Answer = await command.run(asked);
  if (!answer || !('message' in answer)) throw new TypeError(`“${command.name}” has no page`);
  const { message, figures = [], pages, share = false, sortable, left, isEmpty } = answer;
  const emptyBecause = options.engine && isEmpty ? 'filtered_out' : undefined;
  return { page: message, figures, pages, share, sortable, names: left?.names, emptyBecause };
}

/** The page of /visibility engines, under a sentence for each engine asked about. */
async function answerTracked({ engine }: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { allowed: mayChange } = await checkPermission('configure', ask);
  const set = await readSet('engines', ask.project, ask);
  const said = asNameList(engine).map((name) => describeTracked(name, set));
  const where = mayChange
    ? 'Change what’s tracked here.'
    : 'Admins change what’s tracked with /visibility engines.';
  const done = [...said, where].join(' ');
  return { page: trackedSetAnswer(ask.project, set, { done, mayChange }), figures: [], share: false };
}

/** The page of /visibility topic, with the plan's engines right below the headline. */
async function answerTopic(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const [topic, second] = asNameList(plan.topic);
  if (topic === undefined || second !== undefined) {
    const ranked = await answerRanking({ ...plan, entity: 'topics' }, ask);
    if (fieldsIn(plan).length > 0) return ranked;
    const { page, pages, names } = await answerCommand(allTopics, '', { ...ask, view: undefined });
    return { ...ranked, page, pages, names };
  }
  const { project } = ask;
  const { row, detail } = await readTopicOrRow(topic, ask.names.engineNames, ask);
  if (!detail)
    return { page: topicRowPage(project, row), figures: topicRowFigures(row), unheeded: ['engine'] };
  const engines = asNameList(plan.engine);
  const onEngines = engines.map((engine) => topicOnEngine(detail, engine));
  return {
    page: withBelowHeadline(topicPage(project, detail), ...onEngines),
    figures: topicFigures(detail, project.name, engines),
    emptyBecause: detail.answer_count === 0 ? 'none_listed' : undefined,
    unheeded: plan.metric === 'sentiment' && engines.length > 0 ? ['metric'] : [],
  };
}

const DAYS = 7;

/** A lead answered in these days may have been posted this much earlier. */
const EARLIER_MS = 8 * WEEK_MS;

async function answerHappened(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, today } = ask;
  if (ask.isStoreEmpty) throw notKnownHere('Ask for the score alone, or for open leads.');
  const to = plan.to ?? today;
  const isOfAlerts = asksFor('alerts', plan);
  const from = plan.from ?? daysBefore(to, (isOfAlerts ? LEDGER_DAYS : DAYS) - 1);
  const unheeded = findSeveral(plan, 'engine', 'region');
  const scope = scopeOf(plan);
  const { engine, region } = scope;
  const isPart = engine !== undefined || region !== undefined;
  const alerts = (await findAlertsOpenIn({ from, to }, ask)).filter((one) => isAlertOn(scope, one));
  const days = daysInWords({ from, to }, today) ?? '';
  const unseen = await findAlertChannelsUnseen(ask);
  if (isOfAlerts) return { ...listAlerts({ alerts, unseen }, days, plan, ask), unheeded };
  const data = await readCourseData(ask, asNameList(region?.name));
  const happened: Happened = {
    project,
    days,
    course: buildScoreCourse('score', scope, withDayBefore({ from, to }), data),
    averages: computeSpanAverages('score', scope, { from, to }, data),
    alerts,
    unseen,
    leads: isPart ? undefined : await recapLeads(from, to, ask),
    measured: data.moved.filter(({ day }) => day >= from && day <= to),
  };
  return { page: happenedPage(happened), figures: happenedFigures(happened), unheeded };
}

/**
 * Whether an alert began on this part, or this moved with it. One on the whole says nothing of its regions, and is about
 * each of them. Alerts on what answers say have no engine or region.
 */
export function isAlertOn({ engine, region }: Scope, { alert: news }: LatestAlert): boolean {
  const alert = news.kind === 'mention_alert' ? undefined : news.alert;
  if (!alert) return (engine ?? region) === undefined;
  const parts = [alert.lead, ...alert.moved];
  const areRegionsKnown = parts.some(({ scope }) => scope.region !== undefined);
  if (engine === undefined && !areRegionsKnown) return parts.some(({ scope }) => isWhole(scope));
  return parts.some(
    ({ scope: moved }) =>
      isWanted(moved.engine?.name, engine ? [engine.name] : []) &&
      isWanted(moved.region?.name, region ? [region.name] : []),
  );
}

function listAlerts(
  { alerts, unseen }: Pick<Happened, 'alerts' | 'unseen'>,
  days: string,
  plan: Plan,
  { project, page }: PlanAsk,
): PlanAnswer {
  const isOfOpen = asksFor('open alerts', plan);
  const asked = isOfOpen ? alerts.filter(isOpenAlert) : alerts;
  const { shown, pages } = slicePage(asked, page);
  return {
    page: alertListPage(project, isOfOpen ? undefined : days, asked, { shown, unseen }),
    figures: [...alertCounts(asked, unseen), ...alertFigures(asked)],
    isSo: asked.length > 0 || (unseen.length === 0 ? false : undefined),
    emptyBecause:
      asked.length + unseen.length > 0 ? undefined : isOfOpen ? 'none_listed' : 'none_of_those_days',
    pages,
  };
}

/** No alert stays open as long without a change. */
const OPEN_DAYS = 60;

/** Those that were open on one of these days, or told to be over then, as the asker sees them. */
async function findAlertsOpenIn(days: { from: string; to: string }, ask: PlanAsk) {
  const { timezone } = ask;
  const told = await findAlertsSeen(ask, startOf(daysBefore(days.from, OPEN_DAYS), timezone));
  return told.filter((one) => wasOpenIn(one.alert, days) || wasEndTold(one, days, timezone));
}

/** The figures that end an alert are those of the day before. */
function wasEndTold(one: LatestAlert, { from, to }: { from: string; to: string }, timezone: string): boolean {
  if (one.toldAt === undefined || isOpenAlert(one)) return false;
  const day = dayIn(one.toldAt, timezone);
  return day >= from && day <= to;
}

function wasOpenIn(news: LatestAlert['alert'], { from, to }: { from: string; to: string }): boolean {
  if (news.kind !== 'mention_alert') {
    const { alert } = news;
    // The figures of the last days of one that is open may still be missing.
    return alert !== undefined && alert.openedOn <= to && (alert.status === 'open' || alert.day >= from);
  }
  const { figures, now = figures } = news.about;
  return figures.day <= to && (news.status === 'open' || now.day >= from);
}

/** What became, in these days, of the leads posted to the project's channels. */
async function recapLeads(from: string, to: string, { db, team, project, timezone }: PlanAsk) {
  const span = { from: startOf(from, timezone), to: startOf(daysBefore(to, -1), timezone) };
  const stories = await readLeadStories(db, { team, projectId: project.id, since: span.from - EARLIER_MS });
  const feed = { project, subscription: '', timezone, schedule: '', byPerson: false };
  return decideRecap(stories, feed, span);
}
