/** What a running bot answers to verbs on its machine, beside its embedded store: a store that others share needs no bot. */
import type { LocalConfig } from '../config.ts';
import { messageOf } from '../errors.ts';
import { serveLocally, socketIn } from '../local-socket.ts';
import { answerLocally, LocalQuestion } from '../surface/ask/answer-locally.ts';
import type { Bot } from '../surface/ask.ts';
import { Restarting, type UnderWay } from '../surface/restarting.ts';
import type { Workspace } from '../surface/workspace.ts';

/** `ask` is the verb’s, too. */
export async function serveLocalAnswers(
  { databaseUrl, dataDir }: Pick<LocalConfig, 'databaseUrl' | 'dataDir'>,
  { bot, workspaces, underWay }: { bot: Bot; workspaces: () => readonly Workspace[]; underWay: UnderWay },
): Promise<{ close(): Promise<void> }> {
  const nothing = { close: async () => undefined };
  if (databaseUrl !== undefined || process.platform === 'win32') return nothing;

  /** Counted as a click is: a stop waits for it. */
  const counted =
    <Answer>(answer: (given: unknown) => Promise<Answer>) =>
    async (given: unknown) => {
      if (underWay.isRefusing()) throw new Restarting();
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      await underWay.track(() => answer(given).then(resolve, reject));
      return promise;
    };
  const ask = (given: unknown) =>
    answerLocally(LocalQuestion.parse(given), { bot, workspaces: workspaces() });
  return serveLocally(socketIn(dataDir), { ask: counted(ask) }).catch((error: unknown) => {
    bot.log.warn({ why: messageOf(error) }, 'Verbs on this machine cannot ask this bot');
    return nothing;
  });
}
