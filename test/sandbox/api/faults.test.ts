import { afterEach, describe, expect, it } from 'vitest';
import { FAULT_KINDS } from '../../../src/sandbox/api/faults.ts';
import { type Served, serve } from '../../../src/sandbox/local-only.ts';
import { SegmentSuggestion, TopicDetail } from '../../../src/visibility/contract.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { ACME, KEY, openSandbox } from './sandbox.ts';

const BOT_LIMIT = 10 * 1024 * 1024;

/** An operation's answer without the fault and with it. */
async function readSpoilt(kind: string, path: string) {
  const sandbox = openSandbox();
  const right = await sandbox.get(path);
  await sandbox.control('/faults', { operation: '*', kind, times: 1 });
  const wrong = await sandbox.get(path);
  expect((await sandbox.get(path)).text).toBe(right.text);
  return { right, wrong };
}

describe('a fault', () => {
  it.each([
    ['not_found', 404, { detail: 'Not Found' }],
    ['rate_limited_bare', 429, { detail: 'Too many requests' }],
    ['quota_402', 402, { detail: expect.stringMatching(/quota/) }],
    ['quota_403', 403, { detail: expect.stringMatching(/quota/) }],
    ['quota_429', 429, { detail: expect.stringMatching(/quota/) }],
  ])('can be the status of %s', async (kind, status, body) => {
    const { wrong } = await readSpoilt(kind, '/topics');
    expect([wrong.status, wrong.json()]).toEqual([status, body]);
    expect(wrong.headers.has('retry-after')).toBe(false);
  });

  it('can be more bytes than anybody should read, with valid JSON', async () => {
    const { right, wrong } = await readSpoilt('huge', '/topics');
    expect(wrong.text.length).toBeGreaterThan(BOT_LIMIT);
    expect(wrong.json()).toEqual(right.json());
  });

  it('can be a wrong type in every field', async () => {
    const { right, wrong } = await readSpoilt('wrong_types', '/topic-detail?topic=pricing');
    expect(TopicDetail.safeParse(right.json()).success).toBe(true);
    const faults = TopicDetail.safeParse(wrong.json()).error?.issues ?? [];
    expect(faults.map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining(['label', 'answer_count', 'by_model.0.engine_id', 'evidence.0.evidence']),
    );
  });

  it('can be rows without a documented field', async () => {
    const { wrong } = await readSpoilt('missing_field', '/segment-suggestions');
    const { error } = SegmentSuggestion.array().safeParse(wrong.json());
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['0.id']);
  });

  it.each([
    ['/community/leads', 'communityLeads', 'headline'],
    ['/warm-leads', 'communityLeads', 'permalink'],
    ['/prompts', 'prompts', 'prompt_id'],
  ] as const)('can be other field names: %s', async (path, operation, name) => {
    const { right, wrong } = await readSpoilt('alternative_names', path);
    expect(Object.keys(right.json()[0])).not.toContain(name);
    expect(Object.keys(wrong.json()[0])).toContain(name);
    expect(parseAnswer(operation, wrong.json())).toEqual(parseAnswer(operation, right.json()));
  });

  it('leaves documented names alone', async () => {
    const { right, wrong } = await readSpoilt('alternative_names', '/topic-detail?topic=pricing');
    expect(wrong.text).toBe(right.text);
  });

  it('can be scores from 0 to 1', async () => {
    const { right, wrong } = await readSpoilt('unit_scale', '/topic-detail?topic=pricing');
    const [before, after] = [TopicDetail.parse(right.json()), TopicDetail.parse(wrong.json())];
    expect(after.own_score).toBeCloseTo(before.own_score / 100, 4);
    expect(after.entities.map(({ score }) => score * 100)).toEqual(
      before.entities.map(({ score }) => expect.closeTo(score, 1)),
    );
    expect(after.answer_count).toBe(before.answer_count);
  });

  it('can be new ids for the same rows, different each time', async () => {
    const sandbox = openSandbox();
    await sandbox.control('/faults', { operation: 'community_leads', kind: 'reissued_ids' });
    const [first, second] = [await sandbox.get('/community/leads'), await sandbox.get('/community/leads')];
    const read = (answer: typeof first) => parseAnswer('communityLeads', answer.json());
    const ids = [...read(first), ...read(second)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(read(first).map(({ url }) => url)).toEqual(read(second).map(({ url }) => url));
  });

  it('can be new ids and addresses for the same threads', async () => {
    const { right, wrong } = await readSpoilt('reissued_threads', '/community/leads');
    const [before, after] = [right, wrong].map((answer) => parseAnswer('communityLeads', answer.json()));
    const known = new Set(before?.flatMap(({ id, url }) => [id, url]));
    expect(after?.filter(({ id, url }) => known.has(id) || known.has(url))).toEqual([]);
    expect(after?.map(({ title }) => title)).toEqual(before?.map(({ title }) => title));
  });

  it.each(FAULT_KINDS.filter((kind) => !['hang', 'truncated'].includes(kind)))(
    'leaves a refusal as it is, or replaces it: %s',
    async (kind) => {
      const sandbox = openSandbox();
      const refused = await sandbox.get('/topic-detail?topic=weather');
      await sandbox.control('/faults', { operation: '*', kind, times: 1 });
      const answer = await sandbox.get('/topic-detail?topic=weather');
      expect(answer.status).toBeGreaterThanOrEqual(400);
      if (answer.status === 404 && kind !== 'not_found') expect(answer.text).toBe(refused.text);
    },
  );
});

describe('a fault of the connection', () => {
  let served: Served | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  async function serveWith(kind: string) {
    const sandbox = openSandbox();
    await sandbox.control('/faults', { operation: 'topics', kind, times: 1 });
    served = await serve(sandbox.app, 0);
    const url = `${served.url}/v1/public/projects/${ACME}/topics`;
    const ask = (signal?: AbortSignal) =>
      fetch(url, { headers: { 'X-API-Key': KEY }, ...(signal && { signal }) });
    return { sandbox, ask };
  }

  it('can cut the answer off in the middle', async () => {
    const { ask } = await serveWith('truncated');
    const answer = await ask();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(await (await ask()).json()).toHaveLength(5);
  });

  it('can leave the caller without an answer, which the journal shows', async () => {
    const { sandbox, ask } = await serveWith('hang');
    // Long enough for a busy machine to take the request: only one request meets the fault.
    await expect(ask(AbortSignal.timeout(500))).rejects.toThrow('timeout');
    expect(await (await ask()).json()).toHaveLength(5);
    await expect
      .poll(async () =>
        (await sandbox.control('/requests')).json().map(({ status }: { status: number }) => status),
      )
      .toEqual(expect.arrayContaining([408, 200]));
  });

  it('does not keep the server from stopping', async () => {
    const { ask } = await serveWith('hang');
    const asked = ask().catch(() => 'broken off');
    await expect.poll(async () => (await ask()).status).toBe(200);
    await served?.close();
    served = undefined;
    expect(await asked).toBe('broken off');
  });
});
