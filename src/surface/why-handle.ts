/** Explains a lead (L412), a score alert (A37) or a suggestion (S9) by its handle, for the command and the button. */
import { ACTIONS } from '../messages/actions.ts';
import type { Page } from '../messages/page.ts';
import type { Project } from '../projects/projects.ts';
import { findKeyOfHandle } from '../store/handles.ts';
import { findLead } from '../store/leads.ts';
import { type Ask, action, type Command } from './ask.ts';
import { unquote } from './command-line.ts';
import { requireVisible } from './guards.ts';
import { explainLead, offerLeads } from './leads/why-lead.ts';
import { explainSuggestion } from './prompts/suggestions.ts';
import { Refused, requireCarried } from './refused.ts';
import { explainAlert } from './scores/alert.ts';

type Explain = (key: string, project: Project, ask: Ask) => Promise<Page>;

/** By the first letter of a handle. */
export const EXPLAINERS: Readonly<Record<string, Explain>> = {
  L: explainLead,
  A: explainAlert,
  S: explainSuggestion,
};

/** Where to look instead. */
const LISTS: Readonly<Record<string, string>> = { L: 'leads', A: 'scores', S: 'suggestions' };

/** "L1 and L2", "L1, A37" */
const SEVERAL = /^[LAS]\d+(?:(?:\s*,\s*|\s+and\s+|\s+)[LAS]\d+)+$/i;

function findHandles(words: string): string[] {
  return words.toUpperCase().match(/\b[LAS]\d+\b/g) ?? [];
}

/** /visibility why L412. Without a handle it offers the latest leads. */
export const why: Command = {
  name: 'why',
  usage: 'why [handle]',
  example: 'why L1',
  summary: 'Why a lead (L1), alert (A1) or suggestion (S1) came or was left out: by which rule, posted where',
  scope: 'project',
  words: 'fixed',
  takes: (rest) => /^(["“]?[LAS]\d+["”]?)?$/i.test(rest) || SEVERAL.test(rest),
  projectsMeant: (words, visible, ask) =>
    requireProjectsOfHandle(unquote(findHandles(words)[0] ?? words), visible, ask),
  async run(ask) {
    const handle = unquote(ask.words);
    const { project } = ask;
    if (SEVERAL.test(handle))
      throw new Refused('Ask for one at a time.', { tries: findHandles(handle).map((one) => `why ${one}`) });
    if (!handle) return { message: await offerLeads(project, ask) };
    return { message: await explainHandle(handle, project, ask), left: { card: handle.toUpperCase() } };
  },
};

export const leadWhy = action(ACTIONS.leadWhy, async (ask) => {
  const { handle, projectId } = requireCarried('lead', ask.value);
  return { message: await explainHandle(handle, requireVisible(projectId, ask), ask) };
});

/** Doesn't reveal whether an unknown handle belongs to another project. @throws Refused */
export async function explainHandle(handle: string, project: Project, ask: Ask): Promise<Page> {
  const explain = findExplainer(handle);
  if (!explain)
    throw new Refused(
      `“${handle}” isn’t a short name. You’ll find them in messages: L412 is a lead, A37 a score alert, S9 a suggestion.`,
      { example: '/visibility why' },
    );
  const key = await findKeyOfHandle(ask.db, ask.team, handle);
  return explain(key ?? '', project, ask);
}

function findExplainer(handle: string): Explain | undefined {
  const [, letter = ''] = handle.toUpperCase().match(/^([LAS])\d+$/) ?? [];
  return EXPLAINERS[letter];
}

/** Like `findProjectsOfHandle`, but refuses a handle that no visible project has. @throws Refused, VisibilityError */
export async function requireProjectsOfHandle(
  handle: string,
  visible: readonly Project[],
  ask: Ask,
): Promise<readonly Project[] | undefined> {
  const projects = await findProjectsOfHandle(handle, visible, ask);
  if (projects?.length !== 0) return projects;
  throw new Refused(
    `There’s no ${handle.toUpperCase()} in this channel’s projects. If you read it in another channel, ask there.`,
    { tries: [LISTS[handle.toUpperCase().charAt(0)] ?? 'help'] },
  );
}

/**
 * The visible projects that a handle belongs to; more than one only if they share a lead. Undefined if it is no handle.
 * @throws VisibilityError
 */
export async function findProjectsOfHandle(
  handle: string,
  visible: readonly Project[],
  ask: Ask,
): Promise<readonly Project[] | undefined> {
  const explain = findExplainer(handle);
  if (!explain) return undefined;
  const { team } = ask;
  const key = await findKeyOfHandle(ask.db, team, handle);
  if (key === undefined) return [];
  const filter = async (isOf: (project: Project) => Promise<boolean>) => {
    const found = visible.map(async (project) => ((await isOf(project)) ? project : []));
    return (await Promise.all(found)).flat();
  };
  const hasLead = async ({ id: projectId }: Project) =>
    (await findLead(ask.db, { team, projectId, key })) !== undefined;
  const isExplained = (project: Project) =>
    explain(key, project, ask).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused) return false;
        throw error;
      },
    );
  const kept = explain === explainLead ? await filter(hasLead) : [];
  // The store knows the project of a lead; for the rest it is the project for which an explanation exists.
  return kept.length > 0 ? kept : filter(isExplained);
}
