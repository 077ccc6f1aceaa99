/** How often people knew the cause of the alerts on one part: of the same figure, engine and channel alone. */
import { expect, it } from 'vitest';
import { countKnownCauses } from '../../src/store/alert-ledger.ts';
import { findNotUseful, judgeAlert, keepAlert } from '../../src/store/alerts.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { CHANNEL, NINE, openedStore, TEAM } from '../support/store-opened.ts';

const PLACE = { team: TEAM, channel: CHANNEL, projectId: OPENED.project.id };
const on = (engine?: string) => {
  const { lead } = livingAlert();
  const scope = engine === undefined ? {} : { engine: { id: engine, name: engine } };
  return { ...OPENED, alert: livingAlert({ lead: { ...lead, scope } }) };
};

it('counts what was said of alerts of this part', async () => {
  const { db } = await openedStore();
  const said = [
    ['a', 'known_cause', undefined],
    ['b', 'known_cause', undefined],
    ['c', 'too_small', undefined],
    ['d', 'known_cause', 'Gemini'],
  ] as const;
  for (const [key, verdict, engine] of said) {
    await keepAlert(db, PLACE, { ...on(engine), key }, NINE);
    await findNotUseful(db, { ...PLACE, key }, 'U0ANA', NINE);
    await judgeAlert(db, { ...PLACE, key }, 'U0ANA', verdict);
  }
  expect(await countKnownCauses(db, PLACE, on())).toBe(2);
  expect(await countKnownCauses(db, PLACE, on('Gemini'))).toBe(1);
  expect(await countKnownCauses(db, PLACE, on('Claude'))).toBe(0);
  expect(await countKnownCauses(db, { ...PLACE, channel: 'C0OTHER' }, on())).toBe(0);
});
