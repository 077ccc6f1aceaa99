/** What is proposed to a leads feed: Apply, Undo and Not now of a minimum score, and the buttons that mute a place or take that back. */
import type { Carried } from '../../carried.ts';
import { type MuteProposal, projectRef } from '../../decision.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { muteLiftedPage } from '../../messages/feeds/filters.ts';
import { minScoreChanged } from '../../messages/leads/lead-proposals.ts';
import type { Part } from '../../messages/page.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import { muteSubject } from '../../outbox/subjects.ts';
import type { Feed } from '../../projects/projects.ts';
import { placeKey } from '../../rules/lead-filter.ts';
import { MIN_SCORE_WRITES } from '../../store/audit.ts';
import { wantEdit } from '../../store/deliveries.ts';
import { answerMute, undoMute } from '../../store/mutes.ts';
import type { Db } from '../../store/schema.ts';
import { type Action, type ActionAsk, type Answer, type Ask, action } from '../ask.ts';
import { changeOnce, writeAndEdit } from '../audit-write.ts';
import { editFeed, requireFeed } from '../feeds/feeds-of-project.ts';
import { findDecision, requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { listAnswer } from './lead-list.ts';

type Change = Carried<'min_score'>;

const [CHANGED, DECLINED] = MIN_SCORE_WRITES;

/** Apply on a proposal, and Undo after it: the one is the other backwards. */
export const minScoreSet = action(ACTIONS.minScoreSet, async (ask) => {
  const change = requireCarried('min_score', ask.value);
  const feed = requireFeed(change.feed, ask);
  if (!(await changeMinScore(feed, change, ask))) return undefined;
  return shownAgain(feed, change, ask, minScoreChanged(change, projectRef(feed.project)));
});

/** Not now: nothing changes, and the next proposal speaks only of what is shown from here on. */
export const minScoreLater = action(ACTIONS.minScoreLater, async (ask) => {
  const change = requireCarried('min_score', ask.value);
  const feed = requireFeed(change.feed, ask);
  const write = { action: DECLINED, projectId: feed.project.id, subject: feed.id };
  await changeOnce(ask, write, async () => true, 'left as it is');
  return shownAgain(feed, change, ask);
});

/** False where this click was taken already. @throws Refused where it is not as it was when that was proposed. */
function changeMinScore(feed: Feed, { from, to }: Change, ask: Ask): Promise<boolean> {
  return editFeed(feed, CHANGED, ask, (kept) => {
    const { min_score: before, ...others } = kept?.settings ?? {};
    if (kept && (before ?? undefined) !== from)
      throw new Refused('Somebody changed this feed’s minimum score in the meantime. Nothing changed.', {
        example: '/visibility feeds',
      });
    return {
      settings: to === undefined ? others : { ...others, min_score: to },
      revision: kept?.revision ?? 0,
      outcome: to === undefined ? 'no minimum score' : `a minimum score of ${to}`,
    };
  });
}

/** The post follows by an edit, the private list is replaced. */
async function shownAgain(
  { project }: Feed,
  { list }: Change,
  ask: ActionAsk,
  head: readonly Part[] = [],
): Promise<Answer> {
  if (ask.isPrivate && list) {
    const answer = await listAnswer(project, list, ask, head);
    return answer && 'message' in answer ? { ...answer, delivered: 'replacing' } : answer;
  }
  const decision = await findDecision(ask.ts, ask);
  if (decision) await wantEdit(ask.db, ask.team, postKind(decision).subject(decision));
  ask.wakePump();
  return undefined;
}

/** A place that is muted or not, in a feed, in one round of asking. */
type MutedPlace = Pick<MuteProposal, 'subscription' | 'place' | 'round'> & { projectId: string };

type Verb = 'muted' | 'declined' | 'undone';

/** From now on the feed leaves the place out. */
export const muteAccept = onProposal(ACTIONS.muteAccept, 'muted');

/** Nothing is muted, and the place is left alone for a while. */
export const muteDecline = onProposal(ACTIONS.muteDecline, 'declined');

/** Leads from the place come again. */
export const muteUndo = onProposal(ACTIONS.muteUndo, 'undone');

function onProposal(id: string, verb: Verb): Action {
  return action(id, async (ask) => {
    await decideOnMute(await proposalAt(ask.ts, ask), verb, ask);
    return undefined;
  });
}

/** Undo beside a muted place in the answer to Change filter. */
export const muteLift = action(ACTIONS.muteLift, async (ask) => {
  const { subscription, place, round } = requireCarried('muted_place', ask.value);
  const { project } = requireFeed(subscription, ask);
  await decideOnMute({ projectId: project.id, subscription, place, round }, 'undone', ask);
  return { message: muteLiftedPage(place) };
});

/** The proposal that stands as this message. @throws Refused if it is none any more, or not to be seen here. */
async function proposalAt(ts: string, ask: Ask): Promise<MutedPlace> {
  const decision = await findDecision(ts, ask);
  if (decision?.kind !== 'mute_proposal')
    throw new Refused('Sightline no longer knows this message. Nothing changed.');
  const { project, subscription, place, round } = decision;
  return { projectId: project.id, subscription, place, round };
}

/** Once per click, audited, and every message of it edited. @throws Refused when somebody was faster, or there is nothing to take back. */
export async function decideOnMute(muted: MutedPlace, verb: Verb, ask: Ask): Promise<void> {
  const { id: projectId } = requireVisible(muted.projectId, ask);
  const { subscription, place, round } = muted;
  const who = { by: ask.person, at: ask.now() };
  const key = { team: ask.team, subscription, placeKey: placeKey(place), round };
  const write = { action: `mute.${verb}`, projectId, subject: place };
  const decide = (trx: Db) =>
    verb === 'undone' ? undoMute(trx, key, who) : answerMute(trx, key, { place, state: verb, ...who });
  const done = await changeOnce(ask, write, () => writeAndEdit(ask, muteSubject(muted), decide), verb);
  if (done === false) throw new Refused('Somebody else decided first. The message shows how it stands.');
}
