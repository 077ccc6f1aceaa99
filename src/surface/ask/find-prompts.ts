/** Finds the tracked prompts that a question means: the one with exactly these words, or all that contain them. */
import { AppError } from '../../errors.ts';
import { type FoundPrompt, readTrackedPrompts } from '../prompts/prompts.ts';
import { Refused } from '../refused.ts';
import { isSameName, type PlanAsk } from './plan-ask.ts';

/** The answer needs one prompt, but several contain the words. */
export class SeveralPrompts extends AppError {
  readonly code = 'several_prompts';
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    super(`${texts.length} prompts contain these words`);
    this.texts = texts;
  }
}

/** @throws Refused if no prompt contains the words */
export async function requirePrompts(words: string, { project, api }: PlanAsk): Promise<FoundPrompt[]> {
  const all = await readTrackedPrompts(api(project), project);
  const typed = words.toLowerCase();
  const found = all.filter(({ text }) => text.toLowerCase().includes(typed));
  const exact = found.find(({ text }) => isSameName(text, words));
  if (exact) return [exact];
  if (found.length > 0) return found;
  const listed = all.rest
    ? `the prompts that the API lists for ${project.name}`
    : `${project.name}’s tracked prompts`;
  throw new Refused(`None of ${listed} contains “${words}”.`, { tries: ['prompts'] });
}

/** @throws Refused if no prompt contains the words, SeveralPrompts if more than one does */
export async function requireOnePrompt(words: string, ask: PlanAsk): Promise<FoundPrompt> {
  const [prompt, ...others] = await requirePrompts(words, ask);
  if (!prompt) throw new TypeError('No prompt, and no refusal either');
  if (others.length === 0) return prompt;
  throw new SeveralPrompts([prompt, ...others].map(({ text }) => text));
}
