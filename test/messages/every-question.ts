/** Every answer to a question in words that is a page of its own, drawn from outside texts of the test's choice. */
import type { Plan } from '../../src/ask/plan.ts';
import type { Course, MeasuredChange, Metric, Recap, SpanSpread } from '../../src/decision.ts';
import {
  alsoAsked,
  ambiguousPage,
  askHelpPage,
  beyondPage,
  eachProjectPage,
  notUnderstoodPage,
  smallTalkPage,
} from '../../src/messages/ask/asked-back.ts';
import { coursePage, noCoursePage } from '../../src/messages/ask/course.ts';
import { happenedPage } from '../../src/messages/ask/course-figures.ts';
import { recoveryPage, rivalsMovedPage, withPasses } from '../../src/messages/ask/moves.ts';
import { type Ranking, rankingPage, sortRows } from '../../src/messages/ask/ranking.ts';
import { firstInPartsPage, namedToolsPage, type ToolRow } from '../../src/messages/ask/rivals.ts';
import { answerTextsPage, citedPage, quoteParts } from '../../src/messages/ask/what-engines-say.ts';
import { peopleAnswer, peopleOffAnswer, waitsAnswer } from '../../src/messages/feeds/recap.ts';
import {
  arrivedPage,
  leadPlacesPage,
  placesOf,
  withAllClaims,
} from '../../src/messages/leads/lead-counts.ts';
import { definitionPage } from '../../src/messages/lookups/help.ts';
import { headline } from '../../src/messages/page.ts';
import { ACME, ALERT } from './cast.ts';
import { OPENED } from './every-alert.ts';
import type { Drawable } from './reading.ts';

/** What is asked can be narrowed to a list of names. */
const NAMED: readonly Plan['intent'][] = [
  'score',
  'change',
  'named',
  'topic',
  'prompts',
  'happened',
  'leads',
];
const METRICS: readonly Metric[] = ['score', 'mentionRate', 'averageRank', 'sentiment'];
const DAYS = { from: '2026-11-13', to: ALERT.day } as const;

/** `text`, `url` and `many` as everyMessage has them. */
const PLAN = { intent: 'score', metric: 'rank' } as const;

export function everyQuestion(text: string, url: string, many: number): Record<string, Drawable> {
  const project = { id: ACME.id, name: text };
  const times = <T>(item: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => item(i));
  const scope = { engine: { id: text, name: text }, region: { id: text, name: text } };
  const notes = [text, text];
  const measured: MeasuredChange[] = times((i) => ({
    day: ALERT.day,
    of: (['prompts', 'engines', 'regions'] as const)[i % 3] ?? 'prompts',
    came: [text],
    went: times(() => text),
    reworded: Array(i).fill(text),
  }));
  const course: Course = {
    metric: 'score',
    scope,
    change: -8.2,
    usual: ALERT.usual,
    level: ALERT.alert.sureness,
    noise: 'normal',
    now: { date: ALERT.day, value: ALERT.score, answers: many },
    before: { date: ALERT.previousDay, value: ALERT.previousScore },
    rates: [],
    measured: [],
    days: ALERT.series,
  };
  const spread: SpanSpread = {
    average: ALERT.score,
    days: many,
    lowest: { date: ALERT.day, value: ALERT.score },
    highest: { date: ALERT.previousDay, value: ALERT.previousScore },
  };
  const incomparable: Course = {
    ...course,
    measured,
    ...(many > 0 && { change: undefined, noise: undefined }),
  };
  const bare: Course = {
    metric: 'mentionRate',
    scope,
    now: { date: ALERT.previousDay, value: 0 },
    rates: [0, 0.4],
    measured: [],
    days: [],
  };
  const parts = {
    previousDay: ALERT.previousDay,
    day: ALERT.day,
    engines: times((i) => ({ engine: text, score: i, change: -i, normal: false })),
    explanation: {
      change: -8.2,
      parts: times((i) => ({
        of: [
          { kind: 'prompt' as const, name: text },
          { kind: 'engine' as const, name: text },
        ],
        points: -i,
        share: i / 10,
      })).slice(0, 4),
      gained: { name: text, before: 42, after: 57 },
    },
  };
  const alert = { alert: { ...OPENED, project, engines: parts.engines }, handle: 'A37' };
  const plans: Plan[] = NAMED.map((intent, i) => ({
    intent,
    ...DAYS,
    ...(i % 2 === 0 ? { engine: text, prompt: text } : { engine: [text, text], topic: text, entity: text }),
  }));
  const leads: Pick<Recap, 'shown' | 'claimed' | 'replied' | 'dismissed' | 'repliedEarlier' | 'cited'> = {
    shown: many,
    claimed: many,
    replied: 1,
    dismissed: 0,
    repliedEarlier: many,
    cited: 2,
  };
  const cited = {
    of: 'page' as const,
    project,
    where: ` of ${text}`,
    each: [],
    citations: 0,
    total: 2 * many,
    latest: { of: 500 },
    pages: [],
  };
  const pages = times((i) => ({
    url,
    domain: text,
    ...(i % 3 < 2 && { title: text }),
    ...(i % 2 === 0 && { citations: i }),
  }));
  const rows = times((i) => ({
    name: text,
    date: i % 2 ? ALERT.day : ALERT.previousDay,
    answers: i,
    level: 'normal' as const,
    verdict: 'normal',
    line: text,
    ...(i % 4 < 3 && { value: i, before: many - i }),
  }));
  const ranking: Ranking = {
    project,
    kind: 'engines',
    metric: 'score',
    order: 'worst',
    where: ` on ${text.slice(0, 40)}`,
    rows,
    of: 2 * many,
    notes,
  };
  const tools: ToolRow[] = times((i) => ({
    name: i % 2 ? text : `${text}${i}`,
    isOwn: i === 1,
    answers: many - i,
    first: i,
    ...(i % 3 < 2 && { score: i, mentionRate: i / 100, averageRank: i }),
  }));
  const named = { project, where: ` for “${text}”`, rows: tools, by: 'answers' } as const;
  const [plan = { intent: 'help' as const }] = plans;
  return {
    'small talk': smallTalkPage('greeting', { examples: times(() => text), project: project.id }),
    definition: definitionPage(['score'], project),
    'two definitions': definitionPage(['normal', 'warmLead'], project),
    'question of two meanings': ambiguousPage(project, plans.slice(0, 2)),
    'question of many meanings': ambiguousPage(project, plans),
    'two questions at once': alsoAsked(beyondPage(), project, plan),
    'question about all projects': eachProjectPage(
      times(() => project),
      plan,
    ),
    'question not understood': notUnderstoodPage(project, text, {
      likely: [],
      near: [],
      topics: [],
      unread: [],
    }),
    'question that no API answers': beyondPage(),
    'question that is likely understood': notUnderstoodPage(project, text, {
      likely: plans.slice(0, 2),
      near: times(() => `score on ${text}`),
      topics: [],
      unread: [],
    }),
    'question of an unknown name': notUnderstoodPage(project, text, {
      unknown: text,
      likely: [],
      near: times(() => `score on ${text}`),
      topics: times(() => text),
      unread: [],
    }),
    'question of a name, with lists unread': notUnderstoodPage(project, text, {
      unknown: text,
      likely: [],
      near: [],
      topics: [],
      unread: ['engines', 'prompts'],
    }),
    'question that is likely understood, with lists unread': notUnderstoodPage(project, text, {
      unknown: text,
      likely: plans.slice(0, 2),
      near: [],
      topics: [],
      unread: ['engines', 'prompts'],
    }),
    'what can be asked': askHelpPage(project, times(() => `how is ${text} doing`).slice(0, 6)),
    'text of answers': answerTextsPage({
      project,
      own: [text.slice(0, 9)],
      where: ` on ${text}`,
      of: many + 1,
      all: many + 2,
      notes,
      plan: { intent: 'answers', prompt: text, order: 'best' },
      answers: times((i) => ({
        runId: ACME.id,
        day: ALERT.day,
        engine: text,
        region: text,
        prompt: text,
        place: i + 1,
        isNamed: i % 2 === 0,
        excerpt: text,
      })),
    }),
    'prompts whose answers name a rival': answerTextsPage({
      project,
      own: [],
      where: ` that name ${text}`,
      of: many,
      all: many + 1,
      notes,
      plan: { intent: 'answers', entity: text, order: 'worst' },
      answers: [],
      byPrompt: times((i) => ({ prompt: text, answers: i, of: many })),
    }),
    'text of one answer': answerTextsPage({
      project,
      own: [],
      where: '',
      of: 1,
      all: 1,
      notes: [],
      plan: { intent: 'answers' },
      answers: [{ runId: undefined, day: undefined, engine: undefined, isNamed: false, excerpt: '' }],
    }),
    'no answers': answerTextsPage({
      project,
      own: [],
      where: ` on ${text}`,
      of: 0,
      all: 0,
      since: ALERT.day,
      notes,
      answers: [],
      plan: { intent: 'answers', ...DAYS },
    }),
    'cited pages': citedPage({ ...cited, pages, citations: many, isWhole: false, isBefore: false, notes }),
    'cited pages of several sites': citedPage({
      ...cited,
      pages: pages.map((page) => ({ ...page, engines: [text, text] })),
      citations: many,
      each: times((i) => ({ where: ` of ${text}`, beside: `of ${text}`, citations: many - i, of: many })),
      isWhole: false,
      isBefore: false,
    }),
    'cited sites': citedPage({
      ...cited,
      pages,
      of: 'site',
      citations: many,
      isWhole: true,
      isBefore: false,
    }),
    'no cited page': citedPage({ ...cited, isWhole: true, isBefore: false }),
    'citations of days before the list': citedPage({ ...cited, isWhole: false, isBefore: true }),
    course: coursePage({
      project,
      prompt: text,
      courses: [course, ...METRICS.map((metric) => ({ ...bare, metric }))],
      parts,
      notes,
      alert,
      latest: { ...course, now: { date: '2026-11-20', value: 54 }, measured: incomparable.measured },
    }),
    'course of a month': coursePage({
      project,
      courses: [course],
      parts,
      averages: {
        kind: 'month',
        now: { value: 50, days: 30, from: '2026-11-01' },
        before: { value: 60, days: 31, from: '2026-10-01' },
        measured: [],
      },
    }),
    'course of a month that is not comparable': coursePage({
      project,
      courses: [course],
      parts,
      averages: {
        kind: 'month',
        now: { value: 50, days: 30, from: '2026-11-01' },
        before: { value: 60, days: 31, from: '2026-10-01' },
        measured: incomparable.measured,
        shared: { of: 'prompts', parts: 10, before: 61.3, after: 55.3 },
      },
    }),
    'course of days by themselves': coursePage({ project, courses: [course], spread }),
    'the worst of some days': coursePage({ project, courses: [course], spread, extreme: 'worst' }),
    'course, and why': coursePage({ project, courses: [course], parts, why: true, alert }),
    'course, and why without an alert': coursePage({
      project,
      courses: [{ ...course, noise: 'outside normal' }],
      parts,
      why: true,
    }),
    'course that is not comparable': coursePage({ project, courses: [incomparable], why: true }),
    'course of one day': coursePage({ project, prompt: text, courses: [bare], why: true }),
    'no course': noCoursePage({ project, scope, prompt: text }, 'averageRank', {
      asked: 'Sun 1 Nov',
      latest: { date: ALERT.day, value: 2.5 },
      week: PLAN,
    }),
    'no course at all': noCoursePage({ project, scope, prompt: text }, 'score', {
      asked: undefined,
      latest: undefined,
      week: PLAN,
    }),
    recovery: recoveryPage(
      project,
      course,
      {
        now: course.now,
        before: course.now,
        furthest: course.now,
        usual: { low: 1, high: 2 },
        level: 'well outside normal',
        side: 'below',
        since: ALERT.day,
        days: many,
        measured: incomparable.measured,
      },
      alert,
    ),
    'no fall before': noCoursePage({ project, scope, prompt: text }, 'score', {
      earlier: { way: 'worse', back: 1 },
    }),
    'leads by place': leadPlacesPage(
      project,
      placesOf(
        times((i) => ({
          key: `${i}`,
          place: i === 1 ? undefined : `${text}${i}`,
          score: i % 3 ? i : undefined,
          state: { state: 'new' },
        })),
      ),
      { by: 'places', known: many, asked: many },
    ),
    'no leads from subreddits': leadPlacesPage(project, [], { by: 'subreddits', known: many }),
    'leads claimed in those days': withAllClaims(
      arrivedPage(project, [], { only: [text], asked: many }),
      project,
      many,
      [{ state: 'new', handles: times((i) => `L${i}`) }],
      [text],
    ),
    'leads that came in': arrivedPage(
      project,
      times((i) => ({ key: `${i}`, state: { state: i % 2 ? 'new' : 'replied' } })),
      { only: [text], asked: many },
    ),
    'leads by person': peopleAnswer(
      project,
      times((i) => ({ person: `U0${i}`, claimed: i, assigned: i, replied: i, medianReplyMs: 0 })),
      'Thu 19 Nov',
    ),
    'leads by nobody': peopleAnswer(project, [], undefined),
    'how fast a team replies': waitsAnswer(
      project,
      { replied: many, medianReplyMs: 3_600_000 },
      'Thu 19 Nov',
    ),
    'replies too few to say': waitsAnswer(project, { replied: 1, medianReplyMs: undefined }, undefined),
    'counts by person that are off': peopleOffAnswer(project),
    'what happened': happenedPage({
      project,
      days: 'Fri 13 Nov to Thu 19 Nov',
      course: incomparable,
      leads,
      unseen: [],
      measured,
      alerts: times((i) => ({ ...alert, handle: `A${i}` })),
    }),
    'nothing happened': happenedPage({
      project,
      days: 'Thu 19 Nov',
      alerts: [],
      unseen: ['C0OTHER'],
      measured: [],
    }),
    ranking: rankingPage(ranking),
    'ranking of prompts': rankingPage({
      ...ranking,
      kind: 'prompts',
      metric: 'averageRank',
      order: 'best',
      limit: 3,
      rows: sortRows({ ...ranking, metric: 'averageRank', order: 'best' }),
    }),
    'ranking by what moved most': rankingPage({ ...ranking, moved: 'either' }),
    'ranking without figures': rankingPage({ ...ranking, rows: [{ name: text }] }),
    'named tools': namedToolsPage({
      ...named,
      answers: many,
      ranked: 1,
      since: DAYS.from,
      until: DAYS.to,
      notes,
      about: [text, `${text}?`],
    }),
    'named tools, by score': namedToolsPage({ ...named, by: 'score', limit: 3 }),
    'who is first on each topic': firstInPartsPage({
      project,
      kind: 'topic',
      rows: times(() => ({ part: text, tools: named.rows })),
      about: [text],
      of: many + 1,
    }),
    'rivals that moved': rivalsMovedPage({
      project,
      where: ` on ${text.slice(0, 40)}`,
      by: 'named',
      premise: 'better',
      measured,
      notes,
      now: { ...DAYS, answers: many },
      before: { ...DAYS, answers: many },
      tools: times((i) => ({ name: text, isOwn: i === 1, now: 0.5, before: 0.3, isBeyond: i < 3 })),
    }),
    'rivals that did not move': rivalsMovedPage({
      project,
      where: '',
      by: 'first',
      premise: 'worse',
      measured: [],
      notes: [],
      tools: [],
      now: { ...DAYS, answers: 1 },
      before: { ...DAYS, answers: 1 },
    }),
    'rivals that passed': withPasses(
      namedToolsPage({ ...named, by: 'first' }),
      project,
      (['open', 'over', 'stays'] as const).map((status) => ({
        status,
        about: {
          type: 'rival',
          rival: text,
          since: DAYS.to,
          until: DAYS.from,
          figures: { day: DAYS.to, own: 1, rival: many, of: many },
        },
      })),
      { about: [], days: [DAYS.from, DAYS.to], wasAhead: false },
    ),
    'rivals that did not pass': withPasses(namedToolsPage({ ...named, by: 'first' }), project, [], {
      about: [text, text],
      days: [DAYS.from],
      wasAhead: false,
    }),
    'a rival that was ahead all along': withPasses(namedToolsPage({ ...named, by: 'first' }), project, [], {
      about: [text],
      days: [DAYS.from],
      wasAhead: true,
    }),
    quotes: {
      parts: [
        headline(text.slice(0, 40) || 'Sentiment'),
        ...quoteParts(project, {
          quotes: times(() => ({ text, sentiment: text, day: ALERT.day })).slice(0, 3),
          of: many,
          where: ` on ${text.slice(0, 40)}`,
          notes,
        }),
      ],
    },
    'tools named first': namedToolsPage({ ...named, by: 'first', since: DAYS.to, until: DAYS.to }),
  };
}
