/** Answers how a team works on its leads: what each person did, and how fast it replies. Figures as in the recap. */
import { findDays } from '../../ask/days.ts';
import { withoutMissing } from '../../ask/make-plan.ts';
import type { Plan } from '../../ask/plan.ts';
import {
  peopleAnswer,
  peopleFigures,
  peopleOffAnswer,
  waitsAnswer,
  waitsFigures,
} from '../../messages/feeds/recap.ts';
import { daysInWords } from '../../messages/times.ts';
import { feedsOfProject } from '../../projects/projects.ts';
import { daysBefore, startOf } from '../../rules/calendar.ts';
import { findMedianReply, groupByPerson, isWithin, type Span } from '../../rules/recap.ts';
import { readLeadStories } from '../../store/lead-stories.ts';
import { findChannelsSeen } from '../seen-by.ts';
import { notKnownHere, type PlanAnswer, type PlanAsk } from './plan-ask.ts';

const TO_REPLY = 'answer(?:ing)?|reply(?:ing)?|respond(?:ing)?|react(?:ing)?';

/** "How fast do we answer?", "our median reply time". */
const ASKS_WAITS = RegExp(
  String.raw`\bhow (?:fast|quick(?:ly)?|soon|long|slow(?:ly)?)\b.*\b(?:we|us|our team|the team)\b.*\b(?:${TO_REPLY})\b|\b(?:our|median|average|typical|team['’]s) (?:\w+ )?(?:reply|response|answer|reaction) times?\b|\btime to (?:reply|answer|respond)\b`,
  'i',
);

/** "Leads per person this week". */
const ASKS_PEOPLE =
  /\b(?:leads?|threads?|replies|claims|answers)\b.*\b(?:per|by|for each) (?:person|people|head|member|teammate|colleague)\b/i;

/** The plan of a question on how the team works; undefined for any other. */
export function planOfTeam(text: string, today: string): Plan | undefined {
  const entity = ASKS_WAITS.test(text) ? 'waits' : ASKS_PEOPLE.test(text) ? 'people' : undefined;
  return entity && withoutMissing({ intent: 'leads', entity, ...findDays(text, today)?.days });
}

const DAYS_MEANT = 30;

/** Of all replies that Sightline knows of in those days, by default the last 30. */
export async function answerWaits({ from, to }: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, db, team, today, isStoreEmpty } = ask;
  if (isStoreEmpty) throw notKnownHere('You can ask for leads as the API lists them.');
  const days = { from: from ?? (to === undefined ? daysBefore(today, DAYS_MEANT - 1) : undefined), to };
  const span = spanOf(days, ask);
  const stories = await readLeadStories(db, { team, projectId: project.id, since: 0 });
  const replies = stories.filter(({ repliedAt }) => isWithin(span, repliedAt));
  const waits = { replied: replies.length, medianReplyMs: findMedianReply(replies) };
  return {
    page: waitsAnswer(project, waits, daysInWords(days, today)),
    figures: waitsFigures(waits),
    emptyBecause: replies.length === 0 ? 'none_of_those_days' : undefined,
  };
}

function spanOf({ from, to }: Pick<Plan, 'from' | 'to'>, { timezone, today }: PlanAsk): Span {
  return {
    from: from === undefined ? 0 : startOf(from, timezone),
    to: startOf(daysBefore(to ?? today, -1), timezone),
  };
}

export type Known = { id: string; name: string };

export async function nameOf(id: string, { workspace }: PlanAsk): Promise<Known> {
  return workspace.personOf(id).catch(() => ({ id, name: id }));
}

/** Names people only to those who can already read their counts in a recap, and shares them only where it posts. */
export async function answerPeople({ from, to }: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, db, team, today, workspace, channel, isStoreEmpty } = ask;
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
  const people = groupByPerson(stories, spanOf({ from, to }, ask));
  const names = await Promise.all(people.map(async ({ person }) => (await nameOf(person, ask)).name));
  return {
    page: peopleAnswer(project, people, daysInWords({ from, to }, today)),
    figures: peopleFigures(people, names),
    emptyBecause: people.length === 0 ? 'none_listed' : undefined,
    share: naming.some((feed) => feed.channel === channel),
  };
}
