/** Sixty days of a score: what became of its alerts is settled two weeks after each, and told by why. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA } from '../support/local-slack.ts';
import { ACME } from '../support/sandbox.ts';

const HERE = ACME.scores;
let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
  await journey.pass({ minutes: 1 });
});
afterAll(() => journey?.end());
const why = (handle: string) => journey.slack.ask(ANA, HERE, `/visibility why ${handle}`);

test('explore', async () => {
  const t = Date.now();
  console.log(await why('A1'));
  for (let day = 1; day <= 60; day++) {
    await journey.pass({ days: 1 });
    if (day % 15 === 0) console.log(day, Date.now() - t, await why('A1'), await why('A2'), await why('A3'));
  }
}, 120_000);
