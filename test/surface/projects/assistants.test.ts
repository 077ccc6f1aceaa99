import { describe, expect, test } from 'vitest';
import { assistantsForm, tokenPage } from '../../../src/messages/projects/connect.ts';
import type { Person } from '../../../src/slack/people.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { findMcpTokenOwner } from '../../../src/store/sealed.ts';
import type { Answer, ViewAsk } from '../../../src/surface/ask.ts';
import { mcp, tokenRevoke, tokenView } from '../../../src/surface/projects/connect.ts';
import { drawnView, expectViewWithinLimits, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const FILE = `projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme, visible_in: [${CHANNEL}] }]`;
const ADDRESS = 'https://bot.acme.example/mcp';

const modalOf = (answer: Answer) =>
  answer && 'modal' in answer ? drawnView(answer.modal) : expect.fail('there is no modal');

type Clickable = { action_id?: string; value?: string };
const revokeButtons = ({ blocks }: { blocks: readonly object[] }): string[] =>
  blocks.flatMap((block) => {
    const { accessory }: { accessory?: Clickable } = block;
    return accessory?.action_id === tokenRevoke.id ? (accessory.value ?? []) : [];
  });

/** Ana and Ben are members, Cleo is an admin. */
async function workspace(mcpAddress?: string) {
  const people: Record<string, Person> = {
    U0ANA: memberNamed('Ana', 'U0ANA'),
    U0BEN: memberNamed('Ben', 'U0BEN'),
    U0CLEO: { ...memberNamed('Cleo', 'U0CLEO'), isAdmin: true },
  };
  const { db, ask, lines } = await surfaceOver(FILE, json([]), ok(), {
    workspace: { personOf: async (id) => people[id] ?? expect.fail(`nobody is ${id}`) },
    bot: { mcpAddress: () => (mcpAddress ? { url: mcpAddress, isLocal: false } : undefined) },
  });
  let clicks = 0;
  const asker = (person: string) => {
    clicks += 1;
    return ask({ id: `click ${clicks}`, person });
  };
  const open = async (person: string) => {
    if (mcp.scope !== 'anywhere') expect.fail('asked for anywhere');
    const words = { words: '', line: '', channels: {}, options: {}, page: 0 };
    return modalOf(await mcp.run({ ...asker(person), ...words }));
  };
  const submit = async (person: string, label: string) => {
    const form: ViewAsk = { ...asker(person), values: { label }, lists: {}, metadata: '' };
    return { form, submitted: await tokenView.submit(form) };
  };
  const make = async (person: string, label = 'Claude') => {
    const { form, submitted } = await submit(person, label);
    if (!submitted || !('after' in submitted)) expect.fail('the form was refused');
    return { modal: modalOf(await submitted.after({ ...form, channel: '' })), submitted };
  };
  const revoke = async (person: string, value: string) =>
    modalOf(await tokenRevoke.run({ ...asker(person), value, ts: '', isPrivate: true }));
  const audit = async () => {
    const rows = await readAudits(db, TEAM, { projectIds: [], limit: 99, offset: 0 });
    return rows.map(({ person, action, subject, outcome }) => [person, action, subject, outcome].join(' '));
  };
  return { db, open, submit, make, revoke, audit, lines };
}

const tokenIn = (view: object) =>
  JSON.stringify(view).match(/slt_[\w-]{43}/)?.[0] ?? expect.fail('no token is shown');

describe('a token for an assistant', () => {
  test('is made in a form, works, and is shown only once', async () => {
    const { db, open, make, audit, lines } = await workspace(ADDRESS);
    const { modal, submitted } = await make('U0ANA', ' Claude on my laptop ');
    const token = tokenIn(modal);
    expect(await findMcpTokenOwner(db, token)).toMatchObject({ team: TEAM, person: 'U0ANA' });
    expect(JSON.stringify(modal)).toContain(ADDRESS);
    // Not in any channel; only the modal shows it.
    expect(submitted).toMatchObject({ channel: '' });
    expect(JSON.stringify(await open('U0ANA'))).not.toContain('slt_');
    expect(wordsOf((await open('U0ANA')).blocks).join()).toContain('Claude on my laptop');
    expect(await audit()).toEqual(['U0ANA token.make Claude on my laptop made']);
    expect(JSON.stringify(lines())).not.toContain('slt_');
  });

  test('needs a name', async () => {
    const { submit, audit } = await workspace();
    expect((await submit('U0ANA', '  ')).submitted).toHaveProperty('errors.label');
    expect(await audit()).toEqual([]);
  });

  test('is made once, however often the form is submitted', async () => {
    const { db, submit } = await workspace();
    const { form, submitted } = await submit('U0ANA', 'Claude');
    if (!submitted || !('after' in submitted)) return expect.fail('the form was refused');
    await submitted.after({ ...form, channel: '' });
    await expect(submitted.after({ ...form, channel: '' })).rejects.toThrow(/first click/);
    expect(await db.selectFrom('mcp_token').select('id').execute()).toHaveLength(1);
  });

  test('can be revoked by its owner and stops working', async () => {
    const { db, open, make, revoke, audit } = await workspace();
    const token = tokenIn((await make('U0ANA')).modal);
    const [button = ''] = revokeButtons(await open('U0ANA'));
    expect(revokeButtons(await revoke('U0ANA', button))).toEqual([]);
    expect(await findMcpTokenOwner(db, token)).toMatchObject({ isRevoked: true });
    // Another click shows what is left and does nothing twice.
    await revoke('U0ANA', button);
    expect((await audit()).toSorted()).toEqual([
      'U0ANA token.make Claude made',
      'U0ANA token.revoke Claude revoked',
    ]);
  });

  test('can only be seen and revoked by its owner and admins', async () => {
    const { db, open, make, revoke } = await workspace();
    const token = tokenIn((await make('U0ANA')).modal);
    expect(revokeButtons(await open('U0BEN'))).toEqual([]);
    const seen = await open('U0CLEO');
    const [button = ''] = revokeButtons(seen);
    expect(wordsOf(seen.blocks).join()).toContain('<@U0ANA>');
    await expect(revoke('U0BEN', button)).rejects.toThrow('Only they or an admin can revoke it.');
    expect(await findMcpTokenOwner(db, token)).toMatchObject({ isRevoked: false });
    await revoke('U0CLEO', button);
    expect(await findMcpTokenOwner(db, token)).toMatchObject({ isRevoked: true });
  });

  test('can’t be the eleventh', async () => {
    const { open, make, audit } = await workspace();
    for (let i = 0; i < 10; i++) await make('U0ANA');
    expect(await open('U0ANA')).not.toHaveProperty('submit');
    await expect(make('U0ANA')).rejects.toThrow('Revoke one first.');
    expect(await audit()).toHaveLength(10);
    await make('U0BEN');
  });
});

test('the largest form stays within Slack’s limits', () => {
  const token = (id: string, person: string) => ({
    id,
    person,
    label: '*<!channel>*_`'.repeat(4),
    createdAt: NINE,
    lastUsedAt: NINE,
  });
  const own = Array.from({ length: 10 }, (_, i) => token(`own ${i}`, 'U0ANA'));
  const others = Array.from({ length: 300 }, (_, i) => token(`other ${i}`, `U${i}`));
  expectViewWithinLimits(drawnView(assistantsForm({ own, others, most: 10 })));
  const address = `https://${'a'.repeat(200)}.example/mcp`;
  expectViewWithinLimits(
    drawnView(tokenPage('x'.repeat(60), `slt_${'a'.repeat(43)}`, { url: address, isLocal: true })),
  );
});

test('says that an address on this machine works only there', async () => {
  const { make } = await workspace();
  const words = JSON.stringify((await make('U0ANA')).modal);
  expect(words).toContain('only works on the machine Sightline runs on');
});
