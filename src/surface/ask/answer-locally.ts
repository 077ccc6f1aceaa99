/** A question that is asked on this machine, by whoever runs Sightline: they may read all, and are nobody in Slack. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Figure, Plan } from '../../ask/plan.ts';
import { AppError } from '../../errors.ts';
import { ACTIONS } from '../../messages/actions.ts';
import type { Page } from '../../messages/page.ts';
import type { Project } from '../../projects/projects.ts';
import { draw } from '../../slack/draw.ts';
import { decodeCommandText } from '../../slack/incoming.ts';
import type { Person } from '../../slack/people.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { apiTrouble } from '../api-trouble.ts';
import type { Bot, ProjectAsk } from '../ask.ts';
import { showingThere } from '../direct-message.ts';
import type { Workspace } from '../workspace.ts';
import { type Answered, answerQuestion } from './answer-question.ts';
import { named } from './ask-command.ts';

/** `project`: its name or id; without one the question names it, or the first is meant. */
export const LocalQuestion = z.object({ text: z.string(), project: z.string().optional() });
export type LocalQuestion = z.infer<typeof LocalQuestion>;

/** `plan` is null where the question could not be read as one. */
export type LocalAnswer = {
  project: string;
  plan: Plan | null;
  reading: string;
  verdict: Answered['verdict'];
  answer: { text: string; figures: readonly Figure[]; sources: readonly string[] };
};

/** There is no answer, for a reason in a sentence. */
export class NoAnswer extends AppError {
  readonly code = 'no_answer';
}

/** What Slack would call the place where the answer is read: it has no such channel. */
const HERE = 'here';

/** May read, and do nothing: who did something is always somebody. */
const OPERATOR = { id: '', name: 'you', isAdmin: false, isGuest: true, isStranger: false, groups: [] };

/** @throws NoAnswer where no project, or no such project, is there, or the API gives no answer. */
export async function answerLocally(
  { text, project: wanted }: LocalQuestion,
  { bot, workspaces }: { bot: Bot; workspaces: readonly Workspace[] },
): Promise<LocalAnswer> {
  const places = workspaces.flatMap((workspace) =>
    workspace.projects().projects.map((project) => ({ workspace, project })),
  );
  if (workspaces.length === 0) throw new NoAnswer('Sightline has just started. Ask again in a minute.');
  const projects = places.map(({ project }) => project);
  const project = wanted === undefined ? (named(text, projects) ?? projects)[0] : projectOf(wanted, projects);
  const workspace = places.find((place) => place.project === project)?.workspace;
  if (!project || !workspace) throw noProject(wanted, projects);
  const { page, plan, reading, verdict, figures, sources } = await answered(
    text,
    asking(project, workspace, bot),
  );
  return {
    project: project.name,
    plan: plan ?? null,
    reading,
    verdict,
    answer: { text: inWords(page, verdict), figures, sources },
  };
}

function projectOf(wanted: string, projects: readonly Project[]): Project | undefined {
  return projects.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
}

function noProject(wanted: string | undefined, projects: readonly Project[]): NoAnswer {
  const names = projects.map(({ name }) => name).join(', ') || 'none';
  return new NoAnswer(`There is no project “${wanted ?? ''}”. There are: ${names}.`);
}

async function answered(text: string, ask: ProjectAsk): Promise<Answered> {
  try {
    return await answerQuestion(text === '' ? { plan: { intent: 'help' } } : { text }, ask);
  } catch (error) {
    if (!(error instanceof VisibilityError)) throw error;
    const reference = randomUUID().slice(0, 8);
    ask.log.error({ err: error, reference }, 'A question could not be answered');
    throw new NoAnswer(apiTrouble(error, reference).sentence, { cause: error });
  }
}

function asking(project: Project, workspace: Workspace, bot: Bot): ProjectAsk {
  const operator: Person = { ...OPERATOR, teamId: workspace.team };
  const readable = {
    ...showingThere(workspace, HERE, new Set([project.id])),
    personOf: async (id: string, groups?: readonly string[]) =>
      id === '' ? operator : workspace.personOf(id, groups),
    isMember: async () => true,
  };
  const asked = { line: '', words: '', channels: {}, options: {}, page: 0 };
  const where = { id: randomUUID(), person: '', channel: HERE, triggerId: '' };
  return { ...bot, workspace: readable, team: workspace.team, ...where, ...asked, project };
}

/** As it is heard, for those who read lines; what is asked back is a line for each thing that may have been meant. */
function inWords(page: Page, verdict: Answered['verdict']): string {
  const offered = verdict === 'ambiguous' || verdict === 'not_understood' ? labelsOf(page) : [];
  return [decodeCommandText(draw(page).text), ...offered.map((label) => `- ${label}`)].join('\n');
}

const OFFERS: ReadonlySet<string> = new Set([ACTIONS.lineOpen, ACTIONS.askCorrect]);

function labelsOf({ parts }: Page): string[] {
  return parts.flatMap((part) => {
    if (part === undefined || part === false || part.kind !== 'actions') return [];
    return part.controls.flatMap((control) =>
      control.kind === 'button' && OFFERS.has(control.id) ? [control.label] : [],
    );
  });
}
