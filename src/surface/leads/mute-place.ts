/** Mutes a place in a feed, or takes that back: the buttons of a proposal, and Undo in the answer to Change filter. */

import type { MuteProposal } from '../../decision.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { muteLiftedPage } from '../../messages/feeds/filters.ts';
import { muteSubject } from '../../outbox/subjects.ts';
import { placeKey } from '../../rules/lead-filter.ts';
import { answerMute, undoMute } from '../../store/mutes.ts';
import type { Db } from '../../store/schema.ts';
import type { Action, Ask } from '../ask.ts';
import { changeOnce, writtenAndShown } from '../audited.ts';
import { feedShown } from '../feeds/feeds-of-project.ts';
import { decisionAt, requireVisible } from '../guards.ts';
import { carried, Refused } from '../refused.ts';

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
  return {
    id,
    async run(ask) {
      await decideOnMute(await proposalAt(ask.ts, ask), verb, ask);
      return undefined;
    },
  };
}

/** Undo beside a muted place in the answer to Change filter. */
export const muteLift: Action = {
  id: ACTIONS.muteLift,
  async run(ask) {
    const { subscription, place, round } = carried('muted_place', ask.value);
    const { project } = feedShown(subscription, ask);
    await decideOnMute({ projectId: project.id, subscription, place, round }, 'undone', ask);
    return { message: muteLiftedPage(place) };
  },
};

/** The proposal that stands as this message. @throws Refused if it is none any more, or not to be seen here. */
async function proposalAt(ts: string, ask: Ask): Promise<MutedPlace> {
  const decision = await decisionAt(ts, ask);
  if (decision?.kind !== 'mute_proposal') {
    throw new Refused({ sentence: 'Sightline no longer knows this message. Nothing changed.' });
  }
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
  const done = await changeOnce(ask, write, () => writtenAndShown(ask, muteSubject(muted), decide), verb);
  if (done === false) {
    throw new Refused({ sentence: 'Somebody else decided first. The message shows how it stands.' });
  }
}
