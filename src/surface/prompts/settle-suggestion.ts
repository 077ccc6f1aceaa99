/** Accepts or dismisses a segment suggestion for a person: once, audited, told to the API where an operation is configured. */
import { hash } from 'node:crypto';
import type { Decision, SuggestionNews } from '../../decision.ts';
import { suggestionSubject } from '../../outbox/subjects.ts';
import type { Project } from '../../projects/projects.ts';
import { isOpen, suggestionNews } from '../../rules/new-suggestions.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import type { Db } from '../../store/schema.ts';
import {
  recordWrite,
  type SuggestionKey,
  settleSuggestion,
  suggestionState,
} from '../../store/suggestions.ts';
import { ValidationError, VisibilityError } from '../../visibility/errors.ts';
import { audited } from '../audited.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { writtenAndShown } from '../written-and-shown.ts';

type Verb = 'accepted' | 'dismissed';

/** The suggestion that stands as this message. @throws Refused if it is none any more. */
export async function suggestionAt(asker: Asker, ts: string, deps: SurfaceDeps): Promise<SuggestionNews> {
  const delivery = await deliveryAt(deps.db, asker.installation.team, asker.channel, ts);
  const decision: Decision | undefined = delivery && JSON.parse(delivery.decision);
  if (decision?.kind !== 'segment_suggestion') {
    throw new Refused({
      sentence: 'Sightline no longer knows this message. The open suggestions are in the list.',
      example: '/visibility suggestions',
    });
  }
  return decision;
}

/** The suggestion of this message as the API has it now. @throws Refused where it is settled there already. */
export async function freshSuggestion(asker: Asker, ts: string, deps: SurfaceDeps): Promise<SuggestionNews> {
  const { project, suggestion } = await suggestionAt(asker, ts, deps);
  const api = deps.visibilityOf(requireVisible(project.id, asker, deps));
  const now = (await api.segmentSuggestions(project.id)).find(({ id }) => id === suggestion.id);
  if (!now) throw new Refused({ sentence: 'The API has this suggestion no longer. Nothing was changed.' });
  if (!isOpen(now))
    throw new Refused({
      sentence: `The API says that this suggestion is ${now.status} already. Nothing was changed.`,
    });
  return suggestionNews(
    { suggestion: now, prompts: await api.segmentPrompts(project.id, suggestion.id) },
    project,
  );
}

/** What accepting would mean, as one text: equal texts mean the same. */
export function appliesNow({ prompts = [] }: SuggestionNews): string {
  const ids = prompts.flatMap(({ id, applies }) => (applies ? [id] : [])).sort();
  return hash('sha256', JSON.stringify([ids, prompts.length]));
}

/** @throws Refused when somebody was faster, or this click was taken already. */
export async function settle(asker: Asker, ts: string, verb: Verb, deps: SurfaceDeps): Promise<void> {
  const { clock } = deps;
  const news = await suggestionAt(asker, ts, deps);
  const project = requireVisible(news.project.id, asker, deps);

  const { team } = asker.installation;
  const key = { team, projectId: project.id, suggestionId: news.suggestion.id };
  const operation = operationFor(verb, deps);
  const change = {
    status: verb,
    by: asker.person,
    at: clock.now(),
    written: operation ? 'waiting' : 'off',
  } as const;
  const write = { action: `suggestion.${verb}`, projectId: project.id, subject: key.suggestionId };
  const settled = await audited(asker, deps, write, async () => {
    const isFirst = await shownWith(key, deps, (trx) => settleSuggestion(trx, key, change));
    if (!isFirst) return { result: false, outcome: undefined };
    const outcome = operation ? await tellApi(operation, key, project, deps) : 'marked here only';
    return { result: true, outcome };
  });
  if (!settled) throw new Refused({ sentence: await whoWasFaster(key, deps) });
}

/** Writes what became of a suggestion, which every message of it then shows. */
export function shownWith<Result>(
  { team, projectId, suggestionId }: SuggestionKey,
  deps: SurfaceDeps,
  write: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return writtenAndShown(deps, { team, subject: suggestionSubject(projectId, suggestionId) }, write);
}

/** Writes, then reads back: only what the API itself says counts as confirmed. Returns the audit's outcome. */
async function tellApi(
  operation: string,
  key: SuggestionKey,
  project: Project,
  deps: SurfaceDeps,
): Promise<string> {
  const api = deps.visibilityOf(project);
  const [method, path] = operation.split(' ', 2) as ['POST' | 'PUT' | 'PATCH', string];
  const ids = { project_id: project.id, suggestion_id: key.suggestionId };
  const answer = await orFailure(api.unlisted(method, path, ids));
  if (answer instanceof VisibilityError) {
    await shownWith(key, deps, (trx) => recordWrite(trx, key, failed(answer)));
    return answer.message;
  }
  const all = await orFailure(api.segmentSuggestions(project.id));
  // What cannot be read back was written all the same; the feed's next poll confirms it.
  const now = all instanceof VisibilityError ? undefined : all.find(({ id }) => id === key.suggestionId);
  const confirmed = now !== undefined && !isOpen(now);
  const outcome = confirmed
    ? ({ written: 'confirmed', confirmed_at: deps.clock.now() } as const)
    : ({ written: 'waiting' } as const);
  await shownWith(key, deps, (trx) => recordWrite(trx, key, outcome));
  return `the API answered ${answer.status}${confirmed ? ' and confirms it' : ''}`;
}

async function orFailure<Answer>(call: Promise<Answer>): Promise<Answer | VisibilityError> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof VisibilityError) return error;
    throw error;
  }
}

/** What was not valid before it was sent never reached the API, which cannot be said to have kept silent then. */
function failed(error: VisibilityError): Parameters<typeof recordWrite>[2] {
  const { status } = error;
  if (error instanceof ValidationError && status === undefined) return { written: 'unsent' };
  return { written: 'failed', ...(status && { api_status: status }) };
}

function operationFor(verb: Verb, deps: SurfaceDeps): string | undefined {
  const { accept_segment_suggestion, dismiss_segment_suggestion } = deps.projects().unlisted;
  return verb === 'accepted' ? accept_segment_suggestion : dismiss_segment_suggestion;
}

async function whoWasFaster(key: SuggestionKey, deps: SurfaceDeps): Promise<string> {
  const state = await suggestionState(deps.db, key);
  return `This suggestion is ${state?.status ?? 'settled'} already. The message shows by whom.`;
}
