/** Answers a question that the operator asks on this machine. They may read everything but are nobody in Slack. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { aspectOfAlert } from '../../ask/aspects.ts';
import { findHandle, readHandle } from '../../ask/handles.ts';
import { type Figure, type Plan, withoutAspects } from '../../ask/plan.ts';
import { termsAsked } from '../../ask/small-talk.ts';
import { readCarried } from '../../carried.ts';
import { AppError } from '../../errors.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { firstProjectWord } from '../../messages/ask/asked-back.ts';
import { andList } from '../../messages/figures.ts';
import { type Button, type Page, paragraph, withBelowHeadline } from '../../messages/page.ts';
import { refusal } from '../../messages/refusal.ts';
import { describeNoProject, type Project, timezoneOf } from '../../projects/projects.ts';
import { drawText } from '../../slack/draw.ts';
import { textFor } from '../../slack/text.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import type { Bot, ProjectAsk } from '../ask.ts';
import { findProjectsNamed, interpretLine, withoutProject } from '../command-line.ts';
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
export type LocalAnswer = {
  project: string;
  pages?: number | undefined;
  plan: Plan | null;
  reading: string;
  verdict: Answered['verdict'];
  answer: { text: string; figures: readonly Figure[]; sources: readonly string[] };
};

export class NoAnswer extends AppError {
  readonly code = 'no_answer';
}

const HERE = 'here';

/** May read but not change anything: every change needs a person. */
const OPERATOR = { id: '', name: 'you', isAdmin: false, isGuest: true, isStranger: false, groups: [] };

/** @throws NoAnswer if there is no such project, or the API fails */
export async function answerLocally(
  { text, project: wanted, page: at = 0 }: LocalQuestion,
  { bot, workspaces }: { bot: Bot; workspaces: readonly Workspace[] },
): Promise<LocalAnswer> {
  const places = workspaces.flatMap((workspace) =>
    workspace.projects().projects.map((project) => ({ workspace, project })),
  );
  const projects = places.map(({ project }) => project);
  const project =
    wanted === undefined
      ? (findProjectsNamed(text, projects) ?? projects)[0]
      : matchProject(wanted, projects);
  const workspace = places.find((place) => place.project === project)?.workspace;
  if (!project || !workspace) throw new NoAnswer(describeNoProject(wanted ?? '', projects));
  const meant = wanted === undefined ? places : [{ workspace, project }];
  // One thing about an alert has a shorter answer than all of it.
  const named = aspectOfAlert(text) ? undefined : readHandle(text);
  if (named !== undefined) return answerHandle(named, text, meant, bot);
  const ask = askFor(project, workspace, bot, at);
  const isOfOne = findHandle(text) !== undefined;
  const typed = isOfOne ? undefined : await orNoAnswer(() => runLookup(text, ask), bot);
  if (typed instanceof Refused) return tellRefused(typed, text, ask);
  const answer = await orNoAnswer(() => answerQuestion({ text }, ask), bot);
  const { pages, plan, reading, verdict, figures, sources } = answer;
  const word = wanted === undefined ? wordOnFirst(text, projects) : undefined;
  const page = withBelowHeadline(answer.page, word);
  const isLost = verdict === 'not_understood';
  const handle = isLost ? findHandle(text) : undefined;
  if (handle !== undefined) return answerHandle(handle, text, meant, bot);
  const listed =
    isLost || verdict === 'ambiguous' ? ((await findLead(text, isLost, ask)) ?? typed) : undefined;
  if (listed)
    return {
      project: project.name,
      pages: listed.pages,
      plan: null,
      reading: text.trim(),
      verdict: listed.isEmpty ? 'no_data' : 'answered',
      answer: {
        text: await toText(withBelowHeadline(listed.message, word), [], ask),
        figures: listed.figures ?? [],
        sources,
      },
    };
  const other = findOther(text, project, projects, plan);
  if (other) {
    const said = `I answer about one project at a time, here ${project.name}. For ${other.name}, add --project "${other.name}".`;
    const refused = { text: said, figures: [], sources: [] };
    return { project: project.name, plan: null, reading, verdict: 'not_understood', answer: refused };
  }
  return {
    project: project.name,
    ...(pages !== undefined && { pages }),
    plan: plan ? withoutAspects(plan) : null,
    reading,
    verdict,
    answer: { text: await toText(page, listOffers(answer, text), ask), figures, sources },
  };
}

/** Another project that the question names; a rival may be a project, too. */
function findOther(text: string, project: Project, projects: readonly Project[], plan: Plan | undefined) {
  const others = projects.filter((one) => one !== project && one.name !== project.name);
  const [other] = findProjectsNamed(text, others) ?? [];
  return other && JSON.stringify(plan ?? '').includes(other.name) ? undefined : other;
}

/** Said where none of several projects is named, though the question is about one. */
function wordOnFirst(text: string, projects: readonly Project[]) {
  const isNamed = projects.length < 2 || findProjectsNamed(text, projects) || termsAsked(text).length > 0;
  return isNamed ? undefined : paragraph(firstProjectWord(projects, 'add --project NAME'));
}

function matchProject(wanted: string, projects: readonly Project[]): Project | undefined {
  return projects.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
}

type Place = { workspace: Workspace; project: Project };

/** The lead whose title has the words, if nothing else was understood. */
async function findLead(text: string, isLost: boolean, ask: ProjectAsk) {
  const words = isLost ? wordsOfLead(text) : undefined;
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

/** As in Slack, where such a line is no question. */
async function tellRefused(refused: Refused, text: string, ask: ProjectAsk): Promise<LocalAnswer> {
  const { project } = ask;
  const said = await toText(refusal({ project: project.id, ...refused.refusal }), [], ask);
  const answer = { text: said, figures: [], sources: [] };
  return { project: project.name, plan: null, reading: text.trim(), verdict: 'no_data', answer };
}

async function answerHandle(
  handle: string,
  text: string,
  places: readonly Place[],
  bot: Bot,
): Promise<LocalAnswer> {
  const told = (project: string, verdict: LocalAnswer['verdict'], text: string): LocalAnswer => {
    const reading = verdict === 'answered' ? `why ${handle}` : '';
    return { project, plan: null, reading, verdict, answer: { text, figures: [], sources: [] } };
  };
  const names = places.map(({ project }) => project.name);
  if (bot.isStoreEmpty)
    return told(
      names[0] ?? '',
      'not_understood',
      `Only the running bot knows ${handle}. In Slack, type /visibility why ${handle}`,
    );
  for (const { workspace, project } of places) {
    const ask = askFor(project, workspace, bot, 0);
    const explain = async () =>
      (await findProjectsOfHandle(handle, [project], ask))?.length
        ? explainHandle(handle, project, ask)
        : undefined;
    const page = await orNoAnswer(explain, bot);
    if (!page) continue;
    const whole = isDeed(text) ? withBelowHeadline(page, paragraph(ONLY_READS)) : page;
    return told(project.name, 'answered', await toText(whole, [], ask));
  }
  return told(names[0] ?? '', 'no_data', `I found no ${handle} in ${andList(names)}.`);
}

const ONLY_READS =
  'Nothing has changed, and nobody was told: here I only answer. In Slack, the card has the buttons.';

async function orNoAnswer<Found>(answer: () => Promise<Found>, { log }: Bot): Promise<Found> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof VisibilityError)) throw error;
    log.error({ err: error }, 'A question could not be answered');
    const help = 'To find out what’s wrong and how to fix it, run `npm run doctor`.';
    throw new NoAnswer(`The API couldn’t be read: ${error.message} ${help}`, { cause: error });
  }
}

function askFor(project: Project, workspace: Workspace, bot: Bot, page: number): ProjectAsk {
  const readable = asOperator(workspace, HERE, new Set([project.id]));
  const asked = { line: '', words: '', channels: {}, options: {}, page };
  const where = { id: randomUUID(), person: '', channel: HERE, triggerId: '' };
  return { ...bot, workspace: readable, team: workspace.team, ...where, ...asked, project };
}

/** The workspace as the operator sees it in `place`: the projects with these ids, and every channel. */
export function asOperator(
  workspace: Workspace,
  place: string,
  ids: { has(id: string): boolean },
): Workspace {
  return {
    ...showProjectsIn(workspace, place, ids),
    personOf: async (id, groups) => (id === '' ? OPERATOR : workspace.personOf(id, groups)),
    isMember: async () => true,
    findJoined: async () => undefined,
  };
}

/** The page as a screen reader reads it, with a line for each question to ask instead. */
async function toText(
  page: Page,
  offers: readonly string[],
  { workspace, project }: ProjectAsk,
): Promise<string> {
  const timezone = timezoneOf(workspace.projects(), project);
  const text = drawText(page, textFor({ timezone, names: await readNames(page, workspace) }));
  return [text, ...offers.map((label) => `- ${label}`)].join('\n');
}

/** Questions to ask instead of an unclear one; in help, the examples. */
function listOffers({ page, verdict, plan }: Answered, text: string): string[] {
  if (verdict === 'ambiguous' || verdict === 'not_understood') return findOfferedQuestions(page);
  const isHelp = plan?.intent === 'help' && termsAsked(text).length === 0;
  return isHelp ? findOfferedQuestions(page).filter((label) => label.endsWith('?')) : [];
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
