import { describe, expect, it } from 'vitest';
import { homeScore } from '../../../src/messages/home/home.ts';
import { parseProjects } from '../../../src/projects/projects.ts';
import { mrkdwn } from '../../../src/slack/text.ts';
import { createRecentScores } from '../../../src/surface/scores/scores.ts';
import { keptLog } from '../../support/log-kept.ts';
import { MINUTE, NINE, openedStore, TEAM } from '../../support/store-opened.ts';
import { type Answering, clientOf, inTurn, json, PROJECT } from '../../visibility/api.ts';

const FILE = `projects: [{ id: ${PROJECT}, name: Acme, visible_in: [C0ACME] }]`;
const [project] = parseProjects(FILE, 'projects.yml').projects;
if (!project) throw new Error('There is no project.');
const ACME = { team: TEAM, project, timezone: 'UTC' };

/** The day before has 50 for its score. */
const moving: Answering = json([
  { date: '2026-11-18', score: 50 },
  { date: '2026-11-19', score: 61 },
]);

const scored = (score: number): Answering => json([{ date: '2026-11-19', score }]);

/** `prompts`: those that are tracked. */
async function scores(answering: Answering, prompts: readonly object[] = []) {
  const { client, asked: all } = await clientOf((...request) =>
    (request[1].url.endsWith('/prompts') ? json(prompts) : answering)(...request),
  );
  const asked = () => all.filter(({ url }) => url.endsWith('/scores/daily'));
  const { db } = await openedStore();
  const time = { now: NINE };
  const { log, text } = keptLog();
  const recent = createRecentScores({ db, api: () => client, log }, () => time.now);
  return { recent, asked, time, text };
}

describe('a project’s scores on the Home tab', () => {
  it('are loading until the API answers', async () => {
    const { recent } = await scores(scored(61));
    expect(recent.known(ACME)).toBe('loading');
    const reading = recent.read(ACME);
    expect(recent.known(ACME)).toBe('loading');
    await reading;
    expect(recent.known(ACME)).toMatchObject({ days: [{ date: '2026-11-19', score: 61 }] });
  });

  it('are read once a minute, however many people look', async () => {
    const { recent, asked, time } = await scores(inTurn(scored(61), scored(62)));
    await Promise.all([recent.read(ACME), recent.read(ACME)]);
    time.now += MINUTE - 1;
    await recent.read(ACME);
    expect(asked()).toHaveLength(1);
    time.now += 1;
    expect(recent.known(ACME)).toBe('loading');
    await recent.read(ACME);
    expect(recent.known(ACME)).toMatchObject({ days: [{ score: 62 }] });
  });

  it('are not compared with a day that had other prompts', async () => {
    const { recent } = await scores(moving, [
      { id: 'p1', prompt: 'k8s', created_at: '2026-11-18T08:00:00Z' },
    ]);
    await recent.read(ACME);
    const score = recent.known(ACME);
    expect(mrkdwn(homeScore(score))).toContain('*61.0* on Thu 19 Nov, not comparable with');
  });

  it('are kept apart by workspace', async () => {
    const { recent } = await scores(scored(61));
    await recent.read(ACME);
    expect(recent.known({ ...ACME, team: 'T0OTHER' })).toBe('loading');
  });

  it('that can’t be read are named as missing until the next look, and logged', async () => {
    const { recent, text } = await scores(inTurn(json({ detail: 'Invalid API key' }, 401), scored(61)));
    await recent.read(ACME);
    expect(recent.known(ACME)).toBe('unreadable');
    expect(text()).toContain('Scores for the Home tab could not be read');
    await recent.read(ACME);
    expect(recent.known(ACME)).toMatchObject({ days: [{ score: 61 }] });
  });
});
