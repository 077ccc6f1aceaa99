/** Handles faults of background work: logs them, and ends the process if the store is lost. */

import { realNow } from '../clock.ts';
import { ClockError, messageOf, StoreError, StoreFull, StoreGone } from '../errors.ts';
import { createSparingLog, type Log } from '../log.ts';
import { storeGoneMessage } from '../messages/feeds/owner-notices.ts';
import { draw } from '../slack/draw.ts';
import { toSlackFailure } from '../slack/failures.ts';
import type { Installations } from '../slack/installations.ts';

type FaultsDeps = {
  installations: Pick<Installations, 'all'>;
  recipients: (team: string) => readonly string[];
  log: Log;
};

/**
 * `storeLost` rejects with the first StoreError but a full disk, which passes. If the store is gone, the owners are told
 * first.
 */
export function createFaults(deps: FaultsDeps): {
  onFault: (error: unknown) => void;
  storeLost: Promise<never>;
} {
  const { promise: storeLost, reject: loseStore } = Promise.withResolvers<never>();
  let isLost = false;
  const sparing = createSparingLog(deps.log, realNow);
  const onFault = (error: unknown) => {
    if (error instanceof StoreFull || error instanceof ClockError)
      return sparing({ why: messageOf(error) }, 'Work waits, and nothing is posted meanwhile');
    deps.log.error({ err: error }, 'Background work failed; it will be tried again');
    if (!(error instanceof StoreError) || isLost) return;
    isLost = true;
    const telling = error instanceof StoreGone ? tellStoreGone(deps) : undefined;
    void Promise.resolve(telling).finally(() => loseStore(error));
  };
  storeLost.catch(() => undefined);
  return { onFault, storeLost };
}

/** Tells every workspace's owners directly, since without a store there is no outbox. */
async function tellStoreGone({ installations, recipients, log }: FaultsDeps): Promise<void> {
  const { text, blocks } = draw(storeGoneMessage());
  const messages = installations
    .all()
    .flatMap(({ team, client }) =>
      recipients(team).map((channel) =>
        client.chat
          .postMessage({ channel, text, blocks })
          .catch((error) =>
            log.error(
              { team, channel, reason: toSlackFailure(error).reason },
              'Couldn’t tell an owner that the store is gone',
            ),
          ),
      ),
    );
  await Promise.all(messages);
}
