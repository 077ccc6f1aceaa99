import { describe, expect, test } from 'vitest';
import { makeRecap } from '../../../src/feeds/recap.ts';
import { moveLead } from '../../../src/outbox/move-lead.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { queueDecision } from '../../../src/outbox/queue.ts';
import { readStanding } from '../../../src/outbox/standing.ts';
import { feedsOf, type Project } from '../../../src/projects/projects.ts';
import type { Message } from '../../../src/slack/blocks.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import { claimSlot } from '../../../src/store/slots.ts';
import type { Answer } from '../../../src/surface/ask.ts';
import { leadList } from '../../../src/surface/leads/lead-list.ts';
import { minScoreLater, minScoreSet } from '../../../src/surface/leads/lead-proposals.ts';
import { DIGEST } from '../../messages/cast.ts';
import { buttonsOf, carriedBy, drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, dueSlot, HOUR, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const DAY = 24 * HOUR;
const LEADS = { channel: CHANNEL, schedule: 'every day at 9:00' };
const FEED = `leads:${ACME}:${CHANNEL}`;
const SCORES = [90, 89, 88, 85, 82, 80, 77, 75, 58, 55, 52, 51];

/** Twelve leads were shown ten days ago, the best six were answered; the feed is the file's, or was made in Slack. */
async function twelveLeads(feeds: 'file' | 'slack' = 'slack') {
  const own = feeds === 'file' ? `leads: { channel: ${CHANNEL}, schedule: every day at 9:00 }, ` : '';
  const recapFeed = `recap: { channel: ${CHANNEL}, schedule: Mondays at 8:00 }`;
  const file = `permissions: { configure: members }\nprojects: [{ id: ${ACME}, name: Acme, ${own}${recapFeed} }]`;
  const listed = SCORES.map((score, i) => ({ id: `${i}`, title: `Thread ${i}`, score }));
  const world = await surfaceOver(file, json(listed), ok({ members: [] }), {
    workspace: { personOf: async (id) => memberNamed(id, id) },
  });
  const { db, ask, workspace } = world;
  if (feeds === 'slack') {
    const by = { by: 'U0ANA', at: NINE - 20 * DAY };
    await workspace.setup.addFeed(TEAM, { projectId: ACME, kind: 'leads', settings: LEADS }, by);
  }
  const when = NINE - 10 * DAY;
  const leads = SCORES.map((score, i) => ({ key: `id:${i}`, title: `Thread ${i}`, score }));
  const polled = leads.map((lead, i) => ({ ...lead, identities: [lead.key], rank: i + 1 }));
  await recordLeads(db, TEAM, ACME, polled, when);
  const place = { team: TEAM, channel: CHANNEL, subscription: FEED, slotAt: when };
  await queueDecision(db, { ...DIGEST, project: { id: ACME, name: 'Acme' }, leads }, place, when);
  await db.updateTable('delivery').set({ state: 'sent', ts: '1.1', placed_in: CHANNEL }).execute();
  for (const number of [0, 1, 2, 3, 4, 5]) {
    const at = { team: TEAM, projectId: ACME, key: `id:${number}` };
    await moveLead(db, at, { kind: 'reply' }, { by: 'U0ANA', now: when + HOUR });
  }
  const project = () => workspace.projects().projects[0] as Project;
  const list = () => leadList(project(), { of: '', page: 0 }, ask());
  let clicks = 0;
  const request = (value: string, more: { ts?: string; isPrivate?: boolean; id?: string } = {}) => {
    clicks += 1;
    const { ts = '', isPrivate = true, id = `click ${clicks}` } = more;
    return { ...ask({ id }), value, ts, isPrivate, answerAt: 'https://hooks.slack.example/1' };
  };
  const minScore = () => project().made?.[0]?.leads?.min_score;
  return { ...world, project, list, request, minScore };
}

function messageOf(answer: Answer): Message {
  return answer && 'message' in answer ? drawn(answer.message) : expect.fail('there is no message');
}
const said = (answer: Answer) => wordsOf(messageOf(answer).blocks).join('\n');

describe('below the list of leads', () => {
  test('one click applies the proposal, the list follows, and Undo reverts it, all audited', async () => {
    const { db, list, request, minScore } = await twelveLeads();
    const proposed = await list();
    expect(said(proposed)).toContain('days a minimum score of 59 would have hidden 4 of 6 leads');
    const applied = await minScoreSet.run(request(carriedBy(messageOf(proposed), 'Hide below 59')));
    expect(applied).toMatchObject({ delivered: 'replacing' });
    expect(minScore()).toBe(59);
    // Below the leads, which people came for.
    expect(said(applied)).toMatch(/^\*Acme · 2 open leads\*.*\nThe minimum score is now 59\./s);
    expect(said(applied)).toContain('4 below your minimum score of 59');
    expect(buttonsOf(messageOf(applied).blocks)).not.toContain('Hide below 59');

    const undone = await minScoreSet.run(request(carriedBy(messageOf(applied), 'Undo')));
    expect(minScore()).toBeUndefined();
    expect(said(undone)).toContain('*Acme · 6 open leads*');
    const rows = await readAudits(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
    expect(rows.map(({ action, person, outcome }) => [action, person, outcome]).toSorted()).toEqual([
      ['feed.min_score', 'U0ANA', 'a minimum score of 59'],
      ['feed.min_score', 'U0ANA', 'no minimum score'],
    ]);
    // Who took it back is not asked the same again.
    expect(said(await list())).not.toContain('minimum score');
  });

  test('two clicks at once change it once, and the second says so', async () => {
    const { list, request, minScore } = await twelveLeads();
    const value = carriedBy(messageOf(await list()), 'Hide below 59');
    await minScoreSet.run(request(value, { id: 'one' }));
    expect(await minScoreSet.run(request(value, { id: 'one' }))).toBeUndefined();
    await expect(minScoreSet.run(request(value))).rejects.toThrow(
      'The minimum score is as you want it already.',
    );
    expect(minScore()).toBe(59);
  });

  test('other changes of the feed are kept', async () => {
    const { workspace, list, request, project } = await twelveLeads();
    const value = carriedBy(messageOf(await list()), 'Hide below 59');
    const settings = { ...LEADS, limit: 20 };
    await workspace.setup.editFeed(TEAM, FEED, 1, settings, { by: 'U0BEN', at: NINE });
    await minScoreSet.run(request(value));
    expect(project().made?.[0]?.leads).toMatchObject({ limit: 20, min_score: 59 });
  });

  test('Not now changes nothing, and the same leads are not proposed again', async () => {
    const { list, request, minScore } = await twelveLeads();
    const answer = await minScoreLater.run(request(carriedBy(messageOf(await list()), 'Not now')));
    expect(said(answer)).toMatch(/^\*Acme · 6 open leads\*/);
    expect(said(answer)).not.toContain('minimum score');
    expect(said(await list())).not.toContain('minimum score');
    expect(minScore()).toBeUndefined();
  });

  test('for a feed from projects.yml it names the line to write', async () => {
    const { list } = await twelveLeads('file');
    const proposed = await list();
    expect(said(proposed)).toContain('set `min_score: 59` under `leads` of Acme in projects.yml.');
    expect(buttonsOf(messageOf(proposed).blocks)).not.toContain('Hide below 59');
  });

  test('nothing is proposed to people who may not change the feed', async () => {
    const { ask, project } = await twelveLeads();
    const personOf = async (id: string) => ({ ...memberNamed(id, id), isGuest: true });
    const guest = { ...ask(), workspace: { ...ask().workspace, personOf } };
    expect(said(await leadList(project(), { of: '', page: 0 }, guest))).not.toContain('minimum score');
  });
});

describe('at the end of a recap', () => {
  /** The recap as it stands now. */
  async function recapOf(world: Awaited<ReturnType<typeof twelveLeads>>) {
    const { db, workspace } = world;
    const [feed] = feedsOf(workspace.projects()).filter(({ kind }) => kind === 'recap');
    if (feed?.kind !== 'recap') return expect.fail('There is no recap.');
    await dueSlot(db, { subscription: feed.id });
    const slot = (await claimSlot(db, TEAM, 'me', NINE)) ?? expect.fail('There is no slot.');
    const decision = { ...(await makeRecap(db, slot, feed, {}, false)), repliedEarlier: 3 };
    await queueDecision(
      db,
      decision,
      { team: TEAM, channel: CHANNEL, subscription: feed.id, slotAt: NINE },
      NINE,
    );
    await db
      .updateTable('delivery')
      .set({ state: 'sent', ts: '2.2', placed_in: CHANNEL })
      .where('kind', '=', 'recap')
      .execute();
    return async () => {
      const place = { channel: CHANNEL, isMember: async () => true };
      return render(decision, await readStanding(db, TEAM, decision, workspace.projects(), place));
    };
  }

  test('the post has the button, then says who applied it, with Undo', async () => {
    const world = await twelveLeads();
    const { db, request, minScore } = world;
    const post = await recapOf(world);
    const before = await post();
    expect(wordsOf(before.blocks).join('\n')).toContain('a minimum score of 59 would have hidden 4 of 6');
    const answer = await minScoreSet.run(
      request(carriedBy(before, 'Hide below 59'), { ts: '2.2', isPrivate: false }),
    );
    expect(answer).toBeUndefined();
    expect(minScore()).toBe(59);
    const { wanted_rev, shown_rev } = await db
      .selectFrom('delivery')
      .select(['wanted_rev', 'shown_rev'])
      .where('kind', '=', 'recap')
      .executeTakeFirstOrThrow();
    expect(wanted_rev).toBeGreaterThan(shown_rev);
    const after = await post();
    expect(wordsOf(after.blocks).join('\n')).toContain('The minimum score is now 59. <@U0ANA> set it.');
    await minScoreSet.run(request(carriedBy(after, 'Undo'), { ts: '2.2', isPrivate: false }));
    expect(minScore()).toBeUndefined();
    expect(carriedBy(await post(), 'Hide below 59')).toBeDefined();
  });

  test('for a feed from projects.yml it names the line to write', async () => {
    const post = await recapOf(await twelveLeads('file'));
    const { blocks } = await post();
    expect(wordsOf(blocks).join('\n')).toContain(
      'set `min_score: 59` under `leads` of Acme in projects.yml.',
    );
    expect(buttonsOf(blocks)).not.toContain('Hide below 59');
  });
});
