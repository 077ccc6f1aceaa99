/** Answers a question about leads with the list of /visibility leads: a plan becomes the words that it takes. */
import type { Plan } from '../../ask/plan.ts';
import { namesIn, readingOf } from '../../messages/ask/reading.ts';
import { httpUrl } from '../../messages/lengths.ts';
import { leadList } from '../leads/lead-list.ts';
import type { PlanAnswer, PlanAsk } from './plan-ask.ts';

/** Links of one answer. */
const MOST_LINKS = 20;

export async function leadsAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, page, view } = ask;
  const of = leadWords(plan);
  const { message, pages, share, sortable, listed } = await leadList(project, { of, page }, ask, { view });
  const { leads, open, asked } = listed;
  const among = asked === undefined ? '' : ` among the API’s best ${asked}`;
  return {
    page: message,
    figures: [
      { name: `${readingOf(plan)}${among}`, value: leads.length, unit: 'leads' },
      { name: 'of them open', value: open, unit: 'leads' },
    ],
    sources: leads.slice(0, MOST_LINKS).flatMap(({ url }) => httpUrl(url) ?? []),
    isEmpty: leads.length === 0,
    // Which leads are one’s own is nobody else’s answer.
    share: share && !plan.filters?.includes('mine'),
    unheeded: plan.order === 'worst' ? ['order'] : [],
    pages,
    sortable,
  };
}

const FILTERS = {
  cited: 'cited',
  mine: 'mine',
  unclaimed: 'unclaimed',
  snoozed: 'snoozed',
  answered: 'answered',
  dismissed: 'dismissed',
  old: 'older',
} as const satisfies Record<NonNullable<Plan['filters']>[number], string>;

/** `cited engine:"Gemini" place:"r/devops" since:2026-11-16 newest top:5` */
export function leadWords({
  filters = [],
  entity,
  engine,
  topic,
  prompt,
  from,
  to,
  order,
  limit,
  min_score,
}: Plan): string {
  const quoted = (key: string, name: string) => `${key}:"${name.replaceAll('"', '')}"`;
  return [
    ...filters.map((filter) => FILTERS[filter]),
    ...namesIn(engine).map((name) => quoted('engine', name)),
    ...namesIn(entity).map((name) => quoted('place', name)),
    ...namesIn(topic).map((name) => quoted('topic', name)),
    ...(from === undefined ? [] : [`since:${from}`]),
    ...(to === undefined ? [] : [`until:${to}`]),
    ...(order === 'newest' || order === 'oldest' ? [order] : []),
    ...(limit === undefined ? [] : [`top:${limit}`]),
    ...(min_score === undefined ? [] : [`score:${min_score}`]),
    ...(prompt === undefined ? [] : [prompt]),
  ].join(' ');
}
