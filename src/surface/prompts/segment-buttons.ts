/** The buttons of a suggestion, on its post and in the private list: Accept… with its form, Dismiss, Undo and See all. */
import { carry } from '../../carried.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { acceptForm, previewForm } from '../../messages/prompts/segment-suggestion.ts';
import { working } from '../../messages/refusal.ts';
import { writesOf } from '../../outbox/standing.ts';
import { segmentPrompts, suggestionNews } from '../../rules/new-suggestions.ts';
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

/** Its form, submitted: accepts if it still means what was shown. */
export const suggestionAcceptView = view(VIEWS.suggestionAccept, async (ask) => {
  const { channel, clicked: value, applies, answerAt } = requireCarried('accept_form', ask.metadata);
  const clicked = requireSuggestion(value, { ...ask, channel });
  const { project, page } = clicked;
  return {
    channel,
    // In a list the decision is shown where it was clicked; a post may be far away, so the form says it.
    ...(page === undefined ? { working: working('Accepting') } : { answerAt }),
    async after(ask) {
      const listed = await acceptAsShown(clicked, applies, ask);
      if (page !== undefined) return relistSegments(project, page, listed, ask);
      return { message: await readOutcome(suggestionNews({ suggestion: listed }, project), ask) };
    },
  };
});

/** After Slack's own question. */
export const suggestionDismiss = action(ACTIONS.suggestionDismiss, async (ask) => {
  const clicked = requireSuggestion(ask.value, ask);
  // A post whose suggestion the API lists no longer can still be laid aside.
  const read = async () =>
    clicked.page === undefined ? findOpenSuggestion(clicked, ask) : stillListed(clicked, ask);
  return shownAnew(clicked, await unlessRepeated(settle(clicked, 'dismissed', ask, read)), ask);
});

/** Takes back a mark that changed nothing in the dashboard. */
export const suggestionUndo = action(ACTIONS.suggestionUndo, async (ask) => {
  const clicked = requireSuggestion(ask.value, ask);
  const { project, suggestionId, page } = clicked;
  const key = { team: ask.team, projectId: project.id, suggestionId };
  const write = { action: 'suggestion.undo', projectId: project.id, subject: suggestionId };
  const listed = await unlessRepeated(
    auditWrite(ask, write, async () => {
      const result = page === undefined ? undefined : await stillListed(clicked, ask);
      if (!(await writeSuggestion(key, ask, (trx) => reopenSuggestion(trx, key))))
        throw new Refused('There’s no mark to take back. The message shows how it stands.');
      return { result, outcome: 'open again' };
    }),
  );
  return shownAnew(clicked, listed, ask);
});

/** Every prompt that the segment would apply to now. */
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
      return previewForm({ ...news, prompts: segmentPrompts(mapped) }, news.prompts);
    },
  };
});

async function stillListed(clicked: ClickedSuggestion, ask: ActionAsk) {
  const listed = await findOpenSuggestion(clicked, ask);
  if (!listed) throw noLongerListed();
  return listed;
}

/** A list shows what became of one where it was clicked; a post is edited anyway. */
async function shownAnew(
  { project, page }: ClickedSuggestion,
  listed: SegmentSuggestion | undefined,
  ask: ActionAsk,
): Promise<Answer> {
  return page === undefined || !listed ? undefined : relistSegments(project, page, listed, ask);
}
