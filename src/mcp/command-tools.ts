/** Tools that run a command of /visibility for the caller; and the lists of projects and alerts. */
import { z } from 'zod';
import type { Figure } from '../ask/plan.ts';
import type { MentionAlert, ScoreAlert } from '../decision.ts';
import { UNITS, whereOf } from '../messages/ask/course.ts';
import { dropFloatNoise } from '../messages/figures.ts';
import { alertListPage, projectListPage } from '../messages/program-answers.ts';
import { METRIC_WORDS } from '../messages/scores/score-words.ts';
import type { LatestAlert } from '../messages/scores/scores-answer.ts';
import { daysInWords } from '../messages/times.ts';
import { feedsOf, type Project, timezoneOf } from '../projects/projects.ts';
import { dayOf, daysBefore, startOf, today } from '../rules/calendar.ts';
import { keyOfHandle } from '../store/handles.ts';
import { leadAt } from '../store/leads.ts';
import { wasOpenIn } from '../surface/ask/happened-answer.ts';
import { notKnownHere } from '../surface/ask/plan-ask.ts';
import type { Ask, ProjectAsk } from '../surface/ask.ts';
import { refuseFuture } from '../surface/guards.ts';
import { COMMANDS } from '../surface/index.ts';
import { Refused } from '../surface/refused.ts';
import { makeQuestion, runAgain } from '../surface/run-command.ts';
import { findAlertsSeen } from '../surface/scores/scores.ts';
import { findProjectsOfHandle } from '../surface/why-handle.ts';
import { askAbout, askOf, projectMeant, projectsSeen } from './caller-ask.ts';
import { DAYS, Handle, Name, Project as ProjectName, type ToolAnswer, toolOf } from './tool.ts';

/** What `/visibility name words` answers. */
async function commandAnswer(
  name: string,
  words: string,
  { project, ask, page = 0 }: { project: Project; ask: Ask; page?: number },
): Promise<ToolAnswer> {
  const answer = await runAgain(COMMANDS, makeQuestion(name, words, project.id, ask.now(), page), ask);
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
  description: 'The projects that you see: those shown in Slack channels that you are in.',
  input: z.object({}),
  async run(_, caller) {
    const ask = await askOf(caller);
    const all = ask.workspace.projects();
    const seen = projectsSeen(ask);
    const feeds = feedsOf(all);
    const page = projectListPage(
      seen.map((project) => ({
        name: project.name,
        timezone: timezoneOf(all, project),
        feeds: [...new Set(feeds.flatMap((feed) => (feed.project.id === project.id ? feed.kind : [])))],
      })),
    );
    return { page, ...(seen.length === 0 && { emptyBecause: 'no_project' }) };
  },
});

export const searchAnswers = toolOf({
  name: 'search_answers',
  title: 'Answers of engines',
  description:
    'What engines answered on a topic, or to a tracked prompt; newest first, each with an id for read_answer.',
  input: z.object({
    topic: Name('A topic’s name').optional(),
    prompt: Name('Words of a tracked prompt').optional(),
    project: ProjectName,
  }),
  next: 'read_answer has one answer whole.',
  async run({ topic, prompt, project: wanted }, caller, { page }) {
    const ask = await askOf(caller);
    const project = projectMeant(wanted, ask);
    if (topic !== undefined) return commandAnswer('answers', topic, { project, ask, page });
    if (prompt !== undefined) return commandAnswer('prompt-history', prompt, { project, ask, page });
    throw new Refused('Say a topic or a prompt. get_topic lists the topics.');
  },
});

const WHERE_IDS_ARE = 'search_answers lists answers with their ids.';

export const readAnswer = toolOf({
  name: 'read_answer',
  title: 'One answer',
  description: 'One answer of an engine, whole, by the id that search_answers gives.',
  input: z.object({ id: z.guid(`This isn’t an answer’s id. ${WHERE_IDS_ARE}`), project: ProjectName }),
  async run({ id, project: wanted }, caller, { page }) {
    const ask = await askOf(caller);
    const project = projectMeant(wanted, ask);
    return commandAnswer('runs', `run ${id}`, { project, ask, page }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(`${project.name} has no answer with this id. ${WHERE_IDS_ARE}`);
    });
  },
});

/** What a short name (in capitals) stands for. @throws Refused if the caller sees no such thing */
export async function explained(
  command: 'why' | 'leads',
  handle: string,
  wanted: string | undefined,
  ask: Ask,
): Promise<ToolAnswer> {
  if (ask.isStoreEmpty) throw notKnownHere('list_leads has leads as the API lists them.');
  const visible = wanted === undefined ? projectsSeen(ask) : [projectMeant(wanted, ask)];
  const [project, ...others] = (await findProjectsOfHandle(handle, visible, ask)) ?? [];
  if (!project) throw new Refused(`You see no ${handle}.`);
  if (others.length > 0) {
    const names = [project, ...others].map(({ name }) => name).join(', ');
    throw new Refused(`${handle} is in several projects. Say which: ${names}.`);
  }
  const [answer, figures] = await Promise.all([
    commandAnswer(command, handle, { project, ask }),
    handleFigures(handle, askAbout(project, ask)),
  ]);
  return { ...answer, ...(!answer.isRefusal && { figures }) };
}

const NO_LEAD =
  'Give a lead’s short name, such as L412; list_leads has them. why takes those of alerts (A37) and suggestions (S9).';
const NO_HANDLE = 'Give a short name, such as L412, A37 or S9; list_leads and list_alerts have them.';

export const getLead = toolOf({
  name: 'get_lead',
  title: 'One lead',
  description:
    'One community lead, by its short name: the thread, how it stands, and by which rule it was posted or left out.',
  input: z.object({ handle: Handle('L', 'As in L412', NO_LEAD), project: ProjectName }),
  run: async ({ handle, project }, caller) => explained('leads', handle, project, await askOf(caller)),
});

export const why = toolOf({
  name: 'why',
  title: 'Why it was posted',
  description:
    'Why a lead (L412), an alert (A37) or a suggestion (S9) was posted or left out: by which rule, where, when.',
  input: z.object({ handle: Handle('LAS', 'L412, A37 or S9', NO_HANDLE), project: ProjectName }),
  run: async ({ handle, project }, caller) => explained('why', handle, project, await askOf(caller)),
});

export const whatIf = toolOf({
  name: 'what_if',
  title: 'Another threshold',
  description:
    'Which score alerts the past would have brought with another threshold. For settings, not for forecasts.',
  input: z.object({
    min_change: z
      .number()
      .positive()
      .max(1_000_000)
      .optional()
      .describe('Points of the score; as it is, if left out'),
    days: z.int().min(1).max(365).optional().describe('90, if left out'),
    project: ProjectName,
  }),
  async run({ min_change, days = '', project: wanted }, caller, { page }) {
    const ask = await askOf(caller);
    const project = projectMeant(wanted, ask);
    const words = min_change === undefined ? `${days}` : `${days} min_change:${min_change}`;
    return commandAnswer('what-if', words.trim(), { project, ask, page });
  },
});

/** If the caller names no days. */
const ALERT_DAYS = 30;

export const listAlerts = toolOf({
  name: 'list_alerts',
  title: 'Alerts',
  description: `Alerts on scores and on what answers say that were open in some days (the last ${ALERT_DAYS}, if left out), as posted in channels that you are in; open ones first.`,
  input: z.object({ ...DAYS, project: ProjectName }),
  next: 'why explains one by its short name (A37).',
  async run({ from: first, to: last, project: wanted }, caller) {
    const ask = await askOf(caller);
    const project = projectMeant(wanted, ask);
    if (ask.isStoreEmpty) throw notKnownHere('get_scores has the figures.');
    const timezone = timezoneOf(ask.workspace.projects(), project);
    const day = today(ask.now(), timezone);
    refuseFuture(first, day);
    const to = last ?? day;
    const from = first ?? daysBefore(to, ALERT_DAYS - 1);
    const posted = await findAlertsSeen(askAbout(project, ask), startOf(from, timezone));
    const alerts = posted.filter(({ alert }) => wasOpenIn(alert, { from, to }));
    return {
      page: alertListPage(project, daysInWords({ from, to }) ?? '', alerts),
      project,
      figures: [{ name: 'alerts', value: alerts.length, unit: 'alerts' }, ...alertFigures(alerts)],
      ...(alerts.length === 0 && { emptyBecause: posted.length > 0 ? 'none_of_those_days' : 'none_listed' }),
    };
  },
});

/** Figures of a lead or an alert that the caller may see; none for anything else. */
async function handleFigures(handle: string, ask: ProjectAsk): Promise<Figure[]> {
  if (handle.startsWith('L')) return leadFigures(handle, ask);
  const alerts = handle.startsWith('A') ? await findAlertsSeen(ask, 0) : [];
  return alertFigures(alerts.filter((one) => one.handle === handle));
}

async function leadFigures(handle: string, { db, team, project }: ProjectAsk): Promise<Figure[]> {
  const key = await keyOfHandle(db, team, handle);
  const lead = key === undefined ? undefined : await leadAt(db, { team, projectId: project.id, key });
  if (typeof lead?.score !== 'number') return [];
  return [{ name: `score of ${handle}`, value: lead.score, unit: 'points', day: dayOf(lead.polledAt) }];
}

/** `since` and `change` are those in the headlines of the alerts. */
export function alertFigures(alerts: readonly LatestAlert[]): Figure[] {
  return alerts.flatMap(({ alert, handle }) =>
    alert.kind === 'score_alert' ? scoreFigures(alert, handle) : mentionFigures(alert, handle),
  );
}

function scoreFigures(news: ScoreAlert, handle: string): Figure[] {
  const { score, previousScore, previousDay, day, againstLevel, usual, sureness, alert } = news;
  if (!alert) return [];
  const { metric, lead } = alert;
  const times = METRIC_WORDS[metric].times([score, previousScore]);
  return [
    {
      name: `${METRIC_WORDS[metric].name}${whereOf(lead.scope)} (${handle})`,
      value: dropFloatNoise(score * times),
      unit: UNITS[metric],
      day,
      ...(againstLevel ? {} : { since: previousDay }),
      change: dropFloatNoise((score - previousScore) * times),
      comparable: true,
      verdict: sureness ?? (usual && 'normal'),
    },
  ];
}

/** Points; where the API gives none, answers that name the brand or the rival first, of those that name anybody first. */
function mentionFigures({ about, project }: MentionAlert, handle: string): Figure[] {
  if (about.type === 'negative') {
    const { day, negative, of } = about.figures;
    return [{ name: `negative mentions (${handle})`, value: negative, unit: 'mentions', day, answers: of }];
  }
  const { day, own, rival, of } = about.figures;
  const unit = of === undefined ? 'points' : 'answers that name it first';
  const both = { unit, day, ...(of !== undefined && { answers: of }) };
  return [
    { name: `${project.name} (${handle})`, value: own, ...both },
    { name: `${about.rival} (${handle})`, value: rival, ...both },
  ];
}
