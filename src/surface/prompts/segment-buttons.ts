/** The buttons of a suggestion, on its post and in the private list: Accept… with its form, Dismiss, Undo and See all. */
import { z } from 'zod';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { acceptForm, previewForm } from '../../messages/prompts/segment-forms.ts';
import { working } from '../../messages/refusal.ts';
import { writesOf } from '../../outbox/standing.ts';
import { segmentPrompts } from '../../rules/new-suggestions.ts';
import { reopenSuggestion } from '../../store/suggestions.ts';
import type { SegmentSuggestion } from '../../visibility/contract.ts';
import { audited, quietly } from '../audited.ts';
import { carried } from '../carried.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, Answer, SurfaceDeps, View } from '../request.ts';
import {
  appliesNow,
  type ClickedSuggestion,
  freshSuggestion,
  listedOpen,
  noLonger,
  postedAs,
  settle,
  shownWith,
  suggestionIn,
} from './settle-suggestion.ts';
import { listAnew, whatCame } from './suggestions.ts';

/** Shows what accepting means now, before anything is written. */
export const suggestionAccept: Action = {
  id: ACTIONS.suggestionAccept,
  async run(request, deps) {
    const { channel, ts, value, answerAt } = request;
    const clicked = suggestionIn(value, request, deps);
    const posted = (await postedAs(clicked, request, ts, deps))?.prompts;
    return {
      modal: working('Reading which prompts it applies to'),
      async filled() {
        const { news } = await freshSuggestion(clicked, request, deps);
        const metadata = JSON.stringify({ channel, clicked: value, applies: appliesNow(news), answerAt });
        return acceptForm(news, { writes: writesOf(deps.projects()), posted }, metadata);
      },
    };
  },
};

const Metadata = z.object({
  channel: z.string(),
  clicked: z.string(),
  applies: z.string(),
  answerAt: z.url({ protocol: /^https?$/ }).optional(),
});

/** Its form, submitted: accepts if it still means what was shown. */
export const suggestionAcceptView: View = {
  id: VIEWS.suggestionAccept,
  async submit(request, deps) {
    const { channel, clicked: value, applies, answerAt } = carried(Metadata, request.metadata);
    const clicked = suggestionIn(value, { ...request, channel }, deps);
    const { project, page } = clicked;
    return {
      channel,
      // In a list the decision is shown where it was clicked; a post may be far away, so the form says it.
      ...(page === undefined ? { working: working('Accepting') } : { answerAt }),
      async after(asker) {
        const listed = await settle(clicked, 'accepted', asker, deps, async () => {
          const { listed, news } = await freshSuggestion(clicked, asker, deps);
          if (appliesNow(news) !== applies) {
            const why = news.prompts
              ? 'Your prompts changed meanwhile, so accepting means something else now.'
              : 'Which prompts it applies to can’t be read now.';
            throw new Refused({ sentence: `${why} Nothing was accepted. Open it again.` });
          }
          return listed;
        });
        if (page !== undefined) return listAnew(project, page, listed, asker, deps);
        return { message: await whatCame(project, listed, asker, deps) };
      },
    };
  },
};

/** After Slack's own question. */
export const suggestionDismiss: Action = {
  id: ACTIONS.suggestionDismiss,
  async run(request, deps) {
    const clicked = suggestionIn(request.value, request, deps);
    // A post whose suggestion the API lists no longer can still be laid aside.
    const read = async () =>
      clicked.page === undefined ? listedOpen(clicked, request, deps) : stillListed(clicked, request, deps);
    return shownAnew(
      clicked,
      await quietly(settle(clicked, 'dismissed', request, deps, read)),
      request,
      deps,
    );
  },
};

/** Takes back a mark that changed nothing in the dashboard. */
export const suggestionUndo: Action = {
  id: ACTIONS.suggestionUndo,
  async run(request, deps) {
    const clicked = suggestionIn(request.value, request, deps);
    const { project, suggestionId, page } = clicked;
    const key = { team: request.installation.team, projectId: project.id, suggestionId };
    const write = { action: 'suggestion.undo', projectId: project.id, subject: suggestionId };
    const listed = await quietly(
      audited(request, deps, write, async () => {
        const result = page === undefined ? undefined : await stillListed(clicked, request, deps);
        if (!(await shownWith(key, deps, (trx) => reopenSuggestion(trx, key)))) {
          throw new Refused({ sentence: 'There’s no mark to take back. The message shows how it stands.' });
        }
        return { result, outcome: 'open again' };
      }),
    );
    return shownAnew(clicked, listed, request, deps);
  },
};

/** Every prompt that the segment would apply to now. */
export const suggestionPreview: Action = {
  id: ACTIONS.suggestionPreview,
  async run(request, deps) {
    const clicked = suggestionIn(request.value, request, deps);
    const news = await postedAs(clicked, request, request.ts, deps);
    if (!news) {
      throw new Refused({
        sentence: 'Sightline no longer knows this message. The list has the open suggestions.',
        example: '/visibility suggestions',
      });
    }
    const { project, suggestionId } = clicked;
    return {
      modal: working('Reading the prompts'),
      async filled() {
        const mapped = await deps.visibilityOf(project).segmentPrompts(project.id, suggestionId);
        return previewForm({ ...news, prompts: segmentPrompts(mapped) }, news.prompts);
      },
    };
  },
};

async function stillListed(clicked: ClickedSuggestion, request: ActionRequest, deps: SurfaceDeps) {
  const listed = await listedOpen(clicked, request, deps);
  if (!listed) throw noLonger();
  return listed;
}

/** A list shows what became of one where it was clicked; a post is edited anyway. */
async function shownAnew(
  { project, page }: ClickedSuggestion,
  listed: SegmentSuggestion | undefined,
  request: ActionRequest,
  deps: SurfaceDeps,
): Promise<Answer> {
  return page === undefined || !listed ? undefined : listAnew(project, page, listed, request, deps);
}
