/** Answers how many leads there are by place or person, and how many came in: counted over all known leads. */
import type { Plan } from '../../ask/plan.ts';
import { type LeadsBy, leadsCountedBy } from '../../messages/ask/reading.ts';
import { peopleAnswer, peopleFigures, peopleOffAnswer } from '../../messages/feeds/recap.ts';
import {
  arrivedFigures,
  arrivedPage,
  isSubreddit,
  leadPlacesFigures,
  leadPlacesPage,
  placesOf,
} from '../../messages/leads/lead-counts.ts';
import { note, withBelow } from '../../messages/page.ts';
import { daysInWords } from '../../messages/times.ts';
import { feedsOfProject } from '../../projects/projects.ts';
import { daysBefore, startOf } from '../../rules/calendar.ts';
import { groupByPerson } from '../../rules/recap.ts';
import { readLeadStories } from '../../store/lead-stories.ts';
import { findKnownLeads } from '../leads/lead-list.ts';
import { findChannelsSeen } from '../seen-by.ts';
import { ALL_OPEN, nameOf, writeWords } from './lead-answers.ts';
import { notKnownHere, type PlanAnswer, type PlanAsk } from './plan-ask.ts';

/** Undefined if the plan asks for a list, or if there is nothing to count. */
export async function answerLeadCounts(plan: Plan, ask: PlanAsk): Promise<PlanAnswer | undefined> {
  const by = leadsCountedBy(plan);
  if (by === 'people') return answerPeople(plan, ask);
  if (by !== undefined) return answerPlaces(plan, by, ask);
  return plan.arrived ? answerArrived(plan, ask) : undefined;
}

/** Undefined if no such lead is known. */
async function answerPlaces(
  plan: Plan,
  by: Exclude<LeadsBy, 'people'>,
  ask: PlanAsk,
): Promise<PlanAnswer | undefined> {
  const { project, isStoreEmpty } = ask;
  if (isStoreEmpty && plan.filters) return undefined;
  const { leads, asked } = await findKnownLeads(project, writeWords({ ...plan, entity: undefined }), ask);
  if (leads.length === 0) return undefined;
  const counted = by === 'subreddits' ? leads.filter(isSubreddit) : leads;
  const places = placesOf(counted);
  const page = leadPlacesPage(project, places, { by, known: leads.length, asked });
  return {
    page: isStoreEmpty ? withBelow(page, note(ALL_OPEN)) : page,
    figures: leadPlacesFigures(places),
    emptyBecause: places.length === 0 ? 'filtered_out' : undefined,
  };
}

/** By when they were first seen, whatever became of them. */
async function answerArrived(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, isStoreEmpty } = ask;
  if (isStoreEmpty) throw notKnownHere('You can ask for leads as the API lists them.');
  const { leads, only, asked } = await findKnownLeads(project, writeWords(plan), ask);
  return {
    page: arrivedPage(project, leads, { only, asked }),
    figures: arrivedFigures(leads),
    emptyBecause: leads.length === 0 ? 'none_of_those_days' : undefined,
  };
}

/** Names people only to those who can already read their counts in a recap, and shares them only where it posts. */
async function answerPeople({ from, to }: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, db, team, timezone, today, workspace, channel, isStoreEmpty } = ask;
  if (isStoreEmpty) throw notKnownHere('You can ask for leads as the API lists them.');
  const recaps = feedsOfProject(workspace.projects(), project.id).filter(({ kind }) => kind === 'recap');
  const channels = await findChannelsSeen(project, ask);
  const naming = recaps.filter(
    (feed) => feed.kind === 'recap' && feed.settings.by_person && channels.includes(feed.channel),
  );
  if (naming.length === 0) {
    return { page: peopleOffAnswer(project), figures: [], emptyBecause: 'not_known', share: false };
  }
  const stories = await readLeadStories(db, { team, projectId: project.id, since: 0 });
  const span = {
    from: from === undefined ? 0 : startOf(from, timezone),
    to: startOf(daysBefore(to ?? today, -1), timezone),
  };
  const people = groupByPerson(stories, span);
  const names = await Promise.all(people.map(async ({ person }) => (await nameOf(person, ask)).name));
  return {
    page: peopleAnswer(project, people, daysInWords({ from, to }, today)),
    figures: peopleFigures(people, names),
    emptyBecause: people.length === 0 ? 'none_listed' : undefined,
    share: naming.some((feed) => feed.channel === channel),
  };
}
