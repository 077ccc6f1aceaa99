/** Answers a question about leads: with the list of /visibility leads, counted by place, person or day, or how the team works on them. */
import { isDeepStrictEqual } from 'node:util';
import {
  FILTERS_OF_PEOPLE,
  findPerson,
  mayDenyDeeds,
  type Person,
  personDenied,
  personNamed,
  readOfPerson,
  readOfSamePerson,
  readOfTeam,
} from '../../ask/people.ts';
import { asksFor, type EmptyCause, type Plan, type Reading } from '../../ask/plan.ts';
import { LEAD_STATES } from '../../decision.ts';
import {
  asNameList,
  type Field,
  fieldsIn,
  type LeadsBy,
  leadsCountedBy,
  readingOf,
} from '../../messages/ask/reading.ts';
import {
  peopleAnswer,
  peopleFigures,
  peopleOffAnswer,
  waitsAnswer,
  waitsFigures,
} from '../../messages/feeds/recap.ts';
import {
  arrivedFigures,
  arrivedPage,
  leadPlacesFigures,
  leadPlacesPage,
  OUTCOMES_MARKED,
  type PastClaims,
  pastClaimsLine,
  placesOf,
  withAllClaims,
} from '../../messages/leads/lead-counts.ts';
import { httpUrl } from '../../messages/lengths.ts';
import { note, paragraph, withBelow, withBelowHeadline } from '../../messages/page.ts';
import { daysInWords } from '../../messages/times.ts';
import { feedsOfProject } from '../../projects/projects.ts';
import { daysBefore, startOf, today } from '../../rules/calendar.ts';
import { isFrom } from '../../rules/lead-place.ts';
import { findMedianReply, groupByPerson, isWithin, type Span } from '../../rules/recap.ts';
import { readStandingLeads } from '../../store/announced.ts';
import { readHandles } from '../../store/handles.ts';
import { readClaims, readLeadStories } from '../../store/lead-stories.ts';
import { findKnownLeads } from '../leads/find-leads.ts';
import { leadList } from '../leads/lead-list.ts';
import { Refused } from '../refused.ts';
import { findChannelsSeen } from '../seen-by.ts';
import { hasDays, notKnownHere, type PlanAnswer, type PlanAsk } from './plan-ask.ts';

export async function answerLeads(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, page, view, isStoreEmpty } = ask;
  // There, every lead counts as open, and so unclaimed.
  if (
    isStoreEmpty &&
    plan.filters?.some((filter) => FILTERS_OF_PEOPLE.has(filter) && filter !== 'unclaimed')
  ) {
    throw notKnownHere('You can ask for leads as the API lists them.');
  }
  if (ask.person === '' && plan.filters?.includes('mine'))
    throw new Refused(NOBODYS, { because: 'none_listed' });
  if (plan.person && plan.person.id === undefined) throw nobodyNamed(plan.person.name, ask);
  const of = writeWords(leadsCountedBy(plan) ? { ...plan, entity: undefined } : plan);
  const { message, pages, left, share, sortable, listed } = await leadList(project, { of, page }, ask, view);
  const { leads, here, open, asked } = listed;
  const past = isStoreEmpty ? [] : await findPastClaims(plan, leads, ask);
  const isOver = leads.length === 0 && past.length > 0;
  const isOfOutcome = plan.filters?.some((filter) => filter === 'helpful' || filter === 'removed');
  const below = isOfOutcome ? OUTCOMES_MARKED : pastClaimsLine(past);
  const isOfDeeds = past.length > 0 && plan.filters?.[0] === 'claimed' && hasDays(plan);
  const all = past.reduce((sum, { handles }) => sum + handles.length, leads.length);
  const list = isOfDeeds ? withAllClaims(message, project, leads.length, past, listed.only) : message;
  const among = asked === undefined ? '' : ` among the ${asked} leads that were read`;
  return {
    page: isStoreEmpty ? withBelow(message, note(ALL_OPEN)) : withBelowHeadline(list, paragraph(below)),
    figures: [
      { name: `${readingOf(plan, ask.today)}${among}`, value: isOfDeeds ? all : leads.length, unit: 'leads' },
      ...(isStoreEmpty ? [] : [{ name: 'of them open', value: open, unit: 'leads' }]),
      ...past.map(({ state, handles }) => ({
        name: `claimed, and by now ${state === 'replied' ? 'answered' : state}`,
        value: handles.length,
        unit: 'leads',
      })),
    ],
    sources: here.flatMap(({ url }) => httpUrl(url) ?? []),
    isSo: leads.length > 0 || isOver,
    emptyBecause: leads.length > 0 || isOver ? undefined : whyNoLeads(listed.known, plan),
    // “My leads” would mean different leads to everyone else.
    share: share && !plan.filters?.includes('mine'),
    unheeded: plan.order === 'worst' ? ['order'] : [],
    pages,
    leads: left?.leads,
    sortable,
  };
}

const NOBODYS =
  'You’re nobody in Slack here, so no lead is yours. Ask for claimed or answered leads instead.';

const OF_CLAIMS: readonly Field[] = ['filters', 'days', 'order', 'limit'];

/** Who asks how many somebody claimed means the claims, whatever became of the leads. */
async function findPastClaims(
  plan: Plan,
  held: readonly { key: string }[],
  ask: PlanAsk,
): Promise<PastClaims> {
  const { filters = [], person, from = '', to = '9999-12-31' } = plan;
  const isMine = filters[0] === 'mine';
  if (filters.length !== 1 || !(isMine || filters[0] === 'claimed')) return [];
  // “My leads” are those to answer.
  if ((isMine && held.length > 0 && !hasDays(plan)) || fieldsIn(plan).some((one) => !OF_CLAIMS.includes(one)))
    return [];
  const { db, team, project, timezone } = ask;
  const of = { team, projectId: project.id };
  const who = isMine ? ask.person : person?.id;
  const claims = (await readClaims(db, of)).filter(({ by, at }) => {
    const day = today(at, timezone);
    return (who === undefined || by === who) && day >= from && day <= to;
  });
  const keys = new Set(claims.map(({ key }) => key));
  const isHeld = new Set(held.map(({ key }) => key));
  const leads = (await readStandingLeads(db, of, LEAD_STATES)).filter(({ key, state }) => {
    const isStill = state.state === 'claimed' && (who === undefined || state.by === who);
    return keys.has(key) && !isHeld.has(key) && !isStill;
  });
  const handles = await readHandles(
    db,
    team,
    leads.map(({ key }) => key),
  );
  return [...Map.groupBy(leads, ({ state }) => state.state)].map(([state, ofState]) => ({
    state,
    handles: ofState.flatMap(({ key }) => handles[key] ?? []),
  }));
}

function whyNoLeads(known: number, plan: Plan): EmptyCause {
  if (known === 0) return 'none_listed';
  return hasDays(plan) ? 'none_of_those_days' : 'filtered_out';
}

/** Only people who did something with a lead of the project are known. */
function nobodyNamed(name: string, { project }: PlanAsk): Refused {
  const sentence = `Nobody called ${name} has claimed, answered, snoozed or dismissed any of ${project.name}’s leads here. I only know the names of people who have.`;
  return new Refused(sentence, { tries: ['leads claimed'], because: 'filtered_out' });
}

const ALL_OPEN =
  'What people did with leads isn’t known here, so every lead counts as open. You’ll find their short names in Slack.';

const ENDED: ReadonlySet<string> = new Set(['answered', 'dismissed', 'snoozed']);

/** `cited engine:"Gemini" place:"r/devops" since:2026-11-16 newest top:5` */
function writeWords(plan: Plan): string {
  const { filters = [], entity, engine, topic, prompt, from, to, order, limit, not, person } = plan;
  const { min_score, max_score } = plan;
  const given = (key: string, value: string | number | undefined) =>
    value === undefined ? [] : [`${key}:${value}`];
  const quoted = (key: string, name: string) => `${key}:"${name.replaceAll('"', '')}"`;
  return [
    // Who asks for leads claimed and answered means those that are answered by now.
    ...filters.flatMap((filter) =>
      filter === 'old'
        ? 'older'
        : filter === 'claimed' && filters.some((one) => ENDED.has(one))
          ? []
          : filter,
    ),
    ...asNameList(engine).map((name) => quoted('engine', name)),
    ...asNameList(entity).map((name) => quoted('place', name)),
    ...asNameList(topic).map((name) => quoted('topic', name)),
    ...(person?.id === undefined
      ? []
      : [quoted('by', `${person.id} ${person.name}`), ...(filters[0] ? [] : ['all'])]),
    ...given('since', from),
    ...given('until', to),
    ...(order === 'newest' || order === 'oldest' ? [order] : []),
    ...given('top', limit),
    ...given('score', min_score),
    ...given('max', max_score),
    ...asNameList(not).map((name) => quoted('not', name)),
    ...(prompt === undefined ? [] : [prompt]),
  ].join(' ');
}

/** A mention that Slack gave without a name. */
const ID = /^[UW][A-Z0-9]{2,}$/;

/** The plan of a question about the team or a person, whose name only Slack knows. */
export async function readOfPeople(
  text: string,
  reading: Reading,
  ask: PlanAsk,
  before?: Plan | readonly Plan[],
): Promise<Plan | undefined> {
  const { names, timezone } = ask;
  const around = { known: names.known, at: { now: ask.now(), timezone }, before };
  const ofSame = readOfSamePerson(text, around);
  // “Can Ben dismiss leads?” asks what he may do.
  const isOrder = reading.verdict === 'not_understood' && reading.isOrder;
  if (ofSame || isOrder) return ofSame;
  const ofTeam = readOfTeam(text, ask.today);
  const isUnderstood = reading.verdict === 'understood';
  if (ofTeam && (!isUnderstood || isDeepStrictEqual(reading.plan, { intent: 'leads' }))) return ofTeam;
  if (isUnderstood) return undefined;
  const people = ask.isStoreEmpty ? [] : await readPeople(ask);
  const named = personNamed(text, reading, people);
  if (!named) return undefined;
  const isId = ID.test(named.name) && !ask.isStoreEmpty;
  const person = isId ? await nameOf(named.name, ask) : findPerson(named.name, people);
  return readOfPerson(text, named, person, around);
}

/** “Leads Ana has not answered”. Only what somebody did can be asked for. */
export async function refuseDenied(text: string, ask: PlanAsk): Promise<Refused | undefined> {
  if (ask.isStoreEmpty || !mayDenyDeeds(text)) return undefined;
  const person = personDenied(text, await readPeople(ask));
  if (!person) return undefined;
  const { name } = person;
  return new Refused(`You can ask which leads ${name} claimed or answered, but not which ${name} didn’t.`, {
    tries: [
      { label: 'Open leads', line: 'leads' },
      { label: `Leads ${name} answered`, line: `ask leads answered by ${name}` },
    ],
    because: 'not_known',
  });
}

const DONE = ['claimed', 'snoozed', 'replied', 'dismissed'] as const;

async function readPeople(ask: PlanAsk): Promise<Person[]> {
  const { db, team, project } = ask;
  const leads = await readStandingLeads(db, { team, projectId: project.id }, DONE);
  const ids = new Set(leads.flatMap(({ state }) => state.by || []));
  return Promise.all([...ids].map((id) => nameOf(id, ask)));
}

/** Undefined if the plan asks for a list, or if there is nothing to count. */
export async function answerLeadCounts(plan: Plan, ask: PlanAsk): Promise<PlanAnswer | undefined> {
  const by = leadsCountedBy(plan);
  if (by === 'places' || by === 'subreddits') return answerPlaces(plan, by, ask);
  if (by === undefined && !plan.arrived) return undefined;
  if (ask.isStoreEmpty) throw notKnownHere('You can ask for leads as the API lists them.');
  if (by === undefined) return answerArrived(plan, ask);
  return by === 'people' ? answerPeople(plan, ask) : answerWaits(plan, ask);
}

async function answerPlaces(
  plan: Plan,
  by: Exclude<LeadsBy, 'people' | 'waits'>,
  ask: PlanAsk,
): Promise<PlanAnswer | undefined> {
  const { project, isStoreEmpty } = ask;
  if (isStoreEmpty && plan.filters) return undefined;
  const { leads, asked } = await findKnownLeads(project, writeWords({ ...plan, entity: undefined }), ask);
  if (leads.length === 0) return undefined;
  const counted = by === 'subreddits' ? leads.filter((lead) => isFrom(lead, 'reddit')) : leads;
  const places = placesOf(counted);
  const page = leadPlacesPage(project, places, { by, known: leads.length, asked });
  return {
    page: isStoreEmpty ? withBelow(page, note(ALL_OPEN)) : page,
    figures: leadPlacesFigures(places),
    emptyBecause: places.length === 0 ? 'filtered_out' : undefined,
  };
}

/** By when they were first seen, or first posted here if that is asked, whatever became of them. */
async function answerArrived(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, db, team, today } = ask;
  const arePosted = asksFor('posted', plan);
  const { from, to, ...undated } = plan;
  const known = await findKnownLeads(project, writeWords(arePosted ? undated : plan), ask);
  const { only, asked } = known;
  const span = spanOf({ from, to }, ask);
  const posted = arePosted
    ? await readLeadStories(db, { team, projectId: project.id, since: span.from })
    : [];
  const keys = new Set(posted.flatMap(({ key, shownAt }) => (isWithin(span, shownAt) ? key : [])));
  const leads = arePosted ? known.leads.filter(({ key }) => keys.has(key)) : known.leads;
  const days = arePosted ? (daysInWords({ from, to }, today) ?? []) : [];
  return {
    page: arrivedPage(project, leads, { only: [only, days].flat(), asked, arePosted }),
    figures: arrivedFigures(leads, arePosted),
    emptyBecause: leads.length === 0 ? 'none_of_those_days' : undefined,
  };
}

const DAYS_MEANT = 30;

/** Of all replies that Sightline knows of in those days, by default the last 30. */
async function answerWaits({ from, to }: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, db, team, today } = ask;
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

async function nameOf(id: string, { workspace }: PlanAsk): Promise<Person> {
  return workspace.personOf(id).then(
    ({ name }) => ({ id, name }),
    () => ({ id, name: id }),
  );
}

/** Names people only to those who can already read their counts in a recap, and shares them only where it posts. */
async function answerPeople({ from, to }: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, db, team, today, workspace, channel } = ask;
  const recaps = feedsOfProject(workspace.projects(), project.id, 'recap');
  const channels = await findChannelsSeen(project, ask);
  const naming = recaps.filter((feed) => feed.settings.by_person && channels.includes(feed.channel));
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
