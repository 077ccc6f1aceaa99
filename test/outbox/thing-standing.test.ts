import { expect, test } from 'vitest';
import { readAlertNow, readEndNow } from '../../src/outbox/thing-standing.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { keepAlert } from '../../src/store/alerts.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { OPENED } from '../messages/every-alert.ts';
import { CHANNEL, NINE, openedStore, TEAM } from '../support/store-opened.ts';

const ALERT = { ...OPENED, key: 'score:acme' };
const PROJECTS = parseProjects(
  'projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme }]',
  'projects.yml',
);
const reading = async () => {
  const { db } = await openedStore();
  return { db, team: TEAM, projects: PROJECTS, channel: CHANNEL };
};

test('an alert that its channel was never told of stands nowhere', async () => {
  expect(await readAlertNow(ALERT, await reading())).toEqual({ alert: undefined });
});

test('an alert stands as it was told last, with what its message tells too', async () => {
  const read = await reading();
  const place = { team: TEAM, channel: CHANNEL, projectId: ALERT.project.id };
  const beside = { ...ALERT, key: 'mention_rate:acme', toldIn: ALERT.key };
  await keepAlert(read.db, place, ALERT, NINE);
  await keepAlert(read.db, place, beside, NINE);
  const { alert } = await readAlertNow(ALERT, read);
  expect(alert?.latest).toMatchObject({ key: ALERT.key });
  expect(alert?.also.map(({ key }) => key)).toEqual([beside.key]);
  expect(alert?.muted).toBeUndefined();
});

test('an alert that went the other way stands with the short name of the one that it became', async () => {
  const read = await reading();
  const place = { team: TEAM, channel: CHANNEL, projectId: ALERT.project.id };
  await keepAlert(read.db, place, { ...ALERT, next: 'score:later' }, NINE);
  await giveHandles(read.db, TEAM, 'A', [ALERT.key, 'score:later']);
  const { handles } = await readAlertNow(ALERT, read);
  expect(handles).toEqual({ [ALERT.key]: 'A1', 'score:later': 'A2' });
});

test('the end of an alert stands beside what else of its project is open in the channel', async () => {
  const read = await reading();
  const place = { team: TEAM, channel: CHANNEL, projectId: ALERT.project.id };
  const over = { ...ALERT, alert: { ...ALERT.alert, status: 'recovered' as const } };
  await keepAlert(read.db, place, over, NINE);
  await keepAlert(read.db, place, { ...ALERT, key: 'rate' }, NINE);
  await keepAlert(read.db, place, { ...over, key: 'also over' }, NINE);
  // It is told in the message of another one, which is listed.
  await keepAlert(read.db, place, { ...ALERT, key: 'part', toldIn: 'rate' }, NINE);
  await keepAlert(read.db, { ...place, channel: 'C0OTHER' }, { ...ALERT, key: 'elsewhere' }, NINE);
  await giveHandles(read.db, TEAM, 'A', [ALERT.key, 'rate']);
  const { kind, v } = { kind: 'ended_alert', v: 2 } as const;
  const ended = { kind, v, project: ALERT.project, key: ALERT.key, alert: over };
  const { alert, handles } = await readEndNow(ended, read);
  expect(alert?.others?.map(({ key }) => key)).toEqual(['rate']);
  expect(handles).toEqual({ [ALERT.key]: 'A1', rate: 'A2' });
});
