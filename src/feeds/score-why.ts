/**
 * Why a score moved: read once its alert is posted, within a bound of calls, and put into the alerts of a channel that say nothing
 * of it yet. What fails is left out; the alert stands.
 */
import type { ScoreAlert } from '../decision.ts';
import type { PromptFigures } from '../rules/alert-explanation.ts';
import { type Evidence, followUpPrompts, samplePrompts } from '../rules/alert-why.ts';
import type { Listing } from '../visibility/answer.ts';
import type { Prompt } from '../visibility/assumed.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type { ExtraRead } from './extra-reads.ts';

/** Requests to the API for one why, in all, whatever they are for. */
const MOST_CALLS = 40;

/** Of these, at least so many for the pages of the mentions and of the citations; more where the prompts leave them. */
const FEWEST_PAGES = 6;

/** Several days of a large project; a list that ends earlier explains nothing. The API's maximum is not documented. */
const MENTIONS_ASKED = 4_000;
const CITATIONS_ASKED = 2_000;

/** All of it; a stop of the process waits for it. */
const READ_MS = 15_000;

/** Two days (YYYY-MM-DD) and the figure of each. */
export type MovedBetween = Pick<ScoreAlert, 'previousDay' | 'day'> & { before: number; after: number };

/**
 * All that a why is made of. `tracked`: the prompts, where they were listed already. A list of prompts that ends early gives no
 * figures: nobody knows what share those would be of.
 */
export async function readEvidence(
  projectId: string,
  change: MovedBetween,
  client: VisibilityClient,
  extra: ExtraRead,
  tracked?: Listing<Prompt>,
): Promise<Evidence & { listed?: Listing<Prompt> | undefined }> {
  const { api, left } = client.limited(MOST_CALLS);
  const signal = AbortSignal.timeout(READ_MS);
  const listed = tracked ?? (await extra('prompts', () => api.prompts(projectId, { signal }), signal));
  const pages = Math.max(FEWEST_PAGES, left() - (listed?.length ?? 0));
  const [mentions, citations] =
    change.after < change.before ? await Promise.all([whoIsNamed(), whatIsCited()]) : [];
  const figuresOf = (prompt: Prompt & { id: string }) =>
    extra('promptTimeseries', () => api.promptTimeseries(projectId, prompt.id, { signal }), signal);
  const read = listed && !listed.rest ? await readPrompts(listed, change, left(), figuresOf) : {};
  return { listed, mentions, citations, ...read };

  function whoIsNamed() {
    const { api: some } = api.limited(Math.ceil((pages * 2) / 3));
    return extra('mentions', () => some.mentions(projectId, { limit: MENTIONS_ASKED, signal }), signal);
  }

  function whatIsCited() {
    const { api: some } = api.limited(Math.floor(pages / 3));
    return extra('citations', () => some.citations(projectId, { limit: CITATIONS_ASKED, signal }), signal);
  }
}

/**
 * The figures of up to `most` prompts, one call each, and how many prompts there are. Undefined `tracked` where all were read, or
 * where one of them cannot be asked for. `figuresOf` answers undefined for what cannot be read.
 */
export async function readPrompts(
  listed: readonly Prompt[],
  change: MovedBetween,
  most: number,
  figuresOf: (prompt: Prompt & { id: string }) => Promise<PromptFigures['rows'] | undefined>,
): Promise<Pick<Evidence, 'prompts' | 'tracked'>> {
  const known = listed.flatMap((prompt) => (prompt.id === undefined ? [] : [{ ...prompt, id: prompt.id }]));
  if (known.length < listed.length) return {};
  // Of too many, those that are asked no more are not worth a call.
  const asked = known.length > most ? known.filter(({ active }) => active !== false) : known;
  const all = async (some: readonly (Prompt & { id: string })[]) => {
    const figures = some.map(async (prompt): Promise<PromptFigures[]> => {
      const rows = await figuresOf(prompt);
      const { id, text = '', category } = prompt;
      return rows ? [{ id, text, topics: category === undefined ? [] : [category], rows }] : [];
    });
    return (await Promise.all(figures)).flat();
  };
  const first = samplePrompts(asked, most);
  const read = await all(first);
  const others = asked.filter(({ id }) => !first.some((one) => one.id === id));
  const later = others.length > 0 ? followUpPrompts(asked, read, change, most - first.length) : [];
  const prompts = [...read, ...(await all(later.filter((one) => others.includes(one))))];
  return { prompts, ...(prompts.length < asked.length && { tracked: asked.length }) };
}
