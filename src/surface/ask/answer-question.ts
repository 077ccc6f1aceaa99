/** Answers a question: reads it as a plan, answers the plan or the alert it means, and says how the question was read. */
import { askingPart } from '../../ask/asking-part.ts';
import { daysMeant, postsAsked, refinePlan, withAspects } from '../../ask/aspects.ts';
import { asksWhoCould } from '../../ask/coverage.ts';
import { findDays, noSuchDay } from '../../ask/days.ts';
import { BEGUN_TODAY, IS_IT_GOOD, POSTED } from '../../ask/english-plan.ts';
import { oneOrMore, type Plan, type Reading, withoutMissing } from '../../ask/plan.ts';
import { nameUs } from '../../ask/read-line.ts';
import { readQuestion } from '../../ask/read-question.ts';
import { smallTalkIn, type Term, termMeant, termsAsked } from '../../ask/small-talk.ts';
import { mendTypos } from '../../ask/strange.ts';
import { alsoAsked, ambiguousPage, notUnderstoodPage } from '../../messages/ask/asked-back.ts';
import { readingParts, withYesOrNo } from '../../messages/ask/correct-reading.ts';
import { asNameList, planInWords, readingOf, withoutUnheeded } from '../../messages/ask/reading.ts';
import { definitionPage } from '../../messages/lookups/help.ts';
import { type Page, paragraph, rows, withBelowHeadline } from '../../messages/page.ts';
import { refusal } from '../../messages/refusal.ts';
import { textOf } from '../../messages/text.ts';
import { daysInWords, unclearWords } from '../../messages/times.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { daysBefore, today } from '../../rules/calendar.ts';
import { findUnclearDays, type UnclearDays } from '../../words/until-words.ts';
import type { ProjectAsk } from '../ask.ts';
import { Refused } from '../refused.ts';
import { answerAboutAlert } from './alert-meant.ts';
import { answerPlan, describeUnheeded } from './answer-plan.ts';
import type { Around } from './conversation.ts';
import { SeveralPrompts } from './find-answers.ts';
import { readOfPeople, refuseDenied } from './lead-answers.ts';
import { describeOrder } from './orders.ts';
import { type PlanAnswer, type PlanAsk, withMinScore, wordOnUntold } from './plan-ask.ts';
import { findInstead, type NamesOfProject } from './project-names.ts';

/** In words, or as the plan that a correction chose. */
export type Question = { text: string } | { plan: Plan };

/** `between`: the plans to choose from if that isn't clear. no_data: understood, but there is nothing. `again`: try later. */
export type Answered = Omit<PlanAnswer, 'unheeded' | 'isSo'> & {
  verdict: 'answered' | 'ambiguous' | 'not_understood' | 'no_data';
  plan?: Plan;
  between?: readonly Plan[];
  reading: string;
  sources: readonly string[];
  again?: boolean;
};

/** `around`: what was said before. The asker sees only what commands would show them. @throws VisibilityError */
export async function answerQuestion(
  question: Question,
  ask: ProjectAsk,
  around: Around = {},
): Promise<Answered> {
  const { project, team } = ask;
  const terms = 'text' in question ? termsAsked(question.text) : [];
  if (terms.length > 0) return defineTerms(terms, project);
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const now = ask.now();
  const names = await ask.projectNames({ team, project });
  const asked: PlanAsk = { ...ask, names, timezone, today: today(now, timezone) };
  const unclear = 'text' in question ? findUnclearDays(question.text, asked.today) : undefined;
  if (unclear) return askWhichDay(project, unclear);
  const at = { now, timezone };
  const typed = 'text' in question ? await withMinScore(question.text, ask) : '';
  const text = askingPart(nameUs(typed, names.known), names.known);
  const read: Reading =
    'plan' in question ? { verdict: 'understood', plan: question.plan } : readText(text, names, at, around);
  const ofAlert = text === '' ? undefined : await answerAboutAlert(text, read, around, asked);
  if (ofAlert)
    return { verdict: 'answered', reading: `alert ${ofAlert.handle ?? ''}`, page: ofAlert.page, ...NOTHING };
  const denied = await refuseDenied(text, asked);
  if (denied) {
    const page = refusal({ project: project.id, ...denied.refusal });
    return { verdict: 'no_data', reading: '', page, ...NOTHING, emptyBecause: 'not_known', share: false };
  }
  const plan = planOfPosts(text, asked.today) ?? (await readOfPeople(text, read, asked, around.plan));
  if (plan) return answerReading(plan, asked);
  switch (read.verdict) {
    case 'understood':
      return answerUnderstood(text, read, asked);
    case 'ambiguous':
      return read.areTwoQuestions
        ? answerBoth(
            read.between.map((one) => ({ ...one, ...daysMeant(one, text, asked.today) })),
            asked,
          )
        : askBack(project, read.between);
    case 'not_understood':
      return answerLost(typed, read, asked);
  }
}

/** About the project's posts, and where they may have been missed, in the days asked about. */
function planOfPosts(text: string, today: string): Plan | undefined {
  const posts = postsAsked(text);
  if (!posts || posts.about === 'next') return undefined;
  if (posts.about !== 'past') return { intent: 'status', posts };
  const { from = today, to = from } = findDays(text, today)?.days ?? {};
  return { intent: 'status', posts, from, to };
}

function readText(
  text: string,
  { known }: NamesOfProject,
  at: { now: number; timezone: string },
  around: Around,
): Reading {
  // Small talk gets the list of questions to ask.
  if (text === '' || smallTalkIn(text) !== undefined)
    return { verdict: 'understood', plan: { intent: 'help' } };
  const alone = readQuestion(text, known, at);
  const offered = planInWords(text, plansIn(alone));
  if (offered) return { verdict: 'understood', plan: offered };
  if (IS_IT_GOOD.test(text)) {
    const [metric] = NAMED_FIGURE.exec(text) ?? [];
    const named = metric === undefined ? alone : readQuestion(`our ${metric}`, known, at);
    return { verdict: 'understood', plan: figureMeant(plansIn(named), around) };
  }
  return around.plan ? ofAlert(readQuestion(text, known, at, around.plan), around) : alone;
}

/** What a figure is of: "sentiment 0.29". */
const NAMED_FIGURE = /\b(?:sentiment|tone|mention rate|(?:average )?(?:rank|position))(?= (?:of )?\d)/i;

/** "What changed since Monday?" in an alert's thread asks about the engine or region of that alert. */
function ofAlert(read: Reading, { alert, plan: before }: Around): Reading {
  const [of, second] = [before ?? []].flat();
  if (alert === undefined || second || of?.intent !== 'change' || read.verdict !== 'understood') return read;
  const { intent, engine, region, topic, prompt, entity } = read.plan;
  const isOfAll = [engine, region, topic, prompt, entity].every((one) => one === undefined);
  if (intent !== 'change' || !isOfAll) return read;
  return { ...read, plan: withoutMissing({ ...read.plan, engine: of.engine, region: of.region }) };
}

async function answerLost(
  text: string,
  read: Reading & { verdict: 'not_understood' },
  ask: PlanAsk,
): Promise<Answered> {
  const meant = read.isBeyond || read.unknown !== undefined ? undefined : termMeant(text);
  if (meant && !read.isOrder) return defineTerms([meant], ask.project);
  const { topics, unread, engines, regions } = ask.names;
  const { verdict, isOrder, isBeyond = false, likely } = read;
  const of = { engines, regions: regions.map(({ name }) => name), isBeyond };
  const ordered = isOrder ? await describeOrder(text, of, ask) : undefined;
  const instead = findInstead(read, ask.names);
  const page = notUnderstoodPage(ask.project, text, {
    ...read,
    ordered,
    topics,
    instead,
    unread,
    noDay: noSuchDay(text),
  });
  return {
    verdict,
    ...(likely.length > 0 && { between: likely }),
    reading: '',
    page,
    ...NOTHING,
    again: !ordered && unread.length > 0,
    emptyBecause: verdict,
  };
}

function plansIn(read: Reading): readonly Plan[] {
  if (read.verdict === 'understood') return [read.plan];
  return read.verdict === 'ambiguous' ? read.between : read.likely;
}

/** "Is 43.8 good?" is about the figure that it names, or that of the answer before: that page says what's usual. */
function figureMeant([named]: readonly Plan[], { plan }: Around): Plan {
  const [before, second] = [plan ?? []].flat();
  const isOfFigure = before && !second && ['overview', 'score', 'change'].includes(before.intent);
  const { metric, engine, region, topic, prompt } = (named?.metric ? named : isOfFigure && before) || {};
  return withoutMissing({ intent: 'score', metric, engine, region, topic, prompt });
}

async function answerUnderstood(
  text: string,
  { plan: read, premise, leftOut }: Reading & { verdict: 'understood' },
  asked: PlanAsk,
): Promise<Answered> {
  const posts = read.intent === 'status' ? postsAsked(text) : undefined;
  const happened: Plan = { intent: 'happened', ...findDays(text, asked.today)?.days };
  const meant = isOfPosted(read, text) && !posts ? happened : read;
  const refined = refinePlan(onTracked(meant, asked.names), text, asked);
  const said = { premise, leftOut, today: asked.today, mended: mendTypos(text, asked.names.known) };
  const plan = withAspects({ ...refined, ...(posts && { posts }) }, text, said);
  const answered = await answerReading(plan, asked);
  if (answered.verdict === 'no_data' && plan.from === asked.today && BEGUN_TODAY.test(text)) {
    // Up to yesterday: on a Monday that’s last week, which has a week before it to compare with.
    const days = { from: daysBefore(asked.today, 7), to: daysBefore(asked.today, 1) };
    const recent = await answerReading({ ...plan, ...days }, asked);
    if (recent.verdict === 'answered') return withWord(recent, begunWords(days));
  }
  const isOfWeekBefore = meant.from === asked.today && plan.from !== meant.from && BEGUN_TODAY.test(text);
  if (isOfWeekBefore) return withWord(answered, begunWords(plan));
  const isAnswered = answered.verdict === 'answered' || leftOut !== undefined || asksWhoCould(text, plan);
  const untold = isAnswered ? await wordOnUntold(text, plan, leftOut, asked) : undefined;
  return untold === undefined ? answered : withWord(answered, untold);
}

/** “What did you post today?” asks for what there was to post, not for the settings. */
function isOfPosted({ intent, engine }: Plan, text: string): boolean {
  return intent === 'status' && engine === undefined && POSTED.test(text);
}

/** All engines are those that are tracked. */
function onTracked(plan: Plan, { engines, tracked }: NamesOfProject): Plan {
  const areAll = engines.length > 1 && asNameList(plan.engine).length === engines.length;
  return areAll ? withoutMissing({ ...plan, engine: oneOrMore(tracked.engines) }) : plan;
}

function withWord(answered: Answered, word: string): Answered {
  return { ...answered, page: withBelowHeadline(answered.page, paragraph(word)) };
}

function begunWords(days: Pick<Plan, 'from' | 'to'>): string {
  return `That period has only just begun, so this covers ${daysInWords(days)} instead.`;
}

const NOTHING = { figures: [], sources: [] };

function defineTerms(terms: readonly Term[], project: Project): Answered {
  const plan: Plan = { intent: 'help' };
  const page = definitionPage(terms, project);
  return { verdict: 'answered', plan, reading: readingOf(plan), page, ...NOTHING };
}

async function answerBoth([first, second]: readonly Plan[], ask: PlanAsk): Promise<Answered> {
  if (!first || !second) throw new TypeError('Two questions without two plans');
  const answered = await answerReading(first, ask);
  return { ...answered, page: alsoAsked(answered.page, ask.project, second) };
}

function askBack(project: Project, between: readonly Plan[]): Answered {
  const reading = between.map((plan) => readingOf(plan)).join(' or ');
  const page = ambiguousPage(project, between);
  return { verdict: 'ambiguous', between, reading, page, ...NOTHING, emptyBecause: 'ambiguous' };
}

function askWhichDay(project: Project, unclear: UnclearDays): Answered {
  const sentence = `${unclearWords(unclear)} Which do you mean?`;
  const tries = unclear.ways.map(({ text, days }) => ({ label: days.join(', '), line: `ask ${text}` }));
  const page = refusal({ project: project.id, sentence, tries, isQuestion: true });
  return { verdict: 'ambiguous', reading: '', page, ...NOTHING, emptyBecause: 'ambiguous' };
}

async function answerReading(plan: Plan, ask: PlanAsk): Promise<Answered> {
  const { project, names, today } = ask;
  const read = { plan, reading: readingOf(plan, today) };
  const correct = (one: Plan, heeded: Plan) =>
    readingParts(one, heeded, { project, names: names.tracked, today });
  try {
    const {
      page,
      missed,
      clauses,
      emptyBecause,
      isSo,
      sources = [],
      share = true,
      ...answer
    } = await answerPlan(plan, ask);
    const heeded = withoutUnheeded(plan, missed);
    return {
      ...read,
      ...answer,
      reading: readingOf(heeded, today),
      verdict: emptyBecause ? 'no_data' : 'answered',
      // What leaves something out can't say whether all of it is so.
      page: withReading(
        withYesOrNo(page, plan, missed.length > 0 ? undefined : isSo),
        clauses,
        correct(plan, heeded),
      ),
      sources,
      emptyBecause,
      share,
    };
  } catch (error) {
    if (error instanceof SeveralPrompts) {
      return askBack(
        project,
        error.texts.map((prompt) => ({ ...plan, prompt })),
      );
    }
    // A command refuses if something doesn't exist; for a question that's an answer.
    if (!(error instanceof Refused)) throw error;
    const page = refusal({ project: project.id, ...error.refusal });
    return {
      ...read,
      verdict: 'no_data',
      page: withReading(page, describeUnheeded(plan).clauses, correct(plan, plan)),
      figures: [],
      sources: [],
      emptyBecause: error.because ?? 'not_known',
    };
  }
}

/** What the answer ignores stands right below the headline, or readers would take its figure for the one asked for. */
function withReading(page: Page, unheeded: readonly string[], reading: Page['parts']): Page {
  const [head, ...parts] = page.parts.filter((part) => part !== undefined && part !== false);
  const last = parts.at(-1);
  const onward = last?.kind === 'actions' ? [last] : [];
  const body = onward.length > 0 ? parts.slice(0, -1) : parts;
  const ignored = rows(unheeded.map((clause) => ({ text: textOf(clause) })));
  return { ...page, parts: [head, ignored, ...body, ...reading, ...onward] };
}
