/** Answers verbs on this machine over the local socket. With PostgreSQL, verbs open the store themselves. */
import { z } from 'zod';
import type { LocalConfig } from '../config.ts';
import { messageOf } from '../errors.ts';
import { reportFeeds } from '../feeds/feed-standing.ts';
import { serveLocally, socketIn } from '../local-socket.ts';
import type { Offer } from '../mcp/server.ts';
import { Forgetting, forget } from '../outbox/forget.ts';
import { copyOpenStore, type Pages } from '../store/sqlite-backup.ts';
import { answerLocally, LocalQuestion } from '../surface/ask/answer-locally.ts';
import type { Bot } from '../surface/ask.ts';
import { Restarting, type UnderWay } from '../surface/restarting.ts';
import type { Workspace } from '../surface/workspace.ts';

type LocalDeps = {
  bot: Bot;
  workspaces: () => readonly Workspace[];
  underWay: UnderWay;
  offer: Offer;
  redact: (text: string) => string;
};

const BackupTo = z.object({ file: z.string() });

/** Each answer has the name of the verb that asks for it, or of what the doctor wants to know. */
export async function serveLocalAnswers(
  { databaseUrl, dataDir }: Pick<LocalConfig, 'databaseUrl' | 'dataDir'>,
  { bot, workspaces, underWay, offer, redact }: LocalDeps,
): Promise<{ close(): Promise<void> }> {
  const nothing = { close: async () => undefined };
  if (databaseUrl !== undefined || process.platform === 'win32') return nothing;

  /** Tracks a request like a click, so that a stop waits for it. */
  const track =
    <Answer>(answer: (given: unknown) => Promise<Answer>) =>
    async (given: unknown) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const begin = async () => {
        const refusal = underWay.refusal();
        // An operator gets an answer even under overload.
        if (refusal instanceof Restarting) throw refusal;
        return answer(given);
      };
      await underWay.track(() => begin().then(resolve, reject));
      return promise;
    };
  const ask = (given: unknown) =>
    answerLocally(LocalQuestion.parse(given), { bot, workspaces: workspaces() });
  const mcp = async (given: unknown) => {
    // Loaded for the first message, like in http-door.ts.
    const { answerForOperator, OperatorMessage } = await import('../mcp/operator.ts');
    return answerForOperator(OperatorMessage.parse(given), { bot, workspaces: workspaces(), offer, redact });
  };
  let pages: Pages = { done: 0, total: 0 };
  const backup = async (given: unknown) => {
    await copyOpenStore(bot.db, BackupTo.parse(given).file, (now) => {
      pages = now;
    });
    return pages;
  };
  const forgetPerson = async (given: unknown) => {
    const found = await forget(bot.db, Forgetting.parse(given), bot.now());
    bot.wakePump();
    return found;
  };
  const feeds = async () => {
    const all = workspaces().map(({ team, projects }) =>
      reportFeeds(projects(), { db: bot.db, team }, bot.now()),
    );
    return (await Promise.all(all)).flat();
  };
  return serveLocally(socketIn(dataDir), {
    ask: track(ask),
    mcp: track(mcp),
    backup: track(backup),
    backup_progress: async () => pages,
    forget: track(forgetPerson),
    feeds,
  }).catch((error: unknown) => {
    bot.log.warn({ why: messageOf(error) }, 'Verbs on this machine can’t reach this bot');
    return nothing;
  });
}
