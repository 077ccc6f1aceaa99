import { describe, expect, test } from 'vitest';
import type { LeadDigest, ScoreAlert } from '../../src/decision.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { queueDecision } from '../../src/outbox/queue.ts';
import { readStanding } from '../../src/outbox/standing.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { keepAlert } from '../../src/store/alerts.ts';
import { wantFirstDigestEdits } from '../../src/store/deliveries.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { DIGEST } from '../messages/cast.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { wordsOf } from '../messages/reading.ts';
import { CHANNEL, HOUR, NINE, openedStore, TEAM } from '../support/store-opened.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const SCORES = 'C0SCORES';
const PROJECTS = parseProjects(
  `projects: [{ id: ${ACME}, name: Acme, leads: { channel: ${CHANNEL}, schedule: Mondays 9:00 }, visible_in: [${SCORES}] }]`,
  'projects.yml',
);
const project = { id: ACME, name: 'Acme' };
const FIRST: LeadDigest = { ...DIGEST, project, first: true, at: NINE };

/** What a digest says where an alert was told in this channel; `isOverlap`: all its readers are in the digest's too. */
async function saidBy(digest: LeadDigest, alert: Partial<ScoreAlert> = {}, told = SCORES, isOverlap = true) {
  const { db } = await openedStore();
  const news = { ...OPENED, project, alert: livingAlert(), ...alert };
  await keepAlert(db, { team: TEAM, channel: told, projectId: news.project.id }, news, NINE - HOUR);
  await giveHandles(db, TEAM, 'A', [news.key]);
  const areAllIn = async (channel: string, other: string) =>
    isOverlap && channel === CHANNEL && other === SCORES;
  const place = { channel: CHANNEL, isMember: async () => true, areAllIn };
  return wordsOf(render(digest, await readStanding(db, TEAM, digest, PROJECTS, place)).blocks).join('\n');
}

describe('a first digest', () => {
  test('names the open alert that another channel of its readers was told of', async () => {
    expect(await saidBy(FIRST)).toContain(
      `Acme also has an open visibility alert in <#${SCORES}>: \`/visibility A1\``,
    );
  });

  test('is silent where some of its readers are not in that channel', async () => {
    expect(await saidBy(FIRST, {}, SCORES, false)).not.toContain('visibility alert');
  });

  test('is silent of an alert that stands beside it, is over, or is another project’s', async () => {
    expect(await saidBy(FIRST, {}, CHANNEL)).not.toContain('visibility alert');
    expect(await saidBy(FIRST, { alert: livingAlert({ status: 'recovered' }) })).not.toContain(
      'visibility alert',
    );
    expect(await saidBy(FIRST, { project: { id: 'other', name: 'Other' } })).not.toContain(
      'visibility alert',
    );
  });
});

test('a later digest says nothing of alerts', async () => {
  expect(await saidBy({ ...FIRST, first: false })).not.toContain('visibility alert');
});

test('an alert that comes after the first digest edits that one, and no later digest', async () => {
  const { db } = await openedStore();
  for (const [first, at] of [
    [true, NINE],
    [false, NINE + 1],
  ] as const) {
    const to = { team: TEAM, channel: CHANNEL, subscription: 'leads', slotAt: at };
    await queueDecision(db, { ...FIRST, first, at }, to, NINE);
  }
  await wantFirstDigestEdits(db, TEAM, ACME, NINE - HOUR);
  const rows = await db.selectFrom('delivery').select('wanted_rev').orderBy('slot_at').execute();
  expect(rows.map(({ wanted_rev }) => wanted_rev)).toEqual([2, 1]);
});
