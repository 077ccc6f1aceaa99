/** Questions to the sandbox’s Acme on what to do and where leads come from. */
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/ask/plan.ts';
import type { LeadState } from '../../../src/decision.ts';
import { DAY_MS, HOUR_MS } from '../../../src/durations.ts';
import { queueDecision } from '../../../src/outbox/queue.ts';
import { feedsOf } from '../../../src/projects/projects.ts';
import { isOpen } from '../../../src/rules/new-suggestions.ts';
import { recordPosts } from '../../../src/store/announced.ts';
import { changeLead, recordEvent } from '../../../src/store/leads.ts';
import { openSlot } from '../../../src/store/slots.ts';
import type { Db } from '../../../src/store/tables.ts';
import { answerQuestion } from '../../../src/surface/ask/answer-question.ts';
import type { Around } from '../../../src/surface/ask/conversation.ts';
import { VisibilityError } from '../../../src/visibility/errors.ts';
import { buttonsOf, drawn, heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { CHANNEL, queued, TEAM } from '../../support/store-opened.ts';
import { askingAcme } from './asked.ts';

test('“what should we do” lists every kind of suggestion', async () => {
  const { answer, client } = await askingAcme();
  const { figures, page } = await answer({ text: 'what should we do next?' });
  const [content, segments] = await Promise.all([
    client.suggestions(ACME.id),
    client.segmentSuggestions(ACME.id),
  ]);
  const said = heardOf(page).join('\n');
  expect(said).toContain(content[0]?.title);
  expect(said).toContain(segments.find(isOpen)?.name);
  expect(figures).toContainEqual(expect.objectContaining({ value: content.length }));
  expect(buttonsOf(drawn(page).blocks)).toEqual(expect.arrayContaining(['Track', 'Content']));
});

test('leads about something are looked for by the words as typed, and nobody is called by them', async () => {
  const { answer } = await askingAcme();
  const preview = await answer({ text: 'leads about preview mode' });
  expect(heardOf(preview.page)[0]).toContain('“preview mode”');
  const caching = await answer({ text: 'did anyone grab the one about caching' });
  expect(heardOf(caching.page).join('\n')).not.toContain('called caching');
});

test('“what should we do” works if the API only suggests segments', async () => {
  const { answer, sandbox } = await askingAcme({ alone: true });
  await sandbox.breakApi({ operation: 'suggestions', kind: 'unavailable' });
  await sandbox.breakApi({ operation: 'promptSuggestions', kind: 'unavailable' });
  const { verdict, page } = await answer({ text: 'what should we do next?' });
  expect(verdict).toBe('answered');
  expect(heardOf(page).join('\n')).toContain('Segment');
});

test('“where do leads come from” counts every known lead by place, answered or not, most first', async () => {
  const { answer, client, db } = await askingAcme();
  const listed = await client.communityLeads(ACME.id, { limit: 1_000 });
  await answer({ text: 'leads' });
  await db.updateTable('lead').set({ state: 'replied', by: 'U0ANA' }).where('rank', '<=', 3).execute();
  const countsOf = async (text: string) =>
    (await answer({ text })).figures.map(
      ({ name, value }) => [name.replace('leads from ', ''), value] as const,
    );
  const counts = (await countsOf('where do our leads come from?')).map(([, value]) => value);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(listed.length);
  const subreddits = await countsOf('which subreddit gives us most leads?');
  const ofReddit = listed.flatMap(({ place = '' }) => (place.startsWith('r/') ? place : []));
  expect(Object.fromEntries(subreddits)).toEqual(
    Object.fromEntries(
      [...Map.groupBy(ofReddit, (place) => place)].map(([place, all]) => [place, all.length]),
    ),
  );
});

test('“how many leads came in” counts those first seen then, whatever became of them', async () => {
  const { answer, client, db, time } = await askingAcme();
  const listed = await client.communityLeads(ACME.id, { limit: 1_000 });
  await answer({ text: 'leads' });
  const longAgo = time.now - 60 * DAY_MS;
  await db.updateTable('lead').set({ first_seen_at: longAgo }).where('rank', '>', 5).execute();
  await db.updateTable('lead').set({ state: 'dismissed', by: 'U0ANA' }).where('rank', '<=', 2).execute();
  const { figures } = await answer({ text: 'how many leads came in this week?' });
  const later = listed.length - (await countLeads(db, longAgo));
  expect(figures).toMatchObject([{ value: later }, { value: later - (await countLeads(db, 'dismissed')) }]);
  expect(later).toBeGreaterThan(2);
  const open = await answer({ text: 'how many leads of this week are still open?' });
  expect(open.plan).not.toHaveProperty('arrived');
  const ignored = await answer({ text: 'how many leads did we ignore this week?' });
  expect(ignored.figures[0]?.value).toBe(figures[1]?.value);
});

async function countLeads(db: Db, of: number | LeadState['state']): Promise<number> {
  const column = typeof of === 'number' ? 'first_seen_at' : 'state';
  return (await db.selectFrom('lead').select('lead_key').where(column, '=', of).execute()).length;
}

test('the oldest open lead is one that nobody has claimed', async () => {
  const { answer, db } = await askingAcme();
  const oldest = async () => (await answer({ text: 'what’s the oldest open lead?' })).leads?.[0];
  const claimed = await oldest();
  await db
    .updateTable('lead')
    .set({ state: 'claimed', by: 'U0ANA' })
    .where('lead_key', '=', claimed ?? '')
    .execute();
  expect(await oldest()).toEqual(expect.any(String));
  expect(await oldest()).not.toBe(claimed);
});

test.each(['best lead', 'what’s our newest lead?', 'the oldest lead nobody took'])(
  '“%s” is one',
  async (text) => {
    const { answer } = await askingAcme();
    const one = await answer({ text });
    expect(one.sources).toHaveLength(1);
    // Its page leads to the others.
    const { order, filters } = one.plan ?? {};
    const all = await answer({ plan: { intent: 'leads', order, filters } });
    expect(buttonsOf(drawn(one.page).blocks)).toContain(`All ${all.figures[0]?.value} leads`);
  },
);

test('“the top prompt” is one, and leads to the others', async () => {
  const { answer } = await askingAcme();
  const { figures, page } = await answer({ text: 'the top prompt' });
  expect(figures).toHaveLength(1);
  expect(buttonsOf(drawn(page).blocks)).toContain('All prompts');
  expect((await answer({ text: 'best leads' })).sources.length).toBeGreaterThan(1);
});

test('“who gets the alerts” names the channel and the people of that feed', async () => {
  const { answer } = await askingAcme({
    feeds: `scores: { channel: ${CHANNEL}, schedule: Mondays at 9:00, mention: [U0BEN] }, leads: { channel: C0OTHER, schedule: Mondays at 9:00 }`,
  });
  const { page } = await answer({ text: 'who gets the alerts?' });
  const text = heardOf(page).join('\n');
  expect(text).toContain('U0BEN');
  expect(text).not.toContain('leads in');
});

test('“why was there no digest” says what became of that day’s', async () => {
  const { answer, db, time, workspace } = await askingAcme({
    feeds: `leads: { channel: ${CHANNEL}, schedule: every day at 9:00 }`,
  });
  const [feed] = feedsOf(workspace.projects());
  const subscription = feed?.id ?? '';
  const day = (daysAgo: number) => new Date(time.now - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const nineOn = (daysAgo: number) => Date.parse(`${day(daysAgo)}T09:00:00Z`);
  for (const [daysAgo, state] of [
    [2, 'done'],
    [3, 'expired'],
    [4, 'done'],
  ] as const) {
    const due_at = nineOn(daysAgo);
    await openSlot(db, {
      team: TEAM,
      subscription,
      channel: CHANNEL,
      rank: 1,
      due_at,
      opened_at: due_at,
      run_after: due_at,
    });
    await db.updateTable('slot').set({ state }).where('due_at', '=', due_at).execute();
  }
  const news = {
    kind: 'segment_suggestion',
    v: 1,
    project: { id: ACME.id, name: 'Acme' },
    suggestion: { id: 's1', name: 'Cost' },
  } as const;
  await queueDecision(db, news, { team: TEAM, channel: CHANNEL, subscription, slotAt: nineOn(4) }, nineOn(4));
  await db.updateTable('delivery').set({ state: 'sent' }).execute();
  const became = async (daysAgo: number) =>
    heardOf((await answer({ text: `why was there no digest on ${day(daysAgo)}?` })).page).join('\n');
  expect(await became(2)).toContain('nothing new to post');
  expect(await became(3)).toContain('missed');
  expect(await became(4)).toMatch(/: posted\./);
  expect(await became(6)).toMatch(/paused or not set up, Sightline was off/);
});

test('on a day that a schedule leaves out, no digest was due', async () => {
  const { answer } = await askingAcme({ feeds: `leads: { channel: ${CHANNEL}, schedule: Mondays at 9:00 }` });
  const { page } = await answer({ text: 'why was there no digest on Tuesday?' });
  expect(heardOf(page)[0]).toContain('none was due then');
});

test('“is the recap paused” shows that feed alone', async () => {
  const { answer } = await askingAcme({
    feeds: `recap: { channel: ${CHANNEL}, schedule: Fridays at 16:00 }, leads: { channel: ${CHANNEL}, schedule: Mondays at 9:00 }`,
  });
  const text = heardOf((await answer({ text: 'is the recap paused?' })).page).join('\n');
  expect(text).toMatch(/recap in/);
  expect(text).not.toMatch(/leads in/);
});

test('“when is the next digest” lists that feed with its next post', async () => {
  const feeds = [
    `leads: { channel: ${CHANNEL}, schedule: Mondays at 10:00 }`,
    `recap: { channel: ${CHANNEL}, schedule: Fridays at 16:00 }`,
  ].join(', ');
  const { answer } = await askingAcme({ feeds });
  const listed = async (text: string) => heardOf((await answer({ text })).page).join('\n');
  for (const text of ['when is the next digest?', 'how often do you check?', 'when do I get the next leads?'])
    expect(await listed(text)).toMatch(/leads in .*next Mon .*10:00/s);
  expect(await listed('when is the next recap?')).toMatch(/recap in .*next Fri .*16:00/s);
});

describe('leads that were posted and answered', () => {
  const recap = (byPerson: boolean, channel = CHANNEL) =>
    `recap: { channel: ${channel}, schedule: Fridays at 16:00, by_person: ${byPerson} }`;
  const answered = async (feeds: string, text = 'who answered the most leads?') => {
    const { answer, db, time } = await askingAcme({ feeds });
    await answer({ text: 'leads' });
    const rows = await db.selectFrom('lead').select('lead_key').orderBy('rank').limit(3).execute();
    const leads = rows.map(({ lead_key: key }) => ({ key, part: 'new' as const }));
    const of = { team: TEAM, projectId: ACME.id };
    await queued(db, 'd1');
    await db.updateTable('delivery').set({ state: 'sent' }).execute();
    await recordPosts(db, { ...of, deliveryId: 'd1', channel: CHANNEL, at: time.now }, leads);
    for (const [i, { key }] of leads.entries()) {
      const reply = { at: time.now + i * HOUR_MS, by: i < 2 ? 'U0BEN' : 'U0ANA' };
      await recordEvent(db, { ...of, key }, { kind: 'reply', ...reply });
      const state = { state: 'replied', by: reply.by, since: reply.at } as const;
      await changeLead(db, { ...of, key }, 0, i === 0 ? { ...state, outcome: 'helpful' } : state);
    }
    return answer({ text });
  };

  test('are counted by their posts, though more came in', async () => {
    const { figures } = await answered('', 'how many leads were posted this week?');
    expect(figures[0]).toMatchObject({ name: 'leads posted', value: 3 });
    const { figures: came } = await answered('', 'how many leads came in this week?');
    expect(came[0]?.value).toBeGreaterThan(3);
  });

  test.each([
    ['which leads were helpful?', ['helpful'], 1],
    ['were our replies helpful?', ['helpful'], 1],
    ['how many of our replies got removed by mods?', ['removed'], 0],
    ['which of our leads got removed?', ['removed'], 0],
  ])('are those whose reply was marked so: %s', async (text, filters, many) => {
    const { plan, figures, page } = await answered('', text);
    expect(plan).toMatchObject({ intent: 'leads', filters });
    expect(figures[0]?.value).toBe(many);
    expect(heardOf(page).join(' ')).toContain('only known where somebody marked it');
  });

  test('counts by person where the recap here does', async () => {
    for (const text of [
      'who answered the most leads?',
      'leads per person this week',
      'who’s best at replying?',
    ]) {
      const { figures, share } = await answered(recap(true), text);
      expect(figures.map(({ value }) => value)).toEqual([2, 1]);
      expect(share).toBe(true);
    }
  });

  test.each(['How fast do we answer?', 'what’s our median reply time this week?'])('“%s”', async (text) => {
    const { figures, plan } = await answered('', text);
    expect(figures).toMatchObject([{ value: 1, unit: 'hours' }, { value: 3 }]);
    expect(plan).toMatchObject({ intent: 'leads', entity: 'waits' });
  });

  test('a time to reply needs two replies', async () => {
    const { answer } = await askingAcme();
    expect(await answer({ text: 'how quickly do we reply?' })).toMatchObject({ verdict: 'no_data' });
  });

  test.each([
    ['where the recap names nobody', recap(false)],
    ['where the recap that does is in a channel that the asker isn’t in', recap(true, 'C0OTHERS')],
    ['without a recap', ''],
  ])('names nobody %s', async (_, feeds) => {
    const { figures, page, share, verdict } = await answered(feeds);
    expect({ figures, share, verdict }).toEqual({ figures: [], share: false, verdict: 'no_data' });
    expect(JSON.stringify(page)).not.toContain('U0BEN');
    expect(buttonsOf(drawn(page).blocks)).toContain('Feeds');
  });
});

test('“what moved most” ranks by distance, up or down', async () => {
  const { answer } = await askingAcme();
  for (const text of ['which engine changed the most?', 'which engine swings most']) {
    const { figures } = await answer({ text });
    const moves = figures.map(({ change = 0 }) => Math.abs(change));
    expect(moves).toEqual(moves.toSorted((a, b) => b - a));
  }
});

test('“is that good?” after a figure is answered with it and what’s usual', async () => {
  const { asker } = await askingAcme();
  const around = { plan: { intent: 'score', metric: 'rank', engine: 'Gemini' } } satisfies Around;
  const { page, plan } = await answerQuestion({ text: 'is that good?' }, asker(), around);
  expect(plan).toMatchObject(around.plan);
  expect(heardOf(page).join('\n')).toMatch(/Usually \d/);
});

test('a region without a figure is named as such', async () => {
  const { answer } = await askingAcme();
  const { figures, page } = await answer({ text: 'do we do better in Germany or France?' });
  expect(figures.map(({ name }) => name).join()).not.toContain('United States');
  expect(heardOf(page).join('\n')).toMatch(/no figure for France/i);
});

test('a person’s leads are found by their name in Slack or a mention, and an unknown name is said to be one', async () => {
  const { answer, plan, db, asker } = await askingAcme();
  await plan({ intent: 'leads' });
  await db.updateTable('lead').set({ state: 'claimed', by: 'U0ANA' }).where('rank', '<=', 2).execute();
  await db.updateTable('lead').set({ state: 'claimed', by: '' }).where('rank', '=', 3).execute();
  for (const text of [
    'which leads did Ana take?',
    'leads for Ana',
    'leads ana',
    'what is @U0ANA working on?',
    'what did ana claim',
    'did ana claim anything',
    'which leads does ana have',
    'Ana’s leads',
    'leads by ana',
    'leads assigned to ana',
    'leads ana has claimed',
    'what did ana do',
    'what has Ana been up to?',
  ]) {
    const { figures, page } = await answer({ text });
    expect(figures[0]?.value).toBe(2);
    expect(heardOf(page)[0]).toContain('Ana’s');
  }
  await db.updateTable('lead').set({ state: 'dismissed', by: 'U0ANA' }).where('rank', '=', 1).execute();
  expect((await answer({ text: 'what did ana do' })).figures[0]?.value).toBe(2);
  expect((await answer({ text: 'what did ana claim' })).figures[0]?.value).toBe(1);
  expect((await answer({ text: 'leads dismissed by ana' })).figures[0]?.value).toBe(1);
  expect((await answer({ text: 'leads claimed by ana' })).figures[0]?.value).toBe(1);
  // Only what somebody did can be asked for.
  for (const text of ['leads ana has not answered', 'leads not claimed by ana', 'leads ana hasn’t taken'])
    expect(await answer({ text })).toMatchObject({ verdict: 'no_data', figures: [] });
  const around = { plan: { intent: 'leads', filters: ['dismissed'] } } satisfies Around;
  expect((await answerQuestion({ text: 'what about Ana?' }, asker(), around)).plan).toEqual({
    ...around.plan,
    person: { id: 'U0ANA', name: 'Ana' },
  });
  // A lead's short name is nobody's.
  expect((await answer({ text: 'I replied to L28' })).verdict).toBe('not_understood');
  for (const text of ['which leads did Zoe take?', 'did Zoe claim anything', 'leads assigned to Zoe']) {
    const nobody = await answer({ text });
    expect(nobody).toMatchObject({ verdict: 'no_data', emptyBecause: 'filtered_out' });
    expect(heardOf(nobody.page).join()).toContain('Zoe');
  }
  const assigned = await answer({ text: 'leads assigned to zoe' });
  expect(heardOf(assigned.page).join()).toContain('Nobody called zoe');
  // A name that isn't a person's stays unknown.
  expect((await answer({ text: 'leads for Datadog' })).verdict).toBe('not_understood');
  expect((await answer({ text: 'which leads mention Datadog?' })).plan).toMatchObject({ prompt: 'datadog' });
});

describe('leads', () => {
  test('are filtered and ordered as asked, with their links', async () => {
    const { plan, client } = await askingAcme();
    const listed = await client.communityLeads(ACME.id, { limit: 1_000 });
    const here = listed.filter(({ place, score }) => place === 'Hacker News' && (score ?? 0) >= 50);
    const newest = here.toSorted((a, b) => (b.postedAt ?? 0) - (a.postedAt ?? 0)).slice(0, 2);
    const { figures, sources } = await plan({
      intent: 'leads',
      entity: 'Hacker News',
      min_score: 50,
      order: 'newest',
      limit: 2,
    });
    expect(figures[0]).toMatchObject({ value: 2, unit: 'leads' });
    expect(sources).toEqual(newest.map(({ url }) => url));
  });

  test('above every score don’t exist', async () => {
    const { answer } = await askingAcme();
    for (const text of ['leads above 99', 'leads from Hacker News above 99']) {
      const { verdict, emptyBecause } = await answer({ text });
      expect({ verdict, emptyBecause }).toEqual({ verdict: 'no_data', emptyBecause: 'filtered_out' });
    }
  });

  test.each([
    ['leads below minimum score', 0, 49],
    ['how many leads are below our minimum score', 0, 49],
    ['show me leads all max:49', 0, 49],
    ['leads below 50', 0, 49],
    ['leads with score 40 to 49', 40, 49],
    ['leads up to 50', 0, 50],
    ['leads above 40', 40, 100],
    ['leads above our minimum', 50, 100],
  ])('“%s”: those scores, even below the minimum', async (text, lowest, highest) => {
    const feeds = `leads: { channel: ${CHANNEL}, schedule: Mondays 9:00, min_score: 50, max_age: 365d }`;
    const { answer, client } = await askingAcme({ feeds });
    const listed = await client.communityLeads(ACME.id, { limit: 1_000 });
    const wanted = listed.filter(({ score = -1 }) => score >= lowest && score <= highest);
    const { figures } = await answer({ text });
    expect(figures[0]?.value).toBe(wanted.length);
  });

  test('below a minimum score that isn’t set can’t be told', async () => {
    const { answer } = await askingAcme();
    await expect(answer({ text: 'leads below our minimum score' })).rejects.toThrow('no minimum score');
  });

  test('on a day without any don’t exist because of the day, whatever the score', async () => {
    const { plan } = await askingAcme();
    for (const min_score of [undefined, 99]) {
      const of: Plan = { intent: 'leads', from: '2020-01-01', to: '2020-01-01', min_score };
      const { verdict, emptyBecause } = await plan(of);
      expect({ verdict, emptyBecause }).toEqual({ verdict: 'no_data', emptyBecause: 'none_of_those_days' });
    }
  });

  test('about a topic are those with a matching title or reason', async () => {
    const { plan, client } = await askingAcme();
    const listed = await client.communityLeads(ACME.id, { limit: 1_000 });
    const { figures, sources } = await plan({ intent: 'leads', topic: 'pricing' });
    const found = listed.filter(({ url = '' }) => sources.includes(url));
    expect(figures[0]?.value).toBe(found.length);
    expect(found.filter(({ title }) => !/pricing/i.test(title ?? '')).length).toBeGreaterThan(0);
    expect(found.every(({ title, reason }) => /pric/i.test(`${title} ${reason}`))).toBe(true);
  });

  test('that are “mine” are the asker’s, and can’t be shared', async () => {
    const { plan, asker } = await askingAcme();
    await plan({ intent: 'leads' });
    const { db } = asker();
    await db.updateTable('lead').set({ state: 'claimed', by: 'U0BEN' }).where('rank', '=', 1).execute();
    const mine: Plan = { intent: 'leads', filters: ['mine'] };
    expect(await plan(mine, { person: 'U0ANA' })).toMatchObject({ verdict: 'no_data', share: false });
    const ben = await plan(mine, { person: 'U0BEN' });
    expect(ben).toMatchObject({ verdict: 'answered', share: false });
    expect(ben.figures[0]?.value).toBe(1);
  });

  test('cited by engines are known before any poll; if that can’t be read, the answer doesn’t say none', async () => {
    const { plan, sandbox } = await askingAcme({ alone: true });
    for (const operation of ['citations', 'sources', 'warm_leads'] as const)
      await sandbox.breakApi({ operation, kind: 'unavailable' });
    await expect(plan({ intent: 'leads', filters: ['cited'] })).rejects.toBeInstanceOf(VisibilityError);
    await sandbox.mendApi();
    const { verdict, figures } = await plan({ intent: 'leads', filters: ['cited'] });
    expect(verdict).toBe('answered');
    expect(figures[0]?.value).toBeGreaterThan(0);
  });
});

test('leads that nobody took for days are those of old threads, even if all were first seen today', async () => {
  const { answer, client, time } = await askingAcme();
  const old = (await client.communityLeads(ACME.id)).filter(
    ({ postedAt = time.now }) => postedAt < time.now - 4 * DAY_MS,
  );
  expect(old.length).toBeGreaterThan(0);
  const { figures } = await answer({ text: 'leads nobody picked up older than 3 days' });
  expect(figures[0]?.value).toBeGreaterThan(0);
});

test('“how many?” after a list is answered by the list, whose headline counts it', async () => {
  const { answer, asker } = await askingAcme();
  const { plan } = await answer({ text: 'which leads are open?' });
  const counted = await answerQuestion({ text: 'how many?' }, asker(), { plan });
  expect(counted.verdict).toBe('answered');
  expect(heardOf(counted.page)[0]).toMatch(/\d+ open leads/);
});

test.each(['leads since:02/11/2026', 'how did we do on 02/11/2026?'])('“%s” asks back', async (text) => {
  const { answer } = await askingAcme();
  const { verdict, figures, page } = await answer({ text });
  expect({ verdict, figures }).toEqual({ verdict: 'ambiguous', figures: [] });
  expect(buttonsOf(drawn(page).blocks)).toEqual(['2026-11-02', '2026-02-11']);
});

test('leads given to somebody are those they have, by name or as “him”, and nobody else’s', async () => {
  const { answer, plan, asker } = await askingAcme();
  await plan({ intent: 'leads' });
  const { db } = asker();
  await db.updateTable('lead').set({ state: 'claimed', by: 'U0ANA' }).where('rank', '=', 1).execute();
  const given = await answer({ text: 'leads given to ana' });
  expect(given.figures[0]?.value).toBe(1);
  const ofAna = { intent: 'leads', person: { name: 'Ana', id: 'U0ANA' } } as const;
  const his = await answerQuestion({ text: 'which leads are assigned to her?' }, asker(), { plan: ofAna });
  expect(his.plan).toEqual({ ...ofAna, filters: ['claimed'] });
  const unknown = await answer({ text: 'leads given to ben' });
  expect(unknown.verdict).toBe('no_data');
  const how = await answer({ text: 'how do i undo a dismissal' });
  expect(heardOf(how.page).join(' ')).toContain('/visibility leads dismissed');
});

test('a word beside the filters of leads that names nothing is said to be left out, and limits nothing', async () => {
  const { answer } = await askingAcme();
  const { page, plan } = await answer({ text: 'leads 80 r/devops <script>alert(1)' });
  expect(heardOf(page).join('\n')).toContain('“script” is left out');
  expect(plan).toEqual({ intent: 'leads', entity: 'r/devops', min_score: 80 });
});
