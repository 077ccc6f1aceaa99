import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import type { LeadDigest } from '../../../src/decision.ts';
import { OTHER_REASON } from '../../../src/messages/leads/dismiss-reasons.ts';
import { type LeadVerb, leadValue } from '../../../src/messages/leads/lead-controls.ts';
import { FIELDS } from '../../../src/messages/leads/lead-forms.ts';
import { queueDecision } from '../../../src/outbox/queue.ts';
import type { Message } from '../../../src/slack/blocks.ts';
import { decisionOf } from '../../../src/store/decision-of.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { leadAt, recordLeads } from '../../../src/store/leads.ts';
import type { Action, Answer, Ask } from '../../../src/surface/ask.ts';
import {
  leadAssignView,
  leadDismissMany,
  leadDismissView,
  leadLetGo,
  leadLetGoView,
  leadRepliedView,
  leadSnoozeView,
} from '../../../src/surface/leads/lead-forms.ts';
import { leadMore } from '../../../src/surface/leads/lead-list.ts';
import { leadButtons, leadMenus } from '../../../src/surface/leads/lead-menu.ts';
import { DIGEST } from '../../messages/cast.ts';
import { buttonsOf, drawn, drawnView, seen, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, MINUTE, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const [ANA, BEN] = ['U0ANA', 'U0BEN'] as const;
const ADDRESS = 'https://hooks.slack.example/actions/1';
const TIME = /<!date\^\d+\^\{time\}\|([^>]*)>/g;

/** A channel in which a digest of 14 leads stands as message "1.2"; nobody has touched one. */
async function channelWithDigest(api: Answering = json([])) {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const personOf = async (id: string) => memberNamed(id, id);
  const world = await surfaceOver(file, api, ok(), {
    workspace: { personOf, isMember: async () => true },
  });
  const { db, time, ask } = world;
  const leads = Array.from({ length: 14 }, (_, i) => ({ key: `id:${i + 1}`, title: `Thread ${i + 1}` }));
  await recordLeads(
    db,
    TEAM,
    ACME,
    leads.map((lead, i) => ({ ...lead, identities: [lead.key], rank: i + 1 })),
    NINE,
  );
  const keys = leads.map(({ key }) => key);
  await giveHandles(db, TEAM, 'L', keys);
  const [project, shown, more] = [{ id: ACME, name: 'Acme' }, leads.slice(0, 10), leads.slice(10)];
  const digest: LeadDigest = { ...DIGEST, project, leads: shown, more, unshown: 4, leftOut: [] };
  const place = { team: TEAM, channel: CHANNEL, subscription: 'leads', slotAt: NINE };
  await queueDecision(db, digest, place, NINE);
  await db.updateTable('delivery').set({ state: 'sent', ts: '1.2', placed_in: CHANNEL }).execute();
  let clicks = 0;
  /** `on`: what was clicked stands on the digest, or is private to the person. */
  const click = (
    action: Action,
    person: string,
    value: string,
    on: 'digest' | 'private' = 'digest',
    given: Partial<Ask> = {},
  ) => {
    const asked = { ...ask({ id: `click ${++clicks}`, person }), ...given };
    const ts = on === 'digest' ? '1.2' : '';
    return action.run({ ...asked, value, ts, isPrivate: on === 'private', answerAt: ADDRESS });
  };
  const stateOf = async (number: number) =>
    (await leadAt(db, { team: TEAM, projectId: ACME, key: `id:${number}` }))?.state;
  return { db, time, ask, click, stateOf };
}

const LIST = { of: '', page: 0 };
const lead = (number: number, list?: typeof LIST) =>
  leadValue({ handle: `L${number}`, projectId: ACME }, list);
const choice = (verb: LeadVerb, number: number, list?: typeof LIST) =>
  carry('lead_choice', { verb, handle: `L${number}`, projectId: ACME, list });
const MANY = carry('leads', { projectId: ACME, handles: Array.from({ length: 10 }, (_, i) => `L${i + 1}`) });
const words = (message: Message | undefined) =>
  seen(wordsOf(message?.blocks ?? []).join('\n')).replace(TIME, '$1');
const answered = (answer: Answer) => words(answer && 'message' in answer ? drawn(answer.message) : undefined);
const becomes = (answer: Answer) => {
  if (!answer || !('message' in answer)) return undefined;
  const became = answer.delivered === 'replacing' ? answer.message : answer.original;
  return became && drawn(became);
};
const button = (id: string): Action => leadButtons.find((one) => one.id === id) ?? expect.fail(`no ${id}`);

const leadClaim = button('lead.claim');
const [leadMenu = expect.fail('no menu')] = leadMenus;

let forms = 0;
/** As the form behind Assign… and Hand over… does it. */
async function assign(world: Awaited<ReturnType<typeof channelWithDigest>>, from: string, to: string) {
  const opened = await world.click(leadMenu, from, choice('assign', 1));
  if (!opened || !('modal' in opened)) return opened;
  const metadata = drawnView(opened.modal).private_metadata ?? '';
  const asker = world.ask({ id: `form ${++forms}`, person: from });
  const values = { [FIELDS.teammate]: to };
  const submitted = await leadAssignView.submit({ ...asker, values, lists: {}, metadata });
  return 'after' in submitted ? submitted.after(asker) : expect.fail('the form stayed open');
}

/** What waits for somebody as direct messages, by kind. */
const told = async ({ db }: Awaited<ReturnType<typeof channelWithDigest>>, person: string) =>
  (await db.selectFrom('delivery').select('kind').where('channel', '=', person).execute()).map(
    ({ kind }) => kind,
  );

describe('of two people who want one lead', () => {
  test('who click at once, one has it and the other reads who, since when, and what can be done', async () => {
    const { click, stateOf } = await channelWithDigest();
    const answers = await Promise.all([ANA, BEN].map((person) => click(leadClaim, person, lead(1))));
    const winner = (await stateOf(1))?.by ?? '';
    const [won, lost] = winner === ANA ? answers : answers.toReversed();
    expect(answered(won)).toContain('You’re on L');
    expect(answered(lost)).toBe(
      `<@${winner}> claimed *L1* first, at 08:00 UTC. If it stays unanswered, choose Release in its ⋯ menu.\nThread 1`,
    );
  });

  test('the second, on a message as it was before, reads the same an hour later', async () => {
    const { click, time } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    time.now += 60 * MINUTE;
    expect(answered(await click(leadClaim, BEN, lead(1)))).toContain(
      '<@U0ANA> claimed *L1* first, at 08:00 UTC.',
    );
    expect(answered(await click(leadClaim, ANA, lead(1)))).toMatch(
      /^You already claimed \*L1\*, at 08:00 UTC\./,
    );
  });

  test.each([
    ['replied', 'L1 already has a reply. Replied by <@U0ANA>, 08:00 UTC.'],
    ['released', 'You’re on L'],
  ])('the second finds it %s: the old button says so, or works', async (what, said) => {
    const { click, ask } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    if (what === 'released') await click(button('lead.release'), ANA, lead(1));
    else {
      const metadata = carry('lead_form', { channel: CHANNEL, project: ACME, leads: ['L1'] });
      const form = { values: {}, lists: {}, metadata };
      const asker = ask({ id: 'form', person: ANA });
      const submitted = await leadRepliedView.submit({ ...asker, ...form });
      if ('after' in submitted) await submitted.after(asker);
    }
    expect(answered(await click(leadClaim, BEN, lead(1))).replaceAll('*', '')).toContain(said);
  });
});

describe('the claimer’s private brief', () => {
  test('becomes its result when the lead is released there, and loses its buttons', async () => {
    const { click, stateOf } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    const brief = becomes(await click(button('lead.release'), ANA, lead(1), 'private'));
    expect(words(brief)).toBe('*L1* · Thread 1\nOpen again: anyone can take it.\nAcme');
    expect(buttonsOf(brief?.blocks ?? [])).toEqual([]);
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('becomes its result when the form behind Replied… is saved, at the address of the click', async () => {
    const { click, ask } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    const opened = await click(button('lead.replied'), ANA, lead(1), 'private');
    const metadata = opened && 'modal' in opened ? drawnView(opened.modal).private_metadata : undefined;
    const asker = ask({ id: 'form', person: ANA });
    const request = { ...asker, values: {}, lists: {}, metadata: metadata ?? '' };
    const submitted = await leadRepliedView.submit(request);
    if (!('after' in submitted)) return expect.fail('the form was not taken');
    expect(submitted.answerAt).toBe(ADDRESS);
    const brief = becomes(await submitted.after(asker));
    expect(words(brief)).toBe('*L1* · Thread 1\nReplied by <@U0ANA>, 08:00 UTC\nAcme');
    expect(buttonsOf(brief?.blocks ?? [])).toEqual([]);
  });

  test('of a lead that somebody else released meanwhile says so, and becomes how the lead stands', async () => {
    const { click } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    await click(leadMenu, BEN, choice('release', 1));
    const answer = await click(button('lead.release'), ANA, lead(1), 'private');
    expect(answered(answer)).toContain('is already open.');
    expect(words(becomes(answer))).toContain('Open again');
  });

  test.each(['release', 'replied', 'snooze', 'assign'])(
    'of a lead that went on to a colleague acts no more on it: %s',
    async (verb) => {
      const world = await channelWithDigest();
      await world.click(leadClaim, ANA, lead(1));
      await assign(world, ANA, BEN);
      const answer = await world.click(button(`lead.${verb}`), ANA, lead(1), 'private');
      expect(answered(answer)).toMatch(/^<@U0BEN> has \*L1\* now\. Nothing changed\./);
      expect(words(becomes(answer))).toContain('Claimed by <@U0BEN>');
      expect(buttonsOf(becomes(answer)?.blocks ?? [])).toEqual([]);
      expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: BEN });
      expect(await told(world, BEN)).toEqual(['lead_assigned']);
    },
  );

  test('that went on to a colleague leaves them the menu of the digest: they are told of its end', async () => {
    const world = await channelWithDigest();
    await assign(world, ANA, BEN);
    await world.click(leadMenu, ANA, choice('release', 1));
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
    expect(await told(world, BEN)).toEqual(['lead_assigned', 'claim_ended']);
  });

  test('on the digest and on a reminder nothing is replaced: the pump edits those', async () => {
    const { click } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    expect(await click(leadMenu, ANA, choice('release', 1))).toBeUndefined();
    await click(leadClaim, ANA, lead(1));
    expect(await click(button('lead.release'), ANA, lead(1))).toBeUndefined();
  });
});

describe('the private list of open leads', () => {
  const rowOf = (message: Message | undefined, handle: string) =>
    words(message)
      .split('\n')
      .find((line) => line.endsWith(handle)) ?? '';
  const listed = (click: Awaited<ReturnType<typeof channelWithDigest>>['click']) =>
    click(leadMore, ANA, carry('leads', { projectId: ACME }));

  test('opens from the number on a digest, and each of its rows can be worked', async () => {
    const { click } = await channelWithDigest();
    const list = await listed(click);
    expect(answered(list)).toMatch(/^\*Acme · 14 open leads\*/);
    expect(JSON.stringify(list)).toContain(JSON.stringify(choice('claim', 11, LIST)));
  });

  test('is drawn anew when a lead is taken on it, beside the brief', async () => {
    const { click } = await channelWithDigest();
    await listed(click);
    const answer = await click(leadMenu, ANA, choice('claim', 11, LIST), 'private');
    expect(answered(answer)).toContain('You’re on L');
    expect(words(becomes(answer))).toMatch(/^\*Acme · 13 open of 14 leads\*/);
    expect(rowOf(becomes(answer), 'L11')).toContain('<@U0ANA> is on Thread 11 since 08:00 UTC');
  });

  test('loses what its forms settle', async () => {
    const { click, ask } = await channelWithDigest();
    await listed(click);
    await click(leadClaim, ANA, lead(12, LIST), 'private');
    const opened = await click(leadMenu, ANA, choice('replied', 12, LIST), 'private');
    const metadata = opened && 'modal' in opened ? (drawnView(opened.modal).private_metadata ?? '') : '';
    const asker = ask({ id: 'form', person: ANA });
    const submitted = await leadRepliedView.submit({ ...asker, values: {}, lists: {}, metadata });
    const after = 'after' in submitted ? await submitted.after(asker) : undefined;
    expect(words(becomes(after))).toMatch(/^\*Acme · 13 open leads\*/);
    expect(rowOf(becomes(after), 'L12')).toBe('');
  });

  test('shows whoever was too late how the lead stands now', async () => {
    const { click } = await channelWithDigest();
    await click(leadClaim, BEN, lead(11));
    const answer = await click(leadClaim, ANA, lead(11, LIST), 'private');
    expect(answered(answer)).toContain('<@U0BEN> claimed *L11* first');
    expect(words(becomes(answer))).toContain('<@U0BEN> is on Thread 11');
  });
});

describe('Not for us', () => {
  test('dismisses for the chosen reason in one step', async () => {
    const { click, stateOf } = await channelWithDigest();
    const value = carry('lead_choice', {
      verb: 'dismiss',
      handle: 'L1',
      projectId: ACME,
      reason: 'off_topic',
    });
    expect(await click(leadMenu, ANA, value)).toBeUndefined();
    expect(await stateOf(1)).toMatchObject({ state: 'dismissed', by: ANA, dismissReason: 'off_topic' });
  });

  test('asks for another reason', async () => {
    const { click, stateOf } = await channelWithDigest();
    expect(await click(leadMenu, ANA, choice('dismiss', 1))).toHaveProperty('modal');
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });
});

describe('Assign', () => {
  test('gives the lead to a teammate, who is told once', async () => {
    const world = await channelWithDigest();
    expect(answered(await assign(world, ANA, BEN))).toMatch(/^<@U0BEN> has \*L1\* now/);
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: BEN, assignedBy: ANA });
    expect(await told(world, BEN)).toEqual(['lead_assigned']);
  });

  test.each([
    ['the API says', json([{ id: 'p1', text: 'thread tools' }]), { text: 'thread tools' }],
    ['can be said where the API is down', json({}, 503), 'unreadable'],
  ])('tells them what they need to know, as far as %s', async (_, prompts, prompt) => {
    const world = await channelWithDigest((response, asked, number) =>
      (asked.url.includes('/prompts') ? prompts : json([]))(response, asked, number),
    );
    await assign(world, ANA, BEN);
    const row = await world.db
      .selectFrom('delivery')
      .select(['kind', 'v', 'decision'])
      .where('channel', '=', BEN)
      .executeTakeFirstOrThrow();
    expect(decisionOf(row)).toMatchObject({ briefing: { topic: 'none', prompt } });
  });

  test('can be declined where it was told, too: the lead is open again, and whoever gave it hears of that', async () => {
    const world = await channelWithDigest();
    await assign(world, ANA, BEN);
    await world.click(button('lead.release'), BEN, lead(1), 'digest', { channel: 'D0BEN' });
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
    expect(await told(world, ANA)).toEqual(['claim_ended']);
    expect(answered(await world.click(leadMenu, ANA, choice('why', 1)))).toContain('<@U0BEN> declined it');
  });

  test('hands on what one holds, and not what a colleague holds', async () => {
    const world = await channelWithDigest();
    await world.click(leadClaim, ANA, lead(1));
    expect(answered(await assign(world, BEN, BEN))).toMatch(/^<@U0ANA> claimed \*L1\* first/);
    await assign(world, ANA, BEN);
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: BEN, assignedBy: ANA });
  });

  test('to oneself is a claim, with its brief', async () => {
    const world = await channelWithDigest();
    expect(answered(await assign(world, ANA, ANA))).toContain('You’re on L');
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: ANA, assignedBy: undefined });
    expect(answered(await assign(world, ANA, ANA))).toMatch(/^You already claimed \*L1\*/);
  });

  test('to the bot itself keeps the form open', async () => {
    const world = await channelWithDigest();
    const { botUserId } = world.ask({ person: ANA }).workspace;
    const metadata = carry('lead_form', { channel: CHANNEL, project: ACME, leads: ['L1'] });
    const values = { [FIELDS.teammate]: botUserId };
    const submitted = leadAssignView.submit({ ...world.ask({ person: ANA }), values, lists: {}, metadata });
    expect(await submitted).toHaveProperty('errors');
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('of nobody keeps the form open', async () => {
    const { ask } = await channelWithDigest();
    const metadata = carry('lead_form', { channel: CHANNEL, project: ACME, leads: ['L1'] });
    const submitted = await leadAssignView.submit({
      ...ask({ person: ANA }),
      values: {},
      lists: {},
      metadata,
    });
    expect(submitted).toHaveProperty('errors');
  });
});

describe('old leads', () => {
  test('are shown before they go, and go together', async () => {
    const { db, click, ask, stateOf, time } = await channelWithDigest();
    time.now += 15 * 24 * 60 * MINUTE;
    await db.updateTable('lead').set({ posted_at: time.now }).where('lead_key', '=', 'id:3').execute();
    const opened = await click(leadLetGo, ANA, carry('leads', { projectId: ACME }));
    const form = opened && 'modal' in opened ? drawnView(opened.modal) : expect.fail('no form');
    expect(JSON.stringify(form)).toContain('Thread 4');
    expect(JSON.stringify(form)).not.toContain('Thread 3"');
    const asker = ask({ id: 'form', person: ANA });
    const metadata = form.private_metadata ?? '';
    const submitted = await leadLetGoView.submit({ ...asker, values: {}, lists: {}, metadata });
    if ('after' in submitted) await submitted.after(asker);
    expect([await stateOf(4), await stateOf(3)]).toMatchObject([
      { state: 'dismissed', dismissReason: 'too_old' },
      { state: 'new' },
    ]);
  });
});

describe('Dismiss several', () => {
  const modalOf = (answer: Answer) =>
    answer && 'modal' in answer ? drawnView(answer.modal) : expect.fail('no form');

  test('a snooze ends as the day begins that was named when the form opened, however late it is sent', async () => {
    const { click, time, ask, stateOf } = await channelWithDigest();
    const { blocks, private_metadata: metadata = '' } = modalOf(
      await click(leadMenu, ANA, choice('snooze', 1)),
    );
    const [, day = ''] = JSON.stringify(blocks).match(/"Next week, Mon 23 Nov".+?"value":"([^"]+)"/) ?? [];
    time.now += 24 * 60 * MINUTE;
    const asker = ask({ id: 'form', person: ANA });
    const form = { values: { [FIELDS.until]: day }, lists: {}, metadata };
    const submitted = await leadSnoozeView.submit({ ...asker, ...form });
    if ('after' in submitted) await submitted.after(asker);
    expect(await stateOf(1)).toMatchObject({ state: 'snoozed', until: Date.parse('2026-11-23T00:00:00Z') });
  });

  test('to tomorrow is one step in the menu', async () => {
    const { click, stateOf } = await channelWithDigest();
    expect(await click(leadMenu, ANA, choice('tomorrow', 1))).toBeUndefined();
    expect(await stateOf(1)).toMatchObject({ state: 'snoozed', until: Date.parse('2026-11-21T00:00:00Z') });
  });

  test('of a lead for a reason of one’s own asks for that alone', async () => {
    const { click, ask, stateOf } = await channelWithDigest();
    const value = carry('lead_choice', {
      verb: 'dismiss',
      handle: 'L1',
      projectId: ACME,
      reason: OTHER_REASON,
    });
    const { blocks, private_metadata: metadata = '' } = modalOf(await click(leadMenu, ANA, value));
    expect(JSON.stringify(blocks).match(/"type":"input"/g)).toHaveLength(1);
    const asker = ask({ id: 'form', person: ANA });
    const submit = (words: string) =>
      leadDismissView.submit({ ...asker, values: { [FIELDS.words]: words }, lists: {}, metadata });
    expect(await submit(' ')).toHaveProperty('errors');
    const submitted = await submit('We know them');
    if ('after' in submitted) await submitted.after(asker);
    expect(await stateOf(1)).toMatchObject({ state: 'dismissed', dismissReason: 'We know them' });
  });

  test('to tomorrow, sent after midnight, brings it back that morning', async () => {
    const { click, ask, stateOf, time } = await channelWithDigest();
    const { blocks, private_metadata: metadata = '' } = modalOf(
      await click(leadMenu, ANA, choice('snooze', 1)),
    );
    const [, day = ''] = JSON.stringify(blocks).match(/"Tomorrow, [^"]+".+?"value":"([^"]+)"/) ?? [];
    time.now = Date.parse(`${day}T00:05:00Z`);
    const submitted = await leadSnoozeView.submit({
      ...ask({ id: 'form', person: ANA }),
      ...{ values: { [FIELDS.until]: day }, lists: {}, metadata },
    });
    if ('after' in submitted) await submitted.after(ask({ id: 'form', person: ANA }));
    expect(await stateOf(1)).toMatchObject({ state: 'snoozed', until: Date.parse(`${day}T09:00:00Z`) });
  });

  test('to a date that was given goes by that date, whatever is chosen above it', async () => {
    const { click, ask, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadMenu, ANA, choice('snooze', 1)));
    const values = { [FIELDS.until]: '2026-11-21', [FIELDS.day]: '2026-12-01' };
    const submitted = await leadSnoozeView.submit({
      ...ask({ id: 'form', person: ANA }),
      ...{ values, lists: {}, metadata },
    });
    if ('after' in submitted) await submitted.after(ask({ id: 'form', person: ANA }));
    expect(await stateOf(1)).toMatchObject({ state: 'snoozed', until: Date.parse('2026-12-01T00:00:00Z') });
  });

  test('leaves out a lead that is not known any more, and lets the others be chosen', async () => {
    const { db, click } = await channelWithDigest();
    await db.deleteFrom('lead').where('lead_key', '=', 'id:3').execute();
    const form = JSON.stringify(modalOf(await click(leadDismissMany, ANA, MANY)));
    expect(form).toContain('Thread 2');
    expect(form).not.toContain('Thread 3');
  });

  test('dismisses the others that were ticked, if one is gone meanwhile', async () => {
    const { db, click, ask, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadDismissMany, ANA, MANY));
    await db.deleteFrom('lead').where('lead_key', '=', 'id:3').execute();
    const asker = ask({ id: 'form', person: ANA });
    const values = { [FIELDS.reason]: 'Spam' };
    const form = { values, lists: { leads: ['L1', 'L2', 'L3'] }, metadata };
    const submitted = await leadDismissView.submit({ ...asker, ...form });
    if (!('after' in submitted)) expect.fail('the form stayed open');
    expect(await submitted.after(asker)).toBeUndefined();
    expect([await stateOf(1), await stateOf(2)]).toMatchObject([
      { state: 'dismissed' },
      { state: 'dismissed' },
    ]);
  });

  test('drops no words that somebody wrote beside another reason', async () => {
    const { click, ask, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadDismissMany, ANA, MANY));
    const asker = ask({ id: 'form', person: ANA });
    const values = { [FIELDS.reason]: 'off_topic', [FIELDS.words]: 'we do not sell this' };
    const form = { values, lists: { leads: ['L1'] }, metadata };
    expect(await leadDismissView.submit({ ...asker, ...form })).toEqual({
      errors: { words: expect.stringContaining('“Other, as written below”') },
    });
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('opens before its click has become too old: all leads are read at once', async () => {
    const { db, click } = await channelWithDigest();
    let asked = 0;
    const counted: KyselyPlugin = {
      transformQuery({ node }) {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    modalOf(await click(leadDismissMany, ANA, MANY, 'digest', { db: db.withPlugin(counted) }));
    expect(asked).toBeLessThanOrEqual(5);
  });
});

test('no form opens for what a colleague’s claim keeps from being done; telling of a reply is anybody’s', async () => {
  const { click } = await channelWithDigest();
  await click(leadClaim, BEN, lead(1));
  for (const verb of ['dismiss', 'snooze'] as const) {
    const answer = await click(leadMenu, ANA, choice(verb, 1));
    expect(answered(answer)).toMatch(/^<@U0BEN> claimed \*L1\* first/);
  }
  expect(await click(leadMenu, ANA, choice('replied', 1))).toHaveProperty('modal');
  expect(await click(leadMenu, BEN, choice('dismiss', 1))).toHaveProperty('modal');
});
