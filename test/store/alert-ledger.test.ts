import { describe, expect, it } from 'vitest';
import type { ScoreAlert } from '../../src/decision.ts';
import {
  findNotUseful,
  judgeAlert,
  keepAlert,
  readKeptAlert,
  readSettledAlerts,
  readUnsettledAlerts,
  settleAlert,
} from '../../src/store/alerts.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../support/store-opened.ts';

const PLACE = { team: TEAM, channel: CHANNEL, projectId: 'acme' };
const OTHER = { ...PLACE, channel: 'C0OTHER' };
const DAY = 24 * HOUR;
const at = (key: string, place = PLACE) => ({ team: TEAM, channel: place.channel, key });
const alert = (key: string, given: Partial<ScoreAlert> = {}): ScoreAlert => ({
  ...OPENED,
  key,
  alert: livingAlert({ key }),
  ...given,
});
const EVER = { team: TEAM, projectId: 'acme', since: 0 };

describe.each(ENGINES)('the ledger of alerts ($name)', ({ openedStore }) => {
  it('has those wait that were told within a time in this channel, oldest first, and were not settled', async () => {
    const { db } = await openedStore();
    await keepAlert(db, PLACE, alert('late'), NINE);
    await keepAlert(db, PLACE, alert('second'), NINE - 15 * DAY);
    await keepAlert(db, PLACE, alert('first'), NINE - 16 * DAY);
    await keepAlert(db, PLACE, alert('within', { toldIn: 'first' }), NINE - 16 * DAY);
    await keepAlert(db, OTHER, alert('elsewhere'), NINE - 16 * DAY);
    const waiting = async (limit = 9) =>
      (await readUnsettledAlerts(db, PLACE, NINE - 14 * DAY, limit)).map(({ key }) => key);
    expect(await waiting()).toEqual(['first', 'second']);
    expect(await waiting(1)).toEqual(['first']);
    await settleAlert(db, at('first'), 'held', NINE);
    expect(await waiting()).toEqual(['second']);
  });

  it('keeps what was settled first, also where the alert is told anew', async () => {
    const { db } = await openedStore();
    await keepAlert(db, PLACE, alert('a'), NINE - 15 * DAY);
    await settleAlert(db, at('a'), 'faded', NINE);
    await settleAlert(db, at('a'), 'held', NINE + DAY);
    await keepAlert(db, PLACE, alert('a'), NINE + DAY);
    expect((await readKeptAlert(db, at('a')))?.settled).toBe('faded');
  });

  it('tells each once, as the channel had it that was told first, with what people of any channel said', async () => {
    const { db } = await openedStore();
    await keepAlert(db, OTHER, alert('a'), NINE - 15 * DAY);
    await keepAlert(db, PLACE, alert('a'), NINE - 14 * DAY);
    await keepAlert(db, PLACE, alert('b'), NINE - 14 * DAY);
    await settleAlert(db, at('a', OTHER), 'held', NINE);
    await settleAlert(db, at('a'), 'faded', NINE + DAY);
    await settleAlert(db, at('b'), 'reverted', NINE + DAY);
    for (const [place, person] of [
      [PLACE, 'U0ANA'],
      [OTHER, 'U0BEN'],
    ] as const) {
      await findNotUseful(db, at('a', place), person, NINE);
      await judgeAlert(db, at('a', place), person, 'not_true');
    }
    await findNotUseful(db, at('b'), 'U0ANA', NINE);
    const all = await readSettledAlerts(db, EVER);
    expect(all.map(({ alert: { key }, settled, verdicts }) => [key, settled, verdicts])).toEqual([
      ['a', 'held', { not_true: 2 }],
      ['b', 'reverted', {}],
    ]);
    expect(await readSettledAlerts(db, { ...EVER, since: NINE + 2 * DAY })).toEqual([]);
    expect(await readSettledAlerts(db, { ...EVER, projectId: 'other' })).toEqual([]);
  });

  it('counts a person once who said the same in two channels', async () => {
    const { db } = await openedStore();
    for (const place of [PLACE, OTHER]) {
      await keepAlert(db, place, alert('a'), NINE - 15 * DAY);
      await settleAlert(db, at('a', place), 'held', NINE);
      await findNotUseful(db, at('a', place), 'U0ANA', NINE);
      await judgeAlert(db, at('a', place), 'U0ANA', 'known_cause');
    }
    expect((await readSettledAlerts(db, EVER))[0]?.verdicts).toEqual({ known_cause: 1 });
  });
});
