import { beforeAll, describe, expect, it } from 'vitest';
import { pickSearches } from '../../../src/sandbox/world/answers.ts';
import { collectRuns, figuresOver, type RawRun, round } from './raw-rows.ts';
import { ACME, openSandbox, START } from './sandbox.ts';

const RIVALS = ['Globex', 'Initech', 'Umbra', 'Hooli', 'Vandelay'];
const TODAY = '2026-03-12';
const YESTERDAY = '2026-03-11';

const sandbox = openSandbox('unbounded');
const read = async (path: string) => (await sandbox.get(path)).json();
/** Every readable run, and those of the seven complete days. */
let runs: RawRun[];
let week: RawRun[];

beforeAll(async () => {
  runs = await collectRuns(sandbox);
  week = runs.filter(({ day }) => day !== TODAY);
});

const ofEngine = (rows: RawRun[], id: string | null) =>
  id === null ? rows : rows.filter(({ engineId }) => engineId === id);

/** A tool's figures as a row must have them. */
function standing(rows: RawRun[], entity: string) {
  const { score, mentionRate, averageRank } = figuresOver(rows, entity);
  return { score, mention_rate: mentionRate, average_rank: averageRank };
}
function ownStanding(rows: RawRun[]) {
  const { score, mentionRate, averageRank } = figuresOver(rows, 'Acme');
  return { own_score: score, own_mention_rate: mentionRate, own_average_rank: averageRank };
}
function bestRival(rows: RawRun[]) {
  return RIVALS.toSorted((a, b) => figuresOver(rows, b).score - figuresOver(rows, a).score)[0];
}

describe('recomputed from the runs', () => {
  it('there are a week of them and today’s so far', () => {
    expect(week).toHaveLength(7 * 120);
    expect(runs.length).toBeGreaterThan(week.length);
    for (const { ranks, ownRank } of runs) expect(ranks.get('Acme') ?? null).toBe(ownRank);
  });

  it('mentions are every tool that an answer’s text lists, newest first', async () => {
    const mentions = await read('/mentions?limit=5000');
    const listed = runs.flatMap(({ responseId, ranks }) =>
      Array.from(ranks, ([entity, rank]) => `${responseId} ${entity} ${rank}`),
    );
    const actual = mentions.map(
      (row: { response_id: string; entity_name: string; rank_position: number }) =>
        `${row.response_id} ${row.entity_name} ${row.rank_position}`,
    );
    expect(actual.toSorted()).toEqual(listed.toSorted());
    const times = mentions.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(mentions.map(({ id }: { id: string }) => id)).size).toBe(mentions.length);
  });

  it.each([YESTERDAY, TODAY])('daily scores of %s are right, overall and per engine', async (date) => {
    const rows = (await read('/scores/daily')).filter((row: { date: string }) => row.date === date);
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const answers = ofEngine(
        runs.filter(({ day }) => day === date),
        row.engine_id,
      );
      expect(row).toMatchObject({ ...standing(answers, 'Acme'), answer_count: answers.length });
    }
  });

  it('daily scores of a region are right, if requested', async () => {
    const [{ id }] = (await sandbox.ask('GET', '/v1/public/regions')).json();
    const rows = (await read(`/scores/daily?region_ids=${id}`)).filter(
      (row: { date: string; region_id: string | null }) => row.date === YESTERDAY && row.region_id === id,
    );
    expect(rows).toHaveLength(5);
    const answers = week.filter(({ day, regionId }) => day === YESTERDAY && regionId === id);
    expect(answers).toHaveLength(40);
    for (const row of rows) expect(row).toMatchObject(standing(ofEngine(answers, row.engine_id), 'Acme'));
  });

  it('a prompt’s detail and daily scores are right', async () => {
    const promptId = runs[0]?.promptId;
    const answers = week.filter((run) => run.promptId === promptId);
    const detail = await read(`/prompt-detail?prompt_id=${promptId}`);
    expect(detail).toMatchObject({ ...ownStanding(answers), answer_count: answers.length });
    for (const row of detail.by_model) {
      const its = ofEngine(answers, row.engine_id);
      expect(row).toMatchObject({ ...ownStanding(its), top_competitor: bestRival(its) });
    }
    for (const row of detail.entities)
      expect(row).toMatchObject({
        ...standing(answers, row.entity_name),
        mention_count: figuresOver(answers, row.entity_name).count,
      });
    expect(detail.entities).toHaveLength(new Set(answers.flatMap(({ ranks }) => [...ranks.keys()])).size);

    const days = await read(`/prompt-timeseries?prompt_id=${promptId}`);
    expect(days.filter(({ engine_id }: { engine_id: string | null }) => engine_id === null)).toHaveLength(61);
    for (const row of days.filter(({ date }: { date: string }) => date === YESTERDAY)) {
      const its = ofEngine(
        answers.filter(({ day }) => day === YESTERDAY),
        row.engine_id,
      );
      expect(row).toMatchObject({ ...standing(its, 'Acme'), answer_count: its.length });
    }
  });

  it.each(RIVALS)('figures of %s are right', async (name) => {
    const detail = await read(`/competitor-detail?competitor=${name.toUpperCase()}`);
    expect(detail).toMatchObject({
      ...standing(week, name),
      name,
      mention_count: figuresOver(week, name).count,
    });
    expect(detail.by_model).toHaveLength(4);
    for (const row of detail.by_model)
      expect(row).toMatchObject(standing(ofEngine(week, row.engine_id), name));
    for (const row of detail.topics) {
      const { score, mention_rate } = standing(await citing(row.label), name);
      expect(row).toMatchObject({ score, mention_rate });
    }
  });

  /** The runs whose answers gave the topic as a reason. */
  async function citing(label: string): Promise<RawRun[]> {
    const answers = await read(`/topic-answers?topic=${encodeURIComponent(label)}&limit=1000`);
    const ids = new Set(answers.map((row: { response_id: string }) => row.response_id));
    return week.filter(({ responseId }) => ids.has(responseId));
  }

  it('each topic’s detail is right', async () => {
    for (const { label } of await read('/topics')) {
      const answers = await citing(label);
      const detail = await read(`/topic-detail?topic=${encodeURIComponent(label)}`);
      expect(detail).toMatchObject({ ...ownStanding(answers), answer_count: answers.length });
      for (const row of detail.by_model) {
        const its = ofEngine(answers, row.engine_id);
        expect(row).toMatchObject({ ...ownStanding(its), top_competitor: bestRival(its) });
      }
      for (const row of detail.entities)
        expect(row).toMatchObject({
          ...standing(answers, row.entity_name),
          top_pick_count: figuresOver(answers, row.entity_name).topPicks,
        });
      for (const { evidence, engine_id } of detail.evidence)
        expect(ofEngine(answers, engine_id).some(({ text }) => text.includes(evidence))).toBe(true);
    }
  });

  it('topic answers are newest first, with the sentence as evidence', async () => {
    const answers = await read('/topic-answers?topic=Pricing');
    expect(answers).toHaveLength(25);
    for (const { response_id, raw_text, evidence } of answers) {
      expect(runs.find(({ responseId }) => responseId === response_id)?.text).toBe(raw_text);
      expect(raw_text).toContain(evidence);
    }
    const times = answers.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('each region’s usage is right', async () => {
    const usage = await read('/region-usage');
    expect(usage.map(({ code }: { code: string }) => code)).toEqual(['US', 'GB', 'DE']);
    for (const row of usage) {
      const here = week.filter(({ regionId }) => regionId === row.region_id);
      expect(row).toMatchObject({
        prompt_count: new Set(here.map(({ promptId }) => promptId)).size,
        run_count: here.length,
        share: round(here.length / week.length, 4),
      });
    }
  });

  it('the counts of searches are right', async () => {
    const rows: { prompt_id: string; engine_id: string; query: string; count: number }[] =
      await read('/query-fanout?limit=1000');
    const tally = new Map<string, number>();
    const project = sandbox.world.project(ACME);
    for (const run of project?.countedRuns(START) ?? [])
      for (const query of pickSearches('Acme', run)) {
        const key = `${run.prompt.id} ${run.engineId} ${query}`;
        tally.set(key, (tally.get(key) ?? 0) + 1);
      }
    expect(new Map(rows.map((row) => [`${row.prompt_id} ${row.engine_id} ${row.query}`, row.count]))).toEqual(
      tally,
    );
    expect(rows.map(({ count }) => count)).toEqual(rows.map(({ count }) => count).toSorted((a, b) => b - a));
  });

  it('there is one run group per day, finished when the day is over', async () => {
    const { runs: history } = await read(`/prompts/${runs[0]?.promptId}/history`);
    const groups = new Set<string>(history.map(({ run_group_id }: { run_group_id: string }) => run_group_id));
    expect(groups.size).toBe(8);
    let failures = 0;
    for (const id of groups) {
      const { run_group, prompt_runs } = (await sandbox.ask('GET', `/v1/public/runs/${id}`)).json();
      const done = prompt_runs.filter(({ status }: { status: string }) => status === 'completed');
      const failed = prompt_runs.filter(({ status }: { status: string }) => status === 'failed');
      const isToday = run_group.created_at.startsWith(TODAY);
      expect(run_group).toMatchObject({
        status: isToday ? 'running' : 'completed',
        total_runs: 120 + failed.length,
        completed_runs: done.length,
      });
      expect(prompt_runs).toHaveLength(120 + failed.length);
      failures += failed.length;
      for (const { id, error } of failed) {
        const { prompt_run, response } = (await sandbox.ask('GET', `/v1/public/prompt-runs/${id}`)).json();
        expect([prompt_run.error, response]).toEqual([error, null]);
      }
      expect(done).toHaveLength(runs.filter(({ day }) => day === run_group.created_at.slice(0, 10)).length);
    }
    // Each failure was retried, so no answer is missing.
    expect(failures).toBeGreaterThan(0);
  });
});
