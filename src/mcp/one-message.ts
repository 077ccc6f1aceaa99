/** Answers one message of the protocol, whoever carried it here: how a terminal's client speaks with a bot, line by line. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type Offer } from './server.ts';
import type { Caller } from './tool.ts';

/** Undefined for what asks for no answer. Both versions of the protocol, without a session: the message says all. */
export async function answerMessage(
  message: JSONRPCMessage,
  caller: Caller,
  offer: Offer,
): Promise<JSONRPCMessage | undefined> {
  if (!('method' in message && 'id' in message)) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<JSONRPCMessage>();
  const transport: Transport = {
    start: async () => undefined,
    // What else the server says is of no call, and nobody waits for it.
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
