/** Beside the flow: with the store gone there is no outbox, so the owners are told directly. */
import type { Log } from '../log.ts';
import { storeGoneMessage } from '../messages/feeds/owner-notices.ts';
import { draw } from '../slack/draw.ts';
import { slackFailure } from '../slack/failures.ts';
import type { Installations } from '../slack/installations.ts';

/** Tells every workspace's owners, once; what Slack refuses is in the log. Takes as long as Slack's client waits, at most. */
export async function tellStoreGone({
  installations,
  recipients,
  log,
}: {
  installations: Pick<Installations, 'all'>;
  recipients: (team: string) => readonly string[];
  log: Log;
}): Promise<void> {
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
