import { describe, expect, it } from 'vitest';
import { createMembers, createPeople } from '../../../src/slack/people.ts';
import { recordPosts } from '../../../src/store/announced.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import type { Db } from '../../../src/store/tables.ts';
import type { RecentScores } from '../../../src/surface/ask.ts';
import { showHome } from '../../../src/surface/home/show-home.ts';
import type { Workspace } from '../../../src/surface/workspace.ts';
import { overviewOf } from '../../messages/cast.ts';
import { type Answering, no, ok } from '../../support/slack-server.ts';
import { HOUR, NINE, queued, TEAM } from '../../support/store-opened.ts';
import { ACME, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const FILE = `projects:
  - id: ${ACME}
    name: Acme
    leads: { channel: C0ACME, schedule: "every day at 9:00" }
`;

/** A Slack that names every published view anew, or finds that another one stands there. */
function slackWith(views: { conflict: boolean; down: boolean }): Answering {
  return (response, call, number) => {
    const { method, args } = call;
    if (method === 'users.info') return ok({ user: { team_id: TEAM } })(response, call, number);
    if (method === 'conversations.members') return ok({ members: ['U0ANA'] })(response, call, number);
    if (views.down) return no('service_unavailable')(response, call, number);
    const answer =
      args.hash !== undefined && views.conflict ? no('hash_conflict') : ok({ view: { hash: `h${number}` } });
    return answer(response, call, number);
  };
}

/** A digest with one lead that nobody took, posted so many hours ago. */
async function digestBefore(db: Db, hours: number, postedAt?: number): Promise<void> {
  const [at, id] = [NINE - hours * HOUR, `${hours}`];
  const lead = { key: id, title: `Thread of ${hours} hours ago`, identities: [id], rank: 1, postedAt };
  await recordLeads(db, TEAM, ACME, [lead], at);
  await queued(db, id, { channel: 'C0ACME', project_id: ACME, created_at: at });
  await db.updateTable('delivery').set({ state: 'sent' }).where('id', '=', id).execute();
  const post = { team: TEAM, projectId: ACME, deliveryId: id, channel: 'C0ACME', at };
  await recordPosts(db, post, [{ key: id, part: 'new' }]);
}

async function world({
  conflict = false,
  down = false,
  isKnown = false,
  digests = [] as number[],
  postedAt = undefined as number | undefined,
} = {}) {
  const state = { isKnown };
  const recentScores: RecentScores = {
    known: () => (state.isKnown ? overviewOf([{ date: '2026-11-19', score: 61 }]) : 'loading'),
    read: async () => {
      state.isKnown = true;
    },
  };
  const [personOf, isMember] = [createPeople(() => 0), createMembers(() => 0)];
  const { db, ask, workspace, calls, lines } = await surfaceOver(
    FILE,
    json([]),
    slackWith({ conflict, down }),
    {
      bot: { recentScores },
    },
  );
  for (const hours of digests) await digestBefore(db, hours, postedAt);
  const asked: Workspace = {
    ...workspace,
    personOf: (id, groups) => personOf(workspace, id, groups),
    isMember: (channel, person) => isMember(workspace, channel, person),
    feeds: { ...workspace.feeds, health: async () => ({ projects: [], late: undefined }) },
  };
  return {
    db,
    lines,
    look: (person: string) => showHome({ ...ask({ person }), workspace: asked }),
    published: () =>
      calls
        .filter(({ method }) => method === 'views.publish')
        .map(({ args }) => ({ ...args, view: JSON.stringify(args.view) })),
  };
}

describe('the Home tab', () => {
  it('is published at once, then again with the scores', async () => {
    const { look, published } = await world();
    await look('U0ANA');
    const [first, second, ...others] = published();
    expect(first).toMatchObject({ user_id: 'U0ANA', view: expect.stringContaining('Loading visibility…') });
    expect(second).toMatchObject({
      hash: expect.stringMatching(/^h\d+$/),
      view: expect.stringContaining('*61*'),
    });
    expect(others).toEqual([]);
  });

  it('is published once if the scores are known', async () => {
    const { look, published } = await world({ isKnown: true });
    await look('U0ANA');
    expect(published()).toMatchObject([{ view: expect.stringContaining('*61*') }]);
  });

  it('has leads open for up to a month', async () => {
    const { look, published } = await world({ isKnown: true, digests: [3, 200, 1_000] });
    await look('U0ANA');
    const view = published()[0]?.view;
    expect(view).toContain('Thread of 3 hours');
    expect(view).toContain('Thread of 200 hours');
    expect(view).not.toContain('1000 hours');
  });

  it('has the five best of many leads, and a button for all, before the open alerts', async () => {
    const digests = Array.from({ length: 30 }, (_, i) => i + 1);
    const { look, published } = await world({ isKnown: true, digests });
    await look('U0ANA');
    const [before = ''] = published()[0]?.view.split('*Open alerts*') ?? [];
    expect(before.match(/Thread of \d+ hours ago\*/g)).toHaveLength(5);
    expect(before).toContain('All open leads');
  });

  it('has no leads too old for their feed', async () => {
    const { look, published } = await world({ isKnown: true, digests: [3], postedAt: NINE - 15 * 24 * HOUR });
    await look('U0ANA');
    expect(published()[0]?.view).not.toContain('Thread of 3 hours');
    const fresh = await world({ isKnown: true, digests: [3], postedAt: NINE - 13 * 24 * HOUR });
    await fresh.look('U0ANA');
    expect(fresh.published()[0]?.view).toContain('Thread of 3 hours');
  });

  it('has old leads that somebody opened again, as lists do', async () => {
    const old = { isKnown: true, digests: [3], postedAt: NINE - 15 * 24 * HOUR };
    const { db, look, published } = await world(old);
    await db
      .updateTable('lead')
      .set({ since: NINE - HOUR })
      .execute();
    await look('U0ANA');
    expect(published()[0]?.view).toContain('Thread of 3 hours');
  });

  it('that Slack doesn’t take is logged, since what was done there is done', async () => {
    const { look, lines } = await world({ down: true });
    await look('U0ANA');
    expect(lines()).toMatchObject([{ level: 40, err: { message: expect.stringContaining('unavailable') } }]);
  });

  it('does not replace a newer one', async () => {
    const { look, published } = await world({ conflict: true });
    await expect(look('U0ANA')).resolves.toBeUndefined();
    expect(published()).toHaveLength(2);
  });

  it('shows no projects and reads no scores for people in no channel', async () => {
    const { look, published } = await world();
    await look('U0BEN');
    expect(published()).toMatchObject([{ view: expect.stringMatching(/^(?!.*Acme).*Three steps/) }]);
  });
});
