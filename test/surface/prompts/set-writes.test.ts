/** Several people set the tracked engines: no write is undone silently, though figures show it a day later. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { beginWrite, readAudits, readSetWrites } from '../../../src/store/audit.ts';
import { readAuditLines } from '../../../src/surface/projects/audit.ts';
import { trackedSet } from '../../../src/surface/prompts/tracked-set.ts';
import { shownOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { HOUR, MINUTE, NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, ACME_FILE, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { until } from '../../support/until.ts';
import { type Answering, json } from '../../visibility/api.ts';
import { openSetForm, submitSetForm } from './set-form.ts';

const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
const engines = [1, 2, 3, 4].map((i) => ({
  id: idOf(i),
  provider: 'one',
  model: 'one',
  display_name: `Engine ${i}`,
  surface: 'chat',
  active: true,
}));
const Put = z.object({ engine_ids: z.array(z.string()) });
const numbers = (ids: readonly string[]) => ids.map((id) => Number(id.slice(-12)));
const WRITE = { action: 'engines.set', projectId: ACME, person: 'U0ANA' };

/** Engines 1 and 2 were asked yesterday. `state.put`: responses to the next writes. `state.days`: engines by day. */
async function acme() {
  const state = {
    put: json([]),
    days: { '2026-11-19': [1, 2] } as Record<string, number[]>,
    set: [] as number[][],
    /** If set, reads wait here for their response. */
    reads: undefined as (() => void)[] | undefined,
  };
  const api: Answering = (response, asked, number) => {
    if (asked.method === 'PUT') {
      state.set.push(numbers(Put.parse(JSON.parse(asked.body)).engine_ids));
      return state.put(response, asked, number);
    }
    const rows = Object.entries(state.days).flatMap(([date, of]) =>
      of.map((i) => ({ date, engine_id: idOf(i), score: 50 })),
    );
    const answer = () => json(asked.url.endsWith('/engines') ? engines : rows)(response, asked, number);
    if (state.reads) state.reads.push(answer);
    else answer();
  };
  const names: Readonly<Record<string, string>> = { U0ANA: 'Ana', U0BEN: 'Ben' };
  const personOf = async (id: string) => ({ ...memberNamed(names[id] ?? id, id), isAdmin: true });
  const given = { workspace: { personOf } };
  const { ask, workspace, db, time } = await surfaceOver(ACME_FILE, api, ok(), given);
  let clicks = 0;
  const asker = (person: string) => {
    clicks += 1;
    return ask({ id: `click ${clicks}`, person });
  };
  return {
    state,
    db,
    time,
    async form(person: string) {
      const { ticked, metadata } = await openSetForm('engines', asker(person));
      return { person, ticked: numbers(ticked), metadata };
    },
    submit: ({ person, metadata }: { person: string; metadata: string }, ...chosen: number[]) =>
      submitSetForm(metadata, chosen.map(idOf), asker(person)),
    async listed() {
      const [project = expect.fail('there is no project')] = workspace.projects().projects;
      const command = trackedSet('engines');
      if (command.scope !== 'project') return expect.fail('it is asked for of a project');
      const request = { ...asker('U0BEN'), words: '', line: '', channels: {}, options: {}, page: 0, project };
      const answer = await command.run(request);
      return answer && 'message' in answer ? shownOf(answer.message).join('\n') : '';
    },
    lines: () => readAuditLines(workspace.projects().projects, { limit: 9, offset: 0 }, ask()),
  };
}

/** A write that the API accepts but doesn't answer until a test says so. */
function held() {
  const answers: (() => void)[] = [];
  const put: Answering = (response, asked, number) => {
    answers.push(() => json([])(response, asked, number));
  };
  return { put, answers };
}

test('submitting while somebody else’s write is under way says whose, and sets nothing', async () => {
  const { form, submit, state } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  const { put, answers } = held();
  state.put = put;
  const first = submit(ana, 1);
  await until('the set is on its way', () => answers.length > 0);
  expect(await submit(ben, 1, 2, 3)).toMatch(
    /Ana set the tracked engines to Engine 1 under a minute ago\. The API hasn’t confirmed .* Nothing was set/,
  );
  for (const answer of answers) answer();
  expect(await first).toContain('Set: Engine 1.');
  expect(state.set).toEqual([[1]]);
});

test('a write between reading and writing isn’t overwritten', async () => {
  const { form, submit, state } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  const reads: (() => void)[] = [];
  state.reads = reads;
  const late = submit(ben, 1, 2, 3);
  await until('what is tracked is being read', () => reads.length === 2);
  state.reads = undefined;
  await submit(ana, 1);
  for (const answer of reads) answer();
  await expect(late).rejects.toThrow('Nothing was set.');
  expect(state.set).toEqual([[1]]);
});

test('a form opened while a write is under way sets nothing before its outcome is known', async () => {
  const { form, submit, state } = await acme();
  const ana = await form('U0ANA');
  const { put, answers } = held();
  state.put = put;
  const first = submit(ana, 1);
  await until('the set is on its way', () => answers.length > 0);
  const ben = await form('U0BEN');
  expect(ben.ticked).toEqual([1]);
  await expect(submit(ben, 1, 3)).rejects.toThrow(/^Ana set the tracked engines .* Nothing was set\./);
  for (const answer of answers) answer();
  await first;
  expect(state.set).toEqual([[1]]);
  state.put = json([]);
  expect(await submit(ben, 1, 3)).toContain('Set: Engine 1, Engine 3.');
});

test('a form opened before somebody else’s write says who set what and when', async () => {
  const { form, submit, state, time } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  await submit(ana, 1);
  time.now += 5 * MINUTE;
  expect(await submit(ben, 1, 2, 3)).toContain(
    '*Ana set the tracked engines to Engine 1 5 min ago.* Nothing was set.',
  );
  expect(state.set).toEqual([[1]]);
});

test('what was set today counts before any figures show it', async () => {
  const { form, submit, listed, lines, state, time } = await acme();
  await submit(await form('U0ANA'), 1);
  time.now += HOUR;
  expect(await listed()).toContain('1 of 4 tracked');
  const ben = await form('U0BEN');
  expect(ben.ticked).toEqual([1]);
  await submit(ben, 1, 3);
  expect(state.set).toEqual([[1], [1, 3]]);
  expect(await lines()).toMatchObject([
    { subject: 'Engine 1, Engine 3', outcome: 'was Engine 1' },
    { subject: 'Engine 1', outcome: 'was Engine 1, Engine 2' },
  ]);
});

test('figures count from the day after a write', async () => {
  const { form, submit, state, time } = await acme();
  await submit(await form('U0ANA'), 1);
  time.now = NINE + 24 * HOUR;
  state.days['2026-11-20'] = [1, 2];
  expect((await form('U0BEN')).ticked).toEqual([1]);
  time.now = NINE + 48 * HOUR;
  state.days['2026-11-21'] = [1, 4];
  expect((await form('U0BEN')).ticked).toEqual([1, 4]);
});

test('a write that the API never answered may count, and others are told so', async () => {
  const { form, submit, listed, lines, state } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  state.put = json({}, 503);
  await expect(submit(ana, 1)).rejects.toThrow('failed at the API (503)');
  const told =
    'Ana set the tracked engines to Engine 1 under a minute ago. The API hasn’t confirmed that, so it may not count.';
  expect(await submit(ben, 1, 2, 3)).toContain(`*${told}* Nothing was set.`);
  expect(await listed()).toContain(told);
  state.put = json([]);
  const again = await form('U0BEN');
  expect(again.ticked).toEqual([1]);
  await submit(again, 1, 3);
  expect(await lines()).toMatchObject([
    { outcome: expect.stringMatching(/^was perhaps Engine 1$|^unclear /) },
    { outcome: expect.stringMatching(/^was perhaps Engine 1$|^unclear /) },
  ]);
});

test('a write that the API refused changes nothing and blocks nobody', async () => {
  const { form, submit, state } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  state.put = json({ detail: 'no' }, 422);
  await expect(submit(ana, 1)).rejects.toThrow('was not valid');
  state.put = json([]);
  expect(await submit(ben, 1, 2, 3)).toContain('Set: Engine 1, Engine 2, Engine 3.');
});

test('a set that the API answers with another isn’t said to be set', async () => {
  const { form, submit, listed, state } = await acme();
  const answers = (...numbers: number[]) => json(engines.filter((_, i) => numbers.includes(i + 1)));
  state.put = answers(1);
  expect(await submit(await form('U0ANA'), 1, 3)).toMatch(
    /^\S*You sent Engine 1, Engine 3, .* answered with Engine 1,/,
  );
  expect(await listed()).toContain('The API hasn’t confirmed that');
  state.put = answers(1, 2, 3, 4);
  expect(await submit(await form('U0ANA'), 1, 4)).toContain('Set: Engine 1, Engine 4.');
});

test('a write cut off by a crash may count, and blocks nobody after a minute', async () => {
  const { form, submit, db, time } = await acme();
  const set = { names: ['Engine 1'], ids: [idOf(1)] };
  const entry = { ...WRITE, request: 'lost', at: NINE, subject: 'Engine 1', data: { set } };
  await beginWrite(db, TEAM, entry);
  const ben = await form('U0BEN');
  expect(ben.ticked).toEqual([1]);
  await expect(submit(ben, 1, 3)).rejects.toThrow('Nothing was set.');
  time.now += MINUTE;
  expect(await submit(ben, 1, 3)).toContain('Set: Engine 1, Engine 3.');
});

test('a write is audited by names, with the names it replaced', async () => {
  const { form, submit, db, state } = await acme();
  await submit(await form('U0ANA'), 1, 4);
  state.put = json({ detail: 'no' }, 422);
  await expect(submit(await form('U0ANA'), 2)).rejects.toThrow('was not valid');
  expect(await readSetWrites(db, TEAM, ACME, NINE)).toEqual([
    { of: 'engines', at: NINE, names: ['Engine 1', 'Engine 4'], was: ['Engine 1', 'Engine 2'] },
  ]);
  expect(await readSetWrites(db, TEAM, ACME, NINE + 1)).toEqual([]);
});

test('the audit keeps the ids and shows the names', async () => {
  const { form, submit, lines, db } = await acme();
  await submit(await form('U0ANA'), 1, 4);
  expect(await lines()).toMatchObject([{ subject: 'Engine 1, Engine 4' }]);
  const [row] = await readAudits(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
  expect(row?.data.set).toMatchObject({ ids: [idOf(1), idOf(4)] });
});
