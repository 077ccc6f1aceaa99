/** Explains what a short name stands for: a lead (L412), a score alert (A37) or a suggestion (S9). */
import type { Project } from '../projects/projects.ts';
import type { Drawable } from '../slack/draw.ts';
import { keyOfHandle } from '../store/handles.ts';
import { leadAt } from '../store/leads.ts';
import { whyLead } from './leads/why-lead.ts';
import { whySuggestion } from './prompts/why-suggestion.ts';
import { Refused } from './refused.ts';
import type { Asker, SurfaceDeps } from './request.ts';
import { whyAlert } from './scores/why-alert.ts';

type Explain = (key: string, project: Project, asker: Asker, deps: SurfaceDeps) => Promise<Drawable>;

/** By the letter that a handle begins with. */
export const EXPLAINED: Readonly<Record<string, Explain>> = {
  L: whyLead,
  A: whyAlert,
  S: whySuggestion,
};

/** In any case. A handle of nothing and one of another project's are told alike. @throws Refused */
export async function whyHandle(
  handle: string,
  project: Project,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Drawable> {
  const explain = explains(handle);
  if (!explain) {
    throw new Refused({
      sentence: `“${handle}” is no short name. They stand in the messages: L412 is a lead, A37 a score alert, S9 a suggestion.`,
      example: '/visibility why',
    });
  }
  const key = await keyOfHandle(deps.db, asker.installation.team, handle);
  return explain(key ?? '', project, asker, deps);
}

/** By what a handle is explained, in any case; undefined where it is none. */
function explains(handle: string): Explain | undefined {
  const [, letter = ''] = handle.toUpperCase().match(/^([LAS])\d+$/) ?? [];
  return EXPLAINED[letter];
}

/**
 * Which of `visible` a handle is of: more than one only where a lead stands in several. Undefined for what is no handle.
 * One of a project that is not visible is refused as one that is nobody's. @throws Refused; VisibilityError
 */
export async function projectsOfHandle(
  handle: string,
  visible: readonly Project[],
  asker: Asker,
  deps: SurfaceDeps,
): Promise<readonly Project[] | undefined> {
  const explain = explains(handle);
  if (!explain) return undefined;
  const { team } = asker.installation;
  const key = await keyOfHandle(deps.db, team, handle);
  const among = async (isOf: (project: Project) => Promise<boolean>) => {
    const found = visible.map(async (project) => ((await isOf(project)) ? project : []));
    return (await Promise.all(found)).flat();
  };
  const hasLead = async ({ id: projectId }: Project) =>
    (await leadAt(deps.db, { team, projectId, key: key ?? '' })) !== undefined;
  // Where a lead is kept is known; else only what the asker may be told of it says whose it is.
  const isTold = (project: Project) =>
    explain(key ?? '', project, asker, deps).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused) return false;
        throw error;
      },
    );
  const kept = key !== undefined && explain === whyLead ? await among(hasLead) : [];
  const projects = key === undefined || kept.length > 0 ? kept : await among(isTold);
  if (projects.length > 0) return projects;
  throw new Refused({
    sentence: `I find no ${handle.toUpperCase()} of a project that is shown in this channel. If you read it in another, ask there.`,
  });
}
