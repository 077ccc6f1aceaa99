/** The form of tracked regions with more of them than fit in a Slack menu. */
import { expect, test } from 'vitest';
import { ok } from '../../support/slack-server.ts';
import { ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';
import { openSetForm, submitSetForm } from './set-form.ts';

const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
const idsOf = (...numbers: number[]) => numbers.map(idOf);
const upTo = (many: number) => Array.from({ length: many }, (_, i) => i);

/** A project that tracks some of many regions. `state`: the API's later responses, and what was written. */
async function projectWith(many: number, tracked: readonly string[]) {
  const state = { many, tracked, set: [] as unknown[], isUnread: false };
  const api: Answering = (response, asked, number) => {
    const { many, tracked } = state;
    const all = upTo(many).map((i) => ({ id: idOf(i), name: `Region ${i}` }));
    if (asked.method === 'PUT') state.set.push(JSON.parse(asked.body));
    const usage = tracked.map((region_id) => ({ region_id, prompt_count: 1 }));
    const answer = asked.url.includes('usage') ? json(usage, state.isUnread ? 404 : 200) : json(all);
    answer(response, asked, number);
  };
  const { ask } = await surfaceOver(ACME_FILE, api, ok());
  let clicks = 0;
  const asker = () => {
    clicks += 1;
    return ask({ id: `${clicks}` });
  };
  return {
    state,
    form: () => openSetForm('regions', asker()),
    submit: (metadata: string, ids: readonly string[]) => submitSetForm(metadata, ids, asker()),
  };
}

test('tracked choices come first and are ticked; those that don’t fit are named', async () => {
  const { form } = await projectWith(120, idsOf(3, 110));
  const { listed, ticked, words } = await form();
  expect(ticked).toEqual(idsOf(3, 110));
  expect(listed.slice(0, 3)).toEqual(idsOf(3, 110, 0));
  expect(listed).toHaveLength(100);
  expect(words).toContain('Not listed here, and left as they are (20): Region 99, Region 100, ');
});

test('a tracked region stays tracked if the form is submitted unchanged', async () => {
  const { form, submit, state } = await projectWith(120, idsOf(3, 110));
  const { metadata, ticked } = await form();
  expect(await submit(metadata, ticked)).toContain('Set: Region 3, Region 110.');
  expect(state.set).toEqual([{ region_ids: idsOf(3, 110) }]);
});

test('regions set here are ticked whatever the API lists that day', async () => {
  const { form, submit, state } = await projectWith(9, idsOf(1, 2));
  await submit((await form()).metadata, idsOf(1, 3));
  expect((await form()).ticked).toEqual(idsOf(1, 3));
  state.tracked = idsOf(1, 2, 3);
  expect((await form()).ticked).toEqual(idsOf(1, 3));
});

test('tracked regions that don’t fit in the menu stay tracked', async () => {
  const { form, submit, state } = await projectWith(130, idsOf(...upTo(130).filter((i) => i >= 10)));
  const { metadata, ticked, words } = await form();
  expect(ticked).toEqual(idsOf(...upTo(110).filter((i) => i >= 10)));
  expect(words).toContain('Not listed here, and left as they are (30): Region 110');
  await submit(metadata, idsOf(10, 11));
  expect(state.set).toEqual([{ region_ids: idsOf(10, 11, ...upTo(130).filter((i) => i >= 110)) }]);
});

test('a tracked region that the API no longer lists isn’t removed silently', async () => {
  const { form, submit, state } = await projectWith(3, idsOf(1, 7));
  const { metadata, words } = await form();
  expect(words).toContain(`Not listed here, and left as they are (1): ${idOf(7)}`);
  await submit(metadata, idsOf(2));
  expect(state.set).toEqual([{ region_ids: idsOf(2, 7) }]);
});

test('nothing is set if the API’s choices or the tracked ones changed; the form is shown again', async () => {
  const { form, submit, state } = await projectWith(99, idsOf(3));
  const { metadata } = await form();
  state.many = 100;
  expect(await submit(metadata, idsOf(3))).toMatch(/changed while this form was open.* Nothing was set/);
  state.many = 99;
  state.tracked = idsOf(4);
  expect(await submit(metadata, idsOf(3))).toContain('Nothing was set');
  expect((await form()).ticked).toEqual(idsOf(4));
  expect(state.set).toEqual([]);
});

test('if what is tracked can’t be read, the form says so and can still be submitted', async () => {
  const { form, submit, state } = await projectWith(120, []);
  state.isUnread = true;
  const first = await form();
  expect(first.ticked).toEqual([]);
  expect(first.words).toContain(
    'Which regions are tracked now couldn’t be read: what’s selected was last set in Slack. What you set replaces all of them.',
  );
  expect(first.words).toContain('Not listed here, and can’t be chosen (20): Region 100, ');
  expect(await submit(first.metadata, idsOf(1, 3))).toContain('Set: Region 1, Region 3.');
  expect(state.set).toEqual([{ region_ids: idsOf(1, 3) }]);
  const next = await form();
  expect(next.ticked).toEqual(idsOf(1, 3));
});

test('nothing is set unseen if the tracked set becomes readable, or unreadable, while the form is open', async () => {
  const { form, submit, state } = await projectWith(5, idsOf(3));
  const { metadata } = await form();
  state.isUnread = true;
  expect(await submit(metadata, idsOf(1))).toMatch(
    /Nothing was set[\s\S]*Which regions are tracked now couldn’t be read/,
  );
  const unread = await form();
  state.isUnread = false;
  expect(await submit(unread.metadata, idsOf(1))).toContain('Nothing was set');
  expect((await form()).ticked).toEqual(idsOf(3));
  expect(state.set).toEqual([]);
});
