import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/ask/plan.ts';
import { KEPT } from '../../src/outbox/post-kinds.ts';
import {
  type AskedAt,
  keepAnswer,
  keepAsked,
  keepProject,
  keepWaiting,
  readAskedInThread,
  takeQuestion,
  takeWaiting,
} from '../../src/store/asked.ts';
import { removeOld } from '../../src/store/retention.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../support/store-opened.ts';

const FIRST: AskedAt = { team: TEAM, channel: CHANNEL, message: '10.1', thread: '10.1' };
const GEMINI: Plan = { intent: 'score', engine: 'Gemini' };
const CHATGPT: Plan = { intent: 'score', engine: 'ChatGPT' };

describe.each(ENGINES)('a question asked in a thread ($name)', ({ openedStore }) => {
  it('is taken once, however often it is told', async () => {
    const { db } = await openedStore();
    const taken = await Promise.all([takeQuestion(db, FIRST, NINE), takeQuestion(db, FIRST, NINE)]);
    expect(taken.toSorted()).toEqual([false, true]);
    expect(await takeQuestion(db, { ...FIRST, channel: 'C0OTHER' }, NINE)).toBe(true);
  });

  it('leaves its plan to the next of its thread, the latest that was read', async () => {
    const { db } = await openedStore();
    await takeQuestion(db, FIRST, NINE);
    await keepAsked(db, FIRST, { projectId: 'acme', plan: GEMINI }, NINE);
    const next = { ...FIRST, message: '11.1' };
    await takeQuestion(db, next, NINE);
    expect((await readAskedInThread(db, next))[0]).toMatchObject({ projectId: 'acme', plan: GEMINI });
    await keepAsked(db, next, { projectId: 'acme', plan: CHATGPT }, NINE);
    expect((await readAskedInThread(db, FIRST))[0]).toMatchObject({ plan: CHATGPT });
  });

  it('waits for its project once, in its channel, and no longer than until another line has one', async () => {
    const { db } = await openedStore();
    const waiting = async (where: AskedAt, since = NINE) => {
      await takeQuestion(db, where, NINE);
      await keepWaiting(db, where, 'how are we doing?');
      return takeWaiting(db, where, since);
    };
    expect(await waiting(FIRST)).toBe('how are we doing?');
    expect(await takeWaiting(db, FIRST, NINE)).toBeUndefined();
    expect(await waiting({ ...FIRST, message: '11.1' }, NINE + 1)).toBeUndefined();
    expect(await takeWaiting(db, { ...FIRST, channel: 'C0OTHER' }, NINE)).toBeUndefined();
    expect(await readAskedInThread(db, FIRST)).toEqual([]);
    await keepProject(db, { ...FIRST, message: '12.1' }, 'acme', NINE);
    expect(await takeWaiting(db, FIRST, NINE)).toBeUndefined();
  });

  it('that waits for its project is taken once, even if two lines name a project at once', async () => {
    const { db } = await openedStore();
    await takeQuestion(db, FIRST, NINE);
    await keepWaiting(db, FIRST, 'how are we doing?');
    const taken = await Promise.all([takeWaiting(db, FIRST, NINE), takeWaiting(db, FIRST, NINE)]);
    expect(taken.toSorted()).toEqual(['how are we doing?', undefined]);
  });

  it('that was asked back leaves all that it can mean', async () => {
    const { db } = await openedStore();
    await keepAsked(db, FIRST, { projectId: 'acme', plan: [GEMINI, CHATGPT] }, NINE);
    expect(await readAskedInThread(db, FIRST)).toEqual([{ projectId: 'acme', plan: [GEMINI, CHATGPT] }]);
  });

  it('is found by its answer, where that begins a thread', async () => {
    const { db } = await openedStore();
    await takeQuestion(db, FIRST, NINE);
    await keepAsked(db, FIRST, { projectId: 'acme', plan: GEMINI }, NINE);
    await keepAnswer(db, FIRST, '10.2');
    expect((await readAskedInThread(db, { ...FIRST, thread: '10.2' }))[0]).toMatchObject({ plan: GEMINI });
    expect(await readAskedInThread(db, { ...FIRST, thread: '10.3' })).toEqual([]);
    expect(await readAskedInThread(db, { ...FIRST, channel: 'C0OTHER' })).toEqual([]);
    expect(await readAskedInThread(db, { ...FIRST, team: 'T0OTHER' })).toEqual([]);
  });

  it.each(['{"plan":{"intent":"sing"}}', '{', '[]', 'null'])(
    'has none where it is of no shape that is known: %s',
    async (plan) => {
      const { db } = await openedStore();
      await takeQuestion(db, FIRST, NINE);
      await db.updateTable('asked').set({ plan, project_id: 'acme' }).execute();
      expect(await readAskedInThread(db, FIRST)).toEqual([]);
    },
  );

  it('leaves the store when it is old', async () => {
    const { db } = await openedStore();
    await takeQuestion(db, FIRST, NINE);
    await takeQuestion(db, { ...FIRST, message: '12.1' }, NINE + HOUR);
    const ages = { slots: 0, deliveries: 0, audit: 0, announced: 0, asked: NINE + 1 };
    await removeOld(db, TEAM, ages, KEPT, async () => true);
    expect(await db.selectFrom('asked').select('message').execute()).toEqual([{ message: '12.1' }]);
  });
});
