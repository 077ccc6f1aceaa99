import { expect, test } from 'vitest';
import type { MentionAlert } from '../../../src/decision.ts';
import { DAY_MS, HOUR_MS } from '../../../src/durations.ts';
import { dayName } from '../../../src/messages/times.ts';
import {
  findNotUseful,
  judgeAlert,
  keepAlert,
  muteAlert,
  settleAlert,
  takeAlert,
} from '../../../src/store/alerts.ts';
import { keepDays } from '../../../src/store/daily-scores.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { answerQuestion } from '../../../src/surface/ask/answer-question.ts';
import type { Around } from '../../../src/surface/ask/conversation.ts';
import { livingAlert, OPENED } from '../../messages/every-alert.ts';
import { heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { CHANNEL, TEAM } from '../../support/store-opened.ts';
import { askingAcme } from './asked.ts';

const living = livingAlert({ key: OPENED.key, status: 'open' });
const told = { ...OPENED, project: { id: ACME.id, name: 'Acme' } };

async function withAlert(status: 'open' | 'recovered') {
  const { db, time, asker, answer } = await askingAcme();
  const alert = { ...told, alert: livingAlert({ key: told.key, status }) };
  await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME.id }, alert, time.now);
  await giveHandles(db, TEAM, 'A', [told.key]);
  const first = async (text: string, around?: Around) =>
    heardOf((await answerQuestion({ text }, asker(), around)).page)[0];
  return { db, time, asker, answer, first };
}

const CARD = /\bA1\b/;

test('a question about “it” is answered with the only open alert', async () => {
  const { first } = await withAlert('open');
  for (const text of ['when did it start?', 'who is looking into this', 'what is the open alert'])
    expect(await first(text)).toMatch(CARD);
  expect(await first('when will it be back to normal?')).toMatch(CARD);
  const around: Around = { plan: { intent: 'leads' } };
  expect(await first('70% of it is pricing?', around)).toMatch(CARD);
  expect(await first('tell me about the alert', around)).toMatch(CARD);
  expect(await first('how did we do on Gemini when did it start?')).not.toMatch(CARD);
  expect(await first('my left shoe squeaks')).not.toMatch(CARD);
  // The lead that was opened has an owner, too.
  expect(await first('who has it?', { card: 'L2' })).not.toMatch(CARD);
  expect(await first('who is on the alert?', { card: 'L2' })).toMatch(CARD);
});

test('where no alert is open, nobody is on it', async () => {
  const { first } = await withAlert('recovered');
  for (const text of ['who is on the alert?', 'who is on the alert on Gemini?', 'who’s on the Gemini drop?'])
    expect(await first(text)).toMatch(/^No alert.* is open, so nobody is on it/);
});

test('“this week”, asked on a Monday, is said to be the week before', async () => {
  const { answer } = await askingAcme({ days: 19 });
  const { page } = await answer({ text: 'any alerts this week?' });
  expect(heardOf(page).join('\n')).toContain('begun');
});

test('what happened today has the alert that is open, or told to be over today, though its latest figures are older', async () => {
  const { answer, db, time } = await withAlert('open');
  const day = new Date(time.now - 2 * DAY_MS).toISOString().slice(0, 10);
  const alertsToday = async (status: 'open' | 'recovered', at = time.now - 2 * DAY_MS) => {
    const alert = { ...told, day, alert: { ...livingAlert({ key: told.key, status }), openedOn: day, day } };
    await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME.id }, alert, at);
    const { figures } = await answer({ text: 'any alerts today?' });
    return figures.find(({ name }) => name === 'alerts')?.value;
  };
  expect(await alertsToday('open')).toBe(1);
  expect(heardOf((await answer({ text: 'any alerts today?' })).page).join()).toMatch(/A1 · .* between Wed /);
  expect(await alertsToday('recovered')).toBe(0);
  expect(await alertsToday('recovered', time.now)).toBe(1);
});

test('a question about the alerts themselves lists those of the last months, and what became of each', async () => {
  const { answer, db, time } = await withAlert('recovered');
  const at = { team: TEAM, channel: CHANNEL, key: told.key };
  const then = time.now - 40 * DAY_MS;
  const day = new Date(then).toISOString().slice(0, 10);
  const alert = { ...told, day, alert: { ...living, status: 'recovered' as const, openedOn: day, day } };
  await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME.id }, alert, then);
  const listed = async (text: string) => {
    const { page, figures, plan } = await answer({ text });
    expect(plan?.intent).toBe('happened');
    return { lines: heardOf(page), alerts: figures.find(({ name }) => name === 'alerts')?.value };
  };
  for (const text of ['which alerts held?', 'were your alerts right?', 'how many alerts did we get?'])
    expect(await listed(text)).toMatchObject({ alerts: 1, lines: { 1: expect.stringMatching(CARD) } });
  expect((await listed('were your alerts right?')).lines.join()).toMatch(/two weeks/);
  expect(await listed('any alerts this week?')).toMatchObject({ alerts: 0 });
  expect(await listed('which alerts are open?')).toMatchObject({ alerts: 0 });
  await settleAlert(db, at, 'held', time.now);
  expect((await listed('which alerts held?')).lines.slice(0, 2).join()).toMatch(/1 held.*held/);
  await findNotUseful(db, at, 'U0ANA', time.now);
  await judgeAlert(db, at, 'U0ANA', 'not_true');
  expect((await listed('were there false alarms?')).lines.slice(0, 2).join()).toMatch(/1 false.*false/);
});

test('what people made of an alert stands beside it wherever alerts are listed, before it is settled', async () => {
  const { answer, db, time } = await withAlert('open');
  const at = { team: TEAM, channel: CHANNEL, key: told.key };
  const day = new Date(time.now - 2 * DAY_MS).toISOString().slice(0, 10);
  const alert = { ...told, day, alert: { ...living, openedOn: day, day } };
  await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME.id }, alert, time.now);
  const said = async (text: string) => heardOf((await answer({ text })).page).join(' ');
  const [list, happened] = ['which alerts are open?', 'what happened today?'];
  for (const text of [list, happened]) expect(await said(text)).not.toMatch(/is on it|not useful|muted/);
  await takeAlert(db, { team: TEAM, projectId: ACME.id, key: told.key }, { by: 'U0ANA', since: time.now });
  await muteAlert(db, at, { by: 'U0ANA', until: undefined });
  await findNotUseful(db, at, 'U0ANA', time.now);
  await judgeAlert(db, at, 'U0ANA', 'known_cause');
  for (const text of [list, happened])
    expect(await said(text)).toMatch(/is on it · muted.*wasn’t useful: known cause/);
});

test('people outside the channel with the alerts aren’t told that there are none, nor that there is one', async () => {
  const askFrom = async (status?: 'open') => {
    const { db, time, answer } = await askingAcme({
      feeds: 'scores: { channel: C0ALERTS, schedule: hourly }',
    });
    const alert = { ...told, alert: livingAlert({ key: told.key, status: 'open' }) };
    if (status) await keepAlert(db, { team: TEAM, channel: 'C0ALERTS', projectId: ACME.id }, alert, time.now);
    await giveHandles(db, TEAM, 'A', [told.key]);
    const answers = await Promise.all(
      ['which alerts are open?', 'any alerts this week?', 'what happened this week?'].map((text) =>
        answer({ text }),
      ),
    );
    return answers.map(({ page, figures }) => ({ lines: heardOf(page), figures }));
  };
  const [without, withOne] = [await askFrom(), await askFrom('open')];
  expect(withOne).toEqual(without);
  for (const { lines, figures } of without) {
    expect(lines.join('\n')).toMatch(/Alerts in .*C0ALERTS/);
    expect(lines[0]).not.toMatch(/no (open )?alerts(?! to show here)/);
    expect(figures.map(({ name }) => name)).not.toContain('alerts');
  }
});

test('an order, or how to do something, is not a question about the alert that is open', async () => {
  const { first } = await withAlert('open');
  for (const text of [
    'send me an alert when we drop below 50',
    'can I get an alert when our score falls?',
    'how do I change the alert threshold?',
    'mute the alert',
  ])
    expect(await first(text)).not.toMatch(/^A1\b/);
});

test('what of the alert is asked stands first, and the alert below it', async () => {
  const { answer, db, first } = await withAlert('open');
  expect(await first('when did it start?')).toContain(dayName(living.openedOn));
  expect(await first('how long has A1 been open?')).toContain(dayName(living.openedOn));
  expect(await first('how long has A9 been open?')).not.toMatch(CARD);
  expect(await first('is it over?')).toMatch(/open/);
  expect(await first('was A1 a false alarm?')).toMatch(/^A1\W+It’s .*usually/);
  expect(await first('who has it?')).toMatch(/Nobody/);
  await takeAlert(db, { team: TEAM, projectId: ACME.id, key: told.key }, { by: 'U0ANA', since: 0 });
  expect(await first('who is on the alert?')).toContain('U0ANA');
  expect(
    heardOf((await answer({ text: 'who is on the alert?' })).page)
      .join()
      .match(/U0ANA/g),
  ).toHaveLength(1);
  const whole = heardOf((await answer({ text: 'what is the open alert' })).page)[0]?.replace(/^.*A1\W+/, '');
  expect(heardOf((await answer({ text: 'who has it?' })).page).join('\n')).toContain(whole);
  const { first: firstOfEnded } = await withAlert('recovered');
  expect(await firstOfEnded('is it over?', { alert: told.key })).toMatch(/over/);
});

test('who is on the fall of a part is the one on the alert that it moved with', async () => {
  const { db, time, first } = await withAlert('open');
  const moved = [{ ...living.lead, scope: { engine: { id: 'Gemini', name: 'Gemini' } } }];
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  await keepAlert(db, at, { ...told, alert: { ...living, moved } }, time.now);
  expect(await first('who is on top of the Gemini drop?')).toMatch(/^A1\W+Nobody/);
  expect(await first('who’s on the Perplexity drop?')).toMatch(/^No alert on Perplexity/);
  expect(await first('who is on top on Gemini?')).not.toMatch(/alert|A1/);
});

test('in an alert’s thread what changed since a day is asked of what the alert is about', async () => {
  const { asker } = await withAlert('open');
  const around: Around = { alert: told.key, plan: { intent: 'change', engine: 'Gemini' } };
  const plan = async (text: string) => (await answerQuestion({ text }, asker(), around)).plan;
  expect(await plan('what changed since Monday?')).toMatchObject({ intent: 'change', engine: 'Gemini' });
  expect(await plan('what changed on ChatGPT since Monday?')).toMatchObject({ engine: 'ChatGPT' });
  expect(await plan('how are we doing this week?')).not.toHaveProperty('engine');
});

test('in an alert’s thread it is that alert, open or not, and so is what means nothing else', async () => {
  const { first } = await withAlert('recovered');
  // Anywhere else it’s the last one, if one is asked about that may be over.
  expect(await first('is it over?')).toMatch(/^A1\W+It’s over\./);
  expect(await first('who has it?')).not.toMatch(CARD);
  const around = { alert: told.key };
  for (const text of ['is it over?', 'can that be right?', '70% of it is pricing?'])
    expect(await first(text, around)).toMatch(CARD);
  for (const text of ['which pages do engines cite?', 'claim it for me', 'weather in Berlin'])
    expect(await first(text, around)).not.toMatch(CARD);
  // Below a list there, too, unless that is of figures.
  const plan = { intent: 'leads' } as const;
  for (const text of ['why?', 'and since when?']) {
    expect(await first(text, { ...around, plan })).toMatch(CARD);
    expect(await first(text, { ...around, plan: { intent: 'score', engine: 'Gemini' } })).not.toMatch(CARD);
    expect(await first(text, { plan })).not.toMatch(CARD);
  }
});

test('after a list “since when?” is about the open alert, since a list lasts no time', async () => {
  const { first } = await withAlert('open');
  for (const intent of ['leads', 'happened'] as const)
    expect(await first('since when?', { plan: { intent } })).toMatch(CARD);
  expect(await first('why?', { plan: { intent: 'leads' } })).not.toMatch(CARD);
});

test('why sentiment fell names the open alert on negative mentions, and doesn’t say there’s nothing to explain', async () => {
  const { db, time, asker } = await askingAcme();
  const day = new Date(time.now - DAY_MS).toISOString().slice(0, 10);
  const alert: MentionAlert = {
    kind: 'mention_alert',
    v: 1,
    project: { id: ACME.id, name: 'Acme' },
    key: 'negative',
    status: 'open',
    about: { type: 'negative', usual: 0.07, figures: { day, negative: 49, of: 127 } },
  };
  const why = async () =>
    heardOf((await answerQuestion({ text: 'why is sentiment down?' }, asker())).page).join(' ');
  expect(await why()).not.toContain('A1');
  await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME.id }, alert, time.now);
  await giveHandles(db, TEAM, 'A', ['negative']);
  expect(await why()).toContain('A1 · Acme: 49 of 127 mentions were negative');
  expect(await why()).not.toContain('nothing to explain');
});

test('a gain that an alert found isn’t called chance where the same share is compared', async () => {
  const { answer, db, time } = await askingAcme();
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  const dayBefore = (days: number) => new Date(time.now - days * DAY_MS).toISOString().slice(0, 10);
  const days = Array.from({ length: 6 }, (_, i) => ({
    day: dayBefore(6 - i),
    ranked: 100,
    own: 30,
    rivals: [{ name: 'Globex', first: i < 5 ? 38 : 50 }],
  }));
  await keepDays(db, at, days, dayBefore(30));
  const question = { text: 'which rivals gained this month?' };
  const verdict = async () =>
    (await answer(question)).figures.find(({ name }) => name.includes('Globex'))?.verdict;
  expect(await verdict()).toBe('may be chance');
  await keepAlert(db, at, { ...told, day: dayBefore(1), alert: living }, time.now);
  await giveHandles(db, TEAM, 'A', [told.key]);
  time.now += HOUR_MS;
  expect(await verdict()).toBe('beyond chance');
});

test('in an alert’s thread “what changed?” is about its engine, unless the question names another', async () => {
  const { asker } = await withAlert('open');
  const around: Around = { alert: told.key, plan: { intent: 'change', engine: 'Gemini' } };
  const meant = async (text: string) => (await answerQuestion({ text }, asker(), around)).plan;
  expect(await meant('what changed since Monday?')).toMatchObject({ intent: 'change', engine: 'Gemini' });
  expect(await meant('what changed on Claude since Monday?')).toMatchObject({ engine: 'Claude' });
});
