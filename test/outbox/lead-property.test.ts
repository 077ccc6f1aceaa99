/** Whatever three people click in two channels, and whenever Slack hears of it: every message ends as the store has it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decision, LeadDigest } from '../../src/decision.ts';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { queueDecision } from '../../src/outbox/queue.ts';
import { readStanding } from '../../src/outbox/standing.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import type { LeadAct } from '../../src/rules/lead-state.ts';
import { findLead, recordLeads } from '../../src/store/leads.ts';
import type { Db } from '../../src/store/tables.ts';
import { DIGEST } from '../messages/cast.ts';
import { pumpInto } from '../support/pump-into.ts';
import { runs } from '../support/runs.ts';
import { type Answering, ok } from '../support/slack-server.ts';
import { HOUR, NINE, SECOND, TEAM } from '../support/store-opened.ts';

const PROJECT = { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', name: 'Acme' };
const [ANA, BEN, CY] = ['U0ANA', 'U0BEN', 'U0CY'] as const;
const MEMBERS: Record<string, readonly string[]> = { C0ONE: [ANA, BEN], C0TWO: [BEN, CY] };
const CHANNELS = Object.keys(MEMBERS);
const PROJECTS = parseProjects(
  `projects: [{ id: ${PROJECT.id}, name: Acme, visible_in: [${CHANNELS.join(', ')}] }]`,
  'projects.yml',
);

const standing = (db: Db, decision: Decision, channel: string) =>
  readStanding(db, TEAM, decision, PROJECTS, {
    channel,
    isMember: async (place, person) => MEMBERS[place]?.includes(person) === true,
  });

const act: fc.Arbitrary<LeadAct> = fc.oneof(
  ...(['claim', 'release', 'reopen'] as const).map((kind) => fc.constant({ kind })),
  fc.constant({ kind: 'reply' as const, url: 'https://forum.example/1#reply' }),
  fc.constant({ kind: 'dismiss' as const, reason: 'off_topic' }),
  fc.constant({ kind: 'snooze' as const, until: NINE + 72 * HOUR }),
  fc
    .constantFrom('helpful' as const, 'removed' as const)
    .map((outcome) => ({ kind: 'outcome' as const, outcome })),
);
const click = fc.record({
  act,
  by: fc.constantFrom(ANA, BEN, CY),
  lead: fc.nat({ max: 2 }),
  channel: fc.constantFrom(...CHANNELS),
  /** Whether the bot gets to tell Slack before the next click. */
  heard: fc.boolean(),
});

/** A Slack that keeps what it is sent: messages by channel and ts. */
function keepingSlack() {
  const messages = new Map<string, unknown>();
  let last = 0;
  const answering: Answering = (response, call, number) => {
    const { channel, blocks, ts = `${++last}.0` } = call.args;
    messages.set(`${channel} ${ts}`, blocks);
    ok({ channel, ts })(response, call, number);
  };
  return { messages, answering };
}

test('any sequence of clicks ends with all messages equal to the store', async () => {
  const { messages, answering } = keepingSlack();
  // The pump asks for the store that it makes itself.
  const store: { db?: Db } = {};
  const slack = await pumpInto(answering, (_team, decision, channel) =>
    store.db ? standing(store.db, decision, channel) : expect.fail('the store is not open'),
  );
  const { db, time, pump, later } = slack;
  store.db = db;
  let round = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(click, { maxLength: 12 }), async (clicks) => {
      round += 1;
      const keys = [0, 1, 2].map((i) => `id:${round}-${i}`);
      const leads = keys.map((key, i) => ({ key, identities: [key], rank: i + 1, title: `Lead ${i}` }));
      await recordLeads(db, TEAM, PROJECT.id, leads, time.now);
      const digest: LeadDigest = { ...DIGEST, project: PROJECT, at: NINE + round, leads, leftOut: [] };
      for (const channel of CHANNELS) {
        await queueDecision(
          db,
          digest,
          { team: TEAM, channel, subscription: 'leads', slotAt: round },
          time.now,
        );
      }
      later(2 * SECOND);
      for (const { act: what, by, lead, channel, heard } of clicks) {
        const at = { team: TEAM, projectId: PROJECT.id, key: keys[lead] ?? '' };
        await moveLead(db, at, what, { by, channel, now: time.now });
        if (heard) pump.wake();
      }
      const done = async () => {
        // A channel takes a post a second.
        later(SECOND);
        return (await unfinished(db)) === 0;
      };
      await expect.poll(done, { interval: 10 }).toBe(true);

      const posts = await db.selectFrom('delivery').selectAll().where('slot_at', '=', round).execute();
      expect(posts).toHaveLength(CHANNELS.length);
      for (const { channel, ts, decision } of posts) {
        const { blocks } = render(JSON.parse(decision), await standing(db, digest, channel));
        expect(messages.get(`${channel} ${ts}`)).toEqual(JSON.parse(JSON.stringify(blocks)));
        expect(namesIn(messages.get(`${channel} ${ts}`))).toEqual(await namesOfClaims(db, keys, channel));
      }
    }),
    { seed: 5, numRuns: runs(25) },
  );
});

async function unfinished(db: Db): Promise<number> {
  const rows = await db.selectFrom('delivery').selectAll().execute();
  return rows.filter(({ state, wanted_rev, shown_rev }) => state !== 'sent' || wanted_rev > shown_rev).length;
}

const namesIn = (blocks: unknown) => JSON.stringify(blocks).match(/<@U0[A-Z]+>/g) ?? [];

/** Whom a channel may see: those of its own members who left a lead as it is. */
async function namesOfClaims(db: Db, keys: readonly string[], channel: string): Promise<string[]> {
  const kept = await Promise.all(keys.map((key) => findLead(db, { team: TEAM, projectId: PROJECT.id, key })));
  return kept.flatMap((lead) => {
    const { by, state } = lead?.state ?? {};
    return by !== undefined && state !== 'new' && MEMBERS[channel]?.includes(by) ? [`<@${by}>`] : [];
  });
}
