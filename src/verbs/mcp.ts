/** npm run mcp: an MCP server on stdin and stdout, for clients of this machine. The bot that runs here answers, or else this process. */
import { parseArgs } from 'node:util';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { type LocalBot, openLocalBot } from '../app/local-bot.ts';
import type { Environment, LocalConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { askLocally, socketIn } from '../local-socket.ts';
import { answerForOperator, type OperatorMessage } from '../mcp/operator.ts';
import { secretsOf, striking } from '../strike.ts';
import { configured } from './ask.ts';
import { COMMAND_LINES } from './command-line.ts';

type Answered = { answer?: JSONRPCMessage };

/** Runs until its client goes. @throws ConfigError; `args` are those of COMMAND_LINES. */
export async function mcp(
  env: Environment,
  _print: (text: string) => void,
  args: readonly string[],
): Promise<{ stop(): Promise<void> }> {
  const { workspace } = parseArgs({ args: [...args], options: COMMAND_LINES.mcp.options }).values;
  const config = await configured(env);
  const here = createHere(config);
  // Stdout is the protocol's alone.
  const transport = new StdioServerTransport();
  transport.onmessage = (message: JSONRPCMessage) => {
    if (!('method' in message && 'id' in message)) return;
    const { id } = message;
    const asked: OperatorMessage = { message, ...(workspace !== undefined && { workspace }) };
    void answerTo(asked, config, here)
      .catch((error: unknown) => ({ answer: faultOf(error, id) }))
      .then(({ answer }) => answer && transport.send(answer))
      // Who went away hears nothing.
      .catch(() => undefined);
  };
  transport.onclose = () => void here.close();
  await transport.start();
  return {
    async stop() {
      await transport.close();
      await here.close();
    },
  };
}

/** At each message anew, for the bot may have been started or stopped meanwhile. */
async function answerTo(asked: OperatorMessage, config: LocalConfig, here: Here): Promise<Answered> {
  const told =
    config.databaseUrl === undefined ? await askLocally(socketIn(config.dataDir), 'mcp', asked) : undefined;
  return told ? (Told.parse(told.answer) as Answered) : here.answer(asked);
}

/** It comes from the same protocol's own code, and the client checks it. */
const Told = z.object({ answer: z.looseObject({ jsonrpc: z.literal('2.0') }).optional() });

type Here = { answer(asked: OperatorMessage): Promise<Answered>; close(): Promise<void> };

/**
 * Answers from this process, one message after the other. The embedded store belongs to one process, so it is held no longer
 * than an answer takes: a bot may want to start. An empty one, and one that many share, stay open.
 */
function createHere(config: LocalConfig): Here {
  const secrets = new Set(secretsOf(config));
  const strike = striking(secrets);
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
    answer: (asked) =>
      inTurn(async () => {
        kept ??= await openLocalBot(config, secrets);
        const { bot, workspaces } = kept;
        const answer = await answerForOperator(asked, { bot, workspaces, offer: {}, strike });
        if (!bot.isStoreEmpty && config.databaseUrl === undefined) await close();
        return answer;
      }),
    close: () => inTurn(close),
  };
}

function faultOf(error: unknown, id: string | number): JSONRPCMessage {
  const message = error instanceof AppError ? error.message : 'That didn’t work, and it’s our fault.';
  return { jsonrpc: '2.0', id, error: { code: -32_000, message } };
}
