/** The tools that run a /visibility command for the caller, and the one that lists projects. */
import { z } from 'zod';
import type { Figure } from '../ask/plan.ts';
import { alertFigures } from '../messages/ask/course-figures.ts';
import { projectListPage } from '../messages/program-answers.ts';
import { feedsOf, timezoneOf } from '../projects/projects.ts';
import { MinChange } from '../projects/projects-schema.ts';
import { today } from '../rules/calendar.ts';
import { findKeyOfHandle } from '../store/handles.ts';
import { findLead } from '../store/leads.ts';
import { notKnownHere } from '../surface/ask/plan-ask.ts';
import type { Ask, ProjectAsk } from '../surface/ask.ts';
import { Refused } from '../surface/refused.ts';
import { makeQuestion, runAgain } from '../surface/run-command.ts';
import { findAlertsSeen } from '../surface/scores/scores.ts';
import { explainHandle, findProjectsOfHandle } from '../surface/why.ts';
import {
  type About,
  askAbout,
  createAsk,
  Handle,
  joinNames,
  listProjectsMeant,
  listProjectsSeen,
  ProjectName,
  projectTool,
  type ToolAnswer,
  toolOf,
} from './tool.ts';

async function runCommand(
  name: string,
  words: string,
  { project, ask, page = 0 }: About & { page?: number },
): Promise<ToolAnswer> {
  const answer = await runAgain(makeQuestion(name, words, project.id, ask.now(), page), ask);
  if (!answer || !('message' in answer)) throw new TypeError(`“${name}” has no page`);
  const { message, pages, again, isEmpty } = answer;
  return {
    page: message,
    project,
    pages,
    ...(again && { isRefusal: true }),
    ...(isEmpty && { emptyBecause: 'none_listed' }),
  };
}

export const listProjects = toolOf({
  name: 'list_projects',
  title: 'Projects',
  description: 'The projects you can see, with their ids.',
  input: z.object({}),
  async run(_, caller) {
    const ask = await createAsk(caller);
    const all = ask.workspace.projects();
    const seen = listProjectsSeen(ask);
    const feeds = feedsOf(all);
    const page = projectListPage(
      seen.map((project) => ({
        id: project.id,
        name: project.name,
        timezone: timezoneOf(all, project),
        feeds: [...new Set(feeds.flatMap((feed) => (feed.project.id === project.id ? feed.kind : [])))],
      })),
    );
    return { page, ...(seen.length === 0 && { emptyBecause: 'no_project' }) };
  },
});

const WHERE_IDS_ARE = 'search_answers lists answers with their ids.';

export const readAnswer = projectTool({
  name: 'read_answer',
  title: 'One answer',
  description: 'One answer of an engine in full, by the id that search_answers gives.',
  input: { id: z.guid(`This isn’t the id of an answer. ${WHERE_IDS_ARE}`) },
  async run({ id }, about, { page }) {
    return runCommand('runs', `run ${id}`, { ...about, page }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(`${about.project.name} has no answer with this id. ${WHERE_IDS_ARE}`);
    });
  },
});

/** Explains a short name (in capitals). @throws Refused if the caller doesn't see it */
export async function explainShortName(
  handle: string,
  wanted: string | undefined,
  ask: Ask,
): Promise<ToolAnswer> {
  if (ask.isStoreEmpty) throw notKnownHere('list_leads returns leads as the API lists them.');
  const visible = listProjectsMeant(wanted, ask);
  const [project, ...others] = (await findProjectsOfHandle(handle, visible, ask)) ?? [];
  if (!project) throw new Refused(`You see no ${handle} in ${joinNames(visible)}.`);
  if (others.length > 0)
    throw new Refused(`${handle} is in several projects. Say which: ${joinNames([project, ...others])}.`);
  const asked = askAbout(project, ask);
  const [page, figures] = await Promise.all([
    explainHandle(handle, project, ask),
    handle.startsWith('L') ? readLeadFigures(handle, asked) : readAlertFigures(handle, asked),
  ]);
  return { page, project, figures };
}

const NO_LEAD =
  'Give the short name of a lead, such as L412 (see list_leads). For an alert (A37) or a suggestion (S9), call why.';
const NO_HANDLE = 'Give a short name, such as L412, A37 or S9 (see list_leads and list_alerts).';

export const getLead = toolOf({
  name: 'get_lead',
  title: 'One lead',
  description:
    'One community lead by its short name: its thread, its state, and the rule that posted it or left it out.',
  input: z.object({ handle: Handle('L', 'For example L412', NO_LEAD), project: ProjectName }),
  run: async ({ handle, project }, caller) => explainShortName(handle, project, await createAsk(caller)),
});

export const why = toolOf({
  name: 'why',
  title: 'Why it was posted',
  description:
    'Why a lead (L412), an alert (A37) or a suggestion (S9) was posted or left out: which rule, where and when.',
  input: z.object({ handle: Handle('LAS', 'For example L412, A37 or S9', NO_HANDLE), project: ProjectName }),
  run: async ({ handle, project }, caller) => explainShortName(handle, project, await createAsk(caller)),
});

export const whatIf = projectTool({
  name: 'what_if',
  title: 'Try another threshold',
  description:
    'Which score alerts another threshold would have raised in the past. For choosing a setting, not for forecasts.',
  input: {
    min_change: MinChange.optional().describe('Points of the score. By default the current threshold'),
    days: z.int().min(1).max(365).optional().describe('How many days back. By default 90'),
  },
  async run({ min_change, days = '' }, about, { page }) {
    const words = min_change === undefined ? `${days}` : `${days} min_change:${min_change}`;
    return runCommand('what-if', words.trim(), { ...about, page });
  },
});

/** The figures of an alert that the caller may see; none for anything else. */
async function readAlertFigures(handle: string, ask: ProjectAsk): Promise<Figure[]> {
  const alerts = handle.startsWith('A') ? await findAlertsSeen(ask, 0) : [];
  return alertFigures(alerts.filter((one) => one.handle === handle));
}

async function readLeadFigures(
  handle: string,
  { db, team, project, workspace }: ProjectAsk,
): Promise<Figure[]> {
  const key = await findKeyOfHandle(db, team, handle);
  const lead = key === undefined ? undefined : await findLead(db, { team, projectId: project.id, key });
  if (typeof lead?.score !== 'number') return [];
  const day = today(lead.polledAt, timezoneOf(workspace.projects(), project));
  return [{ name: `score of ${handle}`, value: lead.score, unit: 'points', day }];
}
