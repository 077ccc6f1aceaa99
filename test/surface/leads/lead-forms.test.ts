import { describe, expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { splitRemark } from '../../../src/decision.ts';
import { leadsSetAsideAnswer } from '../../../src/messages/leads/claims.ts';
import { OTHER_REASON, reasonLabel } from '../../../src/messages/leads/lead-facts.ts';
import { readAudits } from '../../../src/store/audit.ts';
import type { Answer, Ask } from '../../../src/surface/ask.ts';
import {
  findReplyFault,
  leadDismissMany,
  leadDismissView,
  leadLetGo,
  leadLetGoView,
  leadRepliedView,
  leadSnoozeView,
  leadUndo,
} from '../../../src/surface/leads/lead-forms.ts';
import { leadList } from '../../../src/surface/leads/lead-list.ts';
import { buttonsOf, drawn, drawnView, shownOf, wordsOf } from '../../messages/reading.ts';
import { mortalStore } from '../../support/mortal-store.ts';
import { CHANNEL, MINUTE, TEAM } from '../../support/store-opened.ts';
import { json } from '../../visibility/api.ts';
import {
  ACME,
  ADDRESS,
  ANA,
  answered,
  assign,
  BEN,
  button,
  CY,
  channelWithDigest,
  choice,
  LIST,
  lead,
  leadClaim,
  leadMenu,
  told,
} from './digest-shown.ts';

const MANY = carry('leads', { projectId: ACME, handles: Array.from({ length: 10 }, (_, i) => `L${i + 1}`) });

const OF_A_WEEK = `, leads: { channel: ${CHANNEL}, schedule: Mondays 9:00, max_age: 7d }`;

describe('old leads', () => {
  test('are to be let go as many as the list says it hides, not those that somebody brought back', async () => {
    const { db, click, ask, time, workspace } = await channelWithDigest(json([]), OF_A_WEEK);
    await click(leadMenu, ANA, choice('tomorrow', 1));
    await click(leadMenu, ANA, choice('reopen', 1));
    const days = [20, 20, 10, 3];
    for (const [i, age] of days.entries())
      await db
        .updateTable('lead')
        .set({ posted_at: time.now - age * 24 * 60 * MINUTE })
        .where('lead_key', '=', `id:${i + 1}`)
        .execute();
    const [project = expect.fail('no project')] = workspace.projects().projects;
    const { message } = await leadList(project, LIST, ask({ person: ANA }));
    const { blocks } = drawn(message);
    expect(wordsOf(blocks).join('\n')).toContain('2 too old');
    expect(buttonsOf(blocks)).toContain('Let 2 old ones go…');
    const opened = await click(leadLetGo, ANA, carry('leads', { projectId: ACME }));
    const form = opened && 'modal' in opened ? drawnView(opened.modal) : expect.fail('no form');
    expect(JSON.stringify(form).match(/Thread \d+/g)).toEqual(['Thread 2', 'Thread 3']);
  });

  test('are listed first and dismissed together', async () => {
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

  test('a snooze ends on the day named when the form opened, however late it is submitted', async () => {
    const { click, time, ask, stateOf } = await channelWithDigest();
    const { blocks, private_metadata: metadata = '' } = modalOf(
      await click(leadMenu, ANA, choice('snooze', 1)),
    );
    const [, day = ''] = JSON.stringify(blocks).match(/"Next week, Mon 23 Nov".+?"value":"([^"]+)"/) ?? [];
    time.now += 24 * 60 * MINUTE;
    const asker = ask({ id: 'form', person: ANA });
    const form = { values: { until: day }, lists: {}, metadata };
    const submitted = await leadSnoozeView.submit({ ...asker, ...form });
    if ('after' in submitted) await submitted.after(asker);
    expect(await stateOf(1)).toMatchObject({ state: 'snoozed', until: Date.parse('2026-11-23T00:00:00Z') });
  });

  test('to tomorrow is one step in the menu, and one back', async () => {
    const { click, stateOf } = await channelWithDigest();
    const answer = await click(leadMenu, ANA, choice('tomorrow', 1));
    expect(answered(answer)).toMatch(/^You snoozed \*L1\* until .*Sat 21 Nov/);
    expect(await stateOf(1)).toMatchObject({ state: 'snoozed', until: Date.parse('2026-11-21T00:00:00Z') });
    const page = answer && 'message' in answer ? answer.message : expect.fail('nothing was said');
    expect(buttonsOf(drawn(page).blocks)).toContain('Undo');
    await click(leadUndo, ANA, carry('leads', { projectId: ACME, handles: ['L1'] }));
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('for another reason takes words or none, and says just those', async () => {
    const { click, ask, stateOf } = await channelWithDigest();
    const value = carry('lead_choice', {
      verb: 'dismiss',
      handle: 'L1',
      projectId: ACME,
      reason: OTHER_REASON.id,
    });
    const { private_metadata: metadata = '' } = modalOf(await click(leadMenu, ANA, value));
    const asker = ask({ id: 'form', person: ANA });
    const submit = (words: string) => {
      const values = { reason: OTHER_REASON.id, words: words };
      return leadDismissView.submit({ ...asker, values, lists: {}, metadata });
    };
    const done = async (words: string, id: string) => {
      const submitted = await submit(words);
      return 'after' in submitted ? answered(await submitted.after({ ...asker, id })) : '';
    };
    expect(await done('We know them.', 'one')).toMatch(/^You dismissed \*L1\*: We know them\.\n/);
    expect(await stateOf(1)).toMatchObject({ state: 'dismissed', dismissReason: 'We know them.' });
    await click(leadUndo, ANA, carry('leads', { projectId: ACME, handles: ['L1'] }));
    expect(await done(' ', 'two')).toMatch(/^You dismissed \*L1\*\.\n/);
    expect(await stateOf(1)).toMatchObject({ state: 'dismissed' });
  });

  test('with a remark on the reason says both', () => {
    const said = leadsSetAsideAnswer(ACME, [{ handle: 'L1', lead: { key: 'id:1' } }], {
      reason: 'off_topic: about phones',
    });
    expect(shownOf(said)[0]).toBe('You dismissed *L1* as off topic: about phones.');
  });

  test('until a picked date ignores the choice above it', async () => {
    const { click, ask, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadMenu, ANA, choice('snooze', 1)));
    const values = { until: '2026-11-21', day: '2026-12-01' };
    const submitted = await leadSnoozeView.submit({
      ...ask({ id: 'form', person: ANA }),
      values,
      lists: {},
      metadata,
    });
    if ('after' in submitted) await submitted.after(ask({ id: 'form', person: ANA }));
    expect(await stateOf(1)).toMatchObject({ state: 'snoozed', until: Date.parse('2026-12-01T00:00:00Z') });
  });

  test.each(['2099-01-01', '2026-11-19'])('until %s is refused beside the date', async (day) => {
    const { click, ask, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadMenu, ANA, choice('snooze', 1)));
    const submitted = await leadSnoozeView.submit({
      ...ask({ id: 'form', person: ANA }),
      values: { day: day },
      lists: {},
      metadata,
    });
    expect(submitted).toHaveProperty(['errors', 'day']);
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });

  test.each(['http://localhost/x', 'https://forum.example/a b', 'forum.example'])(
    'no reply is linked that isn’t one https link: %s',
    (url) => expect(findReplyFault(url)).toBeDefined(),
  );

  test('leaves out unknown leads', async () => {
    const { db, click } = await channelWithDigest();
    await db.deleteFrom('lead').where('lead_key', '=', 'id:3').execute();
    const form = JSON.stringify(modalOf(await click(leadDismissMany, ANA, MANY)));
    expect(form).toContain('Thread 2');
    expect(form).not.toContain('Thread 3');
  });

  test('dismisses the other ticked leads if one is gone', async () => {
    const { db, click, ask, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadDismissMany, ANA, MANY));
    await db.deleteFrom('lead').where('lead_key', '=', 'id:3').execute();
    const asker = ask({ id: 'form', person: ANA });
    const values = { reason: 'Spam' };
    const form = { values, lists: { leads: ['L1', 'L2', 'L3'] }, metadata };
    const submitted = await leadDismissView.submit({ ...asker, ...form });
    if (!('after' in submitted)) expect.fail('the form stayed open');
    const answer = await submitted.after(asker);
    expect([await stateOf(1), await stateOf(2)]).toMatchObject([
      { state: 'dismissed' },
      { state: 'dismissed' },
    ]);
    expect(answered(answer)).toContain('dismissed *2 leads*');
    await click(leadMenu, BEN, choice('reopen', 2));
    await click(leadClaim, BEN, lead(2));
    const undo = JSON.parse(JSON.stringify(answer)).message.parts[0].control;
    const undone = answered(await click(leadUndo, ANA, undo.value));
    expect(undone).toContain(BEN);
    // What was undone is said, too.
    expect(undone).toContain('*L1*');
    expect([await stateOf(1), await stateOf(2)]).toMatchObject([{ state: 'new' }, { state: 'claimed' }]);
  });

  test('says what it dismissed, with Undo, above who was faster with another', async () => {
    const { click, ask, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadDismissMany, ANA, MANY));
    await click(leadClaim, BEN, lead(2));
    const asker = ask({ id: 'form', person: ANA });
    const form = { values: { reason: 'Spam' }, lists: { leads: ['L1', 'L2', 'L3'] }, metadata };
    const submitted = await leadDismissView.submit({ ...asker, ...form });
    const answer = 'after' in submitted ? await submitted.after(asker) : expect.fail('the form stayed open');
    expect(answered(answer)).toMatch(
      /^You dismissed \*2 leads\*.*\*L2\* hasn’t changed\. Claimed by <@U0BEN>/s,
    );
    const undo = JSON.parse(JSON.stringify(answer)).message.parts[0].control;
    await click(leadUndo, ANA, undo.value);
    expect([await stateOf(1), await stateOf(2)]).toMatchObject([{ state: 'new' }, { state: 'claimed' }]);
  });

  test('keeps words typed next to a reason as a remark, and the reason stays one of the choices', async () => {
    const { click, ask, stateOf } = await channelWithDigest();
    const { private_metadata: metadata = '' } = modalOf(await click(leadDismissMany, ANA, MANY));
    const asker = ask({ id: 'form', person: ANA });
    const values = { reason: 'off_topic', words: 'we do not sell this' };
    const form = { values, lists: { leads: ['L1'] }, metadata };
    const submitted = await leadDismissView.submit({ ...asker, ...form });
    if (!('after' in submitted)) expect.fail('the form stayed open');
    await submitted.after(asker);
    const { state, dismissReason = '' } = (await stateOf(1)) ?? {};
    expect(state).toBe('dismissed');
    expect(splitRemark(dismissReason).chosen).toBe('off_topic');
    expect(reasonLabel(dismissReason)).toBe('Off topic: we do not sell this');
  });

  test('reads all leads at once, to open before the trigger expires', async () => {
    const { db, click } = await channelWithDigest();
    let asked = 0;
    const counted = mortalStore(db, () => {
      asked += 1;
    });
    modalOf(await click(leadDismissMany, ANA, MANY, 'digest', { db: counted }));
    expect(asked).toBeLessThanOrEqual(5);
  });
});

test.each([
  ['can be shown', 600, { after: expect.any(Function) }],
  ['is too long for that', 601, { errors: { reply: expect.stringContaining('600') } }],
])('the link of a reply is taken if it can be shown: one that %s', async (_, length, outcome) => {
  const { ask } = await channelWithDigest();
  const metadata = carry('lead_form', { channel: CHANNEL, project: ACME, leads: ['L1'] });
  const values = { url: 'https://forum.example/'.padEnd(length, 'r') };
  const form = { ...ask({ id: 'form', person: ANA }), values, lists: {}, metadata };
  expect(await leadRepliedView.submit(form)).toMatchObject(outcome);
});

test('no form opens if a colleague’s claim forbids it, but anybody can report a reply', async () => {
  const { click } = await channelWithDigest();
  await click(leadClaim, BEN, lead(1));
  for (const verb of ['dismiss', 'snooze'] as const) {
    const answer = await click(leadMenu, ANA, choice(verb, 1));
    expect(answered(answer)).toMatch(/Only <@U0BEN> can do that/);
  }
  expect(await click(leadMenu, ANA, choice('replied', 1))).toHaveProperty('modal');
  expect(await click(leadMenu, BEN, choice('dismiss', 1))).toHaveProperty('modal');
});

test('the private list on which a lead was snoozed is redrawn when that is undone', async () => {
  const { click } = await channelWithDigest();
  const snoozed = await click(leadMenu, ANA, choice('tomorrow', 11, LIST), 'private');
  const parts = snoozed && 'message' in snoozed ? snoozed.message.parts : [];
  const [undo] = parts.flatMap((part) => (part && 'control' in part ? part.control : []));
  if (undo?.kind !== 'button') return expect.fail('there is no Undo');
  const sent: string[] = [];
  const send: Ask['send'] = async (url, { body }) => {
    sent.push(`${url} ${body}`);
    return new Response('OK');
  };
  const undone = await click(leadUndo, ANA, undo.value, 'private', { send });
  await undone?.behind?.();
  expect(sent).toEqual([expect.stringMatching(`^${ADDRESS} .*"replace_original":true.*L11`)]);
});

test('an assigned lead can be given to somebody else by its assigner while nobody has replied, and both are told', async () => {
  const world = await channelWithDigest();
  await assign(world, ANA, BEN);
  expect(answered(await assign(world, CY, CY))).toMatch(/Only <@U0BEN> or <@U0ANA> can do that/);
  await assign(world, ANA, CY);
  expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: CY, assignedBy: ANA });
  expect(await told(world, BEN)).toEqual(['lead_assigned', 'claim_ended']);
  expect(await told(world, CY)).toEqual(['lead_assigned']);
  expect(answered(await assign(world, BEN, BEN))).toMatch(/Only <@U0CY> or <@U0ANA>/);
});

test('whose claim ended isn’t told of it where they no longer see the project', async () => {
  const world = await channelWithDigest();
  await world.click(leadClaim, ANA, lead(1));
  const isMember = async (_: string, person: string) => person !== ANA;
  const workspace = { ...world.workspace, isMember };
  await world.click(leadMenu, BEN, choice('replied', 1), 'digest', { workspace });
  const asker = { ...world.ask({ id: 'reply', person: BEN }), workspace };
  const metadata = carry('lead_form', { channel: CHANNEL, project: ACME, leads: ['L1'] });
  const submitted = await leadRepliedView.submit({ ...asker, values: {}, lists: {}, metadata });
  await ('after' in submitted && submitted.after(asker));
  expect(await world.stateOf(1)).toMatchObject({ state: 'replied', by: BEN });
  expect(await told(world, ANA)).toEqual([]);
});

test('declining a lead is called that in the audit, too', async () => {
  const world = await channelWithDigest();
  await assign(world, ANA, BEN);
  await world.click(button('lead.release'), BEN, lead(1), 'digest', { channel: 'D0BEN' });
  const audits = await readAudits(world.db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
  expect(audits.map(({ action }) => action)).toContain('lead.decline');
});
