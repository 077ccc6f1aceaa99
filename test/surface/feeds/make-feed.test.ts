import { describe, expect, it, test } from 'vitest';
import type { Project } from '../../../src/projects/projects.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import { describeDoubts, makeFeed } from '../../../src/surface/feeds/feed-form.ts';
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
    const describe = (values: Record<string, string>) =>
      describeDoubts({ kind: 'leads', values, lists: {} }, project, ask({}));
    const lead = { key: 'id:1', identities: ['id:1'], rank: 1, score: 91, place: 'r/devops' };
    return { describe, record: () => recordLeads(db, TEAM, ACME, [lead], NINE) };
  }

  it('is a minimum that no lead has reached: the highest score so far is told', async () => {
    const { describe, record } = await doubts();
    expect(await describe({ min_score: '150' })).toEqual([]);
    await record();
    expect(await describe({ min_score: '150' })).toEqual([expect.stringContaining('91')]);
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
  });
});
