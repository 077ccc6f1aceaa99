/** Finds the prompt runs of answers that the API names by their response alone, in lists that name both. */
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import type { SurfaceDeps } from '../request.ts';

/** A button is not worth a long wait, nor many calls: at most 7. */
const WITHIN_MS = 4_000;
const PROMPTS_ASKED = 3;
const TOPICS_ASKED = 3;
const CITATIONS_ASKED = 300;

type Named = { responseId?: string | undefined; promptRunId?: string | undefined };
type Unnamed = { responseId?: string | undefined; promptId?: string | undefined };

/**
 * Ids of prompt runs by response id, of those among `answers` that are found: in the histories of their prompts, else in
 * the latest citations and the answers of the largest topics. What fails, or takes too long, is logged and finds nothing.
 */
export async function runsOfAnswers(
  api: VisibilityClient,
  { id }: Project,
  answers: readonly Unnamed[],
  { log }: Pick<SurfaceDeps, 'log'>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(answers.flatMap(({ responseId }) => responseId ?? []));
  const found = new Map<string, string>();
  const call = { signal: AbortSignal.timeout(WITHIN_MS) };
  const orNone = <Row>(asked: Promise<readonly Row[]>) =>
    asked.catch((error: unknown) => {
      log.warn({ err: error, project: id }, 'Answers were not looked up; they have no button');
      return [] as const;
    });
  const look = async (lists: readonly Promise<readonly Named[]>[]) => {
    for (const { responseId, promptRunId } of (await Promise.all(lists.map(orNone))).flat())
      if (responseId && promptRunId && wanted.has(responseId)) found.set(responseId, promptRunId);
  };
  const isDone = () => found.size === wanted.size;

  if (isDone()) return found;
  const prompts = mostFrequent(answers.flatMap(({ promptId }) => promptId ?? [])).slice(0, PROMPTS_ASKED);
  await look(
    prompts.length > 0
      ? prompts.map(async (prompt) => (await api.promptHistory(id, prompt, call)).runs ?? [])
      : [api.citations(id, { limit: CITATIONS_ASKED, ...call })],
  );
  if (isDone()) return found;
  const topics = (await orNone(api.topics(id, call)))
    .toSorted((a, b) => (b.answers ?? 0) - (a.answers ?? 0))
    .flatMap(({ label }) => label ?? []);
  await look(topics.slice(0, TOPICS_ASKED).map((label) => api.topicAnswers(id, label, call)));
  return found;
}

function mostFrequent(ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
