/** npm run mcp: serves MCP on stdin and stdout, through the running bot or, without one, in this process. */
import { parseArgs } from 'node:util';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { type LocalBot, openLocalBot } from '../app/local.ts';
import type { LocalConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { askRunningBot } from '../local-socket.ts';
import { answerForOperator, type OperatorMessage } from '../mcp/server.ts';
import { createRedactor, secretsOf } from '../redact.ts';
import { readConfigOrSandbox } from './ask.ts';
import { COMMAND_LINES, type Verb } from './command-line.ts';

/** `answer` is missing for messages that need none. */
type Reply = { answer?: JSONRPCMessage };

/** Runs until its client has closed stdin and everything read is answered. @throws ConfigError */
export const mcp: Verb<{ stop(): Promise<void> }> = async (env, print, args) => {
  const { workspace } = parseArgs({ args: [...args], options: COMMAND_LINES.mcp.options }).values;
  const config = await readConfigOrSandbox(env);
  const here = createLocalAnswerer(config);
  // Nothing else may be written to stdout. The transport sends nothing once stdin has ended, which it may do at once.
  const pending = new Set<Promise<void>>();
  const cancelled = new Set<unknown>();
  const transport = new StdioServerTransport();
  transport.onmessage = (message: JSONRPCMessage) => {
    const isCancelled = 'method' in message && message.method === 'notifications/cancelled';
    if (isCancelled && pending.size > 0) cancelled.add(message.params?.requestId);
    if (!('method' in message && 'id' in message)) return;
    const { id } = message;
    // Ids may be used again.
    cancelled.delete(id);
    const question: OperatorMessage = { message, ...(workspace !== undefined && { workspace }) };
    const answering = answerMessage(question, config, here)
      .catch((error: unknown): Reply => ({ answer: makeErrorAnswer(error, id) }))
      .then(({ answer }) => {
        if (answer && !cancelled.delete(id)) print(JSON.stringify(answer));
        pending.delete(answering);
      });
    pending.add(answering);
  };
  transport.onclose = () => void Promise.all(pending).then(here.close);
  await transport.start();
  return {
    async stop() {
      await transport.close();
      await here.close();
    },
  };
};

/** Looks for a running bot at every message, since it may have started or stopped since the last one. */
async function answerMessage(
  question: OperatorMessage,
  config: LocalConfig,
  here: LocalAnswerer,
): Promise<Reply> {
  const running = await askRunningBot(config, 'mcp', question);
  return running ? (BotReply.parse(running.answer) as Reply) : here.answer(question);
}

/** The bot uses the same MCP library, and the client checks the rest. */
const BotReply = z.object({ answer: z.looseObject({ jsonrpc: z.literal('2.0') }).optional() });

type LocalAnswerer = { answer(question: OperatorMessage): Promise<Reply>; close(): Promise<void> };

/**
 * Answers in this process, one message at a time. Closes the embedded store after each answer, since only one process
 * can have it and a bot may want to start. An empty store and PostgreSQL stay open.
 */
function createLocalAnswerer(config: LocalConfig): LocalAnswerer {
  const secrets = new Set(secretsOf(config));
  const redact = createRedactor(secrets);
  let kept: LocalBot | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Done>(work: () => Promise<Done>): Promise<Done> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const close = async () => {
    await kept?.close();
    kept = undefined;
  };
  return {
    answer: (question) =>
      inTurn(async () => {
        kept ??= await openLocalBot(config, secrets, 'error');
        const { bot, workspaces } = kept;
        const answer = await answerForOperator(question, { bot, workspaces, offer: {}, redact });
        if (!bot.isStoreEmpty && config.databaseUrl === undefined) await close();
        return answer;
      }),
    close: () => inTurn(close),
  };
}

function makeErrorAnswer(error: unknown, id: string | number): JSONRPCMessage {
  const message = error instanceof AppError ? error.message : 'That didn’t work, and it’s our fault.';
  return { jsonrpc: '2.0', id, error: { code: -32_000, message } };
}
