/** Mute… and Unmute on a score alert: asks for how long, keeps that once per click, and the alert's message says so. */
import { z } from 'zod';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import {
  alertMuteModal,
  MUTE_CHOICES,
  MUTE_FIELD,
  type MuteChoice,
} from '../../messages/scores/alert-answers.ts';
import { capital } from '../../messages/text.ts';
import { muteAlert, unmuteAlert } from '../../store/alerts.ts';
import type { Db } from '../../store/schema.ts';
import { audited, quietly } from '../audited.ts';
import { carried } from '../carried.ts';
import { Refused } from '../refused.ts';
import type { Action, Asker, SurfaceDeps, View } from '../request.ts';
import { writtenAndShown } from '../written-and-shown.ts';
import { type ClickedAlert, clickedAlert } from './clicked-alert.ts';

/** What the form carries: where the alert's message stands. */
const Metadata = z.object({ channel: z.string(), ts: z.string() });

const LASTS_MS: Readonly<Record<MuteChoice, number | undefined>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  recovered: undefined,
};

export const alertMute: Action = {
  id: ACTIONS.alertMute,
  async run(request, deps) {
    const { which, project } = await clickedAlert(request, request.ts, deps);
    const { channel, ts } = request;
    return { modal: alertMuteModal(which, project.name, JSON.stringify({ channel, ts })) };
  },
};

export const alertMuteView: View = {
  id: VIEWS.alertMute,
  async submit({ metadata, values }, deps) {
    const { channel, ts } = carried(Metadata, metadata);
    const choice = values[MUTE_FIELD] ?? '';
    if (!isChoice(choice)) return { errors: { [MUTE_FIELD]: 'Choose for how long.' } };
    return {
      channel,
      async after(asker) {
        const clicked = await clickedAlert(asker, ts, deps);
        const lasts = LASTS_MS[choice];
        const until = lasts === undefined ? undefined : deps.clock.now() + lasts;
        await changeMute(clicked, 'alert.mute', asker, deps, (trx) =>
          muteAlert(trx, clicked.at, { by: asker.person, until }),
        );
        return undefined;
      },
    };
  },
};

export const alertUnmute: Action = {
  id: ACTIONS.alertUnmute,
  async run(request, deps) {
    const clicked = await clickedAlert(request, request.ts, deps);
    await changeMute(clicked, 'alert.unmute', request, deps, (trx) => unmuteAlert(trx, clicked.at));
    return undefined;
  },
};

/** `work` answers false where there is nothing to change. @throws Refused then. */
export async function changeMute(
  { project, alert, at, which }: ClickedAlert,
  action: 'alert.mute' | 'alert.unmute',
  asker: Asker,
  deps: SurfaceDeps,
  work: (trx: Db) => Promise<boolean>,
): Promise<void> {
  const write = { action, projectId: project.id, subject: which };
  const done = await quietly(
    audited(asker, deps, write, async () => {
      const result = await writtenAndShown(deps, { team: at.team, subject: alert.key }, work);
      return { result, outcome: result ? 'done' : undefined };
    }),
  );
  if (done !== false) return;
  const why = action === 'alert.mute' ? 'is no longer open' : 'is no longer muted';
  throw new Refused({ sentence: `${capital(which)} ${why}. Nothing was changed.` });
}

function isChoice(value: string): value is MuteChoice {
  return Object.hasOwn(MUTE_CHOICES, value);
}
