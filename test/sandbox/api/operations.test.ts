import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SHAPES } from '../../../src/visibility/assumed.ts';
import { SegmentPromptMapping, SegmentSuggestion, TopicDetail } from '../../../src/visibility/contract.ts';
import type { Shape } from '../../../src/visibility/shape.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { openSandbox, START, TIDEWATER } from './sandbox.ts';

const firstNames = (shape: Shape) => Object.values(shape).map(({ names: [first] }) => first);

describe('the reference API', () => {
  it('lists community leads best first, 25 by default', async () => {
    const { get } = openSandbox('unbounded');
    const leads = parseAnswer('communityLeads', (await get('/community/leads')).json());
    expect(leads).toHaveLength(25);
    expect(leads[0]).toMatchObject({
      title: 'How do you alert on Kubernetes cost spikes?',
      place: 'r/devops',
      score: 91,
    });
    const scores = leads.map(({ score }) => score ?? -1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect((await get('/community/leads?limit=3')).json()).toHaveLength(3);
    expect((await get('/community/leads?limit=200')).json()).toHaveLength(31);
  });

  it('uses the names that the bot tries first', async () => {
    const { get } = openSandbox('unbounded');
    const firstOf = async (path: string) => Object.keys((await get(path)).json()[0]);
    // Leads don't say here which prompt they touch.
    const { promptId, prompt, ...lead } = SHAPES.lead;
    expect(await firstOf('/community/leads')).toEqual(expect.arrayContaining(firstNames(lead)));
    // No day is measured twice here.
    const { revisedAt, ...day } = SHAPES.dailyScore;
    expect(await firstOf('/scores/daily')).toEqual(expect.arrayContaining(firstNames(day)));
    // Topics are asked for by their names here, so they have no ids.
    const { id: _, ...topic } = SHAPES.topic;
    expect(await firstOf('/topics')).toEqual(expect.arrayContaining(firstNames(topic)));
    expect(await firstOf('/prompts')).toEqual(expect.arrayContaining(firstNames(SHAPES.prompt)));
    expect(Object.keys((await get('/community/metrics')).json())).toEqual(firstNames(SHAPES.leadMetrics));
  });

  it('counts the leads it lists', async () => {
    const { get } = openSandbox('unbounded');
    const leads = parseAnswer('communityLeads', (await get('/community/leads?limit=200')).json());
    const scores = leads.flatMap(({ score }) => score ?? []);
    const midnight = START - (START % 86_400_000);
    const metrics = parseAnswer('communityMetrics', (await get('/community/metrics')).json());
    expect(metrics).toEqual({
      total: 31,
      new: leads.filter(({ status }) => status === 'new').length,
      today: leads.filter(({ foundAt }) => (foundAt ?? 0) >= midnight).length,
      averageScore: Number((scores.reduce((sum, score) => sum + score, 0) / scores.length).toFixed(1)),
    });
    expect(metrics.today).toBeGreaterThan(0);
    expect(metrics.new).toBeGreaterThan(metrics.today ?? 0);
  });

  it('lists daily scores: one row overall, one per engine, today incomplete', async () => {
    const { get } = openSandbox('unbounded');
    const rows = parseAnswer('dailyScores', (await get('/scores/daily')).json());
    const yesterday = rows.filter(({ date }) => date === '2026-03-11');
    expect(yesterday.map(({ engine }) => engine)).toEqual([
      undefined,
      'ChatGPT',
      'Gemini',
      'Perplexity',
      'Claude',
    ]);
    const [all, ...engines] = yesterday.map(({ score }) => score ?? Number.NaN);
    expect(all).toBeCloseTo(engines.reduce((sum, score) => sum + score, 0) / 4, 1);
    expect(rows.filter(({ complete }) => complete === false).map(({ date }) => date)).toEqual(
      Array(5).fill('2026-03-12'),
    );
    expect(rows[0]).toMatchObject({ date: '2026-01-11', complete: true, answers: 120 });
  });

  it('lists topics and shows each in detail, ignoring case', async () => {
    const { get } = openSandbox('unbounded');
    const topics = parseAnswer('topics', (await get('/topics')).json());
    for (const topic of topics) {
      const detail = TopicDetail.parse(
        (await get(`/topic-detail?topic=${encodeURIComponent(topic.label?.toUpperCase() ?? '')}`)).json(),
      );
      expect(detail).toMatchObject({
        label: topic.label,
        answer_count: topic.answers,
        own_score: topic.score,
        overall_rank: topic.rank,
      });
      expect(detail.entities).toHaveLength(detail.entity_count);
      expect(detail.by_model).toHaveLength(4);
    }
  });

  it('tracks a new prompt and lists it', async () => {
    const { get, post } = openSandbox('unbounded');
    const created = await post('/prompts', { prompt: '  cost of idle clusters ' });
    expect(created.status).toBe(200);
    const prompt = parseAnswer('createPrompt', created.json());
    expect(prompt).toMatchObject({ text: 'cost of idle clusters', active: true, createdAt: START });
    expect(parseAnswer('prompts', (await get('/prompts')).json())).toContainEqual(prompt);
    expect((await get('/prompts', TIDEWATER)).json()).toHaveLength(10);
  });

  it('suggests segments and says which tracked prompts they apply to, new ones too', async () => {
    const { get, post } = openSandbox('unbounded');
    const [suggestion] = z.array(SegmentSuggestion).parse((await get('/segment-suggestions')).json());
    expect(suggestion).toMatchObject({ name: 'Cost monitoring', status: 'open', accepted_at: null });
    await post('/prompts', { prompt: 'cost of idle clusters' });
    const mappings = z
      .array(SegmentPromptMapping)
      .parse((await get(`/segments/${suggestion?.id}/prompts`)).json());
    expect(mappings).toHaveLength(11);
    const applying = mappings.filter(({ applies }) => applies).map(({ prompt }) => prompt);
    expect(applying).toContain('k8s cost alerts');
    expect(applying).toContain('cost of idle clusters');
    expect(applying).not.toContain('rightsizing recommendations');
  });

  it('accepts a suggestion once; a second click changes nothing', async () => {
    const { get, post, clock } = openSandbox('unbounded');
    const [{ id }] = (await get('/segment-suggestions')).json();
    const first = (await post(`/segment-suggestions/${id}/accept`)).json();
    clock.advance({ minutes: 5 });
    const second = await post(`/segment-suggestions/${id}/accept`);
    expect(first).toMatchObject({ id, status: 'accepted', accepted_at: '2026-03-12T09:00:00.000Z' });
    expect(second.status).toBe(200);
    expect(second.json()).toEqual(first);
    expect((await get('/segment-suggestions')).json()[0]).toEqual(first);
  });

  it('does not accept a dismissed suggestion', async () => {
    const { get, post } = openSandbox('unbounded');
    const [{ id }] = (await get('/segment-suggestions', TIDEWATER)).json();
    const dismissed = (await post(`/segment-suggestions/${id}/dismiss`, undefined, TIDEWATER)).json();
    expect(dismissed).toMatchObject({ status: 'dismissed', dismissed_at: '2026-03-12T09:00:00.000Z' });
    const late = await post(`/segment-suggestions/${id}/accept`, undefined, TIDEWATER);
    expect(late.status).toBe(409);
    expect(late.json()).toEqual({ detail: 'Segment suggestion is already dismissed' });
  });

  it('shows the next day when the clock advances', async () => {
    const { get, clock } = openSandbox('unbounded');
    clock.advance({ days: 1 });
    const { total } = (await get('/community/metrics')).json();
    expect(total).toBeGreaterThanOrEqual(34);
    const complete = parseAnswer('dailyScores', (await get('/scores/daily')).json()).filter(
      (row) => row.complete,
    );
    expect(complete.at(-1)?.date).toBe('2026-03-12');
  });
});
