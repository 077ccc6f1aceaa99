import { describe, expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { auditPage } from '../../../src/messages/projects/audit.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import type { Message } from '../../../src/slack/blocks.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { readDecision } from '../../../src/store/deliveries.ts';
import { readClaims } from '../../../src/store/lead-stories.ts';
import { leadAssignView, leadRepliedView, leadUndo } from '../../../src/surface/leads/lead-forms.ts';
import { leadMore } from '../../../src/surface/leads/lead-list.ts';
import { readAuditLines } from '../../../src/surface/projects/audit.ts';
import { STANDING } from '../../messages/cast.ts';
import { buttonsOf, drawn, drawnView, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, MINUTE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';
import {
  ACME,
  ADDRESS,
  ANA,
  answered,
  assign,
  BEN,
  becomes,
  button,
  channelWithDigest,
  choice,
  LIST,
  lead,
  leadClaim,
  leadMenu,
  release,
  told,
  words,
} from './digest-shown.ts';

describe('two people who want one lead', () => {
  test('click at once: one gets it, the other reads who has it, since when, and what to do', async () => {
    const { click, stateOf } = await channelWithDigest();
    const answers = await Promise.all([ANA, BEN].map((person) => click(leadClaim, person, lead(1))));
    const winner = (await stateOf(1))?.by ?? '';
    const [won, lost] = winner === ANA ? answers : answers.toReversed();
    expect(answered(won)).toContain('You’re on L');
    expect(answered(lost)).toBe(
      `<@${winner}> claimed *L1* first, at 08:00 UTC. Leave it to them. If it stays unanswered, Release in its ⋯ menu ends their claim, and anyone can take it.\nThread 1`,
    );
  });

  test('click an hour apart on an old message: the second reads the same', async () => {
    const { click, time } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    time.now += 60 * MINUTE;
    expect(answered(await click(leadClaim, BEN, lead(1)))).toContain(
      '<@U0ANA> claimed *L1* first, at 08:00 UTC.',
    );
    // Whoever has it reads its brief again.
    expect(answered(await click(leadClaim, ANA, lead(1)))).toContain('You’re on L1');
  });

  test.each([
    ['replied', 'L1 hasn’t changed. Answered by <@U0ANA>, 08:00 UTC.'],
    ['released', 'You’re on L'],
  ])('an old button on a %s lead says so, or works', async (what, said) => {
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

describe('the claimer’s brief in a modal', () => {
  test('opens at once and is filled with what the API answers', async () => {
    const { click } = await channelWithDigest((response, asked, number) =>
      json(asked.url.includes('/prompts') ? [{ id: 'p1', text: 'thread tools' }] : [])(
        response,
        asked,
        number,
      ),
    );
    const answer = await click(leadClaim, ANA, lead(1));
    expect(answered(answer)).toMatch(/^\*You’re on L1\* · Thread 1\nReading what engines say/);
    const filled = answer && 'modal' in answer ? await answer.filled?.() : undefined;
    const page = filled && !('id' in filled) ? words(drawn(filled)) : '';
    expect(page).toContain('It touches your tracked prompt “thread tools”.');
    expect(page).not.toContain('Reading');
    for (const person of [ANA, BEN])
      expect(answered(await click(leadMenu, person, choice('why', 1)))).toContain(
        'tracked prompt “thread tools”',
      );
  });

  test('shows the result when the lead is released', async () => {
    const { click, stateOf } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    const answer = await click(button('lead.release'), ANA, lead(1), 'modal');
    expect(words(await becomes(answer))).toMatch(/^\*L1\* · Thread 1\nIt has been open again/);
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('opens the Replied… form, after which there is no further answer', async () => {
    const { click, ask, stateOf } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    const opened = await click(button('lead.replied'), ANA, lead(1), 'modal');
    const metadata = opened && 'modal' in opened ? (drawnView(opened.modal).private_metadata ?? '') : '';
    const asker = ask({ id: 'form', person: ANA });
    const submitted = await leadRepliedView.submit({ ...asker, values: {}, lists: {}, metadata });
    if (!('after' in submitted)) return expect.fail('the form was not taken');
    expect(submitted.answerAt).toBeUndefined();
    expect(await submitted.after(asker)).toBeUndefined();
    expect(await stateOf(1)).toMatchObject({ state: 'replied', by: ANA });
  });

  test.each(['release', 'replied', 'assign'])(
    'names the colleague who has the lead by now, and changes nothing: %s',
    async (verb) => {
      const world = await channelWithDigest();
      await world.click(leadClaim, ANA, lead(1));
      await assign(world, ANA, BEN);
      const answer = await world.click(button(`lead.${verb}`), ANA, lead(1), 'modal');
      expect(words(await becomes(answer))).toMatch(/^\*L1\* hasn’t changed\. Assigned to <@U0BEN>/);
    },
  );

  test('redraws the Home tab it was opened from', async () => {
    const world = await channelWithDigest();
    const published = () => world.calls.filter(({ method }) => method === 'views.publish').length;
    const answer = await world.click(leadClaim, ANA, lead(1), 'digest', { channel: '' });
    expect(answered(answer)).toContain('You’re on L1');
    expect(published()).toBe(0);
    await becomes(answer);
    const claimed = published();
    expect(claimed).toBeGreaterThan(0);
    const released = await world.click(button('lead.release'), ANA, lead(1), 'modal', { channel: '' });
    expect(words(await becomes(released))).toContain('open again');
    expect(published()).toBeGreaterThan(claimed);
  });
});

describe('the card of a lead', () => {
  test.each(['private', 'direct'] as const)('that was %s shows who claimed it there', async (where) => {
    const { click } = await channelWithDigest();
    const place = where === 'direct' ? { channel: 'D0ANA' } : {};
    const card = await becomes(await click(leadClaim, ANA, lead(1), where, place));
    expect(buttonsOf(card?.blocks ?? [])).toContain('Replied…');
  });

  test('that is a post is edited as posts are', async () => {
    const { click } = await channelWithDigest();
    expect(await becomes(await click(leadClaim, ANA, lead(1)))).toBeUndefined();
  });
});

describe('the claimer’s brief as a private message', () => {
  test('becomes the lead’s card when the lead is released', async () => {
    const { click, stateOf } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    const brief = await becomes(await click(button('lead.release'), ANA, lead(1), 'private'));
    expect(words(brief)).toMatch(/^\*L1\* · Thread 1\nIt has been open again/);
    expect(buttonsOf(brief?.blocks ?? [])).toContain('I’ll reply');
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('shows the result when the Replied… form is saved', async () => {
    const { click, ask } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    const opened = await click(button('lead.replied'), ANA, lead(1), 'private');
    const metadata = opened && 'modal' in opened ? drawnView(opened.modal).private_metadata : undefined;
    const asker = ask({ id: 'form', person: ANA });
    const request = { ...asker, values: {}, lists: {}, metadata: metadata ?? '' };
    const submitted = await leadRepliedView.submit(request);
    if (!('after' in submitted)) return expect.fail('the form was not taken');
    expect(submitted.answerAt).toBe(ADDRESS);
    const brief = await becomes(await submitted.after(asker));
    expect(words(brief)).toMatch(/^\*L1\* · Thread 1\nAnswered by <@U0ANA>, 08:00 UTC/);
  });

  test('says if somebody else released the lead, and shows how it stands', async () => {
    const world = await channelWithDigest();
    const { click } = world;
    await click(leadClaim, ANA, lead(1));
    await release(world, BEN);
    const answer = await click(button('lead.release'), ANA, lead(1), 'private');
    expect(answered(answer)).toContain('hasn’t changed. It’s open.');
    expect(words(await becomes(answer))).toContain('open again');
  });

  test.each(['release', 'replied', 'snooze', 'assign'])(
    'can’t change a lead that went to a colleague: %s',
    async (verb) => {
      const world = await channelWithDigest();
      await world.click(leadClaim, ANA, lead(1));
      await assign(world, ANA, BEN);
      const answer = await world.click(button(`lead.${verb}`), ANA, lead(1), 'private');
      expect(answered(answer)).toMatch(/^\*L1\* hasn’t changed\. Assigned to <@U0BEN>/);
      expect(words(await becomes(answer))).toContain('Assigned to <@U0BEN> by <@U0ANA>');
      expect(buttonsOf((await becomes(answer))?.blocks ?? [])).toEqual([]);
      expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: BEN });
      expect(await told(world, BEN)).toEqual(['lead_assigned']);
    },
  );

  test('leaves the digest’s menu to the new holder, who hears when their claim ends', async () => {
    const world = await channelWithDigest();
    await assign(world, ANA, BEN);
    await release(world, ANA);
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
    expect(await told(world, BEN)).toEqual(['lead_assigned', 'claim_ended']);
  });

  test('is not redrawn for clicks on the digest or a reminder, which the pump edits', async () => {
    const { click } = await channelWithDigest();
    await click(leadClaim, ANA, lead(1));
    expect(await click(leadMenu, ANA, choice('release', 1))).toBeUndefined();
    await click(leadClaim, ANA, lead(1));
    expect(await click(button('lead.release'), ANA, lead(1))).toBeUndefined();
  });
});

describe('a colleague’s claim', () => {
  test('ends only after a form that names them', async () => {
    const world = await channelWithDigest();
    await world.click(leadClaim, ANA, lead(1));
    const { form } = await release(world, BEN, async () => {
      expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: ANA });
    });
    expect(form).toContain(`<@${ANA}>`);
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('stays if somebody else has claimed the lead since', async () => {
    const world = await channelWithDigest();
    await world.click(leadClaim, ANA, lead(1));
    const { answer } = await release(world, BEN, async () => {
      await assign(world, ANA, BEN);
    });
    expect(answered(answer)).toMatch(/^\*L1\* hasn’t changed\. Assigned to <@U0BEN>/);
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: BEN });
  });
});

describe('the private list of open leads', () => {
  const rowOf = (message: Message | undefined, handle: string) =>
    words(message)
      .split('\n')
      .find((line) => line.endsWith(handle)) ?? '';
  const listed = (click: Awaited<ReturnType<typeof channelWithDigest>>['click']) =>
    click(leadMore, ANA, carry('leads', { projectId: ACME }));

  test('opens from the count on a digest, with working rows', async () => {
    const { click } = await channelWithDigest();
    const list = await listed(click);
    expect(answered(list)).toMatch(/^\*Acme · 14 open leads\*/);
    expect(JSON.stringify(list)).toContain(JSON.stringify(choice('claim', 11, LIST)));
  });

  test('is redrawn next to the brief when a lead is claimed on it', async () => {
    const { click } = await channelWithDigest();
    await listed(click);
    const answer = await click(leadMenu, ANA, choice('claim', 11, LIST), 'private');
    expect(answered(answer)).toContain('You’re on L');
    expect(words(await becomes(answer))).toMatch(/^\*Acme · 14 leads, 13 open\*/);
    expect(rowOf(await becomes(answer), 'L11')).toContain('✋ Thread 11 · Claimed by <@U0ANA>, 08:00 UTC');
  });

  test('drops leads that its forms settle', async () => {
    const { click, ask } = await channelWithDigest();
    await listed(click);
    await click(leadMenu, ANA, choice('claim', 12, LIST), 'private');
    const opened = await click(leadMenu, ANA, choice('replied', 12, LIST), 'private');
    const metadata = opened && 'modal' in opened ? (drawnView(opened.modal).private_metadata ?? '') : '';
    const asker = ask({ id: 'form', person: ANA });
    const submitted = await leadRepliedView.submit({ ...asker, values: {}, lists: {}, metadata });
    const after = 'after' in submitted ? await submitted.after(asker) : undefined;
    expect(words(await becomes(after))).toMatch(/^\*Acme · 13 open leads\*/);
    expect(rowOf(await becomes(after), 'L12')).toBe('');
  });

  test('shows how the lead stands to whoever was too late', async () => {
    const { click } = await channelWithDigest();
    await click(leadClaim, BEN, lead(11));
    const answer = await click(leadMenu, ANA, choice('claim', 11, LIST), 'private');
    expect(answered(answer)).toContain('<@U0BEN> claimed *L11* first');
    expect(words(await becomes(answer))).toContain('✋ Thread 11 · Claimed by <@U0BEN>');
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
    expect(answered(await click(leadMenu, ANA, value))).toContain('dismissed *L1* as off topic');
    expect(await stateOf(1)).toMatchObject({ state: 'dismissed', by: ANA, dismissReason: 'off_topic' });
  });

  test('can be undone, until a colleague has changed the lead', async () => {
    const { click, stateOf } = await channelWithDigest();
    const value = carry('lead_choice', { verb: 'dismiss', handle: 'L1', projectId: ACME, reason: 'too_old' });
    await click(leadMenu, ANA, value);
    expect(
      answered(await click(leadUndo, ANA, carry('leads', { projectId: ACME, handles: ['L1'] }))),
    ).toContain('*L1*');
    expect(await stateOf(1)).toEqual({ state: 'new' });
    await click(leadMenu, ANA, value);
    await click(leadMenu, BEN, choice('reopen', 1));
    await click(leadClaim, BEN, lead(1));
    const late = answered(await click(leadUndo, ANA, carry('leads', { projectId: ACME, handles: ['L1'] })));
    expect(late).toMatch(new RegExp(`Can’t undo.*${BEN}`));
    // She wasn’t claiming it.
    expect(late).not.toMatch(/first|Release/);
    expect(await stateOf(1)).toMatchObject({ state: 'claimed', by: BEN });
  });

  test('undone, leaves the lead as it was before, and counts for nothing', async () => {
    const { db, click, stateOf, time } = await channelWithDigest();
    const value = carry('lead_choice', { verb: 'dismiss', handle: 'L1', projectId: ACME, reason: 'spam' });
    const undo = carry('leads', { projectId: ACME, handles: ['L1'] });
    const changes = [
      [ANA, leadClaim, lead(1)],
      [ANA, leadMenu, choice('release', 1)],
      [BEN, leadMenu, choice('tomorrow', 1)],
      [BEN, leadMenu, choice('reopen', 1)],
    ] as const;
    for (const [person, action, act] of changes) {
      await click(action, person, act);
      const before = await stateOf(1);
      time.now += MINUTE;
      await click(leadMenu, ANA, value);
      expect(await stateOf(1)).toMatchObject({ state: 'dismissed' });
      await click(leadUndo, ANA, undo);
      expect(await stateOf(1)).toEqual(before);
    }
    const events = await db.selectFrom('lead_event').select('kind').orderBy('at').execute();
    const done = events.flatMap(({ kind }) => (kind === 'undo' ? [] : [kind]));
    expect(done).toEqual(['claim', 'release', 'snooze', 'reopen']);
    const [last] = (await db.selectFrom('audit').selectAll().execute()).filter(
      ({ action }) => action === 'lead.undo',
    );
    expect(last?.outcome).toBe('the dismissal');
  });

  test('asks for another reason', async () => {
    const { click, stateOf } = await channelWithDigest();
    expect(await click(leadMenu, ANA, choice('dismiss', 1))).toHaveProperty('modal');
    expect(await stateOf(1)).toMatchObject({ state: 'new' });
  });
});

describe('Assign', () => {
  test('gives the lead to a teammate and notifies them once', async () => {
    const world = await channelWithDigest();
    expect(answered(await assign(world, ANA, BEN))).toMatch(/^<@U0BEN> now has \*L1\*/);
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: BEN, assignedBy: ANA });
    expect(await told(world, BEN)).toEqual(['lead_assigned']);
  });

  test('and what else became of a lead is told by the audit as people did it', async () => {
    const world = await channelWithDigest();
    await assign(world, ANA, BEN);
    await release(world, ANA);
    await world.click(leadMenu, ANA, choice('tomorrow', 1));
    const projects = [{ id: ACME, name: 'Acme' }];
    const lines = await readAuditLines(projects, { limit: 9, offset: 0 }, world.ask());
    const said = wordsOf(drawn(auditPage(lines, lines.length, 'UTC')).blocks).join('\n');
    expect(said).toMatch(/\*assigned a lead\* · Acme · L1 · to <@U0BEN>/);
    expect(said).toMatch(/\*released a lead\* · Acme · L1$/m);
    // The day of the snooze is written as that of the write beside it.
    expect(said).toMatch(/^• \w+ \d+ \w+, .*\*snoozed a lead\* · Acme · L1 · until \w+ \d+ \w+/m);
  });

  test('brings the note to whom it is given', async () => {
    const world = await channelWithDigest();
    await assign(world, ANA, BEN, 'They ask about SSO, you know that best');
    const sent = world.db.selectFrom('delivery').select('decision').where('channel', '=', BEN);
    const { decision } = await sent.executeTakeFirstOrThrow();
    const message = render(JSON.parse(decision), STANDING);
    expect(wordsOf(message.blocks).join('\n')).toContain('They ask about SSO, you know that best');
  });

  test('keeps the note, a dismissal that was undone and a decline in the lead’s history', async () => {
    const world = await channelWithDigest();
    await assign(world, ANA, BEN, 'You know SSO best');
    await world.click(
      leadMenu,
      BEN,
      carry('lead_choice', { verb: 'dismiss', handle: 'L1', projectId: ACME, reason: 'spam' }),
    );
    await world.click(leadUndo, BEN, carry('leads', { projectId: ACME, handles: ['L1'] }));
    await world.click(button('lead.release'), BEN, lead(1));
    const card = answered(await world.click(leadMenu, ANA, choice('why', 1)));
    expect(card).toMatch(
      /<@U0ANA> gave it to <@U0BEN>: “You know SSO best”\n.*<@U0BEN> .*undid.*\n.*<@U0BEN> declined it$/m,
    );
  });

  test.each([
    ['the API says', json([{ id: 'p1', text: 'thread tools' }]), { text: 'thread tools' }],
    ['can be said where the API is down', json({}, 503), 'unreadable'],
  ])('includes the brief, as far as %s', async (_, prompts, prompt) => {
    const world = await channelWithDigest((response, asked, number) =>
      (asked.url.includes('/prompts') ? prompts : json([]))(response, asked, number),
    );
    await assign(world, ANA, BEN);
    const row = await world.db
      .selectFrom('delivery')
      .select(['kind', 'v', 'decision'])
      .where('channel', '=', BEN)
      .executeTakeFirstOrThrow();
    expect(readDecision(row)).toMatchObject({ briefing: { topic: 'none', prompt } });
  });

  test('can be declined in the notification, which reopens the lead and notifies the assigner', async () => {
    const world = await channelWithDigest();
    await assign(world, ANA, BEN);
    await world.click(button('lead.release'), BEN, lead(1), 'digest', { channel: 'D0BEN' });
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
    expect(await told(world, ANA)).toEqual(['claim_ended']);
    const shown = await world.db.selectFrom('lead_post').select('part').where('channel', '=', ANA).execute();
    expect(shown).toEqual([{ part: 'declined' }]);
    expect(answered(await world.click(leadMenu, ANA, choice('why', 1)))).toContain('<@U0BEN> declined it');
    // Nor is it a claim of theirs when these are counted.
    expect(await readClaims(world.db, { team: TEAM, projectId: ACME })).toEqual([]);
  });

  test('hands over one’s own lead, but not a colleague’s', async () => {
    const world = await channelWithDigest();
    await world.click(leadClaim, ANA, lead(1));
    const refused = answered(await assign(world, BEN, BEN));
    expect(refused).toMatch(/Only <@U0ANA> can do that\. .*Release/);
    expect(refused).not.toContain('first');
    await assign(world, ANA, BEN);
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: BEN, assignedBy: ANA });
  });

  test('to oneself is a claim, with its brief', async () => {
    const world = await channelWithDigest();
    expect(answered(await assign(world, ANA, ANA))).toContain('You’re on L');
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: ANA, assignedBy: undefined });
    expect(answered(await assign(world, ANA, ANA))).toContain('You’re on L1');
    const audits = await readAudits(world.db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
    expect(audits.map(({ action }) => action)).toEqual(['lead.claim']);
  });

  const [someone, admins] = [{}, 'permissions: { leads: admins }\n'];
  test.each([
    ['another app', { isBot: true as const }, '', true, /can’t answer leads/],
    ['a guest', { isGuest: true }, '', true, /can’t answer leads/],
    ['another organisation', { isStranger: true }, '', true, /can’t answer leads/],
    ['who may not', someone, admins, true, /can’t answer leads/],
    ['who isn’t in the channel', someone, '', false, /isn’t in this channel and can’t see the lead/],
  ])('to %s keeps the form open and says why', async (_, given, rule, isThere, why) => {
    const world = await surfaceOver(`${rule}projects: [{ id: ${ACME}, name: Acme }]`, json([]), ok());
    const personOf = async (id: string) => ({ ...memberNamed(id, id), ...given });
    const workspace = { ...world.workspace, personOf, isMember: async () => isThere };
    const metadata = carry('lead_form', { channel: CHANNEL, project: ACME, leads: ['L1'] });
    const form = { values: { teammate: BEN }, lists: {}, metadata };
    const submitted = await leadAssignView.submit({ ...world.ask({ person: ANA }), workspace, ...form });
    expect('errors' in submitted && submitted.errors.teammate).toMatch(why);
  });

  test('to oneself with a note keeps the form open, since nobody would get the note', async () => {
    const world = await channelWithDigest();
    await expect(assign(world, ANA, ANA, 'mine')).rejects.toThrow('the form stayed open');
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
  });

  test('to nobody keeps the form open', async () => {
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
