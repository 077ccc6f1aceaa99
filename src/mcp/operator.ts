/** The operator's door: one message of a client in their own terminal, answered by the bot that has the store. */
import { randomUUID } from 'node:crypto';
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { NoAnswer } from '../surface/ask/answer-locally.ts';
import type { Bot } from '../surface/ask.ts';
import type { Workspace } from '../surface/workspace.ts';
import { answerMessage } from './one-message.ts';
import type { Offer } from './server.ts';

/** `workspace`: the id of the one that is meant, where there are several. */
export const OperatorMessage = z.object({ message: z.unknown(), workspace: z.string().optional() });
export type OperatorMessage = z.infer<typeof OperatorMessage>;

export type OperatorDeps = {
  bot: Bot;
  workspaces: readonly Workspace[];
  offer: Offer;
  /** Takes every secret out of what leaves. */
  strike: (text: string) => string;
};

/** `answer` is missing for what asks for none. @throws NoAnswer where no workspace is meant */
export async function answerForOperator(
  { message, workspace: wanted }: OperatorMessage,
  { bot, workspaces, offer, strike }: OperatorDeps,
): Promise<{ answer?: JSONRPCMessage }> {
  const workspace = workspaceMeant(wanted, workspaces);
  const { team } = workspace;
  const caller = { door: 'stdio', person: '', team, workspace, bot, callId: randomUUID() } as const;
  const answer = await answerMessage(parseJSONRPCMessage(message), caller, offer);
  return answer ? { answer: parseJSONRPCMessage(JSON.parse(strike(JSON.stringify(answer)))) } : {};
}

function workspaceMeant(wanted: string | undefined, workspaces: readonly Workspace[]): Workspace {
  const [first, second] =
    wanted === undefined ? workspaces : workspaces.filter(({ team }) => team === wanted);
  if (first && !second) return first;
  const all = workspaces.map(({ team }) => team).join(', ');
  if (workspaces.length === 0) throw new NoAnswer('Sightline has just started. Try again in a minute.');
  throw new NoAnswer(
    wanted === undefined
      ? `Say which workspace: npm run mcp -- --workspace ID. There are: ${all}.`
      : `There is no workspace ${wanted}. There are: ${all}.`,
  );
}
