import { describe, expect, it } from 'vitest';
import { carry } from '../../../src/carried.ts';
import type { Decision } from '../../../src/decision.ts';
import type { Page } from '../../../src/messages/page.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { readStanding } from '../../../src/outbox/standing.ts';
import { feedsOf } from '../../../src/projects/projects.ts';
import { buildAlertHistory } from '../../../src/rules/alert-history.ts';
import { buildScoreSeries } from '../../../src/rules/score-series.ts';
import type { Message } from '../../../src/slack/blocks.ts';
import { keepAlert, muteAlert, readVerdicts, readVerdictsOnLatest } from '../../../src/store/alerts.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import type { Answer } from '../../../src/surface/ask.ts';
import { readAuditLines } from '../../../src/surface/projects/audit.ts';
import { Refused } from '../../../src/surface/refused.ts';
import {
  alertMute,
  alertMuteView,
  alertNotUseful,
  alertTake,
  alertUnmute,
  alertVerdict,
  explainAlert,
  requireClicked,
  thresholdSet,
} from '../../../src/surface/scores/alert.ts';
import { alertDetails } from '../../../src/surface/scores/alert-details.ts';
import { attendAlerts } from '../../../src/watch/attend.ts';
import { OPENED } from '../../messages/every-alert.ts';
import { buttonsOf, drawn, drawnView, wordsOf } from '../../messages/reading.ts';
import { dailyScore } from '../../rules/cast.ts';
import { noise } from '../../rules/score-days.ts';
import { type Answering, inTurn, no, ok } from '../../support/slack-server.ts';
import { CHANNEL, deliveryOf, HOUR, NINE, queued, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const PLACE = { team: TEAM, channel: CHANNEL, projectId: ACME };
const SCORES = `scores: { channel: ${CHANNEL}, schedule: every day at 9:00 }`;
const TAKEN: Answering = inTurn(
  ok({ upload_url: 'https://files.example/1', file_id: 'F1' }),
  ok({ files: [{ id: 'F1', shares: { public: { [CHANNEL]: [{ ts: '9.8' }] } } }] }),
  ok({ ts: '9.9' }),
);

/** Three bumps of some 7 points and one of 20, the last of them open. */
const calm = (seed: number) => noise(seed, 8, 60, 0.7);
const FIGURES = [...noise(1, 40, 60, 0.7), 53, 53, ...calm(2), 67, 67, ...calm(3), 53, 53, ...calm(4), 40];
const day = (ago: number) => new Date(Date.parse('2026-11-19') - ago * 24 * HOUR).toISOString().slice(0, 10);
const ROWS = FIGURES.map((score, i) => ({ date: day(FIGURES.length - 1 - i), score }));

/** A channel in which these four alerts stand, the latest as message "4"; the feed is the file's, or was made in Slack. */
async function channelWithAlerts(feeds: 'file' | 'slack' = 'file', slack: Answering = TAKEN) {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}]${feeds === 'file' ? `, ${SCORES}` : ''} }]`;
  const world = await surfaceOver(file, json(ROWS), slack);
  const { db, ask, workspace } = world;
  if (feeds === 'slack') {
    const settings = { channel: CHANNEL, schedule: 'every day at 9:00' };
    await workspace.setup.addFeed(
      TEAM,
      { projectId: ACME, kind: 'scores', settings },
      { by: 'U0ANA', at: NINE },
    );
  }
  const series = buildScoreSeries(ROWS.map(dailyScore), '2026-11-20');
  for (const [i, alert] of buildAlertHistory(ACME, series, 5).alerts.entries()) {
    const decision: Decision = {
      ...OPENED,
      project: { id: ACME, name: 'Acme' },
      key: alert.key,
      day: alert.openedOn,
      previousDay: day(1),
      alert,
    };
    await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, decision, NINE + i);
    await queued(db, `d${i + 1}`, {
      kind: 'score_alert',
      subject: alert.key,
      decision: JSON.stringify(decision),
      project_id: ACME,
    });
    await db
      .updateTable('delivery')
      .set({ state: 'sent', ts: `${i + 1}`, placed_in: CHANNEL })
      .where('id', '=', `d${i + 1}`)
      .execute();
  }
  let clicks = 0;
  const request = (ts: string, value = '', channel = CHANNEL) => {
    clicks += 1;
    return { ...ask({ id: `click ${clicks}`, channel }), value, ts, isPrivate: false };
  };
  return { ...world, request };
}

type Answered = Awaited<ReturnType<typeof alertNotUseful.run>>;
function messageOf(answer: Answered): Message {
  if (!answer || !('message' in answer)) return expect.fail('there is no message');
  return drawn(answer.message);
}
const said = (answer: Answered) => wordsOf(messageOf(answer).blocks).join('\n');

/** Found of no use one after the other; what the last click is answered. */
async function uselessThrice({ request }: Awaited<ReturnType<typeof channelWithAlerts>>) {
  await alertNotUseful.run(request('1'));
  await alertNotUseful.run(request('2'));
  return alertNotUseful.run(request('3'));
}

it('a card of an alert that none of one’s channels was told of refuses to act on it', async () => {
  const { request } = await channelWithAlerts();
  const [project, alert] = [ACME, 'score:another'];
  const clicked = request('', carry('alert', { project, alert }));
  const personOf = async (id: string) => memberNamed(id, id);
  const click = { ...clicked, workspace: { ...clicked.workspace, personOf }, isPrivate: true };
  await expect(alertTake.run(click)).rejects.toThrow(
    'This alert isn’t in any of your channels. Nothing changed.',
  );
});

describe('alerts marked as not useful', () => {
  it('lead to a proposed threshold for projects.yml after three of four', async () => {
    const answer = await uselessThrice(await channelWithAlerts());
    expect(said(answer)).toMatch(
      /3 of the last 4 alerts were marked not useful\. \*An alert threshold of 8 points instead of 5\* .* 1 other between .*\nTo set it, put `min_change: 8` under `scores` of Acme in projects\.yml\./,
    );
    expect(buttonsOf(messageOf(answer).blocks)).not.toContain('Set 8');
  });

  it('lead to a button that sets it once for a feed made in Slack', async () => {
    const world = await channelWithAlerts('slack');
    const { workspace, request } = world;
    const answer = await uselessThrice(world);
    expect(buttonsOf(messageOf(answer).blocks)).toContain('Set 8');
    const value =
      /"threshold\.set","value":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(messageOf(answer).blocks))?.[1] ??
      '';
    const carried: string = JSON.parse(`"${value}"`);

    const set = await thresholdSet.run(request('', carried));
    expect(said(set)).toContain('Acme’s alert threshold is now 8 points.');
    const [project] = workspace.projects().projects;
    expect(project?.made?.[0]?.scores).toMatchObject({ min_change: 8, schedule: 'every day at 9:00' });
    await expect(thresholdSet.run(request('', carried))).rejects.toThrow(
      'This feed is as you want it already.',
    );
  });

  it('are not counted once that is taken back, and can be marked again', async () => {
    const { request, db } = await channelWithAlerts();
    const counted = async () => (await readVerdictsOnLatest(db, PLACE, 9)).map(({ notUseful }) => notUseful);
    const { blocks } = messageOf(await alertNotUseful.run(request('1')));
    const [, undo = ''] = /"Undo".*?"value":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(blocks)) ?? [];
    expect(await counted()).toEqual([0, 0, 0, 1]);
    await alertVerdict.run(request('', JSON.parse(`"${undo}"`)));
    expect(await counted()).toEqual([0, 0, 0, 0]);
    expect(said(await alertNotUseful.run(request('1')))).toMatch(/^Thanks, noted/);
    expect(await counted()).toEqual([0, 0, 0, 1]);
  });

  it('lead to nothing while there are fewer', async () => {
    const { request } = await channelWithAlerts();
    await alertNotUseful.run(request('1'));
    expect(said(await alertNotUseful.run(request('2')))).toBe(
      'Thanks, noted: this alert wasn’t useful to you. What was wrong?',
    );
  });
});

describe('the details of an alert', () => {
  const methods = ({ calls }: { calls: { method: string }[] }) => calls.map(({ method }) => method);

  it('are a picture and a table in its thread', async () => {
    const world = await channelWithAlerts();
    expect(await alertDetails.run(world.request('4'))).toBeUndefined();
    expect(methods(world)).toEqual([
      'files.getUploadURLExternal',
      'files.completeUploadExternal',
      'chat.postMessage',
    ]);
    expect(world.calls[0]?.args.alt_txt).toMatch(/^Acme visibility score: 40\.0 on Thu 19 Nov; 71 days /);
    expect(world.calls[0]?.args.alt_txt).toMatch(/Alerts: .* on /);
    expect(world.calls.at(-1)?.args).toMatchObject({ channel: CHANNEL, thread_ts: '4' });
    expect(world.sent).toEqual(['https://files.example/1']);
    const again = await alertDetails.run(world.request('4'));
    expect(said(again)).toMatch(/^What moved .* is already in its thread/);
  });

  it('are the table and the picture’s text if the bot may not upload files', async () => {
    const world = await channelWithAlerts('file', inTurn(no('missing_scope'), ok({ ts: '9.9' })));
    await alertDetails.run(world.request('4'));
    expect(methods(world)).toEqual(['files.getUploadURLExternal', 'chat.postMessage']);
    expect(JSON.stringify(world.calls.at(-1)?.args.blocks)).toContain(
      'Acme visibility score: 40.0 on Thu 19 Nov',
    );
    expect(world.lines()).toContainEqual(expect.objectContaining({ reason: 'missing_scope' }));
  });

  it('that Slack refused can be requested again', async () => {
    const world = await channelWithAlerts(
      'file',
      inTurn(no('missing_scope'), no('internal_error'), no('missing_scope'), ok({ ts: '9.9' })),
    );
    await expect(alertDetails.run(world.request('4'))).rejects.toThrow(Refused);
    expect(await alertDetails.run(world.request('4'))).toBeUndefined();
  });
});

it.each(['prompts', 'figures'])(
  'what moved an alert stands once, though Slack first refused its %s',
  async (part) => {
    const trouble = { isOver: false };
    const standing = new Set<unknown>();
    const slack: Answering = (response, call, number) => {
      const isOfPrompts = JSON.stringify(call.args).includes('k8s cost alerts');
      const isRefused = !trouble.isOver && isOfPrompts === (part === 'prompts');
      const ts = `9.${number}`;
      if (call.method.startsWith('files.')) return no('missing_scope')(response, call, number);
      if (call.method === 'chat.delete') standing.delete(call.args.ts);
      else if (isRefused) return no('ratelimited')(response, call, number);
      else standing.add(ts);
      return ok({ ts })(response, call, number);
    };
    const world = await channelWithAlerts('file', slack);
    const { alert } = await requireClicked(world.request('4'));
    const worst = [{ id: 'p1', text: 'k8s cost alerts', before: 62, after: 32 }];
    await keepAlert(world.db, PLACE, { ...alert, worst } as Decision & { kind: 'score_alert' }, NINE);
    await expect(alertDetails.run(world.request('4'))).rejects.toThrow(Refused);
    expect(standing.size).toBe(0);
    trouble.isOver = true;
    await alertDetails.run(world.request('4'));
    expect(standing.size).toBe(2);
  },
);

describe('a mute that expired', () => {
  const HOUR_LATER = NINE + HOUR;

  /** The open alert, muted by Ana until an hour later. */
  async function muted() {
    const world = await channelWithAlerts();
    const { db, request } = world;
    const { at } = await requireClicked(request('4'));
    await giveHandles(db, TEAM, 'A', [at.key]);
    await muteAlert(db, at, { by: 'U0ANA', until: HOUR_LATER });
    return world;
  }

  it('disappears from its message at the next tick, which offers Mute again', async () => {
    const { db, workspace } = await muted();
    const feeds = feedsOf(workspace.projects());
    const standing = async () => {
      const { decision } = await deliveryOf(db, 'd4');
      const place = { channel: CHANNEL, isMember: async () => true };
      const drawn: Decision = JSON.parse(decision);
      return buttonsOf(
        render(drawn, await readStanding(db, TEAM, drawn, workspace.projects(), place)).blocks,
      );
    };
    expect(await attendAlerts(db, TEAM, feeds, HOUR_LATER - 1)).toBe(false);
    expect(await standing()).toContain('Unmute');
    expect(await attendAlerts(db, TEAM, feeds, HOUR_LATER)).toBe(true);
    expect(await standing()).toContain('Mute…');
    expect((await deliveryOf(db, 'd4')).wanted_rev).toBe(2);
    expect(await attendAlerts(db, TEAM, feeds, HOUR_LATER)).toBe(false);
  });

  it('is said to be over if somebody presses Unmute', async () => {
    const { db, request, time, workspace } = await muted();
    time.now = HOUR_LATER;
    await attendAlerts(db, TEAM, feedsOf(workspace.projects()), HOUR_LATER);
    await expect(alertUnmute.run(request('4'))).rejects.toThrow('A1 is no longer muted.');
  });
});

describe('a click', () => {
  it('on a message that is no alert changes nothing and says so', async () => {
    const { request } = await channelWithAlerts();
    await expect(alertNotUseful.run(request('404'))).rejects.toThrow('Sightline no longer knows this alert');
    await expect(alertNotUseful.run(request('1', '', 'C0ELSEWHERE'))).rejects.toThrow(Refused);
  });
});

describe('an alert that somebody is on', () => {
  const toldTo = async ({ db }: Awaited<ReturnType<typeof channelWithAlerts>>, person: string) =>
    (await db.selectFrom('delivery').select('kind').where('channel', '=', person).execute()).map(
      ({ kind }) => kind,
    );

  it('can be released by a colleague, which notifies its holder once', async () => {
    const world = await channelWithAlerts();
    await alertTake.run({ ...world.request('4', 'take'), person: 'U0BEN' });
    await alertTake.run(world.request('4', 'release'));
    expect(await toldTo(world, 'U0BEN')).toEqual(['alert_released']);
    await expect(alertTake.run(world.request('4', 'release'))).rejects.toThrow(Refused);
    expect(await toldTo(world, 'U0BEN')).toEqual(['alert_released']);
  });

  it('says who is on it to whoever clicks an older button', async () => {
    const { request, workspace } = await channelWithAlerts();
    const personOf = async (id: string) => memberNamed(id === 'U0BEN' ? 'Ben' : 'Ana', id);
    const click = (choice: string, person: string) =>
      alertTake.run({ ...request('4', choice), person, workspace: { ...workspace, personOf } });
    await expect(click('release', 'U0ANA')).rejects.toThrow('Nobody is on this alert now.');
    await click('take', 'U0BEN');
    await expect(click('take', 'U0BEN')).rejects.toThrow('You’re already on this alert.');
    await expect(click('take', 'U0ANA')).rejects.toThrow('Ben is on this alert.');
  });

  it('notifies nobody when released by its holder, or when the holder has left the channel', async () => {
    const world = await channelWithAlerts();
    await alertTake.run({ ...world.request('4', 'take'), person: 'U0BEN' });
    await alertTake.run({ ...world.request('4', 'release'), person: 'U0BEN' });
    await alertTake.run({ ...world.request('4', 'take'), person: 'U0BEN' });
    const asker = world.request('4', 'release');
    await alertTake.run({ ...asker, workspace: { ...asker.workspace, isMember: async () => false } });
    expect(await toldTo(world, 'U0BEN')).toEqual([]);
  });
});

describe('the card of an alert, in answer to its short name', () => {
  const pressed = (page: Page, label: string) => {
    const controls = page.parts.flatMap((part) => (part && part.kind === 'actions' ? part.controls : []));
    const found = controls.flatMap((one) => (one.kind === 'button' && one.label === label ? one : []));
    return found[0] ?? expect.fail(`there is no ${label}`);
  };
  const cardAfter = (answer: Answer) =>
    answer && 'message' in answer && answer.delivered === 'replacing'
      ? answer.message
      : expect.fail('the card was not redrawn');

  it('acts on the alert’s message, also from a direct message, and is redrawn', async () => {
    const { request, ask, db, workspace } = await channelWithAlerts();
    const ana = { id: 'U0ANA', name: 'Ana', isAdmin: false, groups: [] };
    const personOf = async () => ({ ...ana, isGuest: false, isStranger: false });
    const known = { workspace: { ...workspace, personOf } };
    const { at, project } = await requireClicked(request('4'));
    await giveHandles(db, TEAM, 'A', [at.key]);
    // Slack sends a click on a private answer without the message.
    const click = (value = '') => ({
      ...request('', value, 'D0ANA'),
      ...known,
      isPrivate: true,
      answerAt: 'https://hooks.example/1',
    });
    const first = ['Show me why', 'Acme vs Globex'];
    const card = await explainAlert(at.key, project, click());
    expect(buttonsOf(drawn(card).blocks)).toEqual([...first, 'I’m on it', 'Mute…', 'Not useful']);
    const take = pressed(card, 'I’m on it');
    expect(take.id).toBe(alertTake.id);
    const taken = cardAfter(await alertTake.run(click(take.value)));
    expect(buttonsOf(drawn(taken).blocks)).toEqual([...first, 'Release', 'Mute…', 'Not useful']);
    const opened = await alertMute.run(click(pressed(taken, 'Mute…').value));
    const form = opened && 'modal' in opened ? drawnView(opened.modal) : expect.fail('no form');
    expect(JSON.stringify(form)).toContain(CHANNEL);
    const asker = { ...ask({ id: 'form', person: 'U0ANA' }), ...known };
    const filled = { ...asker, values: { for: 'day' }, lists: {}, metadata: form.private_metadata ?? '' };
    const submitted = await alertMuteView.submit(filled);
    if (!('after' in submitted)) return expect.fail('the form was not taken');
    const muted = cardAfter(await submitted.after(asker));
    expect(buttonsOf(drawn(muted).blocks)).toEqual([...first, 'Release', 'Unmute', 'Not useful']);
    const unmuted = cardAfter(await alertUnmute.run(click(pressed(muted, 'Unmute').value)));
    expect(buttonsOf(drawn(unmuted).blocks)).toContain('Mute…');
    const useless = await alertNotUseful.run(click(pressed(unmuted, 'Not useful').value));
    const question = useless && 'message' in useless ? useless.message : expect.fail('nothing was asked');
    const judged = cardAfter(await alertVerdict.run(click(pressed(question, 'Too small').value)));
    const verdicts = await readVerdicts(db, TEAM, [at.key]);
    expect(verdicts.get(at.key)).toEqual({ all: 1, by: { too_small: 1 } });
    await alertVerdict.run(click(pressed(judged, 'Undo').value));
    expect((await readVerdicts(db, TEAM, [at.key])).get(at.key)?.all ?? 0).toBe(0);
    const lines = await readAuditLines([{ id: ACME, name: 'Acme' }], { limit: 9, offset: 0 }, asker);
    const judgements = lines.filter(({ action }) => /useful|wrong/.test(action));
    const told = judgements.map(({ action, subject, outcome }) => [action, subject, outcome].join(' · '));
    expect(told.toSorted()).toEqual([
      'marked an alert not useful · A1 · ',
      'said what was wrong with an alert · A1 · too small',
      'took back that an alert wasn’t useful · A1 · ',
    ]);
  });
});
