import { describe, expect, it } from 'vitest';
import { announce, knowsAnyLead, readKnownLeads, unannounce } from '../../src/store/announced.ts';
import { beginWrite, endWrite } from '../../src/store/audit.ts';
import { giveHandles, readHandles } from '../../src/store/handles.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, NINE, TEAM } from '../support/store-opened.ts';

describe.each(ENGINES)('a lead ($name)', ({ openedStore }) => {
  const PLACE = { team: TEAM, channel: CHANNEL, projectId: 'acme', deliveryId: 'd1' };

  it('is new in a channel once, ever', async () => {
    const { db } = await openedStore();
    expect(await announce(db, PLACE, ['a', 'b'])).toEqual(new Set(['a', 'b']));
    expect(await announce(db, { ...PLACE, deliveryId: 'd2' }, ['b', 'c'])).toEqual(new Set(['c']));
    expect(
      await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: 'acme' }, ['a', 'b', 'c', 'd']),
    ).toEqual(new Set(['a', 'b', 'c']));
  });

  it('that two feeds announce at once is new for one of them', async () => {
    const { db } = await openedStore();
    const [one, other] = await Promise.all([
      announce(db, PLACE, ['a', 'b']),
      announce(db, PLACE, ['b', 'a']),
    ]);
    expect([...one, ...other].sort()).toEqual(['a', 'b']);
  });

  it('known in one channel is new in another, and in another workspace', async () => {
    const { db } = await openedStore();
    await announce(db, PLACE, ['a']);
    expect(await announce(db, { ...PLACE, channel: 'C0OTHER' }, ['a'])).toEqual(new Set(['a']));
    expect(await announce(db, { ...PLACE, team: 'T0OTHER' }, ['a'])).toEqual(new Set(['a']));
  });

  it('whose id another project has too is another one, unless it is the same thread', async () => {
    const { db } = await openedStore();
    const other = { ...PLACE, projectId: 'globex' };
    await announce(db, PLACE, ['id:1', 'url:https://forum.example/1']);
    expect(await readKnownLeads(db, other, ['id:1', 'url:https://forum.example/1'])).toEqual(
      new Set(['url:https://forum.example/1']),
    );
    expect(await announce(db, other, ['id:1', 'id:2'])).toEqual(new Set(['id:1', 'id:2']));
  });

  it('of one project does not make another project known to the channel', async () => {
    const { db } = await openedStore();
    expect(await knowsAnyLead(db, TEAM, CHANNEL, 'acme')).toBe(false);
    await announce(db, { ...PLACE, deliveryId: null }, ['a']);
    expect(await knowsAnyLead(db, TEAM, CHANNEL, 'acme')).toBe(true);
    expect(await knowsAnyLead(db, TEAM, CHANNEL, 'globex')).toBe(false);
    expect(await knowsAnyLead(db, TEAM, 'C0OTHER', 'acme')).toBe(false);
  });

  it('is new again when the digest that announced it never arrived', async () => {
    const { db } = await openedStore();
    await announce(db, PLACE, ['a']);
    await announce(db, { ...PLACE, deliveryId: 'd2' }, ['b']);
    await announce(db, { ...PLACE, deliveryId: null }, ['c']);
    await unannounce(db, TEAM, 'd1');
    expect(
      await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: 'acme' }, ['a', 'b', 'c']),
    ).toEqual(new Set(['b', 'c']));
  });

  it('of an empty list asks for nothing', async () => {
    const { db } = await openedStore();
    expect([
      await announce(db, PLACE, []),
      await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: 'acme' }, []),
    ]).toEqual([new Set(), new Set()]);
  });
});

describe.each(ENGINES)('a handle ($name)', ({ openedStore }) => {
  it('is the next free number of its letter, in the order given', async () => {
    const { db } = await openedStore();
    await giveHandles(db, TEAM, 'L', ['id:1', 'id:2']);
    await giveHandles(db, TEAM, 'A', ['score:acme']);
    await giveHandles(db, TEAM, 'L', ['id:3']);
    expect(await readHandles(db, TEAM, ['id:1', 'id:2', 'id:3', 'score:acme', 'unknown'])).toEqual({
      'id:1': 'L1',
      'id:2': 'L2',
      'id:3': 'L3',
      'score:acme': 'A1',
    });
  });

  it('stays for ever, and is given once', async () => {
    const { db } = await openedStore();
    await giveHandles(db, TEAM, 'L', ['id:1']);
    await giveHandles(db, TEAM, 'L', ['id:2', 'id:1', 'id:2']);
    expect(await readHandles(db, TEAM, ['id:1', 'id:2'])).toEqual({ 'id:1': 'L1', 'id:2': 'L2' });
  });

  it("is one workspace's own", async () => {
    const { db } = await openedStore();
    await giveHandles(db, TEAM, 'L', ['id:1', 'id:2']);
    await giveHandles(db, 'T0OTHER', 'L', ['id:2']);
    expect(await readHandles(db, 'T0OTHER', ['id:1', 'id:2'])).toEqual({ 'id:2': 'L1' });
    expect(await readHandles(db, TEAM, [])).toEqual({});
  });
});

describe.each(ENGINES)('a write by a person ($name)', ({ openedStore }) => {
  const CLICK = {
    request: 'click-1',
    at: NINE,
    person: 'U0ANA',
    action: 'prompt.track',
    projectId: 'acme',
    subject: 'best crm',
  };

  it('begins once per click, however often the click arrives', async () => {
    const { db } = await openedStore();
    const begun = await Promise.all([1, 2, 3].map(() => beginWrite(db, TEAM, CLICK)));
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await beginWrite(db, TEAM, { ...CLICK, request: 'click-2' })).toBe(true);
    expect(await beginWrite(db, 'T0OTHER', CLICK)).toBe(true);
  });

  it('leaves a row: who, what, when, and what the API said', async () => {
    const { db } = await openedStore();
    await beginWrite(db, TEAM, CLICK);
    await beginWrite(db, TEAM, { ...CLICK, request: 'click-2' });
    await endWrite(db, TEAM, 'click-1', { state: 'done', outcome: 'created p1' });
    const { projectId, ...rest } = CLICK;
    expect(await db.selectFrom('audit').selectAll().orderBy('request').execute()).toEqual([
      { ...rest, team: TEAM, project_id: projectId, state: 'done', outcome: 'created p1', data: null },
      {
        ...rest,
        team: TEAM,
        project_id: projectId,
        request: 'click-2',
        state: 'begun',
        outcome: null,
        data: null,
      },
    ]);
  });
});
