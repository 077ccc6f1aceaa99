/** Mornings of a scores feed over a real store: what the API answers is polled, decided and committed, as the watch does. */
import { expect } from 'vitest';
import type { AlertNews, Decision } from '../../src/decision.ts';
import { decide, findWhy, poll } from '../../src/feeds/feeds.ts';
import { commitVerdict } from '../../src/outbox/commit.ts';
import { type Feed, feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { readKeptAlerts } from '../../src/store/alerts.ts';
import { claimSlot } from '../../src/store/slots.ts';
import type { SlotRow } from '../../src/store/tables.ts';
import type { VisibilityClient } from '../../src/visibility/client.ts';
import { noise } from '../rules/score-days.ts';
import { keptLog } from '../support/log-kept.ts';
import { CHANNEL, dueSlot, HOUR, NINE, openedStore, TEAM } from '../support/store-opened.ts';
import { type Answering, clientOf, json } from '../visibility/api.ts';

export const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
export const DAY = 24 * HOUR;

function feedWith(settings = ''): Feed {
  const text = `{ defaults: { timezone: Europe/Berlin }, projects: [{ id: ${ACME}, name: Acme, scores: { channel: ${CHANNEL}, schedule: every day at 9:00 ${settings} } }] }`;
  return feedsOf(parseProjects(text, 'projects.yml'))[0] ?? expect.fail('there is no feed');
}

/** The day so many days before Thu 19 Nov, the last complete one at NINE. */
export const day = (ago: number) => new Date(Date.parse('2026-11-19') - ago * DAY).toISOString().slice(0, 10);
export const rowsOf = (figures: readonly number[], until = 0) =>
  figures.map((score, i) => ({ date: day(figures.length - 1 - i + until), score }));
export const QUIET = noise(30, 59);

/** A store, and mornings at nine on which the API answers this; what each brought to the outbox. */
export async function mornings(settings?: string) {
  const { db } = await openedStore();
  const feed = feedWith(settings);
  const { log, lines } = keptLog();
  let asked: string[] = [];

  async function morning(
    scores: Answering | readonly object[],
    now = NINE,
    others: Record<string, object[]> = {},
  ) {
    const answering: Answering = (...request) => {
      const path = request[1].url.split('?')[0] ?? '';
      const other = Object.entries(others).find(([end]) => path.endsWith(end));
      if (other) return json(other[1])(...request);
      return (typeof scores === 'function' ? scores : json(path.endsWith('/scores/daily') ? scores : []))(
        ...request,
      );
    };
    const api = await clientOf(answering);
    await dueSlot(db, { subscription: feed.id, due_at: now });
    const slot: SlotRow = (await claimSlot(db, TEAM, 'me', now)) ?? expect.fail('there is no slot');
    const before = await posts();
    const snapshot = await poll(feed, {
      db,
      team: TEAM,
      visibilityOf: () => api.client,
      now,
      log,
    });
    const question = { slot, feed, snapshot, relearn: false, owners: [], now };
    const { silence, ...verdict } = await decide(db, question);
    await commitVerdict(db, { slot, feed, verdict, owner: 'me', recipients: [], now });
    const after = await posts();
    await why(feed, api.client, now);
    asked = api.asked.map(({ url }) => url);
    const isNew = ({ id }: { id: string }) => !before.some((one) => one.id === id);
    return {
      silence,
      posted: after.filter(isNew),
      edited: (verdict.changed ?? []).map(({ key }: AlertNews) => key),
    };
  }

  /** What the watch does right after: the why of what was posted is looked for. */
  async function why(of: Feed, client: VisibilityClient, now: number): Promise<void> {
    const slot = await claimSlot(db, TEAM, 'me', now);
    if (!slot) return;
    const inChannel = { ...slot, channel: of.channel };
    const verdict = await findWhy(of, { db, visibilityOf: () => client, slot: inChannel, now, log });
    await commitVerdict(db, { slot: inChannel, feed: of, verdict, owner: 'me', recipients: [], now });
  }

  async function posts() {
    const rows = await db.selectFrom('delivery').selectAll().orderBy('seq').execute();
    return rows.map((row): { id: string; decision: Decision; wanted: number; notBefore: number } => ({
      id: row.id,
      decision: JSON.parse(row.decision),
      wanted: row.wanted_rev,
      notBefore: row.not_before,
    }));
  }

  const kept = () => readKeptAlerts(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, 0);
  return { db, morning, kept, posts, lines, asked: () => asked };
}

export const kindsOf = (posted: { decision: Decision }[]) => posted.map(({ decision }) => decision.kind);
