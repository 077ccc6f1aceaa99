/** The export of leads: what became of every lead shown in the last days, as a file to the person who asks. */
import { exportAsText, exportMessage, exportSentAnswer } from '../messages/lead-export.ts';
import { timezoneOf } from '../projects.ts';
import { today } from '../rules/calendar.ts';
import { sendPrivateFile } from '../slack/private-file.ts';
import { handlesOf } from '../store/handles.ts';
import { leadStories } from '../store/lead-figures.ts';
import { leadExport } from './lead-csv.ts';
import { Refused } from './refused.ts';
import type { Answer, ProjectRequest, SurfaceDeps } from './request.ts';

const DAY_MS = 86_400_000;
const USUAL = '30d';
const MOST_DAYS = 365;

/** `since` as it was typed: "30d", the default. @throws Refused where it is no number of days. */
export async function exportLeads(
  since: string | undefined,
  { project, installation, person }: ProjectRequest,
  { db, clock, log, projects }: SurfaceDeps,
): Promise<Answer> {
  const days = daysIn(since ?? USUAL);
  const now = clock.now();
  const { team, client } = installation;
  const stories = await leadStories(db, { team, projectId: project.id, since: now - days * DAY_MS });
  const handles = await handlesOf(
    db,
    team,
    stories.map(({ key }) => key),
  );
  const day = today(now, timezoneOf(projects(), project));
  const file = leadExport(project, stories, { handles, days, day });
  const { name, title, csv: content } = file;
  const sent = await sendPrivateFile(client, person, exportMessage(file), { name, title, content });
  if (sent.kind === 'sent') return { message: exportSentAnswer(file) };
  log.warn({ reason: sent.reason, person }, 'An export could not be sent as a file');
  return { message: exportAsText(file) };
}

function daysIn(since: string): number {
  const days = Number(since.match(/^(\d{1,3})d(ays?)?$/)?.[1] ?? 0);
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw new Refused({
    sentence: `“${since}” is no number of days from 1d to ${MOST_DAYS}d.`,
    example: '/visibility leads export 30d',
  });
}
