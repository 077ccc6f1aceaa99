/** What a fault in the background comes to: a line in the log, and where it is the store that is lost, the end. */
import { StoreError, StoreGone } from '../errors.ts';
import type { Log } from '../log.ts';
import { tellStoreGone } from '../outbox/tell-store-gone.ts';
import type { Installations } from '../slack/installations.ts';

/** `storeLost` rejects with the first StoreError, once the owners were told of it where they can be. */
export function createFaults(deps: {
  installations: Installations;
  recipients: (team: string) => readonly string[];
  log: Log;
}): { onFault: (error: unknown) => void; storeLost: Promise<never> } {
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
