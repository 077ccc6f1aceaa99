import { describe, expect, it, test } from 'vitest';
import type { Project } from '../../../src/projects/projects.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import { describeChange, describeDoubts, makeFeed } from '../../../src/surface/feeds/make-feed.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

test('the bot can’t be mentioned in alerts, though Slack offers it', async () => {
  const { ask, workspace } = await surfaceOver(ACME_FILE, json([]), ok({ channel: { is_member: true } }));
  const project = workspace.projects().projects[0] as Project;
  const asker = ask({ person: 'U0BEN' });
  const naming = (...mention: string[]) => ({
    kind: 'scores' as const,
    values: { channel: CHANNEL, schedule: 'every day at 9:00' },
    lists: { mention },
  });
  expect(await makeFeed(project, naming('U0ANA', workspace.botUserId), asker)).toEqual({
    kind: 'faulty',
    faults: { mention: 'Sightline can’t be mentioned in its own alert. Choose people.' },
  });
  expect(await makeFeed(project, naming('U0ANA'), asker)).toMatchObject({
    kind: 'kept',
    feed: { settings: { mention: ['U0ANA'] } },
  });
});

describe('a change that may be a typo', () => {
  async function doubts() {
    const { ask, db, workspace } = await surfaceOver(ACME_FILE, json([]), ok({}));
    const project = workspace.projects().projects[0] as Project;
    const describe = (values: Record<string, string>, before?: Record<string, unknown>) =>
      describeDoubts({ kind: 'leads', values, lists: {} }, before, project, ask({}));
    const lead = { key: 'id:1', identities: ['id:1'], rank: 1, score: 91, place: 'r/devops' };
    return { describe, record: () => recordLeads(db, TEAM, ACME, [lead], NINE) };
  }

  it('is a minimum that no lead has reached: the highest score so far is told', async () => {
    const { describe, record } = await doubts();
    expect(await describe({ min_score: '150' })).toEqual([]);
    await record();
    expect(await describe({ min_score: '150' })).toEqual([expect.stringContaining('91')]);
    expect(await describe({ min_score: '150' }, { min_score: 150 })).toEqual([]);
    for (const min_score of ['91', '', 'many']) expect(await describe({ min_score })).toEqual([]);
  });

  it('is a place that no lead has come from: the nearest known one is named', async () => {
    const { describe, record } = await doubts();
    expect(await describe({ places: 'r/devpos' })).toEqual([]);
    await record();
    expect(await describe({ places: 'devops' })).toEqual([]);
    expect(await describe({ places: 'r/devpos, r/devops' })).toEqual([
      'No lead has come from “r/devpos”. Did you mean r/devops?',
    ]);
    expect(await describe({ places: 'r/memes' })).toHaveLength(1);
    expect(await describe({ places: 'r/memes' }, { places: { never: ['r/memes'] } })).toEqual([]);
  });
});

const NOW = Date.parse('2026-11-20T08:00:00Z');
const BEFORE = { channel: 'C0ACME', schedule: 'weekdays at 9:00', limit: 10, words: { never: ['hiring'] } };

const told = (settings: Record<string, unknown>, ago = 120_000) =>
  describeChange(BEFORE, { settings, at: NOW - ago }, 'Ana', NOW);

describe('whoever submits a form second', () => {
  it('reads who changed what, and how long ago', () => {
    expect(told({ ...BEFORE, schedule: 'Mondays 8:00' })).toBe(
      'Ana changed the schedule to “Mondays 8:00” 2 min ago.',
    );
  });

  it('reads two changes and how many more there are', () => {
    const two = { ...BEFORE, limit: 5, words: { never: ['hiring', 'intern'] } };
    expect(told(two)).toBe(
      'Ana changed the number of leads to “5” and the words left out to “hiring, intern” 2 min ago.',
    );
    expect(told({ ...two, quiet: '22:00-07:00', warm_leads: true }, 1_000)).toBe(
      'Ana changed the quiet hours to “22:00-07:00”, the number of leads to “5” and 2 more under a minute ago.',
    );
  });

  it('reads only the name of what was removed or turned on', () => {
    const { limit: _limit, ...rest } = BEFORE;
    expect(told(rest)).toBe('Ana changed the number of leads 2 min ago.');
    expect(told({ ...BEFORE, mention: ['U0BEN'] })).toBe('Ana changed who is mentioned 2 min ago.');
  });

  it('reads the current schedule if the earlier settings are unknown', () => {
    const now = { settings: { ...BEFORE, schedule: 'Mondays 8:00' }, at: NOW - 120_000 };
    expect(describeChange(undefined, now, 'Ana', NOW)).toBe(
      'Ana changed this feed 2 min ago: its schedule is “Mondays 8:00” now.',
    );
  });

  it('reads long texts shortened', () => {
    expect(told({ ...BEFORE, words: { never: ['x'.repeat(500)] } }).length).toBeLessThan(120);
  });
});
