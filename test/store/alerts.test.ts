import { describe, expect, it } from 'vitest';
import type { AlertNews, AlertStatus, ScoreAlert, ScoreNotice } from '../../src/decision.ts';
import {
  beginDetails,
  endMutes,
  findNotUseful,
  giveBackDetails,
  keepAlert,
  muteAlert,
  noteStalled,
  readKeptAlert,
  readKeptAlerts,
  readLatestAlerts,
  readToldWith,
  readVerdictsOnLatest,
  releaseAlert,
  takeAlert,
  unmuteAlert,
} from '../../src/store/alerts.ts';
import type { Db } from '../../src/store/tables.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../support/store-opened.ts';

const PLACE = { team: TEAM, channel: CHANNEL, projectId: 'acme' };
const DAY = 24 * HOUR;
const at = (key: string) => ({ team: TEAM, channel: CHANNEL, key });

function alert(key: string, status: AlertStatus = 'open', given: Partial<ScoreAlert> = {}): ScoreAlert {
  return { ...OPENED, key, alert: livingAlert({ key, status }), ...given };
}

const GAP: ScoreNotice = {
  kind: 'score_notice',
  v: 1,
  project: OPENED.project,
  key: 'gap',
  about: { type: 'no_data', key: 'gap', status: 'open', since: '2026-11-17', day: '2026-11-18' },
};

const keep = (db: Db, news: AlertNews, now = NINE) => keepAlert(db, PLACE, news, now);
const keysOf = async (db: Db, since = NINE) =>
  (await readKeptAlerts(db, PLACE, since)).map(({ news }) => news.key);

describe.each(ENGINES)('what a channel was told ($name)', ({ openedStore }) => {
  it('is kept as it stands, and found again by its key, in its channel alone', async () => {
    const { db } = await openedStore();
    await keep(db, alert('a'));
    await keep(db, alert('a', 'recovered'), NINE + DAY);
    expect(await readKeptAlert(db, at('a'))).toEqual({
      news: alert('a', 'recovered'),
      muted: undefined,
    });
    expect(await readKeptAlert(db, { ...at('a'), channel: 'C0OTHER' })).toBeUndefined();
    expect(await readKeptAlert(db, { ...at('a'), team: 'T0OTHER' })).toBeUndefined();
  });

  it('says who is on it in each channel, also in one that is told of it later', async () => {
    const { db } = await openedStore();
    const places = ['C0ONE', 'C0TWO', 'C0LATER'];
    const takenIn = async () => {
      const kept = places.map((channel) => readKeptAlert(db, { ...at('a'), channel }));
      return (await Promise.all(kept)).map((one) => one?.taken?.by);
    };
    for (const channel of places.slice(0, 2)) await keepAlert(db, { ...PLACE, channel }, alert('a'), NINE);
    const everywhere = { team: TEAM, projectId: PLACE.projectId, key: 'a' };
    expect(await takeAlert(db, everywhere, { by: 'U0ANA', since: NINE })).toBe(true);
    expect(await takeAlert(db, everywhere, { by: 'U0BEN', since: NINE })).toBe(false);
    await keepAlert(db, { ...PLACE, channel: 'C0LATER' }, alert('a'), NINE + DAY);
    expect(await takenIn()).toEqual(['U0ANA', 'U0ANA', 'U0ANA']);
    await keepAlert(db, { ...PLACE, channel: 'C0ONE' }, alert('a'), NINE + DAY);
    expect(await releaseAlert(db, everywhere, 'U0BEN')).toBe(false);
    expect(await releaseAlert(db, everywhere, 'U0ANA')).toBe(true);
    expect(await takenIn()).toEqual([undefined, undefined, undefined]);
  });

  it('says what became of its feed, while it is open', async () => {
    const { db } = await openedStore();
    await keep(db, alert('open'));
    await keep(db, alert('rate', 'open', { toldIn: 'open' }));
    await keep(db, alert('ended', 'recovered'));
    const stalledOf = async () =>
      (await readLatestAlerts(db, TEAM, { since: NINE })).map(({ stalled }) => stalled);
    expect(await noteStalled(db, TEAM, () => 'paused')).toEqual(['open', 'open']);
    expect(await noteStalled(db, TEAM, () => 'paused')).toEqual([]);
    expect(await stalledOf()).toEqual(['paused', undefined]);
    expect(await noteStalled(db, TEAM, () => null)).toHaveLength(2);
    expect(await stalledOf()).toEqual([undefined, undefined]);
  });

  it('is remembered while it is open, and for a while after', async () => {
    const { db } = await openedStore();
    await keep(db, alert('ended', 'recovered'));
    await keep(db, alert('open'));
    await keep(db, GAP);
    await keepAlert(db, { ...PLACE, projectId: 'globex' }, alert('of another'), NINE);
    expect(await keysOf(db)).toEqual(['ended', 'gap', 'open']);
    expect(await keysOf(db, NINE + 1)).toEqual(['gap', 'open']);
  });

  it('in the message of another one is found with that', async () => {
    const { db } = await openedStore();
    await keep(db, alert('head'));
    await keep(db, alert('rate', 'open', { toldIn: 'head' }));
    await keep(db, alert('alone'));
    expect((await readToldWith(db, at('head'))).map(({ key }) => key)).toEqual(['rate']);
    expect(await readToldWith(db, at('alone'))).toEqual([]);
  });

  it('comes to the Home tab with its latest state, what is open first, notices left out', async () => {
    const { db } = await openedStore();
    await keep(db, alert('open'));
    await keep(db, alert('ended', 'recovered'), NINE + HOUR);
    await keep(db, alert('rate', 'open', { toldIn: 'open' }));
    await keep(db, GAP);
    const shown = async (given: object = {}) =>
      (await readLatestAlerts(db, TEAM, { channels: [CHANNEL], since: NINE, ...given })).map(
        (row) => row.alert.key,
      );
    expect(await shown()).toEqual(['open', 'ended']);
    expect(await shown({ since: NINE + 1 })).toEqual(['ended']);
    expect(await shown({ channels: [] })).toEqual([]);
    await keep(db, alert('rate'), NINE + 2 * HOUR);
    expect(await shown()).toEqual(['open', 'rate', 'ended']);
  });

  it('in two channels comes once: as it was told where somebody asks, else as it was told first', async () => {
    const { db } = await openedStore();
    const [first, second] = ['C0TIDEWATER', CHANNEL];
    const tell = (channel: string, news: AlertNews, now: number) =>
      keepAlert(db, { ...PLACE, channel }, news, now);
    const placed = async (here?: string) =>
      (
        await readLatestAlerts(db, TEAM, { channels: [second, first], since: NINE, ...(here && { here }) })
      ).map(({ alert, places }) => [alert.key, places[0], 'score' in alert && alert.score]);
    await tell(first, alert('a', 'open', { score: 53.3 }), NINE);
    await tell(second, alert('a', 'open', { score: 52.2 }), NINE + DAY);
    await tell(first, alert('b', 'recovered', { score: 60 }), NINE + 2 * DAY);
    const elsewhere = ['b', first, 60];
    expect(await placed()).toEqual([['a', first, 53.3], elsewhere]);
    expect(await placed(first)).toEqual([['a', first, 53.3], elsewhere]);
    expect(await placed(second)).toEqual([['a', second, 52.2], elsewhere]);
    await tell(second, alert('b', 'recovered', { toldIn: 'a' }), NINE + 3 * DAY);
    expect(await placed(second)).toEqual([['a', second, 52.2]]);
  });

  it('is named with every channel that was told of it, alone or in another one’s message, and that is asked about', async () => {
    const { db } = await openedStore();
    const [first, second, other] = ['C0TIDEWATER', CHANNEL, 'C0OTHER'];
    const tell = (channel: string, news: AlertNews, now: number) =>
      keepAlert(db, { ...PLACE, channel }, news, now);
    const placesOf = async (channels: string[], here?: string) =>
      (await readLatestAlerts(db, TEAM, { channels, since: NINE, ...(here && { here }) })).map(
        ({ alert: { key }, places }) => [key, ...places],
      );
    await tell(first, alert('a'), NINE);
    await tell(second, alert('a'), NINE + DAY);
    await tell(other, alert('a', 'open', { toldIn: 'b' }), NINE + DAY);
    expect(await placesOf([second, first])).toEqual([['a', first, second]]);
    expect(await placesOf([second, first], second)).toEqual([['a', second, first]]);
    expect(await placesOf([second])).toEqual([['a', second]]);
    expect(await placesOf([first, other])).toEqual([['a', first, other]]);
    expect(await placesOf([other])).toEqual([]);
  });
});

describe.each(ENGINES)('a mute ($name)', ({ openedStore }) => {
  const mutedOf = async (db: Db) => (await readKeptAlert(db, at('a')))?.muted;

  it('is of whom and until when, and can be taken back once', async () => {
    const { db } = await openedStore();
    await keep(db, alert('a'));
    expect(await muteAlert(db, at('a'), { by: 'U0ANA', until: NINE + DAY })).toBe(true);
    expect(await mutedOf(db)).toEqual({ by: 'U0ANA', until: NINE + DAY });
    expect(await unmuteAlert(db, at('a'))).toBe(true);
    expect(await unmuteAlert(db, at('a'))).toBe(false);
    expect(await mutedOf(db)).toBeUndefined();
  });

  it('lasts through what is told meanwhile, until its time', async () => {
    const { db } = await openedStore();
    await keep(db, alert('a'));
    await muteAlert(db, at('a'), { by: 'U0ANA', until: NINE + DAY });
    await keep(db, alert('a'), NINE + HOUR);
    expect(await mutedOf(db)).toMatchObject({ by: 'U0ANA' });
    await keep(db, alert('a'), NINE + DAY);
    expect(await mutedOf(db)).toBeUndefined();
  });

  it('ends at its time, once, and only that of its workspace', async () => {
    const { db } = await openedStore();
    for (const key of ['a', 'b', 'c']) await keep(db, alert(key));
    await muteAlert(db, at('a'), { by: 'U0ANA', until: NINE + DAY });
    await muteAlert(db, at('b'), { by: 'U0ANA', until: undefined });
    await muteAlert(db, at('c'), { by: 'U0ANA', until: NINE + 2 * DAY });
    expect(await endMutes(db, TEAM, NINE + DAY - 1)).toEqual([]);
    expect(await endMutes(db, 'T0OTHER', NINE + DAY)).toEqual([]);
    expect(await endMutes(db, TEAM, NINE + DAY)).toEqual(['a']);
    expect(await endMutes(db, TEAM, NINE + DAY)).toEqual([]);
    expect(await mutedOf(db)).toBeUndefined();
    expect((await readKeptAlert(db, at('b')))?.muted).toEqual({ by: 'U0ANA', until: undefined });
  });

  it('without an end has none, and one that has ended cannot be muted', async () => {
    const { db } = await openedStore();
    await keep(db, alert('a'));
    await muteAlert(db, at('a'), { by: 'U0ANA', until: undefined });
    await keep(db, alert('a'), NINE + 90 * DAY);
    expect(await mutedOf(db)).toEqual({ by: 'U0ANA', until: undefined });
    await keep(db, alert('b', 'recovered'));
    expect(await muteAlert(db, at('b'), { by: 'U0ANA', until: undefined })).toBe(false);
  });
});

describe.each(ENGINES)('details and verdicts ($name)', ({ openedStore }) => {
  it('details of a day are for one of two clicks, and another day’s come anew', async () => {
    const { db } = await openedStore();
    await keep(db, alert('a'));
    const clicks = await Promise.all([
      beginDetails(db, at('a'), '2026-11-19'),
      beginDetails(db, at('a'), '2026-11-19'),
    ]);
    expect(clicks.filter(Boolean)).toHaveLength(1);
    expect(await beginDetails(db, at('a'), '2026-11-20')).toBe(true);
  });

  it('details that did not come about can be asked for again', async () => {
    const { db } = await openedStore();
    await keep(db, alert('a'));
    await beginDetails(db, at('a'), '2026-11-19');
    await giveBackDetails(db, at('a'), '2026-11-19');
    expect(await beginDetails(db, at('a'), '2026-11-19')).toBe(true);
  });

  it('a person counts once, and alerts are judged latest first', async () => {
    const { db } = await openedStore();
    await keep(db, alert('old', 'recovered'));
    await keep(db, alert('new'), NINE + DAY);
    await keep(db, GAP, NINE + 2 * DAY);
    expect(await findNotUseful(db, at('old'), 'U0ANA', NINE)).toBe(true);
    expect(await findNotUseful(db, at('old'), 'U0ANA', NINE + 1)).toBe(false);
    expect(await findNotUseful(db, at('old'), 'U0BEN', NINE)).toBe(true);
    const judged = await readVerdictsOnLatest(db, PLACE, 4);
    expect(judged.map(({ alert: { key }, notUseful }) => [key, notUseful])).toEqual([
      ['new', 0],
      ['old', 2],
    ]);
    expect(await readVerdictsOnLatest(db, PLACE, 1)).toHaveLength(1);
  });
});
