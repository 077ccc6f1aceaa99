/** Apply, Undo and Not now: a leads feed’s minimum score is changed as was proposed, once, where the feed was made in Slack. */
import type { Carried } from '../../carried.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { minScoreChanged } from '../../messages/leads/min-score.ts';
import type { Part } from '../../messages/page.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import type { Feed } from '../../projects/projects.ts';
import { projectRef } from '../../rules/project-ref.ts';
import { MIN_SCORE_WRITES } from '../../store/audit.ts';
import { wantEdit } from '../../store/deliveries.ts';
import type { Action, ActionAsk, Answer, Ask } from '../ask.ts';
import { audited, changeOnce, quietly } from '../audited.ts';
import { feedShown } from '../feeds/feeds-of-project.ts';
import { decisionAt } from '../guards.ts';
import { carried, Refused } from '../refused.ts';
import { listAnswer } from './lead-list.ts';

type Change = Carried<'min_score'>;

const [CHANGED, DECLINED] = MIN_SCORE_WRITES;

/** Apply on a proposal, and Undo after it: the one is the other backwards. */
export const minScoreSet: Action = {
  id: ACTIONS.minScoreSet,
  async run(ask) {
    const change = carried('min_score', ask.value);
    const feed = feedShown(change.feed, ask);
    if (!(await changeMinScore(feed, change, ask))) return undefined;
    return shownAgain(feed, change, ask, minScoreChanged(change, projectRef(feed.project)));
  },
};

/** Not now: nothing changes, and the next proposal speaks only of what is shown from here on. */
export const minScoreLater: Action = {
  id: ACTIONS.minScoreLater,
  async run(ask) {
    const change = carried('min_score', ask.value);
    const feed = feedShown(change.feed, ask);
    const write = { action: DECLINED, projectId: feed.project.id, subject: feed.id };
    await changeOnce(ask, write, async () => true, 'left as it is');
    return shownAgain(feed, change, ask);
  },
};

/** False where this click was taken already. @throws Refused where it is not as it was when that was proposed. */
async function changeMinScore({ id, project }: Feed, { from, to }: Change, ask: Ask): Promise<boolean> {
  const { team, workspace } = ask;
  const { setup } = workspace;
  const write = { action: CHANGED, projectId: project.id, subject: id };
  const edited = await quietly(
    audited(ask, write, async () => {
      const kept = await setup.feed(team, id);
      if (kept && (kept.settings.min_score ?? undefined) !== from) throw changedMeanwhile();
      const { min_score: _before, ...others } = kept?.settings ?? {};
      const settings = to === undefined ? others : { ...others, min_score: to };
      const who = { by: ask.person, at: ask.now() };
      const result = await setup.editFeed(team, id, kept?.revision ?? 0, settings, who);
      const outcome = to === undefined ? 'no minimum score' : `a minimum score of ${to}`;
      return { result, outcome: result.kind === 'changed' ? outcome : undefined };
    }),
  );
  if (edited?.kind === 'stale') throw changedMeanwhile();
  if (edited?.kind === 'refused') {
    const why = edited.faults.map(({ sentence }) => `${sentence}.`).join(' ');
    throw new Refused({ sentence: `${why} Nothing changed.`, example: '/visibility feeds' });
  }
  return edited !== undefined;
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
  const decision = await decisionAt(ask.ts, ask);
  if (decision) await wantEdit(ask.db, ask.team, postKind(decision).subject(decision));
  ask.wakePump();
  return undefined;
}

function changedMeanwhile(): Refused {
  return new Refused({
    sentence: 'Somebody changed this feed’s minimum score in the meantime. Nothing changed.',
    example: '/visibility feeds',
  });
}
