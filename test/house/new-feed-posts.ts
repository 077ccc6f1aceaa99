/**
 * Run by new-feed.test.ts in a copy of the tree with the patch: a topics feed through poll, decide, commit and render, three
 * weeks in a row. Prints the text of every post, as JSON.
 */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WEEK_MS } from '../../src/durations.ts';
import { decide, poll } from '../../src/feeds/feeds.ts';
import { createLog } from '../../src/log.ts';
import { commitVerdict } from '../../src/outbox/commit.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { readDecision } from '../../src/store/deliveries.ts';
import { claimSlot, openSlot } from '../../src/store/slots.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createVisibility } from '../../src/visibility/client.ts';

const team = 'T0TEAM';
const monday = Date.parse('2026-11-16T08:00:00Z');
const project = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const file = `projects: [{ id: ${project}, name: Acme, topics: { channel: C0ACME, schedule: Mondays 9:00, limit: 1 } }]`;

const weeks = [
  { alerting: 0.2, cost: 0.5 },
  { alerting: 0.31, cost: 0.52 },
  { alerting: 0.31, cost: 0.52 },
];
let week = 0;
const api = createServer((_, answer) => {
  const topics = Object.entries(weeks[week] ?? {}).map(([label, mention_rate]) => ({ label, mention_rate }));
  answer.setHeader('content-type', 'application/json').end(JSON.stringify(topics));
});
await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening));
const address = api.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const visibility = createVisibility({ baseUrl: `http://127.0.0.1:${port}/v1/public` });
const db = await openSqlite(mkdtempSync(path.join(tmpdir(), 'topics-')), () => monday);

const [feed] = feedsOf(parseProjects(file, 'projects.yml'));
if (!feed) throw new Error('There is no feed.');
for (; week < weeks.length; week += 1) {
  const now = monday + week * WEEK_MS;
  const times = { due_at: now, opened_at: now, run_after: now };
  await openSlot(db, { team, subscription: feed.id, channel: feed.channel, rank: 1, ...times });
  const slot = await claimSlot(db, team, 'me', now);
  if (!slot) throw new Error('There is no slot.');
  const log = createLog('silent');
  const snapshot = await poll(feed, { db, team, visibilityOf: () => visibility.open('key'), now, log });
  const verdict = await decide(db, { slot, feed, snapshot, relearn: false, owners: [], now });
  await commitVerdict(db, { slot, feed, verdict, owner: 'me', now, recipients: [] });
}
const rows = await db.selectFrom('delivery').selectAll().orderBy('seq').execute();
const standing = { handles: {}, writes: { accept: false, dismiss: false } };
const texts = rows
  .flatMap((row) => readDecision(row) ?? [])
  .map((decision) => render(decision, standing).text);
process.stdout.write(JSON.stringify(texts));
await db.destroy();
await visibility.close();
api.close();
