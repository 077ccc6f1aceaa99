import { describe, expect, test } from 'vitest';
import { moveLead } from '../../../src/outbox/move-lead.ts';
import type { Project } from '../../../src/projects/projects.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import { ask } from '../../../src/surface/ask/ask-command.ts';
import { leadList } from '../../../src/surface/leads/lead-list.ts';
import { leads } from '../../../src/surface/leads/leads.ts';
import { runTyped } from '../../../src/surface/run-command.ts';
import { buttonsOf, drawn, heardOf, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json, listing } from '../../visibility/api.ts';
import { askingAcme } from '../ask/asked.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const FILE = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;

const numbers = [1, 2, 3, 4, 5, 6];

/** Six leads, the best first: the first is replied to, the third claimed. */
async function sixLeads() {
  const listed = json(numbers.map((id) => ({ id, title: `Thread ${id}`, score: 90 - id })));
  const { db, ask, workspace } = await surfaceOver(FILE, listed, ok({ members: [] }));
  const polled = numbers.map((id) => ({ key: `id:${id}`, identities: [`id:${id}`], rank: id }));
  await recordLeads(db, TEAM, ACME, polled, NINE);
  for (const [id, kind] of [
    [1, 'reply'],
    [3, 'claim'],
  ] as const) {
    await moveLead(
      db,
      { team: TEAM, projectId: ACME, key: `id:${id}` },
      { kind },
      { by: 'U0ANA', now: NINE },
    );
  }
  const project = workspace.projects().projects[0] as Project;
  const asker = ask({ person: 'U0BEN' });
  return async (of: string) => {
    const answer = await leadList(project, { of, page: 0 }, asker);
    if (!answer || !('message' in answer)) throw new Error('There is no answer.');
    const [head = '', ...rows] = wordsOf(drawn(answer.message).blocks);
    return { head, rows: rows.flatMap((row) => row.match(/Thread \d/) ?? []) };
  };
}

test('open leads come first, best first, then claimed ones; finished ones are left out', async () => {
  const list = await sixLeads();
  expect(await list('')).toEqual({
    head: '*Acme · 5 leads, 4 open*',
    rows: ['Thread 2', 'Thread 4', 'Thread 5', 'Thread 6', 'Thread 3'],
  });
});

test('finished leads are in the list of all', async () => {
  const list = await sixLeads();
  expect((await list('all')).rows).toEqual([2, 4, 5, 6, 3, 1].map((number) => `Thread ${number}`));
});

test('a score that no lead reaches is answered with the best there is, and one below zero is none', async () => {
  const list = await sixLeads();
  await expect(list('101')).rejects.toThrow(/101 or more\. The best has 88\./);
  await expect(list('90 all')).rejects.toThrow(/^No Acme lead .* The best has 89\./);
  await expect(list('-5')).rejects.toThrow('“-5” isn’t a lead score.');
});

test('a lowest score above the highest is refused: nothing could match', async () => {
  const list = await sixLeads();
  await expect(list('80 max:50')).rejects.toThrow(/80, is above the highest, 50/);
});

test.each([
  ['86', ['Thread 2', 'Thread 4', 'Thread 3']],
  ['Thread 5', ['Thread 5']],
  ['mine', []],
  ['older', []],
  ['cited', []],
  ['answered', ['Thread 1']],
  ['snoozed', []],
])('“%s” narrows the list', async (of, rows) => {
  const list = await sixLeads();
  expect((await list(of)).rows).toEqual(rows);
});

test('a list by scores says what the feed’s minimum would hide of it, and that leads without a score aren’t there', async () => {
  const listed = json([
    { id: 1, title: 'Thread 1', score: 80 },
    { id: 2, title: 'Thread 2', score: 40 },
    { id: 3, title: 'Thread 3' },
  ]);
  const file = `projects: [{ id: ${ACME}, name: Acme, leads: { channel: ${CHANNEL}, schedule: hourly, min_score: 50 } }]`;
  const { ask, workspace } = await surfaceOver(file, listed, ok({ members: [] }));
  const [project = expect.fail('no project')] = workspace.projects().projects;
  const list = async (of: string) => {
    const { message } = await leadList(project, { of, page: 0 }, ask({ person: 'U0BEN' }));
    return heardOf(message).join('\n');
  };
  expect(await list('max:90')).toMatch(
    /Thread 2.*\n1 below your minimum score of 50, listed.*1 lead without/s,
  );
  expect(await list('max:60')).toMatch(/1 below your minimum score of 50, listed/);
  expect(await list('60')).not.toMatch(/minimum score/);
  for (const usual of ['', 'all']) expect(await list(usual)).not.toMatch(/listed because|without a score/);
});

test('a lead among the API’s warm ones is cited, and nobody says by whom if the API doesn’t', async () => {
  const threads = numbers.map((id) => ({ id, title: `Thread ${id}`, url: `https://forum.example/t/${id}` }));
  const answer: Answering = (response, asked, number) => {
    const [, operation = ''] = asked.url.match(/([a-z-]+)(?:\?.*)?$/) ?? [];
    const answers = { leads: threads, 'warm-leads': threads.slice(1, 2) };
    json(answers[operation as keyof typeof answers] ?? [])(response, asked, number);
  };
  const { ask, workspace } = await surfaceOver(FILE, answer, ok({ members: [] }));
  const [project = expect.fail('no project')] = workspace.projects().projects;
  const list = async (of: string) => {
    const { message } = await leadList(project, { of, page: 0 }, ask({ person: 'U0BEN' }));
    return wordsOf(drawn(message).blocks).join('\n');
  };
  expect(await list('cited')).toMatch(/^\*Acme · 1 open lead · cited by AI engines\*.*Thread 2/s);
  expect(await list('engine:ChatGPT')).toMatch(
    /no open leads.*1 cited lead left out.*doesn’t say by which engines/s,
  );
});

test.each([
  ['engine:chat', /cited by ChatGPT/],
  ['engine:nothing', /^The API has no engine “nothing”\. It has: ChatGPT/],
])('an engine is meant by how its name begins: %s', async (words, said) => {
  const { ask } = await surfaceOver(FILE, listing([]), ok({ members: [] }));
  const typed = runTyped({ slash: '/visibility', text: `leads ${words}`, channels: {} }, ask());
  const text = await typed.then(
    (answer) => (answer && 'message' in answer ? wordsOf(drawn(answer.message).blocks).join() : ''),
    (refusal: Error) => refusal.message,
  );
  expect(text).toMatch(said);
});

test('claimed leads are not counted as open', async () => {
  const list = await sixLeads();
  expect(await list('top:2')).toEqual({
    head: '*Acme · 2 of 5 leads, 4 open*',
    rows: ['Thread 2', 'Thread 4'],
  });
  expect((await list('newest top:3')).head).toBe('*Acme · 3 of 5 leads, 4 open*');
});

test('“since:” with a day is the command’s, “since” in a sentence a question’s', () => {
  const takes = 'takes' in leads && leads.takes ? leads.takes : expect.fail('takes any words');
  expect(takes('since:2026-11-16 newest')).toBe(true);
  expect(takes('since tuesday')).toBe(false);
  expect(takes('since:2026-11-16 that engines cite')).toBe(false);
});

describe('words that say which leads are meant', () => {
  async function headOf(words: string) {
    const { asker } = await askingAcme();
    const answer = await leads.run({ ...asker(), words, line: `leads ${words}` });
    if (!answer || !('message' in answer)) throw new Error('There is no answer.');
    return wordsOf(drawn(answer.message).blocks)[0];
  }
  test.each([
    ['open', /· \d\d+ open leads\*$/],
    ['still unanswered', /· \d+ open leads\*$/],
    ['80+', /· \d+ open leads? · 80 and above/],
    ['reddit', /· \d+ open leads · 4 forums/],
    ['hackernews', /· \d+ open leads? · Hacker News/],
    ['cited Gemini', /· \d+ open leads? · cited by Gemini/],
    ['not r/saas', /· not r\/saas/],
    ['-r/saas', /· not r\/saas/],
    ['place:reddit', /· \d+ open leads · reddit/],
    ['place:hn', /· \d+ open leads? · hn/],
  ])('“%s” is read as a question on leads', async (words, head) => {
    expect(await headOf(words)).toMatch(head);
  });
  test.each(['wram', 'taken up', 'datadog', 'pricing of datadog'])('“%s” finds none', async (words) => {
    await expect(headOf(words)).rejects.toThrow(/^No open or claimed Acme lead matches/);
  });
});

test.each([(url: string) => `leads ${url}`, (url: string) => `who is on ${url}?`, (url: string) => url])(
  'the address of a thread opens the card of its lead',
  async (lineOf) => {
    const { asker, client } = await askingAcme();
    const [first = expect.fail('no lead')] = await client.communityLeads(ACME, { limit: 1 });
    await leads.run({ ...asker(), line: 'leads' });
    const typed = { slash: '/visibility', text: lineOf(`${first.url}?utm_source=mail`), channels: {} };
    const commands = [leads, ask].map((command) => ({ command, permission: 'everyone' as const }));
    const answer = await runTyped(typed, { ...asker(), commands });
    if (!answer || !('message' in answer)) throw new Error('There is no answer.');
    const [head = ''] = wordsOf(drawn(answer.message).blocks);
    expect(head).toMatch(/^\*L\d+\* · /);
    expect(head).toContain(first.title);
  },
);

test.each(['is anyone on the cross-zone traffic thread?', 'who claimed the cross-zone traffic thread?'])(
  '“%s” opens its card, and several threads make a list',
  async (line) => {
    const { asker } = await askingAcme();
    const run = async (words: string) => {
      const answer = await ask.run({ ...asker(), words, line: words });
      return answer && 'message' in answer ? wordsOf(drawn(answer.message).blocks) : [];
    };
    const [head, state] = await run(line);
    expect(head).toContain('cross-zone traffic');
    expect(state).toBe('Nobody has claimed it yet.');
    const [several] = await run('did anyone pick up the kubernetes thread?');
    expect(several).toMatch(/\d+ open leads · filters off · “kubernetes”/);
  },
);

test('that nothing matches is said of the leads that were looked through', async () => {
  const list = await sixLeads();
  await expect(list('Thread 1')).rejects.toThrow(/^No open or claimed Acme lead matches/);
  const far = expect.arrayContaining(['leads']);
  await expect(list('quarterly budget')).rejects.toMatchObject({ refusal: { tries: far } });
  const tries = expect.arrayContaining(['leads Thread']);
  await expect(list('thre')).rejects.toMatchObject({ refusal: { tries } });
  expect((await list('thraed')).rows).toHaveLength(5);
  expect((await list('Thread 1 all')).rows).toEqual(['Thread 1']);
  await expect(list('claimed Thread 5')).rejects.toThrow(/^No claimed Acme lead matches/);
  await expect(list('dismissed Thread 5')).rejects.toThrow(/^No dismissed Acme lead matches/);
  await expect(list('all Thread 9')).rejects.toThrow(/^No Acme lead matches/);
});

describe('a list of days', () => {
  const FEED = `projects: [{ id: ${ACME}, name: Acme, leads: { channel: ${CHANNEL}, schedule: Mondays 9:00, min_score: 60 } }]`;
  /** It is Fri 20 Nov 2026. The older a thread, the later it was first seen. */
  const DATED = [
    { id: 1, title: 'Thread 1', score: 90, created_at: '2026-11-12T06:00:00Z', seen: '2026-11-20' },
    { id: 2, title: 'Thread 2', score: 80, created_at: '2026-11-13T06:00:00Z', seen: '2026-11-18' },
    { id: 3, title: 'Thread 3', score: 40, created_at: '2026-11-14T06:00:00Z', seen: '2026-11-17' },
    { id: 4, title: 'Thread 4', score: 30, created_at: '2026-11-15T06:00:00Z', seen: '2026-11-16' },
  ];
  async function ofDays(of: string, feed = FEED) {
    const listed = json(DATED.map(({ seen, ...lead }) => lead));
    const { db, ask, workspace } = await surfaceOver(feed, listed, ok({ members: [] }));
    for (const { id, seen } of DATED)
      await recordLeads(
        db,
        TEAM,
        ACME,
        [{ key: `id:${id}`, identities: [`id:${id}`], rank: id }],
        Date.parse(`${seen}T07:00:00Z`),
      );
    const [project = expect.fail('no project')] = workspace.projects().projects;
    const answer = await leadList(project, { of, page: 0 }, ask({ person: 'U0BEN' }));
    return wordsOf(drawn(answer.message).blocks).join('\n');
  }

  test('is of the days on which they were first seen, and says so', async () => {
    const said = await ofDays('since:2026-11-18 oldest');
    expect(said.match(/Thread \d/g)).toEqual(['Thread 1', 'Thread 2']);
    expect(said).toContain('first seen since Wed 18 Nov');
    expect(said.match(/oldest first/g)).toHaveLength(1);
  });

  test('is of the age of their threads without a first day', async () => {
    expect((await ofDays('until:2026-11-13 newest')).match(/Thread \d/g)).toEqual(['Thread 2', 'Thread 1']);
  });

  test('counts the ones too old for the feed, and shows them to whoever asks for the oldest', async () => {
    const ofWeek = FEED.replace('min_score: 60', 'max_age: 7d');
    const usual = await ofDays('', ofWeek);
    expect(usual.match(/Thread \d/g)).toEqual(['Thread 3', 'Thread 4']);
    expect(usual).toMatch(/Thread 3.*2 too old/s);
    expect((await ofDays('oldest top:1', ofWeek)).match(/Thread \d/g)).toEqual(['Thread 1']);
  });

  test('counts old ones alike above the list, at its button, and in the list of old ones', async () => {
    const listed = json(
      [1, 2, 3, 4].map((id) => ({
        id,
        title: `Thread ${id}`,
        score: 90,
        created_at: '2026-11-05T06:00:00Z',
      })),
    );
    const feed = FEED.replace('min_score: 60', 'max_age: 7d, words: { never: ["Thread 4"] }');
    const { db, ask, workspace } = await surfaceOver(feed, listed, ok({ members: [] }), {
      workspace: { personOf: async (id) => memberNamed(id, id) },
    });
    const [project = expect.fail('no project')] = workspace.projects().projects;
    const list = async (of: string) => {
      const answer = await leadList(project, { of, page: 0 }, ask({ person: 'U0BEN' }));
      const { blocks } = drawn(answer.message);
      return [...wordsOf(blocks), ...buttonsOf(blocks)].join('\n');
    };
    await list('');
    const key = { team: TEAM, projectId: ACME, key: 'id:3' };
    await moveLead(db, key, { kind: 'dismiss', reason: '' }, { by: 'U0BEN', now: NINE });
    await moveLead(db, key, { kind: 'reopen' }, { by: 'U0BEN', now: NINE });
    const usual = await list('');
    expect(usual.match(/Thread \d/g)).toEqual(['Thread 3']);
    expect(usual).toContain('2 too old');
    expect(usual).toContain('Let 2 old ones go…');
    expect((await list('older')).match(/Thread \d/g)).toEqual(['Thread 1', 'Thread 2']);
  });

  test('doesn’t count leads of other days as left out', async () => {
    expect(await ofDays('since:2026-11-19')).not.toContain('below');
    expect(await ofDays('since:2026-11-19 until:2026-11-19')).not.toContain('below');
    expect(await ofDays('since:2026-11-16 until:2026-11-16')).toContain('1 below');
    expect(await ofDays('since:2026-11-17')).toContain('1 below');
  });

  test('names another year, and refuses future days', async () => {
    expect(await ofDays('until:2025-11-25')).toContain('up to Tue 25 Nov 2025');
    await expect(ofDays('since:2026-11-25')).rejects.toThrow('Wed 25 Nov hasn’t come yet');
    await expect(ofDays('since:2027-01-01')).rejects.toThrow('Fri 1 Jan 2027 hasn’t come yet');
  });
});

describe('handles', () => {
  /** `leads` with these words behind it, after the list has named its leads. */
  async function typed(words: string) {
    const listed = json(numbers.map((id) => ({ id: `${id}`, title: `Thread ${id}`, score: 90 - id })));
    const { ask, workspace } = await surfaceOver(FILE, listed, ok({ members: [] }), {
      workspace: { personOf: async (id) => memberNamed(id, id) },
    });
    const [project = expect.fail('no project')] = workspace.projects().projects;
    await leadList(project, { of: '', page: 0 }, ask());
    const line = { line: `leads ${words}`, words, channels: {}, options: {}, page: 0, project };
    const answer = await (leads as Extract<typeof leads, { scope: 'project' }>).run({ ...ask(), ...line });
    if (!answer || !('message' in answer)) throw new Error('There is no answer.');
    return wordsOf(drawn(answer.message).blocks);
  }

  test('open the card of one lead, anywhere in the words', async () => {
    expect((await typed('L2'))[0]).toContain('Thread 2');
    expect((await typed('please l2'))[0]).toContain('Thread 2');
  });

  test('list just those leads if there are several', async () => {
    const said = (await typed('L2, L4')).join('\n');
    expect(said.match(/Thread \d/g)).toEqual(['Thread 2', 'Thread 4']);
  });

  test('of no lead in this project say where else to ask', async () => {
    await expect(typed('L99')).rejects.toThrow('ask there');
    await expect(typed('L98 L99')).rejects.toThrow('ask there');
  });
});

test('a place that no lead has come from names those that leads come from, wanted or not', async () => {
  const listed = json([{ id: 1, title: 'Thread 1', score: 90, subreddit: 'r/devops' }]);
  const { ask, workspace } = await surfaceOver(FILE, listed, ok({ members: [] }));
  const project = workspace.projects().projects[0] as Project;
  const list = (of: string) => leadList(project, { of, page: 0 }, ask({ person: 'U0BEN' }));
  await expect(list('r/nowhere')).rejects.toThrow(/“r\/nowhere”.*r\/devops/);
  expect((await list('r/devops')).listed.leads).toHaveLength(1);
  const { message, listed: all } = await list('not:foo not:hn');
  expect(all.leads).toHaveLength(1);
  expect(wordsOf(drawn(message).blocks).join('\n')).toMatch(/“foo”, “hn”.*r\/devops/);
  const { listed: none } = await list('not:reddit');
  expect(none).toMatchObject({ leads: [], noneFrom: undefined });
  // Leads have come from there, though none passes the rest.
  expect((await list('r/devops not:r/devops')).listed.leads).toEqual([]);
});

test('without the API the stored leads are shown, with their time', async () => {
  const { db, ask, workspace } = await surfaceOver(FILE, json({}, 503), ok({ members: [] }));
  const polled = numbers.map((id) => ({
    key: `id:${id}`,
    identities: [`id:${id}`],
    rank: id,
    title: `Thread ${id}`,
  }));
  await recordLeads(db, TEAM, ACME, polled, NINE);
  const project = workspace.projects().projects[0] as Project;
  const answer = await leadList(project, { of: '', page: 0 }, ask({ person: 'U0BEN' }));
  if (!answer || !('message' in answer)) throw new Error('There is no answer.');
  const said = wordsOf(drawn(answer.message).blocks);
  expect(said[0]).toBe('*Acme · 6 open leads*');
  expect(said[1]).toContain('can’t be read right now');
  expect(said.filter((one) => one.includes('right now'))).toHaveLength(1);
});

test('leads that weren’t asked for don’t count as left out', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, leads: { channel: ${CHANNEL}, schedule: Mondays 9:00, min_score: 87 } }]`;
  const listed = json(numbers.map((id) => ({ id, title: `Thread ${id}`, score: 90 - id })));
  const { ask, workspace } = await surfaceOver(file, listed, ok({ members: [] }));
  const project = workspace.projects().projects[0] as Project;
  const wordsShown = async (of: string) => {
    const answer = await leadList(project, { of, page: 0 }, ask({ person: 'U0BEN' }));
    if (!answer || !('message' in answer)) throw new Error('There is no answer.');
    return wordsOf(drawn(answer.message).blocks);
  };
  expect((await wordsShown('Thread 1')).join('\n')).not.toContain('below');
  expect((await wordsShown('r/devops')).join('\n')).not.toContain('below');
  expect((await wordsShown('Thread 6')).join('\n')).toContain('1 below your minimum score of 87');
});

test('leads that the feed filters are counted, and shown in the list of all', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, leads: { channel: ${CHANNEL}, schedule: Mondays 9:00, min_score: 87 } }]`;
  const listed = json(numbers.map((id) => ({ id, title: `Thread ${id}`, score: 90 - id })));
  const { ask, workspace } = await surfaceOver(file, listed, ok({ members: [] }));
  const project = workspace.projects().projects[0] as Project;
  const asker = ask({ person: 'U0BEN' });
  const wordsShown = async (of: string) => {
    const answer = await leadList(project, { of, page: 0 }, asker);
    if (!answer || !('message' in answer)) throw new Error('There is no answer.');
    return wordsOf(drawn(answer.message).blocks);
  };
  expect((await wordsShown('all'))[0]).toBe('*Acme · 6 open leads · filters off*');
  const filtered = await wordsShown('');
  expect(filtered[0]).toBe('*Acme · 3 open leads*');
  expect(filtered.at(-1)).toContain('3 below your minimum score of 87');
});
