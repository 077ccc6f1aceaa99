import { describe, expect, it } from 'vitest';
import type { AlertStatus, MentionAlert, ScoreAlert } from '../../src/decision.ts';
import { toKnownFeed } from '../../src/feeds/feed-standing.ts';
import { nothingToPreview } from '../../src/messages/feeds/feed-list.ts';
import { readStanding } from '../../src/outbox/standing.ts';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { keepAlert, muteAlert } from '../../src/store/alerts.ts';
import { pauseFeed, readSubscriptions } from '../../src/store/subscriptions.ts';
import type { Db } from '../../src/store/tables.ts';
import { previewFeed } from '../../src/watch/preview.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { clocksRead, shownOf } from '../messages/reading.ts';
import { noise } from '../rules/score-days.ts';
import { keptLog } from '../support/log-kept.ts';
import { CHANNEL, HOUR, NINE, openedStore, TEAM } from '../support/store-opened.ts';
import { clientOf, json } from '../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const PROJECTS = parseProjects(
  `{ defaults: { timezone: Europe/Berlin }, projects: [{ id: ${ACME}, name: Acme, scores: { channel: ${CHANNEL}, schedule: every day at 9:00 } }] }`,
  'projects.yml',
);
const PLACE = { team: TEAM, channel: CHANNEL, projectId: ACME };
const DAY = 24 * HOUR;

/** Fri 20 Nov is NINE: the last of these days is Thu 19. */
const day = (ago: number) => new Date(NINE - (ago + 1) * DAY).toISOString().slice(0, 10);
const rowsOf = (figures: readonly number[]) =>
  figures.map((score, i) => ({ date: day(figures.length - 1 - i), score }));
const QUIET = noise(30, 59);

/** What a preview of the feed says while the API answers so. */
async function previewed(db: Db, figures: readonly number[]): Promise<string> {
  const feed = feedsOf(PROJECTS)[0] ?? expect.fail('there is no feed');
  const api = await clientOf((response, asked, number) =>
    json(asked.url.includes('/scores/daily') ? rowsOf(figures) : [])(response, asked, number),
  );
  const place = { channel: CHANNEL, isMember: async () => true };
  const { messages, silence, paused } = await previewFeed(
    {
      db,
      visibilityOf: () => api.client,
      standingOf: (team, decision) => readStanding(db, team, decision, PROJECTS, place),
      log: keptLog().log,
    },
    TEAM,
    feed,
    NINE,
  );
  expect(messages).toEqual([]);
  const page = nothingToPreview(feed.project, 'scores', silence, paused);
  return clocksRead(shownOf(page).join('\n'));
}

/** The channel was told of the score's fall on Thu 19 Nov. */
async function told(db: Db, status: AlertStatus = 'open', given: Partial<ScoreAlert> = {}) {
  const key = given.key ?? `score:${ACME}:score:2026-11-19`;
  const alert = livingAlert({ key, status, lead: { ...livingAlert().lead, value: 50, delta: -11.2 } });
  await keepAlert(db, PLACE, { ...OPENED, project: { id: ACME, name: 'Acme' }, key, alert, ...given }, NINE);
  return { team: TEAM, channel: CHANNEL, key };
}

describe('a preview of scores with nothing to post', () => {
  it('is that alone where no alert stands', async () => {
    const { db } = await openedStore();
    expect(await previewed(db, QUIET)).toBe('*Acme scores would post nothing now: nothing unusual.*');
    await told(db, 'recovered');
    expect(await previewed(db, QUIET)).toBe('*Acme scores would post nothing now: nothing unusual.*');
  });

  it('doesn’t say that nothing is unusual while an alert on negative mentions is open', async () => {
    const { db } = await openedStore();
    const figures = { day: day(0), negative: 49, of: 127 };
    const alert: MentionAlert = {
      kind: 'mention_alert',
      v: 1,
      key: 'negative',
      status: 'open',
      project: { id: ACME, name: 'Acme' },
      about: { type: 'negative', usual: 0.07, figures },
    };
    await keepAlert(db, PLACE, alert, NINE);
    expect(await previewed(db, QUIET)).toBe('*Acme scores would post nothing now: nothing new.*');
  });

  it('says that the feed is paused, since when and why', async () => {
    const { db } = await openedStore();
    const [feed = expect.fail('there is no feed')] = feedsOf(PROJECTS);
    await readSubscriptions(db, TEAM, [toKnownFeed(feed)], NINE - HOUR);
    await pauseFeed(db, TEAM, feed.id, 'not_in_channel', NINE - HOUR);
    expect(await previewed(db, QUIET)).toBe(
      [
        '*Acme scores would post nothing now: nothing unusual.*',
        'Paused since Fri 20 Nov, 07:00 UTC, because Sightline isn’t in the channel: its feed posts nothing meanwhile.',
      ].join('\n'),
    );
  });

  it('says that changes only go into the message of an open alert', async () => {
    const { db } = await openedStore();
    await told(db);
    expect(await previewed(db, [...QUIET, 50])).toMatch(/post nothing now: changes only go into the message/);
  });

  it('says that everything new is muted', async () => {
    const { db } = await openedStore();
    const at = await told(db, 'open', { key: 'earlier' });
    await muteAlert(db, at, { by: 'U0ANA', until: NINE + 2 * HOUR });
    const ended = { openedOn: '2026-11-10', day: '2026-11-12' };
    const over = livingAlert({ ...ended, key: 'earlier', status: 'recovered' });
    await told(db, 'recovered', { key: 'earlier', alert: over });
    expect(await previewed(db, [...QUIET, 50])).toMatch(/everything new is muted/);
  });
});
