/** A suggestion's buttons, on its post and in the private list: Accept… with its form, Dismiss, Undo and See all. */
import { carry } from '../../carried.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { acceptForm, previewForm } from '../../messages/prompts/segment-suggestion.ts';
import { working } from '../../messages/refusal.ts';
import { writesOf } from '../../outbox/standing.ts';
import { listSegmentPrompts, toSuggestionNews } from '../../rules/new-suggestions.ts';
import { reopenSuggestion } from '../../store/suggestions.ts';
import type { SegmentSuggestion } from '../../visibility/contract.ts';
import { type ActionAsk, type Answer, action, view } from '../ask.ts';
import { auditWrite, unlessRepeated } from '../audit-write.ts';
import { Refused, requireCarried } from '../refused.ts';
import {
  acceptAsShown,
  type ClickedSuggestion,
  findOpenSuggestion,
  findPosted,
  fingerprintPrompts,
  noLongerListed,
  requireOpenSuggestion,
  requireSuggestion,
  settle,
  writeSuggestion,
} from './settle-suggestion.ts';
import { readOutcome, relistSegments } from './suggestions.ts';

/** Shows what accepting means now, before anything is written. */
export const suggestionAccept = action(ACTIONS.suggestionAccept, async (ask) => {
  const { channel, value, answerAt } = ask;
  const clicked = requireSuggestion(value, ask);
  const posted = (await findPosted(clicked, ask))?.prompts;
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
      return acceptForm(news, { writes: writesOf(ask.workspace.projects()), posted }, metadata);
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
  return refreshList(clicked, await unlessRepeated(settle(clicked, 'dismissed', ask, read)), ask);
});

/** Undoes a decision that didn't change anything in the dashboard. */
export const suggestionUndo = action(ACTIONS.suggestionUndo, async (ask) => {
  const clicked = requireSuggestion(ask.value, ask);
  const { project, suggestionId, page } = clicked;
  const key = { team: ask.team, projectId: project.id, suggestionId };
  const write = { action: 'suggestion.undo', projectId: project.id, subject: suggestionId };
  const listed = await unlessRepeated(
    auditWrite(ask, write, async () => {
      const result = page === undefined ? undefined : await requireListed(clicked, ask);
      if (!(await writeSuggestion(key, ask, (trx) => reopenSuggestion(trx, key))))
        throw new Refused('There’s nothing to undo. The message shows how it stands.');
      return { result, outcome: 'open again' };
    }),
  );
  return refreshList(clicked, listed, ask);
});

/** See all: every prompt that the segment would apply to now. */
export const suggestionPreview = action(ACTIONS.suggestionPreview, async (ask) => {
  const clicked = requireSuggestion(ask.value, ask);
  const news = await findPosted(clicked, ask);
  if (!news)
    throw new Refused('Sightline no longer knows this message. The list has the open suggestions.', {
      example: '/visibility suggestions',
    });
  const { project, suggestionId } = clicked;
  return {
    modal: working('Reading the prompts'),
    async filled() {
      const mapped = await ask.api(project).segmentPrompts(project.id, suggestionId);
      return previewForm({ ...news, prompts: listSegmentPrompts(mapped) }, news.prompts);
    },
  };
});

async function requireListed(clicked: ClickedSuggestion, ask: ActionAsk) {
  const listed = await findOpenSuggestion(clicked, ask);
  if (!listed) throw noLongerListed();
  return listed;
}

/** Lists it again if the click was in the list. Posts are edited anyway. */
async function refreshList(
  { project, page }: ClickedSuggestion,
  listed: SegmentSuggestion | undefined,
  ask: ActionAsk,
): Promise<Answer> {
  return page === undefined || !listed ? undefined : relistSegments(project, page, listed, ask);
}
