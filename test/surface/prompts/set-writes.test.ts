/** Several people who set the tracked engines: nobody's set is undone unsaid, though the API tells of one a day later. */

import { expect, test } from 'vitest';
import { z } from 'zod';
import { carry } from '../../../src/carried.ts';
import { auditRows, beginWrite, setsWritten } from '../../../src/store/audit.ts';
import { readAuditLines } from '../../../src/surface/projects/audit.ts';
import { setChange, setChangeView, trackedSet } from '../../../src/surface/prompts/tracked-set.ts';
import { drawnView, shownOf, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, HOUR, MINUTE, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { until } from '../../support/until.ts';
import { type Answering, json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
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
const Field = z.object({ element: z.object({ initial_options: z.array(z.object({ value: z.string() })) }) });
const numbers = (ids: readonly string[]) => ids.map((id) => Number(id.slice(-12)));
const WRITE = { action: 'engines.set', projectId: ACME, person: 'U0ANA' };

/** Engines 1 and 2 were asked yesterday. `state.put` answers the next sets; `state.days` are engines by day. */
async function acme() {
  const state = {
    put: json([]),
    days: { '2026-11-19': [1, 2] } as Record<string, number[]>,
    set: [] as number[][],
    /** Where there are any, reads wait in them to be answered. */
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
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const names: Readonly<Record<string, string>> = { U0ANA: 'Ana', U0BEN: 'Ben' };
  const personOf = async (id: string) => ({ ...memberNamed(names[id] ?? id, id), isAdmin: true });
  const given = { workspace: { personOf } };
  const { ask, workspace, db, time } = await surfaceOver(file, api, ok(), given);
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
      const value = carry('tracked_set', { kind: 'engines', project: ACME });
      const answer = await setChange.run({ ...asker(person), value, ts: '1.2', isPrivate: true });
      const given = answer && 'modal' in answer ? await answer.filled?.() : undefined;
      const view = given && drawnView(given);
      if (!view) return expect.fail('there is no form');
      const { element } = Field.parse(view.blocks.find(({ type }) => type === 'input'));
      const ticked = numbers(element.initial_options.map(({ value }) => value));
      return { person, ticked, metadata: view.private_metadata ?? '' };
    },
    async submit({ person, metadata }: { person: string; metadata: string }, ...chosen: number[]) {
      const by = asker(person);
      const lists = { ids: chosen.map(idOf) };
      const submitted = await setChangeView.submit({ ...by, metadata, values: {}, lists });
      if (!('after' in submitted)) return expect.fail(JSON.stringify(submitted));
      const answer = await submitted.after(by);
      if (!answer) return expect.fail('nothing is answered');
      if ('message' in answer) return shownOf(answer.message).join('\n');
      return wordsOf(drawnView(answer.modal).blocks).join('\n');
    },
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

/** A set that the API has taken and does not answer before it is told to. */
function held() {
  const answers: (() => void)[] = [];
  const put: Answering = (response, asked, number) => {
    answers.push(() => json([])(response, asked, number));
  };
  return { put, answers };
}

test('who submits while another’s set is on its way is told whose, and sets nothing', async () => {
  const { form, submit, state } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  const { put, answers } = held();
  state.put = put;
  const first = submit(ana, 1);
  await until('the set is on its way', () => answers.length > 0);
  await expect(submit(ben, 1, 2, 3)).rejects.toThrow(
    'Ana is setting the tracked engines to Engine 1 right now. Nothing was set. Open the form again in a minute.',
  );
  for (const answer of answers) answer();
  expect(await first).toContain('Set: Engine 1.');
  expect(state.set).toEqual([[1]]);
});

test('who submits while another’s set is done between reading and writing sets nothing over it', async () => {
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

test('no form opens while a set is on its way: what it would tick is not known yet', async () => {
  const { form, submit, state } = await acme();
  const ana = await form('U0ANA');
  const { put, answers } = held();
  state.put = put;
  const first = submit(ana, 1);
  await until('the set is on its way', () => answers.length > 0);
  await expect(form('U0BEN')).rejects.toThrow('Ana is setting the tracked engines to Engine 1 right now.');
  for (const answer of answers) answer();
  await first;
  expect((await form('U0BEN')).ticked).toEqual([1]);
});

test('who opened the form before another set them is told who, what and when', async () => {
  const { form, submit, state, time } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  await submit(ana, 1);
  time.now += 5 * MINUTE;
  expect(await submit(ben, 1, 2, 3)).toContain(
    '*Ana set the tracked engines to Engine 1 5 min ago.* Nothing was set.',
  );
  expect(state.set).toEqual([[1]]);
});

test('what was set today is ticked and listed, and is what was there before, though no figure tells of it yet', async () => {
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

test('the figures of the day of a set are from before it; those of the next day count', async () => {
  const { form, submit, state, time } = await acme();
  await submit(await form('U0ANA'), 1);
  time.now = NINE + 24 * HOUR;
  state.days['2026-11-20'] = [1, 2];
  expect((await form('U0BEN')).ticked).toEqual([1]);
  time.now = NINE + 48 * HOUR;
  state.days['2026-11-21'] = [1, 4];
  expect((await form('U0BEN')).ticked).toEqual([1, 4]);
});

test('what was set in the dashboard shows as soon as a day on which ours counts speaks of it', async () => {
  const { form, submit, listed, state, time } = await acme();
  await submit(await form('U0ANA'), 1, 3);
  time.now += HOUR;
  state.days['2026-11-20'] = [1, 2, 4];
  expect((await form('U0BEN')).ticked).toEqual([1, 3]);
  time.now = NINE + 24 * HOUR;
  state.days['2026-11-21'] = [1];
  expect((await form('U0BEN')).ticked).toEqual([1, 3]);
  expect(await listed()).not.toContain('elsewhere');
  state.days['2026-11-21'] = [1, 4];
  expect((await form('U0BEN')).ticked).toEqual([1, 3, 4]);
  expect(await listed()).toContain(
    'Ana set the tracked engines to Engine 1, Engine 3 1 d ago. Since then somebody has changed them elsewhere.',
  );
});

test('what was there before and comes once more is no change of another’s', async () => {
  const { form, submit, state, time } = await acme();
  await submit(await form('U0ANA'), 1);
  time.now += HOUR;
  await submit(await form('U0BEN'), 3);
  time.now = NINE + 24 * HOUR;
  state.days['2026-11-21'] = [1, 2, 3];
  expect((await form('U0BEN')).ticked).toEqual([3]);
});

test('a set that the API never answered may count: others are told so, and what was before it is in doubt', async () => {
  const { form, submit, listed, lines, state } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  state.put = json({}, 503);
  await expect(submit(ana, 1)).rejects.toThrow('failed at the API (503)');
  const told =
    'Ana set the tracked engines to Engine 1 under a minute ago. The API never answered that, so it may not count.';
  expect(await submit(ben, 1, 2, 3)).toContain(`*${told}* Nothing was set.`);
  expect(await listed()).toContain(told);
  state.put = json([]);
  const again = await form('U0BEN');
  expect(again.ticked).toEqual([1]);
  await submit(again, 1, 3);
  expect(await lines()).toMatchObject([
    { outcome: expect.stringMatching(/^was perhaps Engine 1$|^unclear: /) },
    { outcome: expect.stringMatching(/^was perhaps Engine 1$|^unclear: /) },
  ]);
});

test('a set that the API refused changed nothing, and keeps nobody from theirs', async () => {
  const { form, submit, state } = await acme();
  const [ana, ben] = [await form('U0ANA'), await form('U0BEN')];
  state.put = json({ detail: 'no' }, 422);
  await expect(submit(ana, 1)).rejects.toThrow('was not valid');
  state.put = json([]);
  expect(await submit(ben, 1, 2, 3)).toContain('Set: Engine 1, Engine 2, Engine 3.');
});

test('a set that a death of the bot cut off may count: a minute later it keeps nobody waiting', async () => {
  const { form, db, time } = await acme();
  const set = { names: ['Engine 1'], ids: [idOf(1)] };
  const entry = { ...WRITE, request: 'lost', at: NINE, subject: 'Engine 1', data: { set } };
  await beginWrite(db, TEAM, entry);
  await expect(form('U0BEN')).rejects.toThrow('Ana is setting the tracked engines to Engine 1 right now.');
  time.now += MINUTE;
  expect((await form('U0BEN')).ticked).toEqual([1]);
});

test('what was set is known by its names, with those that it took the place of', async () => {
  const { form, submit, db, state } = await acme();
  await submit(await form('U0ANA'), 1, 4);
  state.put = json({ detail: 'no' }, 422);
  await expect(submit(await form('U0ANA'), 2)).rejects.toThrow('was not valid');
  expect(await setsWritten(db, TEAM, ACME, NINE)).toEqual([
    { of: 'engines', at: NINE, names: ['Engine 1', 'Engine 4'], was: ['Engine 1', 'Engine 2'] },
  ]);
  expect(await setsWritten(db, TEAM, ACME, NINE + 1)).toEqual([]);
});

test('the audit keeps the ids of a set, and shows its names', async () => {
  const { form, submit, lines, db } = await acme();
  await submit(await form('U0ANA'), 1, 4);
  expect(await lines()).toMatchObject([{ subject: 'Engine 1, Engine 4' }]);
  const [row] = await auditRows(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
  expect(row?.data.set).toMatchObject({ ids: [idOf(1), idOf(4)], before: [idOf(1), idOf(2)] });
});
