/** /visibility scores, after the tracked prompts changed, and after alerts. */
import { expect, test } from 'vitest';
import type { Message } from '../../../src/slack/blocks.ts';
import { keepAlert } from '../../../src/store/alerts.ts';
import {
  type AuditData,
  type AuditEnd,
  type AuditEntry,
  beginWrite,
  endWrite,
} from '../../../src/store/audit.ts';
import { keepScores } from '../../../src/store/daily-scores.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { scores } from '../../../src/surface/scores/scores.ts';
import { livingAlert, OPENED } from '../../messages/every-alert.ts';
import { buttonsOf, drawn, wordsOf } from '../../messages/reading.ts';
import { dailyScore } from '../../rules/cast.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const ANA = memberNamed('Ana', 'U0ANA');

/** The last complete day at NINE is Thu 19 Nov. */
const DAILY = [
  { date: '2026-11-17', score: 50 },
  { date: '2026-11-18', score: 51.2 },
  { date: '2026-11-19', score: 53.6 },
];

const OTHER = 'C0TIDEWATER';

type Written = Pick<AuditEntry, 'action' | 'at' | 'data'> & {
  subject?: string;
  state?: AuditEnd['state'];
  end?: AuditData;
};
type Past = {
  written?: Written[];
  told?: { channel: string; score: number }[];
  kept?: Parameters<typeof keepScores>[2]['put'];
};

/** The answer; `prompts` and `daily` answer who asks for these. */
async function answered(
  prompts: Answering,
  { written = [], told = [], kept = [] }: Past = {},
  daily = json(DAILY),
): Promise<Message> {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${OTHER}, ${CHANNEL}] }]`;
  const api: Answering = (...request) => (request[1].url.endsWith('/prompts') ? prompts : daily)(...request);
  const given = { workspace: { personOf: async () => ANA } };
  const { db, ask, workspace } = await surfaceOver(file, api, ok(), given);
  for (const [i, { state = 'done', end: data, ...write }] of written.entries()) {
    const entry = { request: `${i}`, person: 'U0ANA', projectId: ACME, subject: `prompt ${i}`, ...write };
    await beginWrite(db, TEAM, entry);
    await endWrite(db, TEAM, entry.request, { state, outcome: 'answered', data });
  }
  await keepScores(db, { team: TEAM, projectId: ACME }, { put: kept, drop: [], since: '2026-01-01' });
  for (const [i, { channel, score }] of told.entries()) {
    const news = { ...OPENED, project: { id: ACME, name: 'Acme' }, score, previousScore: 60.3 };
    const alert = { ...news, alert: livingAlert({ key: news.key, status: 'open' }) };
    await keepAlert(db, { team: TEAM, channel, projectId: ACME }, alert, NINE - HOUR + i);
    await giveHandles(db, TEAM, 'A', [news.key]);
  }
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  if (scores.scope !== 'project') expect.fail('asked for a project');
  const answer = await scores.run({
    ...ask(),
    project,
    words: '',
    line: '',
    channels: {},
    options: {},
    page: 0,
  });
  return answer && 'message' in answer ? drawn(answer.message) : expect.fail('there is no answer');
}

/** The lines of the answer. */
async function said(...asked: Parameters<typeof answered>): Promise<string[]> {
  return wordsOf((await answered(...asked)).blocks).flatMap((words) => words.split('\n'));
}

const broken = json({ detail: 'down' }, 500);

test('says that the last day has other prompts, whoever changed them', async () => {
  const made = { id: 'p1', prompt: 'helm', created_at: '2026-11-18T08:00:00Z' };
  expect((await said(json([made])))[0]).toContain(
    '53.6* on Thu 19 Nov, not comparable with 51.2 on Wed 18 Nov: 1 prompt added',
  );
});

test('counts a prompt once that was tracked and edited on the same day', async () => {
  const [tracked, edited] = [Date.parse('2026-11-18T08:00:00Z'), Date.parse('2026-11-18T08:10:00Z')];
  const made = { id: 'p1', prompt: 'helm charts', created_at: '2026-11-18T08:00:00Z' };
  const written = [
    { action: 'prompt.track', at: tracked, subject: 'helm', end: { promptId: 'p1' } },
    { action: 'prompt.edit', at: edited, subject: 'helm', end: { words: 'helm charts' } },
  ];
  expect((await said(json([made]), { written }))[0]).toContain(
    'not comparable with 51.2 on Wed 18 Nov: 1 prompt added',
  );
});

test('also knows changes made here if the prompts can’t be read', async () => {
  const written = [
    { action: 'prompt.untrack', at: NINE - 49 * HOUR },
    { action: 'prompt.untrack', at: NINE - 72 * HOUR },
  ];
  const lines = await said(broken, { written });
  expect(lines[0]).toMatch(/53\.6\* on Thu 19 Nov, /);
  expect(lines.join(' ')).toContain('1 prompt removed');
});

test('says that the last day has other regions', async () => {
  const set = { names: ['France'], ids: ['fr'], before: ['us', 'de'] };
  const begun = { action: 'regions.set', at: Date.parse('2026-11-18T08:00:00Z'), data: { set } };
  const written = [{ ...begun, end: { set: { ...set, was: ['United States', 'Germany'] } } }];
  expect((await said(json([]), { written }))[0]).toContain(
    '53.6* on Thu 19 Nov, not comparable with 51.2 on Wed 18 Nov: France added, United States and Germany removed',
  );
  const refused = [{ ...begun, state: 'failed' as const }];
  expect((await said(json([]), { written: refused }))[0]).toContain('up 2.4 points since Wed 18 Nov');
  const lost = [{ ...begun, state: 'unclear' as const }];
  expect((await said(json([]), { written: lost }))[0]).toContain(
    'not comparable with 51.2 on Wed 18 Nov: regions changed',
  );
});

test('without such a change compares the days', async () => {
  const old = { id: 'p1', prompt: 'helm', created_at: '2026-08-01T08:00:00Z' };
  const lines = await said(json([old]));
  expect(lines[0]).toContain('53.6* on Thu 19 Nov, up 2.4 points since Wed 18 Nov');
  expect(lines.join(' ')).not.toContain('different prompts');
});

test('names the alert as posted in this channel, or another’s if this one had none', async () => {
  const there = { channel: OTHER, score: 53.3 };
  const both = (await said(json([]), { told: [{ channel: CHANNEL, score: 52.2 }, there] })).join(' ');
  expect(both).toContain('fell 8.1 points');
  expect(both).not.toContain('7.0 points');
  expect((await said(json([]), { told: [there] })).join(' ')).toContain('fell 7.0 points');
});

test('shows stored days that the API no longer lists', async () => {
  const kept = [14, 15, 16].map((day) => ({
    part: '',
    row: { ...dailyScore({ score: 40 + day }), date: `2026-11-${day}` },
  }));
  const { text } = await answered(json([]), { kept });
  expect(text).toContain('53.6 on Thu 19 Nov, up 2.4 points since Wed 18 Nov');
  expect(text).toContain('6 days to Thu 19 Nov: lowest 50.0, highest 56.0');
});

test('a new project says where to begin, unless something is tracked', async () => {
  const offered = async (prompts: Answering) => buttonsOf((await answered(prompts, {}, json([]))).blocks);
  expect(await offered(json([]))).toEqual(['Track…', 'Suggested prompts']);
  expect(await offered(json([{ id: 'p1', prompt: 'helm' }]))).not.toContain('Track…');
  expect(await offered(broken)).not.toContain('Track…');
});
