/** The modal behind Mute…, submitted: the alert is muted, and its message says by whom and until when. */
import { z } from 'zod';
import { DAY_MS } from '../../durations.ts';
import { MUTE_CHOICES, MUTE_FIELD, type MuteChoice } from '../../messages/forms/alert-mute-modal.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { muteAlert } from '../../store/alerts.ts';
import { clickedAlert } from '../alerts/clicked-alert.ts';
import { changeMute } from '../alerts/mute-alert.ts';
import { carried } from '../carried.ts';
import type { View } from '../request.ts';

const Metadata = z.object({ channel: z.string(), ts: z.string() });

const LASTS_MS: Readonly<Record<MuteChoice, number | undefined>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  recovered: undefined,
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

function isChoice(value: string): value is MuteChoice {
  return Object.hasOwn(MUTE_CHOICES, value);
}
