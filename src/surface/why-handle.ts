/** Explains what a short name stands for: a lead (L412), a score alert (A37) or a suggestion (S9); by command and by button. */
import { ACTIONS } from '../messages/actions.ts';
import type { Page } from '../messages/page.ts';
import type { Project } from '../projects/projects.ts';
import { keyOfHandle } from '../store/handles.ts';
import { leadAt } from '../store/leads.ts';
import { type Ask, action, type Command } from './ask.ts';
import { unquote } from './command-line.ts';
import { requireVisible } from './guards.ts';
import { explainLead, offerLeads } from './leads/why-lead.ts';
import { whySuggestion } from './prompts/suggestions.ts';
import { Refused, requireCarried } from './refused.ts';
import { explainAlert } from './scores/alert.ts';

type Explain = (key: string, project: Project, ask: Ask) => Promise<Page>;

/** By the letter that a handle begins with. */
export const EXPLAINERS: Readonly<Record<string, Explain>> = {
  L: explainLead,
  A: explainAlert,
  S: whySuggestion,
};

/** "L1 and L2", "L1, A37" */
const SEVERAL = /^[LAS]\d+(?:(?:\s*,\s*|\s+and\s+|\s+)[LAS]\d+)+$/i;

function handlesIn(words: string): string[] {
  return words.toUpperCase().match(/\b[LAS]\d+\b/g) ?? [];
}

function oneAtATime(handles: readonly string[]): Refused {
  return new Refused('Ask for one at a time.', { tries: handles.map((handle) => `why ${handle}`) });
}

/** /visibility why L412. Without a handle the last leads are offered. */
export const why: Command = {
  name: 'why',
  usage: 'why [handle]',
  example: 'why L1',
  summary: 'Why a lead (L1), alert (A1) or suggestion (S1) came or was left out: by which rule, posted where',
  scope: 'project',
  words: 'fixed',
  takes: (rest) => /^(["“]?[LAS]\d+["”]?)?$/i.test(rest) || SEVERAL.test(rest),
  projectsMeant: (words, visible, ask) =>
    requireProjectsOfHandle(unquote(handlesIn(words)[0] ?? words), visible, ask),
  async run(ask) {
    const handle = unquote(ask.words);
    const { project } = ask;
    if (SEVERAL.test(handle)) throw oneAtATime(handlesIn(handle));
    const message = handle ? explainHandle(handle, project, ask) : offerLeads(project, ask);
    return { message: await message };
  },
};

/** Why? on a lead. */
export const leadWhy = action(ACTIONS.leadWhy, async (ask) => {
  const { handle, projectId } = requireCarried('lead', ask.value);
  return { message: await explainHandle(handle, requireVisible(projectId, ask), ask) };
});

/** In any case. A handle of nothing and one of another project's are told alike. @throws Refused */
export async function explainHandle(handle: string, project: Project, ask: Ask): Promise<Page> {
  const explain = explains(handle);
  if (!explain)
    throw new Refused(
      `“${handle}” isn’t a short name. You find them in messages: L412 is a lead, A37 a score alert, S9 a suggestion.`,
      { example: '/visibility why' },
    );
  const key = await keyOfHandle(ask.db, ask.team, handle);
  return explain(key ?? '', project, ask);
}

/** By what a handle is explained, in any case; undefined where it is none. */
function explains(handle: string): Explain | undefined {
  const [, letter = ''] = handle.toUpperCase().match(/^([LAS])\d+$/) ?? [];
  return EXPLAINERS[letter];
}

/** As `projectsWithHandle`; one of a project that is not visible is refused as one that is nobody's. @throws Refused; VisibilityError */
export async function requireProjectsOfHandle(
  handle: string,
  visible: readonly Project[],
  ask: Ask,
): Promise<readonly Project[] | undefined> {
  const projects = await findProjectsOfHandle(handle, visible, ask);
  if (projects?.length !== 0) return projects;
  throw new Refused(
    `There’s no ${handle.toUpperCase()} in this channel’s projects. If you read it in another channel, ask there.`,
  );
}

/**
 * Which of `visible` a handle is of: more than one only where a lead stands in several. Undefined for what is no handle.
 * @throws VisibilityError
 */
export async function findProjectsOfHandle(
  handle: string,
  visible: readonly Project[],
  ask: Ask,
): Promise<readonly Project[] | undefined> {
  const explain = explains(handle);
  if (!explain) return undefined;
  const { team } = ask;
  const key = await keyOfHandle(ask.db, team, handle);
  const among = async (isOf: (project: Project) => Promise<boolean>) => {
    const found = visible.map(async (project) => ((await isOf(project)) ? project : []));
    return (await Promise.all(found)).flat();
  };
  const hasLead = async ({ id: projectId }: Project) =>
    (await leadAt(ask.db, { team, projectId, key: key ?? '' })) !== undefined;
  // Where a lead is kept is known; else only what the asker may be told of it says whose it is.
  const isTold = (project: Project) =>
    explain(key ?? '', project, ask).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused) return false;
        throw error;
      },
    );
  const kept = key !== undefined && explain === explainLead ? await among(hasLead) : [];
  return key === undefined || kept.length > 0 ? kept : among(isTold);
}
