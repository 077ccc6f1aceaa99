/** Answers to proposals for a leads feed: a minimum score (Apply, Undo, Not now) and muting a place. */
import type { Carried } from '../../carried.ts';
import { type MuteProposal, projectRef } from '../../decision.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { muteLiftedPage } from '../../messages/feeds/feed-list.ts';
import { minScoreNow } from '../../messages/leads/lead-proposals.ts';
import type { Part } from '../../messages/page.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import { muteSubject } from '../../outbox/thing-standing.ts';
import type { Feed } from '../../projects/projects.ts';
import { placeKey } from '../../rules/lead-place.ts';
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

/** Apply on a proposal, and Undo after it: the same change with from and to swapped. */
export const minScoreSet = action(ACTIONS.minScoreSet, async (ask) => {
  const change = requireCarried('min_score', ask.value);
  const feed = requireFeed(change.feed, ask);
  if (!(await changeMinScore(feed, change, ask))) return undefined;
  return showAgain(feed, change, ask, [
    minScoreNow(change, projectRef(feed.project), { by: undefined, made: true }),
  ]);
});

/** Not now: nothing changes, and the next proposal only counts leads shown from now on. */
export const minScoreLater = action(ACTIONS.minScoreLater, async (ask) => {
  const change = requireCarried('min_score', ask.value);
  const feed = requireFeed(change.feed, ask);
  const write = { action: DECLINED, projectId: feed.project.id, subject: feed.id };
  await changeOnce(ask, write, async () => true, 'left as it is');
  return showAgain(feed, change, ask);
});

/** False for a repeated click. @throws Refused if the minimum score changed since the proposal */
function changeMinScore(feed: Feed, { from, to }: Change, ask: Ask): Promise<boolean> {
  return editFeed(feed, CHANGED, ask, (kept) => {
    const { min_score: before, ...others } = kept?.settings ?? {};
    if (kept && (before ?? undefined) !== from)
      throw new Refused('Somebody else has changed this feed’s minimum score. Nothing changed.', {
        example: '/visibility feeds',
      });
    return {
      settings: to === undefined ? others : { ...others, min_score: to },
      revision: kept?.revision ?? 0,
      outcome: to === undefined ? 'no minimum score' : `a minimum score of ${to}`,
    };
  });
}

/** Replaces a private list; a post is edited by the pump. */
async function showAgain(
  { project }: Feed,
  { list }: Change,
  ask: ActionAsk,
  proposal: readonly (Part | undefined)[] = [],
): Promise<Answer> {
  if (ask.isPrivate && list) {
    const answer = await listAnswer(project, list, ask, { proposal });
    return answer && 'message' in answer ? { ...answer, delivered: 'replacing' } : answer;
  }
  const decision = await findDecision(ask.ts, ask);
  if (decision) await wantEdit(ask.db, ask.team, postKind(decision).subject(decision));
  ask.wakePump();
  return undefined;
}

type MutedPlace = Pick<MuteProposal, 'subscription' | 'place' | 'round'> & { projectId: string };

type Verb = 'muted' | 'declined' | 'undone';

export const muteAccept = onProposal(ACTIONS.muteAccept, 'muted');
/** Also keeps the place from being proposed again for a while. */
export const muteDecline = onProposal(ACTIONS.muteDecline, 'declined');
export const muteUndo = onProposal(ACTIONS.muteUndo, 'undone');

function onProposal(id: string, verb: Verb): Action {
  return action(id, async (ask) => {
    await decideOnMute(await findProposal(ask.ts, ask), verb, ask);
    return undefined;
  });
}

/** Undo next to a muted place, in the answer to Change filter. */
export const muteLift = action(ACTIONS.muteLift, async (ask) => {
  const { subscription, place, round } = requireCarried('muted_place', ask.value);
  const { project } = requireFeed(subscription, ask);
  await decideOnMute({ projectId: project.id, subscription, place, round }, 'undone', ask);
  return { message: muteLiftedPage(place) };
});

async function findProposal(ts: string, ask: Ask): Promise<MutedPlace> {
  const decision = await findDecision(ts, ask);
  if (decision?.kind !== 'mute_proposal')
    throw new Refused('Sightline no longer knows this message. Nothing changed.');
  const { project, subscription, place, round } = decision;
  return { projectId: project.id, subscription, place, round };
}

/** @throws Refused if somebody else decided first, or there is nothing to undo */
export async function decideOnMute(muted: MutedPlace, verb: Verb, ask: Ask): Promise<void> {
  const { id: projectId } = requireVisible(muted.projectId, ask);
  const { subscription, place, round } = muted;
  const who = { by: ask.person, at: ask.now() };
  const key = { team: ask.team, subscription, placeKey: placeKey(place), round };
  const write = { action: `mute.${verb}`, projectId, subject: place };
  const decide = (trx: Db) =>
    verb === 'undone' ? undoMute(trx, key, who) : answerMute(trx, key, { place, state: verb, ...who });
  const done = await changeOnce(ask, write, () => writeAndEdit(ask, muteSubject(muted), decide), verb);
  if (done === false) throw new Refused('Somebody else decided first. The message shows what they chose.');
}
