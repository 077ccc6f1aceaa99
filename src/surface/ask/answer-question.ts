/** From a question to what is answered: read it, answer the plan that it is read as, and say how it was read. */
import type { EmptyCause, Figure, Plan, Reading, Term } from '../../ask/plan.ts';
import { readQuestion } from '../../ask/read-question.ts';
import { smallTalkIn } from '../../ask/small-talk.ts';
import { termsAsked } from '../../ask/terms.ts';
import { ambiguousPage, notUnderstoodPage } from '../../messages/ask/asked-back.ts';
import { readingParts } from '../../messages/ask/corrections.ts';
import { definitionPage } from '../../messages/ask/definitions.ts';
import { parseReading } from '../../messages/ask/read-back.ts';
import { readingOf } from '../../messages/ask/reading.ts';
import { type Page, rows } from '../../messages/page.ts';
import { refusal } from '../../messages/refusal.ts';
import { textOf } from '../../messages/text.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import type { ProjectAsk } from '../ask.ts';
import { Refused } from '../refused.ts';
import { answerPlan, clausesOf } from './answer-plan.ts';
import type { PlanAsk } from './plan-ask.ts';
import { SeveralPrompts } from './prompts-meant.ts';

/** In words, or as the plan that a select corrected it to. */
export type Question = { text: string } | { plan: Plan };

/**
 * `plan` where it was read as one, `between` where it was asked back which of these is meant; `reading` is that in words. no_data: it was understood, and there is nothing of it. Why
 * there is none stands in `emptyBecause`. The page says all of it, with what corrects the reading; `figures` and `sources` (links) are the same facts for programs.
 * `pages`, `share` and `sortable` as of a command's answer.
 */
export type Answered = {
  verdict: 'answered' | 'ambiguous' | 'not_understood' | 'no_data';
  plan?: Plan;
  between?: readonly Plan[];
  reading: string;
  page: Page;
  figures: Figure[];
  sources: string[];
  emptyBecause?: EmptyCause;
  pages?: number;
  share?: boolean;
  sortable?: boolean;
};

/** `before` as of readQuestion. What the asker may see is what commands show them. @throws VisibilityError */
export async function answerQuestion(
  question: Question,
  ask: ProjectAsk,
  before?: Plan | readonly Plan[],
): Promise<Answered> {
  const { project, team } = ask;
  const terms = 'text' in question ? termsAsked(question.text) : [];
  if (terms.length > 0) return defined(terms, project);
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const now = ask.now();
  const names = await ask.projectNames({ team, project });
  const asked: PlanAsk = { ...ask, names, timezone, today: today(now, timezone) };
  const readText = (text: string): Reading => {
    // What asks for nothing is told what can be asked.
    if (text === '' || smallTalkIn(text) !== undefined)
      return { verdict: 'understood', plan: { intent: 'help' } };
    const plan = parseReading(text, names, asked.today);
    if (plan) return { verdict: 'understood', plan };
    return readQuestion(text, names.known, { now, timezone }, before);
  };
  const read: Reading =
    'plan' in question ? { verdict: 'understood', plan: question.plan } : readText(question.text);
  switch (read.verdict) {
    case 'understood':
      return answerRead(read.plan, { ...asked, premise: read.premise });
    case 'ambiguous':
      return askedBack(project, read.between, read.areTwoQuestions);
    case 'not_understood': {
      const text = 'text' in question ? question.text : '';
      const page = notUnderstoodPage(project, text, { ...read, unread: names.unread });
      const between = read.likely.length > 0 && { between: read.likely };
      const nothing = { reading: '', page, ...NOTHING, ...between };
      return { verdict: 'not_understood', ...nothing, emptyBecause: 'not_understood' };
    }
  }
}

const NOTHING = { figures: [], sources: [] };

function defined(terms: readonly Term[], project: Project): Answered {
  const plan: Plan = { intent: 'help' };
  return {
    verdict: 'answered',
    plan,
    reading: readingOf(plan),
    page: definitionPage(terms, project),
    figures: [],
    sources: [],
  };
}

function askedBack(project: Project, between: readonly Plan[], areTwoQuestions = false): Answered {
  const reading = between.map((plan) => readingOf(plan)).join(' or ');
  const page = ambiguousPage(project, between, areTwoQuestions);
  return { verdict: 'ambiguous', between, reading, page, ...NOTHING, emptyBecause: 'ambiguous' };
}

async function answerRead(plan: Plan, ask: PlanAsk): Promise<Answered> {
  const { project, names } = ask;
  const reading = readingOf(plan, ask.today);
  const correctable = { project, names, today: ask.today };
  try {
    const {
      page,
      figures,
      sources = [],
      emptyBecause,
      clauses,
      pages,
      share,
      sortable,
    } = await answerPlan(plan, ask);
    return {
      verdict: emptyBecause ? 'no_data' : 'answered',
      plan,
      reading,
      page: withReading(page, clauses, readingParts(plan, correctable)),
      figures,
      sources: [...sources],
      ...(emptyBecause && { emptyBecause }),
      ...(pages !== undefined && { pages }),
      ...(share !== undefined && { share }),
      ...(sortable !== undefined && { sortable }),
    };
  } catch (error) {
    if (error instanceof SeveralPrompts) {
      return askedBack(
        project,
        error.texts.map((prompt) => ({ ...plan, prompt })),
      );
    }
    // What a command refuses for lack of such a thing is an answer here: there is none.
    if (!(error instanceof Refused)) throw error;
    const page = refusal({ project: project.id, ...error.refusal });
    return {
      verdict: 'no_data',
      plan,
      reading,
      page: withReading(page, clausesOf(plan), readingParts(plan, correctable)),
      figures: [...error.nothing.figures],
      sources: [],
      emptyBecause: error.nothing.because ?? 'not_known',
    };
  }
}

/**
 * What was asked and is not heeded stands below the headline, whose figure would be taken for it; the reading above what the
 * answer leads on to, which stands last and is one row with the buttons of every answer.
 */
function withReading(page: Page, unheeded: readonly string[], reading: Page['parts']): Page {
  const [head, ...parts] = page.parts.filter((part) => part !== undefined && part !== false);
  const last = parts.at(-1);
  const onward = last?.kind === 'actions' ? [last] : [];
  const body = onward.length > 0 ? parts.slice(0, -1) : parts;
  const missed = rows(unheeded.map((clause) => ({ text: textOf(clause) })));
  return { ...page, parts: [head, missed, ...body, ...reading, ...onward] };
}
