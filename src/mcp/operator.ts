/** Answers one message of a client in the operator's own terminal, in the bot that has the store open. */
import { randomUUID } from 'node:crypto';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { NoAnswer } from '../surface/ask/answer-locally.ts';
import type { Bot } from '../surface/ask.ts';
import type { Workspace } from '../surface/workspace.ts';
import { createServer, type Offer } from './server.ts';
import type { Caller } from './tool.ts';

/** `workspace`: which one is meant, by id, if there are several. */
export const OperatorMessage = z.object({ message: z.unknown(), workspace: z.string().optional() });
export type OperatorMessage = z.infer<typeof OperatorMessage>;

type OperatorDeps = {
  bot: Bot;
  workspaces: readonly Workspace[];
  offer: Offer;
  redact: (text: string) => string;
};

/** `answer` is missing for messages that don't ask for one. @throws NoAnswer if the workspace isn't clear */
export async function answerForOperator(
  { message, workspace: wanted }: OperatorMessage,
  { bot, workspaces, offer, redact }: OperatorDeps,
): Promise<{ answer?: JSONRPCMessage }> {
  const workspace = findWorkspace(wanted, workspaces);
  const { team } = workspace;
  const caller = { person: '', team, workspace, bot, callId: randomUUID() };
  const answer = await answerMessage(parseJSONRPCMessage(message), caller, offer);
  return answer ? { answer: parseJSONRPCMessage(JSON.parse(redact(JSON.stringify(answer)))) } : {};
}

function findWorkspace(wanted: string | undefined, workspaces: readonly Workspace[]): Workspace {
  const [first, second] =
    wanted === undefined ? workspaces : workspaces.filter(({ team }) => team === wanted);
  if (first && !second) return first;
  const all = workspaces.map(({ team }) => team).join(', ');
  if (workspaces.length === 0) throw new NoAnswer('Sightline has just started. Try again in a minute.');
  throw new NoAnswer(
    wanted === undefined
      ? `Say which workspace: npm run mcp -- --workspace ID. The workspaces: ${all}.`
      : `There is no workspace ${wanted}. The workspaces: ${all}.`,
  );
}

/** Undefined for a message that doesn't ask for an answer. There is no session: each message stands alone. */
async function answerMessage(
  message: JSONRPCMessage,
  caller: Caller,
  offer: Offer,
): Promise<JSONRPCMessage | undefined> {
  if (!('method' in message && 'id' in message)) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<JSONRPCMessage>();
  const transport: Transport = {
    start: async () => undefined,
    // Whatever else the server sends belongs to no call, and nobody waits for it.
    send: async (answer) => {
      if ('id' in answer && answer.id === message.id && !('method' in answer)) resolve(answer);
    },
    close: async () => undefined,
  };
  const served = serveStdio(() => createServer(caller, offer), {
    transport,
    maxSubscriptions: 0,
    onerror: reject,
  });
  transport.onmessage?.(message);
  return promise.finally(() => served.close());
}
