/** MCP clients of people, as they connect one: a token made in Slack, or the operator's own terminal; by the SDK's own client. */
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Result } from '../../src/mcp/tool.ts';
import { bundled } from './bundle.ts';
import { compiledBeside } from './compiled.ts';
import type { Journey } from './journey.ts';

/** The protocol's newest version, and the one before, which most clients speak. */
export const PROTOCOLS = ['2026-07-28', '2025-11-25'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Made as people make it: in the form of /visibility mcp. */
export async function tokenOf({ slack }: Journey, person: string, channel: string): Promise<string> {
  const form = await slack.modalAfter(person, () => slack.say(person, channel, '/visibility mcp'));
  const shown = await slack.submitForAnswer(person, form.id, { 'label/label': 'A test' });
  await slack.close(person, form.id);
  const [token] = shown.match(/slt_[\w-]+/) ?? [];
  if (!token) throw new Error(`No token is shown: ${shown}`);
  return token;
}

function clientFor(protocol: Protocol): Client {
  const versionNegotiation =
    protocol === '2025-11-25' ? {} : { versionNegotiation: { mode: 'auto' as const } };
  return new Client({ name: 'test', version: '1' }, versionNegotiation);
}

export const mcpUrl = (journey: Journey) => new URL('/mcp', journey.bot().eventsUrl);

export async function connectByToken(journey: Journey, token: string, protocol: Protocol): Promise<Client> {
  const client = clientFor(protocol);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(journey), { requestInit }));
  return client;
}

/** `npm run mcp` with this environment alone. */
export async function connectByTerminal(
  env: Readonly<Record<string, string>>,
  protocol: Protocol,
  args: readonly string[] = [],
): Promise<Client> {
  const client = clientFor(protocol);
  const main = await bundled('main');
  const server = {
    command: process.execPath,
    args: [main, 'mcp', ...args],
    env: { ...compiledBeside(main), ...env },
    cwd: import.meta.dirname,
  };
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  return client;
}

/** What a tool says: its text, the same for programs, and whether it refuses. */
export type Called = { text: string; result: Result; isError: boolean };

export async function call(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<Called> {
  const {
    content,
    structuredContent,
    isError = false,
  }: CallToolResult = await client.callTool({
    name,
    arguments: given,
  });
  const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('');
  return { text, result: Result.parse(structuredContent), isError };
}
