import { describe, expect, it } from 'vitest';
import { beginWrite } from '../../src/store/audit.ts';
import { HOUR, NINE, TEAM } from '../support/store-opened.ts';
import { type Answering, json } from '../visibility/api.ts';
import { ACME, DAY, kindsOf, mornings, QUIET, rowsOf } from './mornings.ts';

const idOf = (i: number) => `0b54cf0a-2c1d-4e38-8a55-${String(i).padStart(12, '0')}`;
const [OLD, NEW] = [idOf(1), idOf(2)];

/** A fall on Thu 19 Nov; somebody tracks an easy prompt on Fri 20, asked from Sat 21 on. It lifts the mean by ten. */
const FALLEN = [...QUIET, 50];
const LIFTED = [...FALLEN, 50, 60];
const old = { id: OLD, prompt: 'k8s cost', created_at: '2026-01-01T00:00:00Z' };
const easy = { id: NEW, prompt: 'acme', created_at: new Date(NINE + HOUR).toISOString() };

/** Scores up to so many days after Thu 19 Nov, these prompts, and what each of them had. */
function api(scores: readonly number[], prompts: object[], figures: (id: string) => object[] | undefined) {
  const answering: Answering = (response, asked, number) => {
    const id = /prompt_id=([^&]+)/.exec(asked.url)?.[1] ?? '';
    const rows = asked.url.includes('timeseries') ? figures(id) : [];
    const body = asked.url.includes('/scores/daily') ? rowsOf(scores, FALLEN.length - scores.length) : rows;
    return (body ? json(body) : json({}, 404))(response, asked, number);
  };
  return [answering, { '/prompts': prompts }] as const;
}
const figuresOf = (id: string) => (id === NEW ? rowsOf([95], -2) : rowsOf([50, 50, 50], -2));

/** Mornings since the alert opened. */
async function opened() {
  const all = await mornings();
  const [scores, others] = api(FALLEN, [old], figuresOf);
  await all.morning(scores, NINE, others);
  return {
    ...all,
    async morningOn(days: number, [scores, others]: ReturnType<typeof api>) {
      const { posted, silence } = await all.morning(scores, NINE + days * DAY, others);
      const [news] = (await all.kept()).flatMap(({ news }) => (news.kind === 'score_alert' ? news : []));
      const asked = all.asked().filter((url) => url.includes('timeseries')).length;
      return { posted: kindsOf(posted), silence, asked, status: news?.alert.status, news };
    },
  };
}

describe('prompts tracked while an alert is open', () => {
  it('are asked for their figures once, and the alert ends when those from before are back', async () => {
    const { morningOn } = await opened();
    const both = [old, easy];
    expect(await morningOn(1, api([...FALLEN, 50], both, figuresOf))).toMatchObject({ asked: 0 });
    const first = await morningOn(2, api(LIFTED, both, figuresOf));
    expect(first).toMatchObject({ posted: [], silence: 'edits_only', asked: 2, status: 'open' });
    expect(first.news).toMatchObject({
      alert: { calmDays: 0 },
      measured: [{ day: '2026-11-21', came: ['acme'] }],
      promptChanges: [{ day: '2026-11-21', shared: { parts: 1, before: 50, after: 50 } }],
    });
    expect(await morningOn(2.1, api(LIFTED, both, figuresOf))).toMatchObject({
      posted: [],
      silence: 'nothing_new',
      asked: 0,
    });
    const second = await morningOn(3, api([...LIFTED, 60], both, figuresOf));
    expect(second).toMatchObject({ posted: [], asked: 0, status: 'open', news: { alert: { calmDays: 0 } } });
    const back = await morningOn(5, api([...LIFTED, 60, 70, 70], both, figuresOf));
    expect(back).toMatchObject({ posted: ['ended_alert'], asked: 0, status: 'recovered' });
  });

  it('that cannot be read say so, end nothing, and are asked again the day after', async () => {
    const { morningOn } = await opened();
    const both = [old, easy];
    const failed = await morningOn(
      2,
      api(LIFTED, both, () => undefined),
    );
    expect(failed).toMatchObject({ posted: [], status: 'open', news: { alert: { calmDays: 0 } } });
    expect(failed.news?.promptChanges).toEqual([
      { day: '2026-11-21', of: 'prompts', came: ['acme'], went: [] },
    ]);
    const read = await morningOn(3, api([...LIFTED, 60], both, figuresOf));
    expect(read).toMatchObject({
      asked: 2,
      news: { promptChanges: [{ shared: { before: 50, after: 50 } }] },
    });
  });

  it('among too many to read are not asked: a few do not matter, many cannot be judged', async () => {
    const listOf = (many: number, fresh: number) =>
      Array.from({ length: many }, (_, i) => ({
        ...(i < fresh ? easy : old),
        id: idOf(i),
        prompt: `prompt ${i}`,
      }));
    const { morningOn } = await opened();
    const many = await morningOn(3, api([...LIFTED, 60], listOf(60, 10), figuresOf));
    expect(many).toMatchObject({
      asked: 0,
      status: 'open',
      news: { promptChanges: [{ day: '2026-11-21' }] },
    });
    const few = await (await opened()).morningOn(3, api([...LIFTED, 60], listOf(60, 1), figuresOf));
    expect(few).toMatchObject({ asked: 0, status: 'recovered' });
  });
});

it('a prompt that ended while an alert is open takes its figures along', async () => {
  const { morningOn, db } = await opened();
  const write = { request: '1', at: NINE + HOUR, person: 'U0ANA', action: 'prompt.untrack' };
  await beginWrite(db, TEAM, { ...write, projectId: ACME, subject: 'hard one' });
  const { status, asked, news } = await morningOn(3, api([...LIFTED, 60], [old], figuresOf));
  expect({ status, asked }).toEqual({ status: 'open', asked: 1 });
  expect(news?.promptChanges).toMatchObject([{ went: ['hard one'], shared: { before: 50, after: 50 } }]);
});
