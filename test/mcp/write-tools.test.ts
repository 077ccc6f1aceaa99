/** Programs change what a person could by a click, once, and never without a person. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { suggestionSubject } from '../../src/outbox/thing-standing.ts';
import { keepAlert, readVerdicts } from '../../src/store/alerts.ts';
import { readAudits } from '../../src/store/audit.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { readSuggestionState } from '../../src/store/suggestions.ts';
import { NEWS } from '../messages/cast.ts';
import { OPENED } from '../messages/every-alert.ts';
import { ok } from '../support/slack-server.ts';
import { CHANNEL, deliveryOf, MINUTE, NINE, queued, TEAM } from '../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../support/surface-over.ts';
import { ACME, ANA, BEN, channelWithDigest, lead, leadClaim } from '../surface/leads/digest-shown.ts';
import { type Answering, type Asked, json } from '../visibility/api.ts';
import { saidIn, writing } from './calling.ts';

const rowsOf = async ({ db }: Pick<Awaited<ReturnType<typeof channelWithDigest>>, 'db'>) =>
  (await readAudits(db, TEAM, { projectIds: [ACME], limit: 50, offset: 0 })).map(
    ({ person, action, state }) => `${person} ${action} ${state}`,
  );

describe('a lead', () => {
  test('is claimed like a click does: audited, post edited, brief returned', async () => {
    const world = await channelWithDigest();
    const { call } = writing();
    const before = (await world.db.selectFrom('delivery').select('wanted_rev').execute())[0]?.wanted_rev;
    const answer = await call('claim_lead', { handle: 'l1' }, world.ask());
    expect(answer).toMatchObject({ verdict: 'done', project: { id: ACME, name: 'Acme' } });
    expect(saidIn(answer)).toMatch(/You’re on L1.*Thread 1.*Everyone in <#C0ACME> sees this/);
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: ANA });
    expect(await rowsOf(world)).toEqual([`${ANA} lead.claim done`]);
    const after = (await world.db.selectFrom('delivery').select('wanted_rev').execute())[0]?.wanted_rev;
    expect(after).toBe((before ?? 0) + 1);
  });

  test('that a colleague claimed stays theirs, and the answer says whose', async () => {
    const world = await channelWithDigest();
    const { call } = writing();
    await world.click(leadClaim, BEN, lead(1));
    const answer = await call('claim_lead', { handle: 'L1' }, world.ask());
    expect(answer.verdict).toBe('not_done');
    expect(saidIn(answer)).toContain('<@U0BEN> claimed *L1* first');
    expect(await world.stateOf(1)).toMatchObject({ by: BEN });
  });

  test.each([
    [
      { outcome: 'replied', reply_url: 'https://r.example/1' },
      { state: 'replied', replyUrl: 'https://r.example/1' },
    ],
    [
      { outcome: 'not_for_us', reason: 'off_topic' },
      { state: 'dismissed', dismissReason: 'off_topic' },
    ],
    [
      { outcome: 'not_for_us', reason: 'we sold that' },
      { state: 'dismissed', dismissReason: 'we sold that' },
    ],
    [{ outcome: 'released' }, { state: 'new' }],
  ])('that was claimed gets the given outcome: %o', async (given, state) => {
    const world = await channelWithDigest();
    const { call } = writing();
    await call('claim_lead', { handle: 'L1' }, world.ask());
    expect(await call('set_lead_outcome', { handle: 'L1', ...given }, world.ask())).toMatchObject({
      verdict: 'done',
    });
    expect(await world.stateOf(1)).toMatchObject(state);
  });

  test.each([
    [{ outcome: 'replied', reply_url: 'javascript:alert(1)' }, /Enter one link/],
    [{ outcome: 'replied', reason: 'off_topic' }, /reason goes only with not_for_us/],
    [{ outcome: 'not_for_us' }, /Say why/],
    [{ outcome: 'not_for_us', reason: 'off_topic', reply_url: 'https://r.example' }, /reply_url goes only/],
  ])('doesn’t change if a form would be refused: %o', async (given, why) => {
    const world = await channelWithDigest();
    const { call } = writing();
    await expect(call('set_lead_outcome', { handle: 'L1', ...given }, world.ask())).rejects.toThrow(why);
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
    expect(await rowsOf(world)).toEqual([]);
  });

  test('that a colleague claimed can’t be released by somebody else', async () => {
    const world = await channelWithDigest();
    const { call } = writing();
    await world.click(leadClaim, BEN, lead(1));
    await expect(
      call('set_lead_outcome', { handle: 'L1', outcome: 'released' }, world.ask()),
    ).rejects.toThrow(/A colleague claimed L1/);
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: BEN });
  });

  test.each([
    ['tomorrow', '2026-11-21'],
    ['next_week', '2026-11-23'],
    ['2026-12-01', '2026-12-01'],
  ])('is snoozed until the start of %s', async (until, day) => {
    const world = await channelWithDigest();
    await writing().call('snooze_lead', { handle: 'L1', until }, world.ask());
    expect(await world.stateOf(1)).toMatchObject({ state: 'snoozed', until: Date.parse(`${day}T00:00:00Z`) });
  });

  test.each(['2026-11-20', '2026-11-19', '2099-01-01'])(
    'can’t be snoozed until %s, which isn’t one of the next days',
    async (until) => {
      const world = await channelWithDigest();
      await expect(writing().call('snooze_lead', { handle: 'L1', until }, world.ask())).rejects.toThrow(
        /Today is 2026-11-20/,
      );
      expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
    },
  );
});

describe('the same call', () => {
  test('within a minute writes once, and says that it was done', async () => {
    const world = await channelWithDigest();
    const { call } = writing();
    const given = { handle: 'L1' };
    await call('claim_lead', given, world.ask());
    const again = await call('claim_lead', given, world.ask());
    expect(again.verdict).toBe('done_already');
    expect(saidIn(again)).toMatch(/claimed a lead.*It won’t run twice/);
    expect(await rowsOf(world)).toEqual([`${ANA} lead.claim done`]);
  });

  test('sent twice at the same time writes once', async () => {
    const world = await channelWithDigest();
    const { call } = writing();
    const calls = await Promise.all([1, 2, 3].map(() => call('claim_lead', { handle: 'L1' }, world.ask())));
    expect(calls.map(({ verdict }) => verdict).toSorted()).toEqual(['done', 'done_already', 'done_already']);
    expect(await rowsOf(world)).toEqual([`${ANA} lead.claim done`]);
  });

  test('a minute later counts as a new call', async () => {
    const world = await channelWithDigest();
    const { call, real } = writing();
    await call('claim_lead', { handle: 'L1' }, world.ask());
    await call('set_lead_outcome', { handle: 'L1', outcome: 'released' }, world.ask());
    expect((await call('claim_lead', { handle: 'L1' }, world.ask())).verdict).toBe('done_already');
    real.now += MINUTE;
    expect((await call('claim_lead', { handle: 'L1' }, world.ask())).verdict).toBe('done');
    expect(await world.stateOf(1)).toMatchObject({ state: 'claimed', by: ANA });
  });

  test('with a call_id counts once forever, and with another call_id counts again', async () => {
    const world = await channelWithDigest();
    const { call, real } = writing();
    const given = { handle: 'L1', call_id: 'a' };
    await call('claim_lead', given, world.ask());
    real.now += 60 * MINUTE;
    expect((await call('claim_lead', given, world.ask())).verdict).toBe('done_already');
    expect((await call('claim_lead', { handle: 'L1', call_id: 'b' }, world.ask())).verdict).toBe('not_done');
  });

  test('by somebody else is separate, even with the same call_id', async () => {
    const world = await channelWithDigest();
    const { call } = writing();
    const given = { handle: 'L1', call_id: 'a' };
    await call('claim_lead', given, world.ask());
    expect((await call('claim_lead', given, world.ask({ person: BEN }))).verdict).toBe('not_done');
  });

  test('property: calls leave one audit row each, however often they are repeated', async () => {
    const acts = [
      ['claim_lead', {}],
      ['set_lead_outcome', { outcome: 'released' }],
      ['set_lead_outcome', { outcome: 'not_for_us', reason: 'too_old' }],
      ['set_lead_outcome', { outcome: 'reopened' }],
      ['snooze_lead', { until: 'tomorrow' }],
    ] as const;
    const step = fc.record({
      act: fc.constantFrom(...acts),
      lead: fc.constantFrom('L1', 'L2'),
      id: fc.constantFrom('a', 'b', undefined),
      person: fc.constantFrom(ANA, BEN),
      later: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const world = await channelWithDigest();
        const { call, real } = writing();
        let done = 0;
        for (const { act, lead: handle, id, person, later } of steps) {
          if (later) real.now += MINUTE;
          const given = { handle, ...act[1], ...(id && { call_id: id }) };
          const { verdict } = await call(act[0], given, world.ask({ person })).catch(() => ({
            verdict: 'refused',
          }));
          if (verdict === 'done') done += 1;
        }
        expect(await rowsOf(world)).toHaveLength(done);
      }),
      { numRuns: 12 },
    );
  });
});

describe('somebody who couldn’t click in Slack', () => {
  const refusedFor = async (given: Parameters<typeof surfaceOver>[3], person: string = ANA) => {
    const world = await channelWithDigest();
    const { call } = writing();
    const ask = world.ask({ person });
    const workspace = { ...ask.workspace, ...given?.workspace };
    const refused = await call('claim_lead', { handle: 'L1' }, { ...ask, workspace }).catch((error) => error);
    expect(await world.stateOf(1)).toMatchObject({ state: 'new' });
    expect(await rowsOf(world)).toEqual([]);
    return String(refused.message);
  };
  const person = (given: object) => ({
    workspace: { personOf: async () => ({ ...memberNamed('Gus', ANA), ...given }) },
  });

  test('is refused: a guest, an outsider, a member of other channels, the operator', async () => {
    expect(await refusedFor(person({ isGuest: true }))).toMatch(/[Gg]uest/);
    expect(await refusedFor(person({ isStranger: true }))).not.toContain('Acme');
    expect(await refusedFor({ workspace: { isMember: async () => false } })).not.toContain('Acme');
    expect(await refusedFor({}, '')).toMatch(/nobody in Slack/);
  });

  test('is refused right after leaving the channel', async () => {
    const isMember = async (_channel: string, _person: string, asOf?: string) => asOf !== 'now';
    expect(await refusedFor({ workspace: { isMember } })).toMatch(/no longer in the channel/);
  });

  test('gets the same refusal for another project’s short name as for an unknown one', async () => {
    const world = await channelWithDigest();
    const { call } = writing();
    await giveHandles(world.db, TEAM, 'L', ['id:of-another']);
    const [theirs, nobodys] = await Promise.all(
      ['L15', 'L99'].map((handle) =>
        call('claim_lead', { handle }, world.ask()).catch(({ message }) => message),
      ),
    );
    expect(theirs.replace('L15', 'L99')).toBe(nobodys);
  });
});

describe('an alert', () => {
  async function channelWithAlert() {
    const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
    const world = await surfaceOver(file, json([]), ok(), {
      workspace: { personOf: async () => memberNamed('Ana', ANA) },
    });
    const decision = { ...OPENED, project: { id: ACME, name: 'Acme' }, key: 'alert:1' };
    await keepAlert(world.db, { team: TEAM, channel: CHANNEL, projectId: ACME }, decision, NINE);
    await giveHandles(world.db, TEAM, 'A', ['alert:1']);
    const counts = async () => (await readVerdicts(world.db, TEAM, ['alert:1'])).get('alert:1');
    return { ...world, counts };
  }

  test('is counted as not useful once, with what was wrong', async () => {
    const world = await channelWithAlert();
    const { call, real } = writing();
    const given = { handle: 'A1', what_was_wrong: 'known_cause' };
    expect(await call('judge_alert', given, world.ask())).toMatchObject({ verdict: 'done' });
    expect(await world.counts()).toEqual({ all: 1, by: { known_cause: 1 } });
    real.now += MINUTE;
    await call('judge_alert', { handle: 'A1', what_was_wrong: 'too_small' }, world.ask());
    expect(await world.counts()).toEqual({ all: 1, by: { too_small: 1 } });
    expect((await rowsOf(world)).toSorted()).toEqual([
      `${ANA} alert.not_useful done`,
      `${ANA} alert.verdict done`,
      `${ANA} alert.verdict done`,
    ]);
  });

  test('doesn’t exist for somebody who isn’t in its channel', async () => {
    const world = await channelWithAlert();
    const ask = world.ask();
    const workspace = { ...ask.workspace, isMember: async () => false };
    const { call } = writing();
    await expect(call('judge_alert', { handle: 'A1' }, { ...ask, workspace })).rejects.toThrow(
      /aren’t in any channel/,
    );
    expect(await world.counts()).toBeUndefined();
  });
});

describe('a prompt', () => {
  async function tracking(list: unknown = []) {
    const asked: Asked[] = [];
    const api: Answering = (response, request, number) => {
      asked.push(request);
      const answer = request.method === 'GET' ? list : { id: 'p9', prompt: 'best crm' };
      json(answer, 200)(response, request, number);
    };
    const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
    const world = await surfaceOver(file, api, ok(), {
      workspace: { personOf: async () => memberNamed('Ana', ANA) },
    });
    return { ...world, posts: () => asked.filter(({ method }) => method === 'POST').length };
  }

  test('is tracked once, however often the call is repeated', async () => {
    const world = await tracking();
    const { call } = writing();
    const given = { prompt: 'best crm' };
    const all = await Promise.all([1, 2].map(() => call('track_prompt', given, world.ask())));
    const more = await call('track_prompt', given, world.ask());
    expect([...all, more].map(({ verdict }) => verdict).toSorted()).toEqual([
      'done',
      'done_already',
      'done_already',
    ]);
    expect(world.posts()).toBe(1);
  });

  test('that nearly equals a tracked one is asked about first', async () => {
    const world = await tracking([{ id: 'p1', prompt: 'best crm for startups' }]);
    const { call } = writing();
    const given = { prompt: 'best crm for startup' };
    expect(await call('track_prompt', given, world.ask())).toMatchObject({ verdict: 'asks_first' });
    expect(world.posts()).toBe(0);
    expect(await call('track_prompt', { ...given, sure: true }, world.ask())).toMatchObject({
      verdict: 'done',
    });
    expect(world.posts()).toBe(1);
  });

  test('is not tracked twice', async () => {
    const world = await tracking([{ id: 'p1', prompt: 'Best CRM' }]);
    await expect(writing().call('track_prompt', { prompt: 'best crm' }, world.ask())).rejects.toThrow(
      /already track/,
    );
    expect(world.posts()).toBe(0);
  });
});

describe('a suggested segment', () => {
  const SEGMENT = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';
  const prompt = (applies: boolean) => [{ prompt_id: SEGMENT, prompt: 'k8s cost alerts', applies }];
  const LISTED = {
    id: SEGMENT,
    project_id: ACME,
    name: 'Cost',
    status: 'open',
    created_at: '2026-11-19T08:00:00Z',
  };

  async function suggested() {
    const now = { prompts: prompt(true) };
    const api: Answering = (response, request, number) => {
      const isPrompts = request.url.includes('/prompts');
      json(isPrompts ? now.prompts : [LISTED])(response, request, number);
    };
    const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
    const world = await surfaceOver(file, api, ok(), {
      workspace: { personOf: async () => memberNamed('Ana', ANA) },
    });
    const decision = {
      ...NEWS,
      project: { id: ACME, name: 'Acme' },
      suggestion: { ...NEWS.suggestion, id: SEGMENT },
    };
    await giveHandles(world.db, TEAM, 'S', [SEGMENT]);
    await queued(world.db, 'd1', {
      kind: 'segment_suggestion',
      subject: suggestionSubject(ACME, SEGMENT),
      project_id: ACME,
      decision: JSON.stringify(decision),
    });
    await world.db.updateTable('delivery').set({ state: 'sent', ts: '1.2', placed_in: CHANNEL }).execute();
    const state = () => readSuggestionState(world.db, { team: TEAM, projectId: ACME, suggestionId: SEGMENT });
    return { ...world, now, state };
  }
  const codeIn = (said: string) => said.match(/`([0-9a-f]{12})`/)?.[1] ?? expect.fail('no code');

  test.each(['accept', 'dismiss'] as const)(
    'is confirmed first, and then decided with the code: %s',
    async (decision) => {
      const world = await suggested();
      const { call } = writing();
      const given = { handle: 'S1', decision };
      const asked = await call('decide_suggestion', given, world.ask());
      expect(asked.verdict).toBe('asks_first');
      expect(await world.state()).toBeUndefined();
      const confirm = codeIn(saidIn(asked));
      expect(await call('decide_suggestion', { ...given, confirm }, world.ask())).toMatchObject({
        verdict: 'done',
      });
      expect(await world.state()).toMatchObject({ status: `${decision}ed`, by: ANA, written: 'off' });
      expect(await rowsOf(world)).toEqual([`${ANA} suggestion.${decision}ed done`]);
      expect((await deliveryOf(world.db, 'd1')).wanted_rev).toBeGreaterThan(0);
    },
  );

  test('has to be confirmed again if accepting now means something else, and needs the code for that decision', async () => {
    const world = await suggested();
    const { call } = writing();
    const given = { handle: 'S1', decision: 'accept' };
    const first = codeIn(saidIn(await call('decide_suggestion', given, world.ask())));
    const other = codeIn(
      saidIn(await call('decide_suggestion', { ...given, decision: 'dismiss' }, world.ask())),
    );
    world.now.prompts = prompt(false);
    for (const confirm of [first, other, 'made up']) {
      const { verdict } = await call('decide_suggestion', { ...given, confirm }, world.ask());
      expect(verdict).toBe('asks_first');
    }
    expect(await world.state()).toBeUndefined();
  });
});
