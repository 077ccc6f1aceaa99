/** What a fault in the background comes to: a line in the log, and where it is the store that is lost, the end. */
import { StoreError, StoreGone } from '../errors.ts';
import type { Log } from '../log.ts';
import { storeGoneMessage } from '../messages/feeds/owner-notices.ts';
import { draw } from '../slack/draw.ts';
import { slackFailure } from '../slack/failures.ts';
import type { Installations } from '../slack/installations.ts';

type FaultsDeps = {
  installations: Pick<Installations, 'all'>;
  recipients: (team: string) => readonly string[];
  log: Log;
};

/** `storeLost` rejects with the first StoreError, once the owners were told of it where they can be. */
export function createFaults(deps: FaultsDeps): {
  onFault: (error: unknown) => void;
  storeLost: Promise<never>;
} {
  const { promise: storeLost, reject: loseStore } = Promise.withResolvers<never>();
  let isLost = false;
  const onFault = (error: unknown) => {
    deps.log.error({ err: error }, 'Work could not be done; it is tried again');
    if (!(error instanceof StoreError) || isLost) return;
    isLost = true;
    const telling = error instanceof StoreGone ? tellStoreGone(deps) : undefined;
    void Promise.resolve(telling).finally(() => loseStore(error));
  };
  storeLost.catch(() => undefined);
  return { onFault, storeLost };
}

/**
 * Tells every workspace's owners, once, and directly: with the store gone there is no outbox. What Slack refuses is in the log.
 * Takes as long as Slack's client waits, at most.
 */
async function tellStoreGone({ installations, recipients, log }: FaultsDeps): Promise<void> {
  const { text, blocks } = draw(storeGoneMessage());
  const told = installations
    .all()
    .flatMap(({ team, client }) =>
      recipients(team).map((channel) =>
        client.chat
          .postMessage({ channel, text, blocks })
          .catch((error) =>
            log.error(
              { team, channel, reason: slackFailure(error).reason },
              'An owner could not be told that the store is gone',
            ),
          ),
      ),
    );
  await Promise.all(told);
}
