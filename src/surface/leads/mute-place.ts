/** Mutes a place in a feed for a person, or takes that back: once per click, audited, and every message of it edited. */
import type { MuteProposal } from '../../decision.ts';
import { muteSubject } from '../../outbox/subjects.ts';
import { placeKey } from '../../rules/place-key.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { answerMute, undoMute } from '../../store/mutes.ts';
import { audited, quietly } from '../audited.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { writtenAndShown } from '../written-and-shown.ts';

/** What is muted or not: a place in a feed, in one round of asking. */
export type MutedPlace = Pick<MuteProposal, 'subscription' | 'place' | 'round'> & { projectId: string };

type Verb = 'muted' | 'declined' | 'undone';

/** The proposal that stands as this message. @throws Refused if it is none any more, or not to be seen here. */
export async function proposalAt(asker: Asker, ts: string, deps: SurfaceDeps): Promise<MutedPlace> {
  const delivery = await deliveryAt(deps.db, asker.installation.team, asker.channel, ts);
  const decision = delivery && decisionOf(delivery);
  if (decision?.kind !== 'mute_proposal') {
    throw new Refused({ sentence: 'Sightline no longer knows this message. Nothing was changed.' });
  }
  const { project, subscription, place, round } = decision;
  return { projectId: project.id, subscription, place, round };
}

/** @throws Refused when somebody was faster, or there is nothing to take back. */
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
      sentence: 'Somebody was faster, or this was taken back. The message shows how it stands.',
    });
  }
}
