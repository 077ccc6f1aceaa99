/** The SDK's own client, in both versions of the protocol, lists, calls and reads everything but the reading tools. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { PROTOCOLS, type Protocol } from '../support/mcp-client.ts';
import { twoProjects } from './two-projects.ts';

async function connected(protocol: Protocol) {
  const world = await twoProjects();
  const isNewest = protocol === PROTOCOLS[0];
  const client = new Client(
    { name: 'test', version: '1' },
    isNewest ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const requestInit = { headers: { authorization: `Bearer ${world.tokens.get('ana')}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(world.url), { requestInit }));
  onTestFinished(() => client.close());
  return { ...world, client };
}

test.each(PROTOCOLS)('writing tools say that they write, and do, in %s', async (protocol) => {
  const { client, acme } = await connected(protocol);
  const { tools } = await client.listTools();
  expect(JSON.stringify(tools)).not.toContain('"type":[');
  const writes = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
  expect(writes.map(({ name }) => name)).toEqual([
    ...['claim_lead', 'set_lead_outcome', 'snooze_lead'],
    ...['judge_alert', 'track_prompt', 'decide_suggestion'],
  ]);
  for (const { annotations } of writes)
    expect(annotations).toMatchObject({ idempotentHint: true, destructiveHint: false });
  const { lead, suggestion } = acme.handles;
  const called = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })).structuredContent;
  expect(await called('claim_lead', { handle: lead })).toMatchObject({ verdict: 'done' });
  expect(await called('claim_lead', { handle: lead })).toMatchObject({ verdict: 'done_already' });
  expect(await called('decide_suggestion', { handle: suggestion, decision: 'dismiss' })).toMatchObject({
    verdict: 'asks_first',
  });
  const unknown = await client.callTool({ name: 'claim_lead', arguments: { handle: lead, force: true } });
  expect(unknown.isError).toBe(true);
});

test.each(PROTOCOLS)(
  'every listed resource can be read, and every prompt fetched, in %s',
  async (protocol) => {
    const { client, acme } = await connected(protocol);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'sightline://{project}/leads/{handle}',
      'sightline://{project}/alerts/{handle}',
      'sightline://{project}/recaps/latest',
      'sightline://{project}/status',
    ]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`sightline://${acme.id}/leads/${acme.handles.lead}`);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0], uri).toMatchObject({ uri, mimeType: 'text/markdown' });
    }
    await expect(client.readResource({ uri: 'sightline://Tidewater/status' })).rejects.toThrow();
    const { prompts } = await client.listPrompts();
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: { project: 'Acme' } });
      expect(JSON.stringify(messages)).toContain('“Acme”');
    }
  },
);
