/** Accepts or dismisses a segment suggestion for a person: once, audited, told to the API where an operation is configured. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { SuggestionNews } from '../../decision.ts';
import { suggestionSubject } from '../../outbox/subjects.ts';
import type { Project } from '../../projects/projects.ts';
import { endOf, suggestionNews } from '../../rules/new-suggestions.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import type { Db } from '../../store/schema.ts';
import {
  recordEnd,
  recordWrite,
  type SuggestionKey,
  settleSuggestion,
  suggestionState,
} from '../../store/suggestions.ts';
import type { SegmentSuggestion } from '../../visibility/contract.ts';
import { ValidationError, VisibilityError } from '../../visibility/errors.ts';
import { audited } from '../audited.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { ifReadable } from '../if-readable.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { writtenAndShown } from '../written-and-shown.ts';

type Verb = 'accepted' | 'dismissed';

const Ref = z.object({ project: z.string(), suggestion: z.string(), page: z.int().nonnegative().optional() });

/** The suggestion whose button was clicked, and the page of the private list where that stands in one. */
export type ClickedSuggestion = { project: Project; suggestionId: string; page?: number | undefined };

/** @throws Refused where its project is not shown here any more. */
export function suggestionIn(value: string, asker: Asker, deps: SurfaceDeps): ClickedSuggestion {
  const { project, suggestion, page } = carried(Ref, value);
  return { project: requireVisible(project, asker, deps), suggestionId: suggestion, page };
}

/** What this message told of the suggestion, when it was posted; undefined where it is none of its posts. */
export async function postedAs(
  { suggestionId }: ClickedSuggestion,
  asker: Asker,
  ts: string,
  { db }: SurfaceDeps,
): Promise<SuggestionNews | undefined> {
  const delivery = await deliveryAt(db, asker.installation.team, asker.channel, ts);
  const decision = delivery && decisionOf(delivery);
  const isIts = decision?.kind === 'segment_suggestion' && decision.suggestion.id === suggestionId;
  return isIts ? decision : undefined;
}

/**
 * The suggestion as the API lists it now; undefined where it does not. One that ended there is told so to its posts.
 * @throws Refused where it ended.
 */
export async function listedOpen(
  { project, suggestionId }: ClickedSuggestion,
  { installation: { team } }: Asker,
  deps: SurfaceDeps,
): Promise<SegmentSuggestion | undefined> {
  const all = await deps.visibilityOf(project).segmentSuggestions(project.id);
  const now = all.find(({ id }) => id === suggestionId);
  const end = now && endOf(now);
  if (!end) return now;
  const key = { team, projectId: project.id, suggestionId };
  await shownWith(key, deps, (trx) => recordEnd(trx, key, end, deps.clock.now()));
  throw new Refused({
    sentence: `This suggestion is already ${end.status} in the dashboard. Nothing was changed.`,
  });
}

/** The same with its prompts. @throws Refused also where the API lists it no longer. */
export async function freshSuggestion(
  clicked: ClickedSuggestion,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<{ listed: SegmentSuggestion; news: SuggestionNews }> {
  const { project, suggestionId } = clicked;
  const listed = await listedOpen(clicked, asker, deps);
  if (!listed) throw noLonger();
  const prompts = await ifReadable(
    deps.visibilityOf(project).segmentPrompts(project.id, suggestionId),
    deps.log,
  );
  return { listed, news: suggestionNews({ suggestion: listed, prompts }, project) };
}

export function noLonger(): Refused {
  return new Refused({ sentence: 'The API no longer lists this suggestion. Nothing was changed.' });
}

/** What accepting would mean, as one text: equal texts mean the same. */
export function appliesNow({ prompts }: SuggestionNews): string {
  if (!prompts) return 'unreadable';
  const ids = prompts.flatMap(({ id, applies }) => (applies ? [id] : [])).sort();
  return hash('sha256', JSON.stringify([ids, prompts.length]));
}

/**
 * Settles it, unless what `read` finds out first is against it; returns what that read.
 * @throws Refused when somebody was faster, or this click was taken already.
 */
export async function settle<Read>(
  { project, suggestionId }: ClickedSuggestion,
  verb: Verb,
  asker: Asker,
  deps: SurfaceDeps,
  read: () => Promise<Read>,
): Promise<Read> {
  const { team } = asker.installation;
  const key = { team, projectId: project.id, suggestionId };
  const operation = operationFor(verb, deps);
  const written = operation ? 'waiting' : 'off';
  const write = { action: `suggestion.${verb}`, projectId: project.id, subject: key.suggestionId };
  return audited(asker, deps, write, async () => {
    const result = await read();
    const change = { status: verb, by: asker.person, at: deps.clock.now(), written } as const;
    const isFirst = await shownWith(key, deps, (trx) => settleSuggestion(trx, key, change));
    if (!isFirst) throw new Refused({ sentence: await whoWasFaster(key, deps) });
    const outcome = operation ? await tellApi(operation, verb, key, project, deps) : 'marked here only';
    return { result, outcome };
  });
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
  verb: Verb,
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
  const confirmed = now !== undefined && endOf(now)?.status === verb;
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
  return `This suggestion is already ${state?.status ?? 'settled'}.`;
}
