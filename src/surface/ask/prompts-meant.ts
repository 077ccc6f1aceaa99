/** Which tracked prompts a question means by a prompt's words: the one that has exactly these, else all that contain them. */
import { AppError } from '../../errors.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import { NotFoundError } from '../../visibility/errors.ts';
import { type FoundPrompt, trackedPrompts } from '../prompts/prompts.ts';
import { Refused } from '../refused.ts';
import { withNames } from './names-of-project.ts';
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

/** All prompts that contain the words; the one that is these words alone, if there is one. @throws Refused where there is none */
export async function promptsMeant(words: string, { project, api }: PlanAsk): Promise<FoundPrompt[]> {
  const all = await trackedPrompts(api(project), project);
  const typed = words.toLowerCase();
  const exact = all.find(({ text }) => text.toLowerCase() === typed);
  if (exact) return [exact];
  const holding = all.filter(({ text }) => text.toLowerCase().includes(typed));
  if (holding.length > 0) return holding;
  const listed = all.rest
    ? `the prompts that the API lists for ${project.name}`
    : `${project.name}’s tracked prompts`;
  throw new Refused(`None of ${listed} contains “${words}”.`, { tries: ['prompts'] });
}

/** The one prompt that is meant. @throws Refused where there is none, SeveralPrompts */
export async function promptMeant(words: string, ask: PlanAsk): Promise<FoundPrompt> {
  const [prompt, ...others] = await promptsMeant(words, ask);
  if (!prompt) throw new TypeError('No prompt, and no refusal either');
  if (others.length === 0) return prompt;
  throw new SeveralPrompts([prompt, ...others].map(({ text }) => text));
}

/** The daily figures of a prompt that the API has just listed: "not found" then means that it gives no such figures. */
export async function dailyScoresOfPrompt(
  prompt: FoundPrompt,
  { project, api, names }: PlanAsk,
): Promise<DailyScore[]> {
  try {
    return withNames(await api(project).promptTimeseries(project.id, prompt.id), names);
  } catch (error) {
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}
