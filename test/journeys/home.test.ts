/** The Home tab: who is shown what there, what they can change, and the way of those who see nothing yet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeTabOf } from '../support/home-tab.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, OTO } from '../support/local-slack.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';

let journey: Journey;

/** Gia is in Tidewater's channel only, Ana is in none that shows a project. */
beforeAll(async () => {
  journey = await startJourney();
  for (const channel of [ACME.leads, ACME.scores]) await journey.slack.say(BEN, channel, '/remove @gia @ana');
  await journey.slack.say(BEN, TIDEWATER.channel, '/remove @ana');
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

const home = (person: string) => homeTabOf(journey.slack, person);

test('while the API is down, what the store knows stands there, and the score is named as missing', async () => {
  await journey.breakApi({ operation: 'daily_scores', kind: 'unauthorised' });
  const tab = await home(BEN).showing(/score not readable now/);
  expect(tab).toMatch(
    /^Projects • Acme · score not readable now: \/visibility status • Tidewater · score not /,
  );
  expect(tab).toContain(
    'How do you alert on Kubernetes cost spikes? · r/devops · 15 h old · score 91 · Acme · L1',
  );
  await journey.mendApi();
});

test('whoever looks after the bot sees scores, leads, alerts, feeds and health of all their channels', async () => {
  await journey.pass({ minutes: 2 });
  const tab = await home(BEN).showing(/Acme · 52\.2/);
  expect(tab).toMatch(/• Acme · 52\.2 on Tue 10 Mar, −8\.1 since Mon · [▁-█]{20} • Tidewater · /);
  expect(tab).toContain('Best leads of the last 24 hours, nobody has them yet • How do you alert on');
  expect(tab).toContain('• Acme fell 8.1 points: 60.3 → 52.2 · Tue 10 Mar · ');
  expect(tab).toContain('You, last 7 days · 0 claimed, 0 replied');
  expect(tab).toMatch(/Health • Acme · last done .* • Tidewater · last done /);
  expect(tab).toMatch(/Only you see this · as of Mar 11 09:0\d · \/visibility help$/);
});

test('they pause a feed from there and set it going again; a second press changes nothing more', async () => {
  const ben = home(BEN);
  expect(await ben.buttons()).toContain('Pause Tidewater leads');
  await ben.press('Pause Tidewater leads', 2);
  await ben.showing(
    /Tidewater leads in #tidewater · every day at 9:00 Europe\/Berlin · paused since .* by @Ben/,
  );
  expect(await ben.buttons()).not.toContain('Pause Tidewater leads');

  await ben.press('Resume Tidewater leads');
  await ben.showing(/Tidewater leads in #tidewater · every day at 9:00 Europe\/Berlin · next /);
  const audit = await journey.slack.ask(BEN, TIDEWATER.channel, '/visibility audit');
  expect(audit).toMatch(/feed\.resume .* done • .* feed\.pause .* nothing to do • .* feed\.pause .* done$/);
});

test('a lead that somebody claims leaves the best ones, and waits for its claimer', async () => {
  await journey.slack.press(BEN, ACME.leads, await digest(), 'lead.claim');
  const tab = await home(BEN).showing(/waiting for your reply: L1/);
  expect(tab).toContain('You, last 7 days · 1 claimed, 0 replied · waiting for your reply: L1');
  expect(tab).not.toContain('How do you alert on Kubernetes cost spikes?');
});

test('a guest sees the projects of their channels alone, and can change nothing', async () => {
  const tab = await home(GIA).showing(/Tidewater · 43\.8/);
  expect(tab).not.toMatch(/Acme|Kubernetes|#acme/);
  expect(tab).not.toMatch(/Health|You, last/);
  expect(await home(GIA).buttons()).toEqual([]);
});

test('to somebody of another organisation it says nothing of projects', async () => {
  const tab = await home(OTO).showing(/Sightline posts/);
  expect(tab).toMatch(/It answers the members of this workspace\.$/);
  expect(tab).not.toMatch(/Acme|Tidewater|\/visibility/);
});

test('who is in no channel of a project learns of none, but how to begin', async () => {
  const tab = await home(ANA).showing(/Three steps/);
  expect(tab).toMatch(
    / 1\. In the channel .* \/invite @Sightline\. 2\. .* \/visibility connect .* 3\. .* subscribe leads\./,
  );
  expect(tab).not.toMatch(/Acme|Tidewater/);
});

async function digest() {
  const history = await journey.slack.history(ACME.leads);
  const message = history.find(({ metadata }) => metadata?.event_payload.kind === 'lead_digest');
  if (!message) throw new Error('There is no digest.');
  return message;
}
