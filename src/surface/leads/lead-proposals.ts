/** A leads feed's minimum score (Apply, Undo, Not now) and muted places: answers to proposals, /visibility mute and unmute. */
import { findHandle } from '../../ask/handles.ts';
import { type Carried, carryIfFits } from '../../carried.ts';
import { LEAD_STATES, type MuteProposal, projectRef } from '../../decision.ts';
import { readFilters } from '../../feeds/leads.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { muteLiftedPage } from '../../messages/feeds/feed-list.ts';
import { minScoreNow, placeMutedPage } from '../../messages/leads/lead-proposals.ts';
import { type Part, withBelow } from '../../messages/page.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import { muteSubject } from '../../outbox/thing-standing.ts';
import { type Feed, type FeedOf, feedsOfProject } from '../../projects/projects.ts';
import { filterLeads } from '../../rules/lead-filter.ts';
import { findUnknownPlaces, isFrom, type Located, placeKey } from '../../rules/lead-place.ts';
import { readStandingLeads } from '../../store/announced.ts';
import { MIN_SCORE_WRITES } from '../../store/audit.ts';
import { wantEdit } from '../../store/deliveries.ts';
import { answerMute, readMuteAnswers, undoMute } from '../../store/mutes.ts';
import type { Db } from '../../store/tables.ts';
import {
  type Action,
  type ActionAsk,
  type Answer,
  type Ask,
  action,
  type Command,
  type ProjectAsk,
} from '../ask.ts';
import { changeOnce, writeAndEdit } from '../audit-write.ts';
import { isQuestion } from '../command-line.ts';
import { editFeed, requireFeed } from '../feeds/feeds-of-project.ts';
import { findDecision, requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findChannelsSeen } from '../seen-by.ts';
import { listAnswer } from './lead-list.ts';

type Change = Carried<'min_score'>;

const [CHANGED, DECLINED] = MIN_SCORE_WRITES;

/** Apply on a proposal, and Undo after it: the same change with from and to swapped. */
export const minScoreSet = action(ACTIONS.minScoreSet, async (ask) => {
  const change = requireCarried('min_score', ask.value);
  const feed = requireFeed(change.feed, ask);
  if (!(await changeMinScore(feed, change, ask))) return undefined;
  return showAgain(feed, change, ask, minScoreNow(change, projectRef(feed.project), { made: true }));
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
function changeMinScore(feed: Feed, change: Change, ask: Ask): Promise<boolean> {
  const { to } = change;
  return editFeed(feed, CHANGED, ask, (kept) => {
    const { min_score: before, ...others } = kept?.settings ?? {};
    if (kept) requireUnchanged(before, change);
    return {
      settings: to === undefined ? others : { ...others, min_score: to },
      revision: kept?.revision ?? 0,
      outcome: to === undefined ? 'no minimum score' : `a minimum score of ${to}`,
    };
  });
}

function requireUnchanged(now: unknown, { from, to }: Change): void {
  const score = now ?? undefined;
  if (score === from) return;
  const why =
    score === to
      ? 'The minimum score is as you want it already.'
      : 'This feed’s minimum score has been changed since.';
  throw new Refused(`${why} Nothing changed.`, { example: '/visibility feeds' });
}

/** Replaces a private list; a post is edited by the pump. */
async function showAgain({ project }: Feed, { list }: Change, ask: ActionAsk, done?: Part): Promise<Answer> {
  if (ask.isPrivate && list) {
    const answer = await listAnswer(project, list, ask);
    if (!answer || !('message' in answer)) return answer;
    return { ...answer, message: withBelow(answer.message, done), delivered: 'replacing' };
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
  const key = { team: ask.team, subscription, place_key: placeKey(place), round };
  const write = { action: `mute.${verb}`, projectId, subject: place };
  const decide = (trx: Db) =>
    verb === 'undone' ? undoMute(trx, key, who) : answerMute(trx, key, { place, state: verb, ...who });
  const done = await changeOnce(ask, write, () => writeAndEdit(ask, muteSubject(muted), decide), verb);
  if (done !== false) return;
  throw new Refused(
    verb === 'undone'
      ? `${place} isn’t muted here any longer. Nothing changed.`
      : 'Somebody else decided first. The message shows what they chose.',
  );
}

/** A handle names an alert, which has its own button. */
const isPlace = (words: string) => !isQuestion(words) && findHandle(words) === undefined;

const isSame = (one: Located, place: string) => placeKey(one.place ?? '') === placeKey(place);

export const mute: Command = {
  name: 'mute',
  usage: 'mute <place>',
  example: 'mute r/saas',
  summary: 'Leave a place’s leads out of this channel’s digests and lists',
  scope: 'project',
  words: 'free',
  takes: isPlace,
  async run(ask) {
    const { project, db, team } = ask;
    const feed = await requireFeedHere(ask);
    const known = await readStandingLeads(db, { team, projectId: project.id }, LEAD_STATES);
    const place = requirePlace(known, 'mute', ask);
    const all = await readMuteAnswers(db, team, feed.id);
    const answers = all.filter((answer) => isSame(answer, place));
    const standing = answers.find(({ state }) => state === 'muted');
    // The latest answer is changed, so that its proposal shows the mute as well.
    const round = (standing ?? answers[0])?.round ?? 0;
    const muted = { subscription: feed.id, place, round };
    if (!standing) await decideOnMute({ projectId: project.id, ...muted }, 'muted', ask);
    const undo = carryIfFits('muted_place', muted);
    const open = known.filter((lead) => lead.state.state === 'new' && isSame(lead, place));
    const { removed } = filterLeads(open, await readFilters(feed, team, db), ask.now());
    const hides = removed.filter(({ reason }) => reason === 'muted').length;
    return { message: placeMutedPage(place, { isNew: !standing, hides, undo }) };
  },
};

export const unmute: Command = {
  name: 'unmute',
  usage: 'unmute <place>',
  example: 'unmute r/saas',
  summary: 'Let a muted place’s leads into this channel again',
  scope: 'project',
  words: 'free',
  takes: isPlace,
  async run(ask) {
    const { project, db, team } = ask;
    const feed = await requireFeedHere(ask);
    const muted = (await readMuteAnswers(db, team, feed.id)).filter(({ state }) => state === 'muted');
    if (muted.length === 0) throw new Refused(`No place is muted in this channel for ${project.name}.`);
    const place = requirePlace(muted, 'unmute', ask);
    // A proposal may have been accepted although the place was muted already.
    for (const { round } of muted.filter((one) => isSame(one, place))) {
      const once = { ...ask, id: `${ask.id}:${round}` };
      await decideOnMute({ projectId: project.id, subscription: feed.id, place, round }, 'undone', once);
    }
    return { message: muteLiftedPage(place) };
  },
};

/** Elsewhere a mute would change what others read in a channel that the asker may not be in. @throws Refused */
async function requireFeedHere(ask: ProjectAsk): Promise<FeedOf<'leads'>> {
  const { project, channel, workspace } = ask;
  const all = feedsOfProject(workspace.projects(), project.id, 'leads');
  const here = all.find((feed) => feed.channel === channel);
  if (here) return here;
  const seen = await findChannelsSeen(project, ask);
  const sentence = `${project.name} posts no leads here, where places would be muted. An alert has Mute… below it.`;
  throw new Refused(sentence, {
    channels: all.map((feed) => feed.channel).filter((one) => seen.includes(one)),
  });
}

/** The one place that the words mean, as the API writes it. @throws Refused for none or several */
function requirePlace(
  known: readonly Located[],
  verb: 'mute' | 'unmute',
  { project: { id: project, name }, words }: ProjectAsk,
): string {
  const namesOf = (typed?: string) => {
    const meant = known.filter((one) => typed === undefined || isFrom(one, typed));
    const named = meant.flatMap(({ place }) => (place ? [[placeKey(place), place] as const] : []));
    return [...new Map(named).values()];
  };
  const example = `/visibility ${verb} ${namesOf()[0] ?? 'r/saas'}`;
  const refused = (sentence: string, places: readonly string[]) =>
    new Refused(sentence, { project, example, tries: places.map((place) => `${verb} ${place}`) });
  if (words === '') throw refused('Which place? Nothing changed yet.', namesOf());
  const meant = namesOf(words);
  const [place, another] = meant;
  if (another) throw refused(`“${words}” is ${meant.length} places here. Which one?`, meant);
  if (place !== undefined) return place;
  if (verb === 'unmute') throw refused(`“${words}” isn’t muted here.`, namesOf());
  const [before = words] = words.split(/\s+(?:until|till|for)\s/i);
  const near = findUnknownPlaces([before], known).flatMap((one) => one.near ?? []);
  throw refused(
    `No lead of ${name} is from “${words}”. A place stays muted until someone unmutes it; a score alert has its own [Mute…].`,
    near.length > 0 ? near : namesOf(before),
  );
}
