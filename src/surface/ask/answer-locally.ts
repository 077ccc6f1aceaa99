/** Answers a question that the operator asks on this machine. They may read everything but are nobody in Slack. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { aspectOfAlert, findHandle, readHandle } from '../../ask/handles.ts';
import { type Plan, withoutAspects } from '../../ask/plan.ts';
import { termsAsked } from '../../ask/small-talk.ts';
import { readCarried } from '../../carried.ts';
import { AppError } from '../../errors.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { firstProjectWord } from '../../messages/ask/asked-back.ts';
import { andList } from '../../messages/figures.ts';
import { type Button, headline, type Page, page, paragraph, withBelowHeadline } from '../../messages/page.ts';
import { refusal } from '../../messages/refusal.ts';
import { describeNoProject, type Project, timezoneOf } from '../../projects/projects.ts';
import { drawText } from '../../slack/draw.ts';
import { textFor } from '../../slack/text.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import type { Bot, ProjectAsk } from '../ask.ts';
import { findProject, findProjectsNamed, interpretLine, withoutProject } from '../command-line.ts';
import { Refused } from '../refused.ts';
import { makeQuestion, runAgain } from '../run-command.ts';
import { showProjectsIn } from '../seen-by.ts';
import { explainHandle, findProjectsOfHandle } from '../why.ts';
import { readNames, type Workspace } from '../workspace.ts';
import { type Answered, answerQuestion } from './answer-question.ts';
import { isDeed, wordsOfLead } from './pointed-at.ts';

/** `project`: a name or id; without one, the project that the question names, or the first. `page` counts from 0. */
export const LocalQuestion = z.object({
  text: z.string(),
  project: z.string().optional(),
  page: z.int().min(0).optional(),
});
export type LocalQuestion = z.infer<typeof LocalQuestion>;

/** `plan` is null if the question wasn’t understood. `pages`: of the whole answer. */
export type LocalAnswer = Awaited<ReturnType<typeof answerLocally>>;

export class NoAnswer extends AppError {
  readonly code = 'no_answer';
}

const HERE = 'here';

/** May read but not change anything: every change needs a person. */
const OPERATOR = { id: '', name: 'you', isAdmin: false, isGuest: true, isStranger: false, groups: [] };

type Said = Pick<Answered, 'page' | 'verdict'> & Partial<Answered>;

/** What is said, and of which project. */
type Told = { ask: ProjectAsk; said: Said };

/** @throws NoAnswer if there is no such project, or the API fails */
export async function answerLocally(
  { text, project: wanted, page = 0 }: LocalQuestion,
  { bot, workspaces }: { bot: Bot; workspaces: readonly Workspace[] },
) {
  const asks = workspaces.flatMap((workspace) =>
    workspace.projects().projects.map((project) => askFor(project, workspace, bot, page)),
  );
  const projects = asks.map(({ project }) => project);
  const project =
    wanted === undefined ? (findProjectsNamed(text, projects) ?? projects)[0] : findProject(wanted, projects);
  const asked = asks.find((one) => one.project === project);
  if (!asked) throw new NoAnswer(describeNoProject(wanted ?? '', projects));
  const meant = wanted === undefined ? asks : [asked];
  // One thing about an alert has a shorter answer than all of it.
  const handle = aspectOfAlert(text) ? undefined : readHandle(text);
  try {
    const { ask, said } =
      handle === undefined
        ? await answerWords(text, asked, meant, projects)
        : await answerHandle(handle, text, meant);
    const { pages, plan, reading = text.trim(), verdict, figures = [], sources = [] } = said;
    return {
      project: ask.project.name,
      ...(pages !== undefined && { pages }),
      plan: plan ? withoutAspects(plan) : null,
      reading,
      verdict,
      answer: { text: await toText(said, text, ask), figures, sources },
    };
  } catch (error) {
    if (!(error instanceof VisibilityError)) throw error;
    bot.log.error({ err: error }, 'A question could not be answered');
    const help = 'To find out what’s wrong and how to fix it, run `npm run doctor`.';
    throw new NoAnswer(`The API couldn’t be read: ${error.message} ${help}`, { cause: error });
  }
}

/** `meant`: the project, or all of `projects` if none is named. */
async function answerWords(
  text: string,
  ask: ProjectAsk,
  meant: readonly ProjectAsk[],
  projects: readonly Project[],
): Promise<Told> {
  const { project } = ask;
  const handle = findHandle(text);
  const typed = handle === undefined ? await runLookup(text, ask) : undefined;
  // As in Slack, where such a line is no question.
  if (typed instanceof Refused)
    return { ask, said: { page: refusal({ project: project.id, ...typed.refusal }), verdict: 'no_data' } };
  const answered = await answerQuestion({ text }, ask);
  const isLost = answered.verdict === 'not_understood';
  if (isLost && handle !== undefined) return answerHandle(handle, text, meant);
  const listed =
    isLost || answered.verdict === 'ambiguous' ? ((await findLead(text, ask)) ?? typed) : undefined;
  const word = wordOnFirst(text, meant);
  if (listed) {
    const { message, isEmpty, pages, figures = [] } = listed;
    const verdict = isEmpty ? 'no_data' : 'answered';
    return { ask, said: { page: withBelowHeadline(message, word), verdict, pages, figures } };
  }
  const other = findOther(text, project, projects, answered.plan);
  if (other) {
    const one = `I answer about one project at a time, here ${project.name}. For ${other.name}, add --project "${other.name}".`;
    return { ask, said: { page: page(headline(one)), verdict: 'not_understood' } };
  }
  return { ask, said: { ...answered, page: withBelowHeadline(answered.page, word) } };
}

/** Another project that the question names; a rival may be a project, too. */
function findOther(text: string, project: Project, projects: readonly Project[], plan: Plan | undefined) {
  const others = projects.filter((one) => one !== project && one.name !== project.name);
  const [other] = findProjectsNamed(text, others) ?? [];
  return other && JSON.stringify(plan ?? '').includes(other.name) ? undefined : other;
}

/** Said where none of several projects is named, though the question is about one. */
function wordOnFirst(text: string, meant: readonly ProjectAsk[]) {
  const projects = meant.map(({ project }) => project);
  const isNamed = projects.length < 2 || findProjectsNamed(text, projects) || termsAsked(text).length > 0;
  return isNamed ? undefined : paragraph(firstProjectWord(projects, 'add --project NAME'));
}

/** The lead whose title has the words, if nothing else was understood. */
async function findLead(text: string, ask: ProjectAsk) {
  const words = wordsOfLead(text);
  const lead = words === undefined ? undefined : await runLookup(`leads ${words} all`, ask);
  return lead instanceof Refused || lead?.isEmpty ? undefined : lead;
}

/** A line that is one of the commands that look something up about a project, such as “searches”, or why it refuses. */
async function runLookup(text: string, ask: ProjectAsk) {
  const found = interpretLine(text, ask.commands, [ask.project]);
  if (found === 'question' || !('route' in found)) return undefined;
  const { command, permission } = found.route;
  if (permission !== 'everyone' || command.scope !== 'project' || command.words === 'sentence')
    return undefined;
  const words = withoutProject(found.rest, [ask.project]);
  const question = makeQuestion(command.name, words, ask.project.id, ask.now(), ask.page);
  const answer = await runAgain(question, ask).catch((error: unknown) => {
    if (error instanceof Refused) return error;
    throw error;
  });
  return answer instanceof Refused || (answer && 'message' in answer) ? answer : undefined;
}

/** The card of a short name, if one of these projects has it. */
async function answerHandle(handle: string, text: string, meant: readonly ProjectAsk[]): Promise<Told> {
  for (const ask of meant) {
    if (ask.isStoreEmpty || !(await findProjectsOfHandle(handle, [ask.project], ask))?.length) continue;
    const card = await explainHandle(handle, ask.project, ask);
    const page = withBelowHeadline(card, isDeed(text) && paragraph(ONLY_READS));
    return { ask, said: { page, verdict: 'answered', reading: `why ${handle}` } };
  }
  const [ask] = meant;
  if (!ask) throw new TypeError('No project is meant');
  const names = meant.map(({ project }) => project.name);
  const none = ask.isStoreEmpty
    ? `Only the running bot knows ${handle}. In Slack, type /visibility why ${handle}`
    : `I found no ${handle} in ${andList(names)}.`;
  const verdict = ask.isStoreEmpty ? 'not_understood' : 'no_data';
  return { ask, said: { page: page(headline(none)), verdict } };
}

const ONLY_READS =
  'Nothing has changed, and nobody was told: here I only answer. In Slack, the card has the buttons.';

function askFor(project: Project, workspace: Workspace, bot: Bot, page: number): ProjectAsk {
  const readable = asOperator(workspace, HERE);
  const asked = { line: '', words: '', channels: {}, options: {}, page };
  const where = { id: randomUUID(), person: '', channel: HERE, triggerId: '' };
  return { ...bot, workspace: readable, team: workspace.team, ...where, ...asked, project };
}

/** The workspace as the operator sees it in `place`: every project and every channel. */
export function asOperator(workspace: Workspace, place: string): Workspace {
  return {
    ...showProjectsIn(workspace, place, { has: () => true }),
    personOf: async (id, groups) => (id === '' ? OPERATOR : workspace.personOf(id, groups)),
    isMember: async () => true,
    findJoined: async () => undefined,
  };
}

/** The page as a screen reader reads it, with a line for each question to ask instead; in help, for the examples. */
async function toText({ page, verdict, plan }: Said, text: string, { workspace, project }: ProjectAsk) {
  const timezone = timezoneOf(workspace.projects(), project);
  const isHelp = plan?.intent === 'help' && termsAsked(text).length === 0;
  const isUnclear = verdict === 'ambiguous' || verdict === 'not_understood';
  const offers = findOfferedQuestions(page).filter((label) => isUnclear || (isHelp && label.endsWith('?')));
  const drawn = drawText(page, textFor({ timezone, names: await readNames(page, workspace) }));
  return [drawn, ...offers.map((label) => `- ${label}`)].join('\n');
}

export function findOfferedQuestions({ parts }: Page): string[] {
  return parts.flatMap((part) => {
    if (part === undefined || part === false || part.kind !== 'actions') return [];
    return part.controls.flatMap((control) =>
      control.kind === 'button' && isQuestion(control) ? [control.label] : [],
    );
  });
}

function isQuestion({ id, label, value }: Button): boolean {
  if (id === ACTIONS.askCorrect) return true;
  if (id !== ACTIONS.lineOpen) return false;
  const line = readCarried('line', value)?.text ?? '';
  return line === `ask ${label}` || (line === label && line.includes(' '));
}
