/** Which tracked prompts a question means by a prompt's words: the one that has exactly these, else all that contain them. */
import { AppError } from '../../errors.ts';
import { type FoundPrompt, trackedPrompts } from '../prompts/prompts.ts';
import { Refused } from '../refused.ts';
import type { PlanAsk } from './plan-ask.ts';

/** One prompt has to be meant, and several contain the words. */
export class SeveralPrompts extends AppError {
  readonly code = 'several_prompts';
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    super(`${texts.length} prompts contain the words`);
    this.texts = texts;
  }
}

/** `only`: one has to be meant. @throws Refused where there is none, SeveralPrompts */
export async function promptsMeant(
  words: string,
  { project, api }: PlanAsk,
  { only = false }: { only?: boolean } = {},
): Promise<FoundPrompt[]> {
  const all = await trackedPrompts(api(project), project);
  const typed = words.toLowerCase();
  const exact = all.find(({ text }) => text.toLowerCase() === typed);
  if (exact) return [exact];
  const holding = all.filter(({ text }) => text.toLowerCase().includes(typed));
  if (holding.length === 0) {
    const listed = all.rest
      ? `the prompts that the API lists for ${project.name}`
      : `${project.name}’s tracked prompts`;
    throw new Refused(`None of ${listed} contains “${words}”.`, { tries: ['prompts'] });
  }
  if (only && holding.length > 1) throw new SeveralPrompts(holding.map(({ text }) => text));
  return holding;
}
