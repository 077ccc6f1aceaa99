/** Accepts or dismisses a suggested segment: once, audited, and in the API if an operation is configured. */
import { hash } from 'node:crypto';
import { carry } from '../../carried.ts';
import type { SuggestionNews } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { acceptForm, previewForm } from '../../messages/prompts/segment-suggestion.ts';
import { working } from '../../messages/refusal.ts';
import { momentIn } from '../../messages/times.ts';
import { writesOf } from '../../outbox/standing.ts';
import { suggestionSubject } from '../../outbox/thing-standing.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { endOf, listSegmentPrompts, toSuggestionNews } from '../../rules/new-suggestions.ts';
import { readDecision, readDeliveriesAbout } from '../../store/deliveries.ts';
import * as kept from '../../store/suggestions.ts';
import type { Db } from '../../store/tables.ts';
import type { SegmentSuggestion } from '../../visibility/contract.ts';
import { ValidationError, VisibilityError } from '../../visibility/errors.ts';
import { type ActionAsk, type Answer, type Ask, action, view } from '../ask.ts';
import { auditWrite, unlessRepeated, writeAndEdit } from '../audit-write.ts';
import { findDecision, requireVisible } from '../guards.ts';
import { ifReadable, Refused, readName, requireCarried } from '../refused.ts';
import { isReadAlone } from '../seen-by.ts';
import { explainSuggestion, findSuggestionSeen, readOutcome, relistSegments } from './suggestions.ts';

type Verb = 'accepted' | 'dismissed';

/** The suggestion whose button was clicked. `page`: of the private list, if the button was in one. */
type ClickedSuggestion = { project: Project; key: kept.SuggestionKey; page?: number | undefined };

/** Reads the value of a button. @throws Refused if the project is no longer shown here */
export function requireSuggestion(value: string, ask: Ask): ClickedSuggestion {
  const { project, suggestion, page } = requireCarried('suggestion', value);
  const key = { team: ask.team, projectId: project, suggestionId: suggestion };
  return { project: requireVisible(project, ask), key, page };
}

/** The suggestion as the clicked message posted it; undefined if the message isn't a post about it. */
async function findPosted({ key }: ClickedSuggestion, ask: ActionAsk): Promise<SuggestionNews | undefined> {
  const decision = await findDecision(ask.ts, ask);
  const isSame = decision?.kind === 'segment_suggestion' && decision.suggestion.id === key.suggestionId;
  return isSame ? decision : undefined;
}

/** The suggestion as the API lists it now, if at all. @throws Refused if it was settled; its posts then say so */
export async function findOpenSuggestion(
  { project, key }: ClickedSuggestion,
  ask: Ask,
): Promise<SegmentSuggestion | undefined> {
  const all = await ask.api(project).segmentSuggestions(project.id);
  const now = all.find(({ id }) => id === key.suggestionId);
  const end = now && endOf(now);
  if (!end) return now;
  await writeSuggestion(key, ask, (trx) => kept.recordEnd(trx, key, end));
  throw await alreadySettled(project, key, ask);
}

/** The same, with its prompts. @throws Refused if it was settled, or if the API no longer lists it */
export async function requireOpenSuggestion(clicked: ClickedSuggestion, ask: Ask) {
  const { project } = clicked;
  const listed = await requireListed(clicked, ask);
  const prompts = await ifReadable(ask.api(project).segmentPrompts(project.id, listed.id), ask);
  return { listed, news: toSuggestionNews({ suggestion: listed, prompts }, project) };
}

async function requireListed(clicked: ClickedSuggestion, ask: Ask): Promise<SegmentSuggestion> {
  const listed = await findOpenSuggestion(clicked, ask);
  if (listed) return listed;
  throw new Refused('The API no longer lists this suggestion. Nothing changed.');
}

/** Equal texts mean that accepting does the same. */
export function fingerprintPrompts({ prompts }: SuggestionNews): string {
  if (!prompts) return 'unreadable';
  const ids = prompts.flatMap(({ id, applies }) => (applies ? [id] : [])).sort();
  return hash('sha256', JSON.stringify([ids, prompts.length]));
}

/** Settles it unless `read`, which runs first, throws. @throws Refused if somebody was faster, or for a repeated click */
export async function settle<Read extends SegmentSuggestion | undefined>(
  { project, key }: ClickedSuggestion,
  verb: Verb,
  ask: Ask,
  read: () => Promise<Read>,
): Promise<Read> {
  const { accept_segment_suggestion: accept, dismiss_segment_suggestion: dismiss } =
    ask.workspace.projects().unlisted;
  const operation = verb === 'accepted' ? accept : dismiss;
  const written = operation ? 'waiting' : 'off';
  const write = { action: `suggestion.${verb}`, projectId: project.id, subject: key.suggestionId };
  return auditWrite(ask, write, async () => {
    const result = await read();
    const change = { status: verb, by: ask.person, at: ask.now(), written } as const;
    const isFirst = await writeSuggestion(key, ask, (trx) => kept.settleSuggestion(trx, key, change));
    if (!isFirst) throw await alreadySettled(project, key, ask);
    const outcome = operation
      ? await sendToApi(operation, verb, { project, key }, result !== undefined, ask)
      : 'marked here only';
    return { result, outcome, data: await findWords(key, result, ask) };
  });
}

/** Accepts it if that still means what was shown. `applies`: by fingerprintPrompts. @throws Refused, VisibilityError */
export async function acceptAsShown(
  clicked: ClickedSuggestion,
  applies: string,
  ask: Ask,
): Promise<SegmentSuggestion> {
  return settle(clicked, 'accepted', ask, async () => {
    const { listed, news } = await requireOpenSuggestion(clicked, ask);
    if (fingerprintPrompts(news) === applies) return listed;
    const why = news.prompts
      ? 'Your prompts have changed, so accepting means something else now.'
      : 'The prompts it applies to can’t be read right now.';
    throw new Refused(`${why} Nothing was accepted. Open it again.`);
  });
}

/** The suggestion’s own words, for the audit: as the API lists it, or else as it was posted. */
async function findWords(
  { team, projectId, suggestionId }: kept.SuggestionKey,
  listed: SegmentSuggestion | undefined,
  { db }: Ask,
) {
  if (listed) return { words: listed.name };
  const [post] = await readDeliveriesAbout(db, team, suggestionSubject(projectId, suggestionId));
  const posted = post && readDecision(post, 'segment_suggestion');
  return posted && { words: posted.suggestion.name };
}

/** Writes what became of a suggestion, and edits every message about it. */
function writeSuggestion<Result>(
  { projectId, suggestionId }: kept.SuggestionKey,
  ask: Ask,
  write: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return writeAndEdit(ask, suggestionSubject(projectId, suggestionId), write);
}

/** Writes, then reads back: what the API lists counts. `wasListed`: gone from there after its yes, it's settled, too. */
async function sendToApi(
  operation: string,
  verb: Verb,
  { project, key }: ClickedSuggestion,
  wasListed: boolean,
  ask: Ask,
): Promise<string> {
  const [method, path] = operation.split(' ', 2) as ['POST' | 'PUT' | 'PATCH', string];
  const ids = { project_id: project.id, suggestion_id: key.suggestionId };
  const api = ask.api(project);
  const { written, said } = await api.unlisted(method, path, ids).then(
    ({ status }) => ({ written: 'waiting' as const, said: `the API answered ${status}` }),
    async (error: unknown) => {
      const failed = toFailedWrite(error);
      await writeSuggestion(key, ask, (trx) => kept.recordWrite(trx, key, failed));
      if (error instanceof VisibilityError) return { ...failed, said: error.message };
      throw error;
    },
  );
  if (written === 'unsent') return said;
  // If it can't be read back, for whatever reason, the feed's next poll tells.
  const all = await api.segmentSuggestions(project.id).catch(() => undefined);
  const now = all?.find(({ id }) => id === key.suggestionId);
  const end = now && endOf(now);
  const isGone = written === 'waiting' && wasListed && all && !all.rest && !now;
  if (end) await writeSuggestion(key, ask, (trx) => kept.recordEnd(trx, key, end));
  if (isGone) await writeSuggestion(key, ask, (trx) => kept.recordWrite(trx, key, { written: 'confirmed' }));
  if (end?.status !== verb && !isGone) return said;
  return written === 'waiting' ? `${said} and confirms it` : `${said} Its list shows it all the same.`;
}

/** "unsent": a stop came first, the input was invalid, or a 200 says in its body that nothing was done. */
function toFailedWrite(error: unknown): Parameters<typeof kept.recordWrite>[2] {
  if (!(error instanceof VisibilityError)) return { written: 'unsent' };
  const { status } = error;
  if (error instanceof ValidationError && status === undefined) return { written: 'unsent' };
  if (status !== undefined && status < 300) return { written: 'unsent' };
  return { written: 'failed', ...(status && { api_status: status }) };
}

async function alreadySettled(project: Project, key: kept.SuggestionKey, ask: Ask): Promise<Refused> {
  const { status = 'settled', by, at } = (await kept.readSuggestionState(ask.db, key)) ?? {};
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const when = at === undefined ? '' : ` on ${momentIn(at, timezone)} ${timezone}`;
  const decided =
    by === undefined
      ? `This suggestion was already ${status} in the dashboard${when}`
      : `${await readName(by, ask)} already ${status} this suggestion${when}`;
  return new Refused(`${decided}. Nothing changed.`);
}

/** Shows what accepting means now, before anything is written. */
export const suggestionAccept = action(ACTIONS.suggestionAccept, async (ask) => {
  const { channel, value, answerAt } = ask;
  const clicked = requireSuggestion(value, ask);
  return {
    modal: working('Reading which prompts it applies to'),
    async filled() {
      const { news } = await requireOpenSuggestion(clicked, ask);
      const metadata = carry('accept_form', {
        channel,
        clicked: value,
        applies: fingerprintPrompts(news),
        answerAt,
      });
      return acceptForm(news, writesOf(ask.workspace.projects()), metadata);
    },
  };
});

/** The submitted form: accepts if that still means what was shown. */
export const suggestionAcceptView = view(VIEWS.suggestionAccept, async (ask) => {
  const { channel, clicked: value, applies, answerAt } = requireCarried('accept_form', ask.metadata);
  const clicked = requireSuggestion(value, { ...ask, channel });
  const { project, page } = clicked;
  return {
    channel,
    // A list shows the decision where it was clicked. A post may be far away, so the form shows it.
    ...(page === undefined ? { working: working('Accepting') } : { answerAt }),
    async after(ask) {
      const listed = await acceptAsShown(clicked, applies, ask);
      if (page !== undefined) return relistSegments(project, page, listed, ask);
      return { message: await readOutcome(toSuggestionNews({ suggestion: listed }, project), ask) };
    },
  };
});

/** Slack has already asked for confirmation. */
export const suggestionDismiss = action(ACTIONS.suggestionDismiss, async (ask) => {
  const clicked = requireSuggestion(ask.value, ask);
  // From a post, a suggestion can be dismissed even if the API no longer lists it.
  const read = async () =>
    clicked.page === undefined ? findOpenSuggestion(clicked, ask) : requireListed(clicked, ask);
  return redraw(clicked, await unlessRepeated(settle(clicked, 'dismissed', ask, read)), ask);
});

export const suggestionUndo = action(ACTIONS.suggestionUndo, async (ask) => {
  const clicked = requireSuggestion(ask.value, ask);
  const { project, key, page } = clicked;
  const write = { action: 'suggestion.undo', projectId: project.id, subject: key.suggestionId };
  const listed = await unlessRepeated(
    auditWrite(ask, write, async () => {
      const result = page === undefined ? undefined : await requireListed(clicked, ask);
      if (!(await writeSuggestion(key, ask, (trx) => kept.reopenSuggestion(trx, key))))
        throw new Refused('There’s nothing to undo. The message shows how it stands.');
      return { result, outcome: 'open again', data: await findWords(key, result, ask) };
    }),
  );
  return redraw(clicked, listed, ask);
});

export const suggestionPreview = action(ACTIONS.suggestionPreview, async (ask) => {
  const clicked = requireSuggestion(ask.value, ask);
  const news = await findPosted(clicked, ask);
  if (!news)
    throw new Refused('Sightline no longer knows this message. The list has the open suggestions.', {
      example: '/visibility suggestions',
    });
  const { project, key } = clicked;
  return {
    modal: working('Reading the prompts'),
    async filled() {
      const mapped = await ask.api(project).segmentPrompts(project.id, key.suggestionId);
      return previewForm({ ...news, prompts: listSegmentPrompts(mapped) });
    },
  };
});

/** Lists it again if the click was in the list, and draws its card again. Posts are edited anyway. */
async function redraw(
  clicked: ClickedSuggestion,
  listed: SegmentSuggestion | undefined,
  ask: ActionAsk,
): Promise<Answer> {
  const { project, key, page } = clicked;
  if (page !== undefined) return listed && relistSegments(project, page, listed, ask);
  const isOnPost = (await findPosted(clicked, ask)) !== undefined;
  if (isOnPost || !(await findSuggestionSeen(key.suggestionId, project, ask))) return undefined;
  const message = await explainSuggestion(key.suggestionId, project, ask);
  return isReadAlone(ask) ? { message, delivered: 'replacing' } : { message };
}
