/** How the things a decision speaks of stand now: read at sending time, so that a post is never born old. */
import type { Decision, Standing } from '../decision.ts';
import type { Projects } from '../projects.ts';
import { handlesOf } from '../store/handles.ts';
import type { Db } from '../store/schema.ts';
import { suggestionState } from '../store/suggestions.ts';
import { handleKeys } from './subjects.ts';

export async function standingOf(
  db: Db,
  team: string,
  decision: Decision,
  projects: Projects,
): Promise<Standing> {
  const projectId = decision.project.id;
  const suggestion =
    decision.kind === 'segment_suggestion'
      ? await suggestionState(db, { team, projectId, suggestionId: decision.suggestion.id })
      : undefined;
  return {
    handles: await handlesOf(db, team, handleKeys(decision).keys),
    ...(suggestion && { suggestion }),
    writes: writesOf(projects),
    ...(projects.dashboard_url && {
      dashboardUrl: projects.dashboard_url.replaceAll('{project_id}', projectId),
    }),
  };
}

/** Whether accepting and dismissing change the dashboard: no documented operation does, so paths are configured. */
export function writesOf({ unlisted }: Projects): Standing['writes'] {
  return {
    accept: unlisted.accept_segment_suggestion !== undefined,
    dismiss: unlisted.dismiss_segment_suggestion !== undefined,
  };
}
