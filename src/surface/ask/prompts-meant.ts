/** The tracked prompts that the words of a question mean: the one with exactly these words, else all that contain them. */
import { AppError } from '../../errors.ts';
import { NotFoundError } from '../../visibility/errors.ts';
import { type FoundPrompt, trackedPrompts } from '../prompts/prompts.ts';
import { Refused } from '../refused.ts';
import { type CourseData, dataFrom } from './course-data.ts';
import { isSameName, type PlanAsk } from './plan-ask.ts';

/** The answer is about one prompt, and several contain the words. */
export class SeveralPrompts extends AppError {
  readonly code = 'several_prompts';
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    super(`${texts.length} prompts contain these words`);
    this.texts = texts;
  }
}

/** @throws Refused where no prompt contains the words */
export async function promptsMeant(words: string, { project, api }: PlanAsk): Promise<FoundPrompt[]> {
  const all = await trackedPrompts(api(project), project);
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

/** @throws Refused where no prompt contains the words, SeveralPrompts where more than one does */
export async function promptMeant(words: string, ask: PlanAsk): Promise<FoundPrompt> {
  const [prompt, ...others] = await promptsMeant(words, ask);
  if (!prompt) throw new TypeError('No prompt, and no refusal either');
  if (others.length === 0) return prompt;
  throw new SeveralPrompts([prompt, ...others].map(({ text }) => text));
}

/** A prompt's daily scores. The API has just listed the prompt, so "not found" means that it gives no such scores. */
export async function promptData({ id }: FoundPrompt, ask: PlanAsk): Promise<CourseData> {
  const { project, api } = ask;
  const rows = await api(project)
    .promptTimeseries(project.id, id)
    .catch((error: unknown) => {
      if (error instanceof NotFoundError) return [];
      throw error;
    });
  return dataFrom(rows, ask);
}
