import { describe, expect, it } from 'vitest';
import { LAST_RANK } from '../../src/decision.ts';
import { recordPosts } from '../../src/store/announced.ts';
import { recordEvent } from '../../src/store/leads.ts';
import { claimSlot, closeSlot, retrySlot } from '../../src/store/slots.ts';
import {
  countAnswers,
  endOwnDigest,
  keepOwnDigest,
  type OwnSettings,
  ownSubscription,
  readOwnDigest,
  readOwnDigests,
  readTimesShown,
} from '../../src/store/subscriptions.ts';
import { ENGINES } from '../support/store-engines.ts';
import { dueSlot, HOUR, MINUTE, NINE, slotsOf, TEAM } from '../support/store-opened.ts';

const ANA: OwnSettings = {
  person: 'U0ANA',
  schedule: 'weekdays at 9:00',
  timezone: 'Europe/Berlin',
  projects: ['acme'],
  places: ['r/devops'],
  learns: true,
  since: NINE,
};
const BEN: OwnSettings = { ...ANA, person: 'U0BEN', projects: undefined, places: [], learns: false };

const own = { subscription: ownSubscription('U0ANA'), channel: 'U0ANA', rank: LAST_RANK };

describe.each(ENGINES)('a person’s own digest ($name)', ({ openedStore }) => {
  it('is kept as it was asked for last, in its workspace', async () => {
    const { db } = await openedStore();
    await keepOwnDigest(db, TEAM, ANA);
    await keepOwnDigest(db, TEAM, BEN);
    expect(await readOwnDigests(db, TEAM)).toEqual([ANA, BEN]);
    const changed = { ...ANA, projects: undefined, learns: false, since: NINE + 1 };
    await keepOwnDigest(db, TEAM, changed);
    expect(await readOwnDigest(db, TEAM, 'U0ANA')).toEqual(changed);
    expect(await readOwnDigests(db, 'T0OTHER')).toEqual([]);
  });

  it('that is ended leaves nothing behind; the slot that is worked on can’t be closed', async () => {
    const { db } = await openedStore();
    await keepOwnDigest(db, TEAM, ANA);
    await keepOwnDigest(db, TEAM, BEN);
    await dueSlot(db, own);
    await dueSlot(db);
    const feed = await claimSlot(db, TEAM, 'me', NINE);
    if (feed) await closeSlot(db, feed, 'me', 'done');
    const slot = (await claimSlot(db, TEAM, 'me', NINE)) ?? expect.fail('No slot is due.');
    await endOwnDigest(db, TEAM, 'U0ANA');
    expect(await closeSlot(db, slot, 'me', 'done')).toBe(false);
    expect(await readOwnDigests(db, TEAM)).toEqual([BEN]);
    expect((await slotsOf(db)).map(({ subscription }) => subscription)).toEqual(['leads:acme']);
  });

  it('waits for every feed that is due by then, whatever its channel, until that was tried', async () => {
    const { db } = await openedStore();
    await dueSlot(db, own);
    await dueSlot(db, { run_after: NINE + MINUTE });
    await dueSlot(db, { subscription: 'leads:later', channel: 'C0LATER', due_at: NINE + HOUR });
    expect(await claimSlot(db, TEAM, 'me', NINE)).toBeUndefined();
    const feed = (await claimSlot(db, TEAM, 'me', NINE + MINUTE)) ?? expect.fail('The feed is not due.');
    expect(feed.subscription).toBe('leads:acme');
    expect(await claimSlot(db, TEAM, 'you', NINE + MINUTE)).toBeUndefined();
    await retrySlot(db, feed, 'me', NINE + 5 * MINUTE);
    expect(await claimSlot(db, TEAM, 'you', NINE + MINUTE)).toMatchObject({ subscription: own.subscription });
  });

  it('knows when a channel was first shown each lead: no person’s own digest is one', async () => {
    const { db } = await openedStore();
    const post = (channel: string, at: number) =>
      ({ team: TEAM, projectId: 'acme', deliveryId: `${channel} ${at}`, channel, at }) as const;
    await recordPosts(db, post('C0ACME', NINE + MINUTE), [{ key: 'id:1', part: 'still_open' }]);
    await recordPosts(db, post('C0ACME', NINE), [{ key: 'id:1', part: 'new' }]);
    await recordPosts(db, post('U0ANA', NINE - MINUTE), [
      { key: 'id:1', part: 'own' },
      { key: 'id:2', part: 'own' },
      { key: 'id:3', part: 'reminder' },
    ]);
    await recordPosts(db, { ...post('C0ACME', NINE - MINUTE), projectId: 'globex' }, [
      { key: 'id:1', part: 'new' },
    ]);
    const shown = await readTimesShown(
      db,
      { team: TEAM, projectId: 'acme' },
      { part: ['new', 'still_open'] },
    );
    expect([...shown].map(([key, { first }]) => [key, first])).toEqual([['id:1', NINE]]);
  });

  it('knows how often it showed each lead, and how many leads the person replied to', async () => {
    const { db } = await openedStore();
    const lead = { team: TEAM, projectId: 'acme', key: 'id:1' };
    for (const deliveryId of ['first', 'second']) {
      const post = { team: TEAM, projectId: 'acme', deliveryId, channel: 'U0ANA', at: NINE };
      await recordPosts(db, post, [
        { key: 'id:1', part: 'own' },
        { key: deliveryId, part: 'own' },
      ]);
      await recordPosts(db, { ...post, channel: 'C0ACME' }, [{ key: 'id:1', part: 'new' }]);
    }
    await recordPosts(
      db,
      { team: TEAM, projectId: 'acme', deliveryId: 'third', channel: 'U0ANA', at: NINE },
      [{ key: 'id:1', part: 'reminder' }],
    );
    const shown = await readTimesShown(
      db,
      { team: TEAM, projectId: 'acme' },
      { part: 'own', channel: 'U0ANA' },
    );
    expect(shown).toEqual(
      new Map([
        ['id:1', { times: 2, first: NINE }],
        ['first', { times: 1, first: NINE }],
        ['second', { times: 1, first: NINE }],
      ]),
    );
    for (const [by, at, key] of [
      ['U0ANA', NINE, 'id:1'],
      ['U0ANA', NINE + 1, 'id:1'],
      ['U0ANA', NINE + 2, 'id:2'],
      ['U0ANA', NINE - 1, 'id:3'],
      ['U0BEN', NINE, 'id:4'],
    ] as const)
      await recordEvent(db, { ...lead, key }, { kind: 'reply', by, at });
    await recordEvent(db, { ...lead, key: 'id:5' }, { kind: 'claim', by: 'U0ANA', at: NINE });
    expect(await countAnswers(db, { team: TEAM, person: 'U0ANA', since: NINE })).toEqual({
      count: 2,
      first: NINE,
    });
    expect(await countAnswers(db, { team: TEAM, person: 'U0GIA', since: NINE })).toEqual({
      count: 0,
      first: undefined,
    });
  });
});
