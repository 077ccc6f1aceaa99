/** The export of leads: what became of every lead shown in the last days, as a file to the person who asks. */
import { DAY_MS } from '../../durations.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import { handlesOf } from '../../store/handles.ts';
import { leadStories } from '../../store/lead-stories.ts';
import { requirePermission } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Answer, ProjectRequest, SurfaceDeps } from '../request.ts';
import { sendExport } from '../send-export.ts';
import { leadExport } from './lead-csv.ts';

const USUAL = '30d';
const MOST_DAYS = 365;

/** `since` as it was typed: "30d", the default. @throws Refused where it is no number of days. */
export async function exportLeads(
  since: string | undefined,
  request: ProjectRequest,
  deps: SurfaceDeps,
): Promise<Answer> {
  await requirePermission('members', request, deps);
  const { project, installation } = request;
  const { db, clock, projects } = deps;
  const days = daysIn(since ?? USUAL);
  const now = clock.now();
  const { team } = installation;
  const stories = await leadStories(db, { team, projectId: project.id, since: now - days * DAY_MS });
  const handles = await handlesOf(
    db,
    team,
    stories.map(({ key }) => key),
  );
  const day = today(now, timezoneOf(projects(), project));
  return sendExport(leadExport(project, stories, { handles, days, day }), request, deps);
}

function daysIn(since: string): number {
  const days = Number(since.match(/^(\d{1,3})d(ays?)?$/)?.[1] ?? 0);
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw new Refused({
    sentence: `“${since}” is no number of days from 1d to ${MOST_DAYS}d.`,
    example: '/visibility leads export 30d',
  });
}
