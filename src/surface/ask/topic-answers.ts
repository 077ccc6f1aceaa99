/** Answers how the brand does on a topic, or ranks several topics or all of them. */
import type { Plan } from '../../ask/plan.ts';
import { asNameList, fieldsIn } from '../../messages/ask/reading.ts';
import { topicFigures, topicOnEngine } from '../../messages/ask/topic.ts';
import { topicPage, topicsPage } from '../../messages/lookups/topics.ts';
import { withBelowHeadline } from '../../messages/page.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { requireTopicLabel } from '../lookups/topic.ts';
import { slicePage } from '../run-command.ts';
import type { PlanAnswer, PlanAsk } from './plan-ask.ts';
import { answerRanking } from './rank-answers.ts';

/** The page of /visibility topic, with the plan's engines right below the headline. */
export async function answerTopic(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api, names } = ask;
  const [topic, second] = asNameList(plan.topic);
  if (topic === undefined || second !== undefined) {
    const ranked = await answerRanking({ ...plan, entity: 'topics' }, ask);
    return fieldsIn(plan).length === 0 ? { ...ranked, ...(await listTopics(ask)) } : ranked;
  }
  const label = await requireTopicLabel(topic, 'topic', ask);
  const detail = topicWithEngineNames(await api(project).topicDetail(project.id, label), names.engineNames);
  const engines = asNameList(plan.engine);
  const onEngines = engines.map((engine) => topicOnEngine(detail, engine));
  return {
    page: withBelowHeadline(topicPage(project, detail), ...onEngines),
    figures: topicFigures(detail, project.name, engines),
    emptyBecause: detail.answer_count === 0 ? 'none_listed' : undefined,
    unheeded: plan.metric === 'sentiment' && engines.length > 0 ? ['metric'] : [],
  };
}

/** The page of /visibility topic without a name. */
async function listTopics({ project, api, page }: PlanAsk): Promise<Pick<PlanAnswer, 'page' | 'pages'>> {
  const all = await api(project).topics(project.id);
  const { shown, pages } = slicePage(all, page);
  return { page: topicsPage(project, shown, all), pages };
}
