import { describe, expect, it } from 'vitest';
import { NOBODY, openSandbox, TIDEWATER } from './sandbox.ts';

type Sandbox = ReturnType<typeof openSandbox>;
type Score = { date: string; engine: string | null; answer_count: number; complete: boolean };

const engineIds = ({ world }: Sandbox, ...names: string[]) =>
  names.map((name) => world.engines.find(({ displayName }) => displayName === name)?.id ?? '');
const regionIds = ({ world }: Sandbox, ...codes: string[]) =>
  codes.map((wanted) => world.regions.find(({ code }) => code === wanted)?.id ?? '');

/** The last complete day's engines (null is overall) and numbers of answers. */
async function readLastDay({ get }: Sandbox, project?: string): Promise<[string | null, number][]> {
  const rows: Score[] = (await get('/scores/daily', project)).json();
  const complete = rows.filter((row) => row.complete);
  const last = complete.at(-1)?.date;
  return complete.filter(({ date }) => date === last).map((row) => [row.engine, row.answer_count]);
}

describe('the tracked engines', () => {
  it('are some of all engines until somebody changes them', async () => {
    const sandbox = openSandbox();
    const all = (await sandbox.ask('GET', '/v1/public/engines')).json();
    expect(all.map(({ display_name }: { display_name: string }) => display_name)).toEqual([
      'ChatGPT',
      'Gemini',
      'Perplexity',
      'Claude',
      'Copilot',
    ]);
    expect((await readLastDay(sandbox)).map(([engine]) => engine)).toEqual([
      null,
      'ChatGPT',
      'Gemini',
      'Perplexity',
      'Claude',
    ]);
  });

  it('run from the next day on, without touching earlier days or other projects', async () => {
    const sandbox = openSandbox();
    const before = (await sandbox.get('/scores/daily')).json();
    const [copilot, chatgpt] = engineIds(sandbox, 'Copilot', 'ChatGPT');
    const answer = await sandbox.on('PUT', '/engines', { engine_ids: [copilot, chatgpt, copilot] });
    expect(answer.status).toBe(200);
    expect(answer.json().map(({ id }: { id: string }) => id)).toEqual([chatgpt, copilot]);
    expect((await sandbox.get('/scores/daily')).json()).toEqual(before);

    sandbox.clock.advance({ days: 2 });
    expect(await readLastDay(sandbox)).toEqual([
      [null, 60],
      ['ChatGPT', 30],
      ['Copilot', 30],
    ]);
    expect(await readLastDay(sandbox, TIDEWATER)).toHaveLength(5);
    const after = (await sandbox.get('/scores/daily')).json();
    const past = (rows: Score[]) => rows.filter(({ date }) => date > '2026-01-13' && date < '2026-03-12');
    expect(past(after)).toEqual(past(before));
  });
});

describe('the tracked regions', () => {
  it('run from the next day on, as their usage shows', async () => {
    const sandbox = openSandbox();
    const ids = regionIds(sandbox, 'GB', 'FR');
    const answer = await sandbox.on('PUT', '/regions', { region_ids: ids });
    expect(answer.json()).toEqual([
      { id: ids[0], code: 'GB', name: 'United Kingdom' },
      { id: ids[1], code: 'FR', name: 'France' },
    ]);
    sandbox.clock.advance({ days: 2 });
    expect((await readLastDay(sandbox))[0]).toEqual([null, 80]);
    expect((await sandbox.get('/region-usage')).json()).toMatchObject([
      { code: 'GB', run_count: 7 * 40 },
      { code: 'FR', run_count: 40 },
    ]);
  });
});

describe.each([
  ['/engines', 'engine_ids'],
  ['/regions', 'region_ids'],
])('PUT %s refuses', (path, field) => {
  it.each([
    [{}, [field], 'missing'],
    [{ [field]: [] }, [field], 'too_short'],
    [{ [field]: 'ChatGPT' }, [field], 'array_type'],
    [{ [field]: ['ChatGPT'] }, [field, 0], 'uuid_parsing'],
    [{ [field]: [NOBODY] }, [field, 0], 'value_error'],
    [undefined, [], 'missing'],
  ])('%o', async (body, loc, type) => {
    const sandbox = openSandbox();
    const answer = await sandbox.on('PUT', path, body);
    expect(answer.status).toBe(422);
    expect(answer.json().detail).toMatchObject([{ loc: ['body', ...loc], type }]);
    sandbox.clock.advance({ days: 2 });
    expect(await readLastDay(sandbox)).toHaveLength(5);
  });
});

describe('a tracked prompt', () => {
  async function firstPrompt({ get }: Sandbox): Promise<{ id: string; prompt: string }> {
    return (await get('/prompts')).json()[0];
  }

  it('is reworded under the same id, from the next day on', async () => {
    const sandbox = openSandbox();
    const { id } = await firstPrompt(sandbox);
    const answer = await sandbox.on('PATCH', `/prompts/${id}`, { prompt: ' kubernetes cost alerts ' });
    expect(answer.json()).toMatchObject({ id, prompt: 'kubernetes cost alerts', active: true });
    expect(await firstPrompt(sandbox)).toEqual(answer.json());

    sandbox.clock.advance({ days: 1 });
    const { prompt, runs } = (await sandbox.get(`/prompts/${id}/history`)).json();
    expect(prompt).toBe('kubernetes cost alerts');
    const textOf = async (run: { prompt_run_id: string }) =>
      (await sandbox.ask('GET', `/v1/public/prompt-runs/${run.prompt_run_id}`)).json().response.raw_text;
    expect(await textOf(runs[0])).toContain('“kubernetes cost alerts”');
    expect(await textOf(runs.at(-1))).toContain('“k8s cost alerts”');
  });

  it('keeps its text when the new one is blank or belongs to another prompt', async () => {
    const sandbox = openSandbox();
    const { id, prompt } = await firstPrompt(sandbox);
    for (const text of ['Cut AWS bill', '  '])
      expect((await sandbox.on('PATCH', `/prompts/${id}`, { prompt: text })).status).toBe(422);
    expect((await sandbox.on('PATCH', `/prompts/${id}`, { prompt: prompt.toUpperCase() })).status).toBe(200);
    expect((await firstPrompt(sandbox)).prompt).toBe(prompt.toUpperCase());
  });

  it('leaves the list when it is deleted, and runs for the last time that day', async () => {
    const sandbox = openSandbox();
    const { id } = await firstPrompt(sandbox);
    const answer = await sandbox.on('DELETE', `/prompts/${id}`);
    expect([answer.status, answer.json()]).toEqual([200, { deleted: true }]);
    expect((await sandbox.get('/prompts')).json()).toHaveLength(9);
    for (const path of [`/prompts/${id}/history`, `/prompt-detail?prompt_id=${id}`])
      expect((await sandbox.get(path)).json()).toEqual({ detail: 'Prompt not found' });
    expect((await sandbox.on('DELETE', `/prompts/${id}`)).status).toBe(404);
    expect((await sandbox.on('PATCH', `/prompts/${id}`, { prompt: 'x' })).status).toBe(404);

    sandbox.clock.advance({ days: 1 });
    expect((await readLastDay(sandbox))[0]).toEqual([null, 120]);
    sandbox.clock.advance({ days: 1 });
    expect((await readLastDay(sandbox))[0]).toEqual([null, 108]);
  });

  it('gets a new id when its text comes back', async () => {
    const sandbox = openSandbox();
    const { id, prompt } = await firstPrompt(sandbox);
    await sandbox.on('DELETE', `/prompts/${id}`);
    const again = (await sandbox.post('/prompts', { prompt })).json();
    expect(again.id).not.toBe(id);
    await sandbox.on('DELETE', `/prompts/${again.id}`);
    expect((await sandbox.post('/prompts', { prompt })).json().id).not.toBe(again.id);
  });

  it('has no figures before its first day', async () => {
    const sandbox = openSandbox();
    const { id } = (await sandbox.post('/prompts', { prompt: 'cost of idle clusters' })).json();
    expect((await sandbox.get(`/prompt-timeseries?prompt_id=${id}`)).json()).toEqual([]);
    expect((await sandbox.get(`/prompt-detail?prompt_id=${id}`)).json()).toMatchObject({
      answer_count: 0,
      own_average_rank: null,
      by_model: [],
      entities: [],
    });
    sandbox.clock.advance({ days: 2 });
    expect((await sandbox.get(`/prompt-detail?prompt_id=${id}`)).json().answer_count).toBe(12);
  });

  it('is marked as tracked among the suggestions', async () => {
    const sandbox = openSandbox();
    const [{ prompt, status }] = (await sandbox.get('/prompt-suggestions')).json();
    expect(status).toBe('open');
    await sandbox.post('/prompts', { prompt });
    expect((await sandbox.get('/prompt-suggestions')).json()[0]).toMatchObject({ prompt, status: 'tracked' });
  });
});

describe('a project without prompts', () => {
  it('has a history, but nothing new', async () => {
    const sandbox = openSandbox();
    for (const { id } of (await sandbox.get('/prompts')).json()) await sandbox.on('DELETE', `/prompts/${id}`);
    sandbox.clock.advance({ days: 9 });
    const scores: Score[] = (await sandbox.get('/scores/daily')).json();
    expect(scores.at(-1)).toMatchObject({ date: '2026-03-12', complete: true });
    for (const path of ['/topics', '/mentions', '/citations', '/sources', '/referrers', '/region-usage'])
      expect((await sandbox.get(path)).status, path).toBe(200);
    expect((await sandbox.get('/competitor-detail?competitor=Globex')).json().mention_count).toBe(0);
  });
});

describe('an accepted segment', () => {
  it('becomes the category of the prompts it applies to, new ones too', async () => {
    const sandbox = openSandbox();
    const [{ id, name }] = (await sandbox.get('/segment-suggestions')).json();
    await sandbox.post(`/segment-suggestions/${id}/accept`);
    await sandbox.post('/prompts', { prompt: 'cost of idle clusters' });
    const mappings = (await sandbox.get(`/segments/${id}/prompts`)).json();
    expect(mappings).toHaveLength(11);
    for (const { applies, category } of mappings) expect(category === name).toBe(applies);
  });

  it('needs an operation that the API may lack', async () => {
    const sandbox = openSandbox();
    const [{ id }] = (await sandbox.get('/segment-suggestions')).json();
    await sandbox.control('/faults', { operation: 'accept_segment_suggestion', kind: 'not_found' });
    expect((await sandbox.post(`/segment-suggestions/${id}/accept`)).status).toBe(404);
    expect((await sandbox.get('/segment-suggestions')).json()[0].status).toBe('open');
  });
});
