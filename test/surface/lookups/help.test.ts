import { expect, test } from 'vitest';
import { queueDecision } from '../../../src/outbox/queue.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import { runTyped } from '../../../src/surface/run-command.ts';
import { DIGEST } from '../../messages/cast.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const NAMES: Readonly<Record<string, readonly object[]>> = {
  engines: [
    {
      ...{ id: '1b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10', provider: 'x', model: 'nova-1', surface: 'api' },
      ...{ display_name: 'Nova', active: true },
    },
  ],
  regions: [{ id: 'r1', name: 'Japan', code: 'JP' }],
  topics: [{ id: 't1', label: 'onboarding' }],
};

/** A project with an engine and a region of its own, and one lead, shown as L1 once others had the names before. */
async function typedIn(api: Answering) {
  const { db, ask } = await surfaceOver(ACME_FILE, api, ok());
  const lead = { key: 'id:9', title: 'A thread' };
  await giveHandles(db, TEAM, 'L', ['id:other', 'id:9']);
  await recordLeads(db, TEAM, ACME, [{ ...lead, identities: [lead.key], rank: 1 }], NINE);
  const digest = { ...DIGEST, project: { id: ACME, name: 'Acme' }, leads: [lead] };
  await queueDecision(
    db,
    digest,
    { team: TEAM, channel: CHANNEL, subscription: 'leads', slotAt: NINE },
    NINE,
  );
  return async (text: string) => {
    const answer = await runTyped({ slash: '/visibility', text, channels: {} }, ask());
    if (!answer || !('message' in answer)) return expect.fail('nothing was said');
    return wordsOf(drawn(answer.message).blocks).join('\n');
  };
}

const lists: Answering = (response, asked, number) => {
  const [path = ''] = asked.url.split('?');
  json(NAMES[path.split('/').at(-1) ?? ''] ?? [])(response, asked, number);
};

test('examples name what the asker’s project has', async () => {
  const type = await typedIn(lists);
  const help = await type('help');
  expect(help).toContain('/visibility why L2');
  expect(help).toContain('/visibility sources Nova in Japan');
  expect(help).toContain('/visibility topic onboarding');
  expect(help).not.toMatch(/Gemini|Germany/);
  expect(await type('sources help')).toContain('/visibility sources Nova in Japan');
  expect(await type('')).toContain('/visibility L2');
});

test('without the API they are the usual ones', async () => {
  const type = await typedIn(json({}, 503));
  expect(await type('help')).toContain('/visibility sources Gemini');
});
