/** Finds the tracked prompt that somebody means: by its id, its whole text, or words that only one holds. */

import { listed } from '../../messages/figures.ts';
import { nearest } from '../../nearest.ts';
import type { Project } from '../../projects/projects.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';

export type FoundPrompt = { id: string; text: string };

/** In the API's order. What has no id or no text cannot be chosen. */
export async function trackedPrompts(
  api: VisibilityClient,
  { id: projectId }: Project,
): Promise<Listing<FoundPrompt>> {
  const all = await api.prompts(projectId);
  const found: Listing<FoundPrompt> = all.flatMap(({ id, text }) => (id && text ? [{ id, text }] : []));
  return all.rest ? Object.assign(found, { rest: all.rest }) : found;
}

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** `command` is what an example names. @throws Refused where none, or more than one, is meant. */
export async function findPrompt(
  api: VisibilityClient,
  project: Project,
  typed: string,
  command: string,
): Promise<FoundPrompt> {
  const words = unquoted(typed).toLowerCase();
  const all = await trackedPrompts(api, project);
  const exact = all.find(({ id, text }) => id.toLowerCase() === words || text.toLowerCase() === words);
  if (exact) return exact;
  const holding = words ? all.filter(({ text }) => text.toLowerCase().includes(words)) : [];
  const [only, second] = holding;
  if (only && !second) return only;
  // An old button names a prompt by its id, which nobody can read.
  if (ID.test(words) && !all.rest) {
    throw new Refused({
      sentence: `${project.name} no longer tracks this prompt.`,
      example: '/visibility prompts',
    });
  }
  const texts = all.map(({ text }) => text);
  const guess = words ? nearest(words, texts) : undefined;
  const example = `/visibility ${command} ${guess ?? only?.text ?? texts[0] ?? 'best crm for startups'}`;
  const some = holding
    .slice(0, 4)
    .map(({ text }) => `“${text}”`)
    .join(', ');
  throw new Refused({
    sentence: !words
      ? 'Say which prompt. /visibility prompts lists them all.'
      : second
        ? `${holding.length} prompts contain “${unquoted(typed)}”: ${some}. Be more specific.`
        : all.rest
          ? `“${unquoted(typed)}” isn’t among the ${listed(all.length, 'prompt', all.rest)} that the API lists for ${project.name}.`
          : `${project.name} tracks no prompt “${unquoted(typed)}”.`,
    nearest: guess,
    example,
  });
}
