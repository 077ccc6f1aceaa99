/** Why a score moved: looked for after its alert is posted, within a bound, for all channels once, whatever happens meanwhile. */
import { describe, expect, it } from 'vitest';
import type { ScoreAlert } from '../../src/decision.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { readKeptAlerts } from '../../src/store/alerts.ts';
import type { Db } from '../../src/store/tables.ts';
import type { WatchDeps } from '../../src/watch/watch.ts';
import { QUIET, rowsOf } from '../feeds/mornings.ts';
import { CHANNEL, HOUR, MINUTE, NINE, slotsOf, TEAM } from '../support/store-opened.ts';
import { ACME, apiWith, SCORES, watchOver } from '../support/watch-over.ts';
import { type Answering, json } from '../visibility/api.ts';

const idOf = (i: number) => `0b54cf0a-2c1d-4e38-8a55-${String(i).padStart(12, '0')}`;
const LAST = QUIET.at(-1) ?? 0;

/** So many prompts, all made long ago. */
const promptsOf = (many: number) =>
  Array.from({ length: many }, (_, i) => ({
    id: idOf(i),
    prompt: `prompt ${i}`,
    category: `topic ${i % 4}`,
    created_at: '2026-01-01T00:00:00Z',
  }));

/** Gemini fell in the answers to every prompt, Claude in none. */
const SERIES = ['2026-11-18', '2026-11-19'].flatMap((date, i) => [
  { date, engine: 'Gemini', score: i === 0 ? LAST : LAST - 20 },
  { date, engine: 'Claude', score: LAST },
]);

/** A morning on which the score fell; what a test names takes the place of what the API answers. */
async function fallen(answers: Record<string, Answering> = {}, many = 3, deps: Partial<WatchDeps> = {}) {
  const answering = {
    '/scores/daily': json(rowsOf([...QUIET, LAST - 10])),
    '/prompts': json(promptsOf(many)),
    '/prompt-timeseries': json(SERIES),
    ...answers,
  };
  const watched = await watchOver((...request) => apiWith(answering)(...request), [SCORES], deps);
  const askedFor = (path: string) => watched.api.asked.filter(({ url }) => url.includes(path)).length;
  return { ...watched, askedFor, alert: (channel?: string) => alertIn(watched.db, channel) };
}

async function alertIn(db: Db, channel = CHANNEL): Promise<ScoreAlert | undefined> {
  const [kept] = await readKeptAlerts(db, { team: TEAM, channel, projectId: ACME }, 0);
  return kept?.news.kind === 'score_alert' ? kept.news : undefined;
}

/** Answers nothing until it is let. */
function held(then: Answering) {
  let isOpen = false;
  const waiting: (() => void)[] = [];
  const answering: Answering = (...request) =>
    isOpen ? then(...request) : void waiting.push(() => then(...request));
  const open = () => {
    isOpen = true;
    for (const answer of waiting.splice(0)) answer();
  };
  return { answering, open, waits: () => waiting.length };
}

const GEMINI = { parts: [{ of: [{ kind: 'engine', name: 'Gemini' }] }] };
const DONE = { state: 'done' };

describe('why an alert came', () => {
  it('follows its post, which waits for none of what it is made of', async () => {
    const series = held(json(SERIES));
    const { tickAt, queued, alert, slotsCome, db } = await fallen({ '/prompt-timeseries': series.answering });
    await tickAt(NINE);
    await expect.poll(series.waits).toBe(3);
    const [post] = await queued();
    expect(post).toMatchObject({ kind: 'score_alert', decision: { score: LAST - 10 } });
    expect(post?.decision.explanation).toBeUndefined();
    series.open();
    await slotsCome(DONE, DONE);
    expect(await alert()).toMatchObject({ explanation: GEMINI, worst: [{ before: LAST }, {}, {}] });
    const edits = await db.selectFrom('delivery').select('wanted_rev').execute();
    expect(edits).toEqual([{ wanted_rev: 2 }]);
  });

  it('is found by another process where the first one dies over it, and is written once', async () => {
    const series = held(json(SERIES));
    const { tickAt, slotsCome, alert, db } = await fallen({ '/prompt-timeseries': series.answering });
    await tickAt(NINE);
    await expect.poll(series.waits).toBe(3);
    // Its lease is over, and nobody has heard of it.
    await db.updateTable('slot').set({ owner: 'the dead', lease_until: 0 }).where('rank', '=', 8).execute();
    await tickAt(NINE + MINUTE);
    await expect.poll(async () => (await slotsOf(db))[1]?.attempts).toBe(2);
    series.open();
    await slotsCome(DONE, DONE);
    expect(await alert()).toMatchObject({ explanation: GEMINI });
    expect(await db.selectFrom('delivery').select('wanted_rev').execute()).toEqual([{ wanted_rev: 2 }]);
  });

  it('is looked for again after a fault of our own', async () => {
    const watched = await fallen();
    const { tickAt, alert, db } = watched;
    let isBroken = true;
    const limited = watched.api.client.limited;
    Object.assign(watched.api.client, {
      limited: (calls: number) => {
        if (isBroken) throw new Error('out of order');
        return limited(calls);
      },
    });
    await tickAt(NINE);
    await expect.poll(async () => (await slotsOf(db))[1]?.owner).toBeNull();
    expect(await alert()).toMatchObject({ whyDue: true });
    isBroken = false;
    await tickAt(NINE + 5 * MINUTE);
    await watched.slotsCome(DONE, DONE);
    expect(await alert()).toMatchObject({ explanation: GEMINI });
    expect(await alert()).not.toHaveProperty('whyDue');
  });

  it('that cannot be read leaves the alert as it is, and is not asked for again', async () => {
    const broken = json({}, 404);
    const watched = await fallen({ '/prompt-timeseries': broken, '/mentions': broken, '/citations': broken });
    await watched.tickAt(NINE);
    await watched.slotsCome(DONE, DONE);
    expect(await watched.alert()).toMatchObject({
      alert: { status: 'open' },
      unread: ['promptTimeseries', 'mentions', 'citations'],
    });
    expect(await watched.alert()).not.toHaveProperty('whyDue');
    const asked = watched.askedFor('/prompt-timeseries');
    await watched.tickAt(NINE + HOUR);
    expect(watched.askedFor('/prompt-timeseries')).toBe(asked);
    expect(await watched.queued()).toHaveLength(1);
  });

  it('is read once for all channels that were told of it', async () => {
    const file = `{ owners: [U0OWNER], defaults: { timezone: Europe/Berlin }, projects: [{ id: ${ACME}, name: Acme, ${SCORES} }] }`;
    const view = parseProjects(file, '');
    const made = view.projects.flatMap(({ scores }) =>
      scores ? [{ scores: { ...scores, channel: 'C0OTHER' }, revision: 1 }] : [],
    );
    const both = { ...view, projects: view.projects.map((project) => ({ ...project, made })) };
    const { tickAt, slotsCome, alert, askedFor } = await fallen({}, 3, { projects: () => both });
    await tickAt(NINE);
    await slotsCome(DONE, DONE, DONE, DONE);
    expect(askedFor('/prompt-timeseries')).toBe(3);
    const [here, there] = [await alert(), await alert('C0OTHER')];
    expect(here).toMatchObject({ explanation: GEMINI });
    expect([there?.explanation, there?.worst]).toEqual([here?.explanation, here?.worst]);
  });

  it('takes at most 40 calls, and says how many prompts it did not read', async () => {
    const { tickAt, slotsCome, alert, askedFor, api } = await fallen({}, 130);
    await tickAt(NINE);
    await slotsCome(DONE, DONE);
    // The poll asks for the scores, the list of prompts and who is named: what follows is the why.
    expect(api.asked.length - 3).toBeLessThanOrEqual(40);
    const read = askedFor('/prompt-timeseries');
    expect(read).toBeGreaterThan(30);
    expect(await alert()).toMatchObject({ explanation: { unread: 130 - read } });
  });

  it('of which each call fails asks no more than that either', async () => {
    const { tickAt, slotsCome, api } = await fallen({ '/prompt-timeseries': json({}, 503) }, 60);
    await tickAt(NINE);
    await slotsCome(DONE, DONE);
    expect(api.asked.length - 3).toBeLessThanOrEqual(40);
  });

  it('may be that other prompts are asked than before: then the alert is withdrawn, and that is said', async () => {
    const [before, day] = ['2026-11-18', '2026-11-19'];
    // Asked again since that day, one of them says nothing of it in the list.
    const resumed: Answering = (response, asked, number) =>
      json(
        asked.url.includes(idOf(0))
          ? [{ date: day, score: LAST - 30 }]
          : [before, day].map((date) => ({ date, score: LAST })),
      )(response, asked, number);
    const { tickAt, slotsCome, queued, db } = await fallen({ '/prompt-timeseries': resumed });
    await tickAt(NINE);
    await slotsCome(DONE, DONE);
    const kept = await readKeptAlerts(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, 0);
    expect(kept.map(({ news }) => news.kind).toSorted()).toEqual(['score_alert', 'score_notice']);
    expect((await queued()).map(({ kind }) => kind)).toContain('score_notice');
    const told = kept.flatMap(({ news }) => (news.kind === 'score_alert' ? news : []));
    expect(told).toMatchObject([{ alert: { status: 'corrected' } }]);
  });

  it('comes with the post where the list does not say since when its prompts are there', async () => {
    const undated = promptsOf(3).map(({ created_at: _, ...prompt }) => prompt);
    const { tickAt, slotsCome, queued } = await fallen({ '/prompts': json(undated) });
    await tickAt(NINE);
    await slotsCome(DONE);
    expect(await queued()).toMatchObject([{ kind: 'score_alert', decision: { explanation: GEMINI } }]);
  });
});

it('a recap that is due with the scores names the alert they bring, in whatever channel', async () => {
  const recap = 'recap: { channel: C0TEAM, schedule: Fridays at 9:00 }';
  const file = `{ defaults: { timezone: Europe/Berlin }, projects: [{ id: ${ACME}, name: Acme, ${SCORES}, ${recap} }] }`;
  const scores = held(json(rowsOf([...QUIET, LAST - 10])));
  const view = parseProjects(file, '');
  const given = { '/scores/daily': scores.answering };
  const { tickAt, slotsCome, queued, db } = await fallen(given, 3, { projects: () => view });
  await tickAt(NINE);
  await expect.poll(scores.waits).toBe(1);
  expect((await slotsOf(db)).map(({ attempts }) => attempts)).toEqual([1, 0]);
  scores.open();
  await slotsCome(DONE, DONE, DONE);
  const recapped = (await queued()).find(({ kind }) => kind === 'recap');
  expect(recapped?.decision.alerts).toMatchObject([{ handle: 'A1' }]);
});
