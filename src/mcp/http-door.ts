/** Serves /mcp: reads the whole request, identifies the caller, and lets the protocol's handler answer. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parseJson } from '../json.ts';
import type { Bot } from '../surface/ask.ts';
import { TooBusy, type UnderWay } from '../surface/restarting.ts';
import type { WorkspaceOf } from '../surface/workspace.ts';
import { runTraced, type Spans } from '../trace.ts';
import type { Identify, Identity } from './identity.ts';
import type { Offer } from './server.ts';
import type { Caller } from './tool.ts';

/** Larger requests are refused. */
const MAX_BYTES = 1_000_000;
/** Beyond this the connection is closed. */
const MAX_BYTES_READ = 20 * MAX_BYTES;

export type DoorDeps = {
  identify: Identify;
  workspaceOf: WorkspaceOf;
  bot: Bot;
  offer: Offer;
  underWay: UnderWay;
  spans?: Spans | undefined;
  /** Removes every secret from a reply. */
  redact: (text: string) => string;
};

export function createHttpDoor(deps: DoorDeps): RequestListener {
  const { identify, underWay, spans, redact, bot } = deps;

  async function replyTo(req: IncomingMessage, body: Buffer): Promise<Reply> {
    const message = parseJson(body.toString());
    const { headers, method = 'GET', socket } = req;
    const identity = await identify({ headers, rawBody: body, body: message, address: socket.remoteAddress });
    if ('refusal' in identity) return refusal(identity.refusal, identity.sentence, identity.headers);
    if (method === 'POST' && message === undefined) return refusal(400, 'This isn’t JSON.');
    // A batch would count as one call; the protocol dropped batches in 2025-06-18.
    if (Array.isArray(message)) return refusal(400, 'Send one message at a time.');
    const caller = createCaller(identity, deps);
    // Loaded for the first client: it takes a tenth of the start, and many bots never need it.
    const [{ createMcpHandler }, { createServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ]);
    // Nothing outlives the request, so there's nothing to subscribe to.
    const handler = createMcpHandler(() => createServer(caller, deps.offer), {
      maxSubscriptions: 0,
      onerror: (error) => bot.log.warn({ err: error }, 'The MCP handler reported an error'),
    });
    const request = new Request('http://127.0.0.1/mcp', { method, headers: toHeaders(headers) });
    const response = await handler.fetch(request, { parsedBody: message });
    // Read to the end, so that a shutdown waits for it.
    const text = redact(await response.text());
    await handler.close();
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  }

  return (req, res) => {
    const work = async () => {
      const body = await readBody(req);
      send(res, body === undefined ? refusal(413, 'This request is too large.') : await replyTo(req, body));
    };
    const refused = underWay.refusal();
    if (refused) {
      const why = refused instanceof TooBusy ? 'too busy right now' : 'restarting';
      return send(res, refusal(503, `Sightline is ${why}. Try again in a minute.`, { 'retry-after': '60' }));
    }
    void underWay.track(() =>
      runTraced('mcp', { spans }, () =>
        work().catch((error: unknown) => {
          bot.log.error({ err: error }, 'A request from an MCP client failed');
          if (!res.headersSent) send(res, refusal(500, 'Something went wrong on our side.'));
        }),
      ),
    );
  };
}

function createCaller(identity: Identity, { workspaceOf, bot }: DoorDeps): Caller | undefined {
  if ('listsOnly' in identity) return undefined;
  const { team, person } = identity;
  const workspace = workspaceOf(team);
  return workspace && { team, person, workspace, bot, callId: randomUUID() };
}

type Reply = { status: number; headers: Readonly<Record<string, string>>; text: string };

/** A JSON-RPC error, because clients show its message. */
function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  return { status, headers: { ...headers, 'content-type': 'application/json' }, text };
}

function send(res: ServerResponse, { status, headers, text }: Reply): void {
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Undefined if it's too large. It's still read to the end, since clients don't hear a reply while sending. */
async function readBody(req: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of req) {
    length += piece.length;
    if (length > MAX_BYTES_READ) return undefined;
    if (length <= MAX_BYTES) pieces.push(piece);
  }
  return length > MAX_BYTES ? undefined : Buffer.concat(pieces);
}

function toHeaders(headers: IncomingMessage['headers']): Headers {
  const all = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-length'
      ? []
      : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return new Headers(all);
}
