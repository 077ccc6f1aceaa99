import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { LeadDigest } from '../../../src/decision.ts';
import { carry, leadValue } from '../../../src/messages/leads/lead-controls.ts';
import { FIELDS } from '../../../src/messages/leads/lead-forms.ts';
import { queueDecision } from '../../../src/outbox/queue.ts';
import type { Message } from '../../../src/slack/blocks.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { leadAt, recordLeads } from '../../../src/store/leads.ts';
import { leadMore } from '../../../src/surface/leads/further-leads.ts';
import { leadDismissMany, leadDismissView, leadRepliedView } from '../../../src/surface/leads/lead-forms.ts';
import { leadButtons, leadMenu } from '../../../src/surface/leads/lead-menu.ts';
import type { Action, Answer } from '../../../src/surface/request.ts';
import { DIGEST } from '../../messages/cast.ts';
import { buttonsOf, drawn, drawnView, seen, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, MINUTE, NINE, TEAM } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-deps.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const [ANA, BEN] = ['U0ANA', 'U0BEN'] as const;
const ADDRESS = 'https://hooks.slack.example/actions/1';
const TIME = /<!date\^\d+\^\{time\}\|([^>]*)>/g;

/** A channel in which a digest of 14 leads stands as message "1.2"; nobody has touched one. */
async function channelWithDigest() {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const world = await surfaceOver(file, json([]), ok());
  const { db, time, deps, installation } = world;
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
    given = deps,
  ) => {
    const at = { installation, person, channel: CHANNEL, triggerId: 't', ts: on === 'digest' ? '1.2' : '' };
    const isPrivate = on === 'private';
    return action.run({ ...at, id: `click ${++clicks}`, value, isPrivate, answerAt: ADDRESS }, given);
  };
  const stateOf = async (number: number) =>
    (await leadAt(db, { team: TEAM, projectId: ACME, key: `id:${number}` }))?.state;
  return { db, time, deps, installation, click, stateOf };
}

const PAGE = { from: 10, ts: '1.2' };
const lead = (number: number, page?: typeof PAGE) =>
  leadValue({ handle: `L${number}`, projectId: ACME }, page);
const choice = (verb: string, number: number, page?: typeof PAGE) =>
  carry({ verb, handle: `L${number}`, projectId: ACME, page });
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
    const { click, deps, installation } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    if (what === 'released') await click(button('lead.release'), ANA, lead(1));
    else {
      const metadata = JSON.stringify({ channel: CHANNEL, project: ACME, leads: ['L1'] });
      const form = { values: {}, lists: {}, metadata };
      const asker = { id: 'form', installation, person: ANA, triggerId: 't', channel: CHANNEL };
      const submitted = await leadRepliedView.submit({ ...asker, ...form }, deps);
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
    const { click, deps, installation } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    const opened = await click(button('lead.replied'), ANA, lead(1), 'private');
    const metadata = opened && 'modal' in opened ? drawnView(opened.modal).private_metadata : undefined;
    const asker = { id: 'form', installation, person: ANA, triggerId: 't', channel: CHANNEL };
    const request = { ...asker, values: {}, lists: {}, metadata: metadata ?? '' };
    const submitted = await leadRepliedView.submit(request, deps);
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

  test('on the digest and on a reminder nothing is replaced: the pump edits those', async () => {
    const { click } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    expect(await click(leadMenu, ANA, choice('release', 1))).toBeUndefined();
    await click(leadClaim, ANA, lead(1));
    expect(await click(button('lead.release'), ANA, lead(1))).toBeUndefined();
  });
});

describe('a private page of a digest’s further leads', () => {
  const rowOf = (message: Message | undefined, handle: string) =>
    words(message)
      .split('\n')
      .find((line) => line.includes(handle)) ?? '';

  test('is drawn anew when a lead is taken on it, beside the brief', async () => {
    const { click } = await channelWithDigest();
    const page = await click(leadMore, ANA, carry({ from: 10 }));
    expect(JSON.stringify(page)).toContain(JSON.stringify(choice('claim', 11, PAGE)));
    const answer = await click(leadMenu, ANA, choice('claim', 11, PAGE), 'private');
    expect(answered(answer)).toContain('You’re on L');
    expect(words(becomes(answer))).toContain('<@U0ANA> is on Thread 11 since 08:00 UTC');
    expect(words(becomes(answer))).toMatch(/^\*Acme leads of Fri 20 Nov · 11 to 14 of 14\*/);
  });

  test('is drawn anew by its menus and their forms', async () => {
    const { click, deps, installation } = await channelWithDigest();
    await click(leadClaim, ANA, lead(12, PAGE), 'private');
    const opened = await click(leadMenu, ANA, choice('replied', 12, PAGE), 'private');
    const metadata = opened && 'modal' in opened ? (drawnView(opened.modal).private_metadata ?? '') : '';
    const asker = { id: 'form', installation, person: ANA, triggerId: 't', channel: CHANNEL };
    const submitted = await leadRepliedView.submit({ ...asker, values: {}, lists: {}, metadata }, deps);
    const after = 'after' in submitted ? await submitted.after(asker) : undefined;
    expect(rowOf(becomes(after), 'L12')).toContain('Replied by <@U0ANA>');
    const reopened = await click(leadMenu, ANA, choice('reopen', 12, PAGE), 'private');
    expect(rowOf(becomes(reopened), 'L12')).not.toContain('Replied');
  });

  test('shows whoever was too late how the lead stands now', async () => {
    const { click } = await channelWithDigest();
    await click(leadClaim, BEN, lead(11));
    const answer = await click(leadClaim, ANA, lead(11, PAGE), 'private');
    expect(answered(answer)).toContain('<@U0BEN> claimed *L11* first');
    expect(words(becomes(answer))).toContain('<@U0BEN> is on Thread 11');
  });
});

describe('Dismiss several', () => {
  const modalOf = (answer: Answer) =>
    answer && 'modal' in answer ? drawnView(answer.modal) : expect.fail('no form');

  test('leaves out a lead that is not known any more, and lets the others be chosen', async () => {
    const { db, click } = await channelWithDigest();
    await db.deleteFrom('lead').where('lead_key', '=', 'id:3').execute();
    const form = JSON.stringify(modalOf(await click(leadDismissMany, ANA, '')));
    expect(form).toContain('Thread 2');
    expect(form).not.toContain('Thread 3');
  });

  test('dismisses the others that were ticked, if one is gone meanwhile', async () => {
    const { db, click, deps, installation, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadDismissMany, ANA, ''));
    await db.deleteFrom('lead').where('lead_key', '=', 'id:3').execute();
    const asker = { id: 'form', installation, person: ANA, triggerId: 't', channel: CHANNEL };
    const values = { [FIELDS.reason]: 'Spam' };
    const form = { values, lists: { leads: ['L1', 'L2', 'L3'] }, metadata };
    const submitted = await leadDismissView.submit({ ...asker, ...form }, deps);
    if (!('after' in submitted)) expect.fail('the form stayed open');
    expect(await submitted.after(asker)).toBeUndefined();
    expect([await stateOf(1), await stateOf(2)]).toMatchObject([
      { state: 'dismissed' },
      { state: 'dismissed' },
    ]);
  });

  test('drops no words that somebody wrote beside another reason', async () => {
    const { click, deps, installation, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadDismissMany, ANA, ''));
    const asker = { id: 'form', installation, person: ANA, triggerId: 't', channel: CHANNEL };
    const values = { [FIELDS.reason]: 'off_topic', [FIELDS.words]: 'we do not sell this' };
    const form = { values, lists: { leads: ['L1'] }, metadata };
    expect(await leadDismissView.submit({ ...asker, ...form }, deps)).toEqual({
      errors: { words: expect.stringContaining('“Other, as written below”') },
    });
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('opens before its click has become too old: all leads are read at once', async () => {
    const { db, deps, click } = await channelWithDigest();
    let asked = 0;
    const counted: KyselyPlugin = {
      transformQuery({ node }) {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    modalOf(await click(leadDismissMany, ANA, '', 'digest', { ...deps, db: db.withPlugin(counted) }));
    expect(asked).toBeLessThanOrEqual(5);
  });
});

test('no form opens for what a colleague’s claim keeps from being done; telling of a reply is anybody’s', async () => {
  const { click } = await channelWithDigest();
  await click(leadClaim, BEN, lead(1));
  for (const verb of ['dismiss', 'snooze']) {
    const answer = await click(leadMenu, ANA, choice(verb, 1));
    expect(answered(answer)).toMatch(/^<@U0BEN> claimed \*L1\* first/);
  }
  expect(await click(leadMenu, ANA, choice('replied', 1))).toHaveProperty('modal');
  expect(await click(leadMenu, BEN, choice('dismiss', 1))).toHaveProperty('modal');
});
