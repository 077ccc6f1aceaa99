/** Mutes a place in a feed, or takes that back: the buttons of a proposal, and Undo in the answer to Change filter. */

import { z } from 'zod';
import type { MuteProposal } from '../../decision.ts';
import { muteLiftedPage } from '../../messages/feeds/filters.ts';
import { muteSubject } from '../../outbox/subjects.ts';
import { placeKey } from '../../rules/lead-filter.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { answerMute, undoMute } from '../../store/mutes.ts';
import { audited, quietly } from '../audited.ts';
import { carried } from '../carried.ts';
import { feedClicked } from '../feeds/feeds-of-project.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Action, Asker, SurfaceDeps } from '../request.ts';
import { writtenAndShown } from '../written-and-shown.ts';

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
    async run(request, deps) {
      await decideOnMute(await proposalAt(request, request.ts, deps), verb, request, deps);
      return undefined;
    },
  };
}

/** What Undo carries beside a muted place in the answer to Change filter. */
export const LiftedMute = z.object({ subscription: z.string(), place: z.string(), round: z.number() });

export const muteLift: Action = {
  id: ACTIONS.muteLift,
  async run(request, deps) {
    const { subscription, place, round } = carried(LiftedMute, request.value);
    const { project } = feedClicked({ ...request, value: subscription }, deps);
    await decideOnMute({ projectId: project.id, subscription, place, round }, 'undone', request, deps);
    return { message: muteLiftedPage(place) };
  },
};

/** The proposal that stands as this message. @throws Refused if it is none any more, or not to be seen here. */
async function proposalAt(asker: Asker, ts: string, deps: SurfaceDeps): Promise<MutedPlace> {
  const delivery = await deliveryAt(deps.db, asker.installation.team, asker.channel, ts);
  const decision = delivery && decisionOf(delivery);
  if (decision?.kind !== 'mute_proposal') {
    throw new Refused({ sentence: 'Sightline no longer knows this message. Nothing changed.' });
  }
  const { project, subscription, place, round } = decision;
  return { projectId: project.id, subscription, place, round };
}

/** Once per click, audited, and every message of it edited. @throws Refused when somebody was faster, or there is nothing to take back. */
export async function decideOnMute(
  muted: MutedPlace,
  verb: Verb,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<void> {
  const { id: projectId } = requireVisible(muted.projectId, asker, deps);
  const { team } = asker.installation;
  const { subscription, place, round } = muted;
  const who = { by: asker.person, at: deps.clock.now() };
  const key = { team, subscription, placeKey: placeKey(place), round };
  const write = { action: `mute.${verb}`, projectId, subject: place };
  const done = await quietly(
    audited(asker, deps, write, async () => {
      const result = await writtenAndShown(deps, { team, subject: muteSubject(muted) }, (trx) =>
        verb === 'undone' ? undoMute(trx, key, who) : answerMute(trx, key, { place, state: verb, ...who }),
      );
      return { result, outcome: result ? verb : undefined };
    }),
  );
  if (done === false) {
    throw new Refused({
      sentence: 'Somebody else decided first. The message shows how it stands.',
    });
  }
}
