import { describe, expect, test } from 'vitest';
import type { MuteProposal } from '../../../src/decision.ts';
import { queueDecision } from '../../../src/outbox/queue.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import { readMutedPlaces, readMuteState } from '../../../src/store/mutes.ts';
import type { Answer } from '../../../src/surface/ask.ts';
import { muteAccept, muteLift } from '../../../src/surface/leads/lead-proposals.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { runTyped } from '../../../src/surface/run-command.ts';
import { carriedBy, drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, type Asked, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const FEED = `leads:${ACME}:${CHANNEL}`;
const PLACES = ['r/SaaS', 'r/SaaS', 'r/devops', 'Hacker News'];

/** Acme's leads come to CHANNEL from projects.yml, which nobody can edit in Slack; C0OTHER only shows the project. */
async function channelWithLeads() {
  const feed = `leads: { channel: ${CHANNEL}, schedule: every day at 9:00 }, visible_in: [C0OTHER]`;
  const world = await surfaceOver(
    `projects: [{ id: ${ACME}, name: Acme, ${feed} }]`,
    json([]),
    ok({ members: [] }),
    {
      workspace: {
        personOf: async (id) => ({ ...memberNamed(id, id), isGuest: id === 'U0GUEST' }),
      },
    },
  );
  const { db } = world;
  const leads = PLACES.map((place, i) => ({ key: `id:${i}`, title: `Thread ${i}`, place, score: 90 - i }));
  await recordLeads(
    db,
    TEAM,
    ACME,
    leads.map((lead, i) => ({ ...lead, identities: [lead.key], rank: i + 1 })),
    NINE,
  );
  let lines = 0;
  const type = async (text: string, asked: Asked = {}) => {
    lines += 1;
    const ask = world.ask({ id: `line ${lines}`, ...asked });
    return runTyped({ slash: '/visibility', text, channels: {} }, ask);
  };
  const muted = () => readMutedPlaces(db, TEAM, FEED);
  const audits = async () => {
    const rows = await readAudits(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
    return rows.map(({ action, person, subject }) => [action, person, subject]).toSorted();
  };
  return { ...world, type, muted, audits };
}

const messageOf = (answer: Answer) =>
  answer && 'message' in answer ? drawn(answer.message) : expect.fail('there is no message');
const said = (answer: Answer) => wordsOf(messageOf(answer).blocks).join('\n');

describe('a forum muted by name', () => {
  test('its leads leave the channel’s lists, Undo brings them back, and both are audited', async () => {
    const { type, muted, audits, ask } = await channelWithLeads();
    const answer = await type('mute saas');
    expect(said(answer)).toMatch(/r\/SaaS is muted here.*2 open/s);
    expect(await muted()).toEqual(['r/SaaS']);
    expect(said(await type('leads'))).toContain('2 open leads');
    expect(said(await type('mute r/saas'))).toContain('already');

    const value = carriedBy(messageOf(answer), 'Undo');
    const undo = (id: string) => muteLift.run({ ...ask({ id }), value, ts: '', isPrivate: true });
    await undo('undo');
    expect(await muted()).toEqual([]);
    await expect(undo('undo again')).rejects.toThrow('r/SaaS isn’t muted here any longer.');
    expect(said(await type('leads'))).toContain('4 open leads');
    expect(await audits()).toEqual([
      ['mute.muted', 'U0ANA', 'r/SaaS'],
      ['mute.undone', 'U0ANA', 'r/SaaS'],
    ]);
  });

  test('counts the leads it hides as the list does, also those too old to be listed', async () => {
    const { db, type } = await channelWithLeads();
    const postedAt = NINE - 30 * 24 * HOUR;
    const old = { key: 'id:old', place: 'r/SaaS', postedAt, identities: ['id:old'], rank: 9 };
    await recordLeads(db, TEAM, ACME, [old], NINE);
    expect(said(await type('mute saas'))).toContain('3 open ones');
    expect(said(await type('leads'))).toContain('3 from places muted here');
  });

  test('it can be unmuted by name as well, and muted again', async () => {
    const { type, muted } = await channelWithLeads();
    await type('mute Hacker News');
    await type('unmute hn');
    expect(await muted()).toEqual([]);
    await expect(type('unmute hn')).rejects.toThrow(Refused);
    await type('mute HN');
    expect(await muted()).toEqual(['Hacker News']);
  });

  test('a proposal to mute the same place shows it as muted, and can’t be accepted a second time', async () => {
    const { db, type, ask } = await channelWithLeads();
    const proposal: MuteProposal = {
      kind: 'mute_proposal',
      v: 1,
      project: { id: ACME, name: 'Acme' },
      subscription: FEED,
      at: NINE,
      place: 'r/SaaS',
      round: 0,
      dismissed: 5,
      of: 5,
      reason: 'off_topic',
      removes: { leads: [], repliedTo: 0, shown: 9 },
    };
    await queueDecision(
      db,
      proposal,
      { team: TEAM, channel: CHANNEL, subscription: FEED, slotAt: NINE },
      NINE,
    );
    await db.updateTable('delivery').set({ state: 'sent', ts: '1.1', placed_in: CHANNEL }).execute();
    await type('mute r/saas');
    const key = { team: TEAM, subscription: FEED, place_key: 'saas', round: 0 };
    expect(await readMuteState(db, key)).toEqual({ state: 'muted', by: 'U0ANA', at: NINE });
    const [{ wanted_rev: wanted, shown_rev: shown } = expect.fail('nothing was posted')] = await db
      .selectFrom('delivery')
      .selectAll()
      .execute();
    expect(wanted).toBeGreaterThan(shown ?? 0);
    const click = { ...ask({ id: 'click' }), value: 'mute', ts: '1.1', isPrivate: false };
    await expect(muteAccept.run(click)).rejects.toThrow(Refused);
  });

  test('what names no place, or several, changes nothing and leads somewhere', async () => {
    const { type, muted } = await channelWithLeads();
    const triesOf = async (line: string) => {
      const refused = await type(line).catch((error: unknown) => error);
      return refused instanceof Refused
        ? refused.refusal.tries?.map(String)
        : expect.fail(`${line} was done`);
    };
    expect(await triesOf('mute r/sas')).toEqual(['mute r/SaaS']);
    expect(await triesOf('mute reddit')).toEqual(['mute r/SaaS', 'mute r/devops']);
    expect(await triesOf('mute Lobsters')).toEqual([]);
    // A place is muted until someone unmutes it.
    expect(await triesOf('mute r/saas for a week')).toEqual(['mute r/SaaS']);
    expect(await triesOf('mute sas until Monday')).toEqual(['mute r/SaaS']);
    expect(await triesOf('mute')).toEqual(['mute r/SaaS', 'mute r/devops', 'mute Hacker News']);
    await expect(type('mute alerts')).rejects.toThrow(/score alert has its own/);
    expect(await muted()).toEqual([]);
  });

  test('guests can’t, and where no digest comes nothing is muted', async () => {
    const { type, muted } = await channelWithLeads();
    await expect(type('mute r/saas', { person: 'U0GUEST' })).rejects.toThrow(/Guests/);
    const elsewhere = await type('mute r/saas', { channel: 'C0OTHER' }).catch((error: unknown) => error);
    expect(elsewhere).toBeInstanceOf(Refused);
    expect((elsewhere as Refused).refusal.channels).toEqual([CHANNEL]);
    expect(await muted()).toEqual([]);
  });
});
