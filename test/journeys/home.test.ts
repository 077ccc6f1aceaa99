/** The Home tab: who is shown what there, what they can change, and the way of those who see nothing yet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTIONS } from '../../src/messages/actions.ts';
import { homeTabOf } from '../support/home-tab.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, OTO } from '../support/local-slack.ts';
import { mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

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
  const tab = await home(BEN).showing(
    /Acme · visibility can’t be read right now.* Tidewater · visibility can’t be read right now/,
  );
  expect(tab).toMatch(
    / Projects Acme · visibility can’t be read right now: \/visibility admin Tidewater · visibility can’t be read right now/,
  );
  expect(tab).toMatch(
    /How do you alert on Kubernetes cost spikes\? lead score 91 · r\/devops · 15 h · .*Acme · L1 ChatGPT and Perplexity cite this thread\. I’ll reply/,
  );
  await journey.mendApi();
});

test('whoever looks after the bot sees scores, leads, alerts and feeds of all their channels', async () => {
  await journey.pass({ minutes: 2 });
  const tab = await home(BEN).showing(/Acme · visibility 52\.2.* Tidewater · visibility 43\.8/);
  expect(tab).toMatch(
    /Projects .*Acme · visibility 52\.2 on Tue 10 Mar, down 8\.1 points since Mon 9 Mar · below its usual [\d.]+ to [\d.]+ · lowest [\d.]+, highest [\d.]+ in 20 days .*Tidewater · /,
  );
  expect(tab).toContain('Yours to answer · none Best open leads How do you alert on');
  expect(tab).toContain('Open alerts Acme fell 8.1 points to 52.2 on Tue 10 Mar · ');
  expect(tab).toMatch(/Only you see this · as of Mar 11 at 09:0\d · \/visibility help$/);
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
  expect(audit).toMatch(
    /^Audit: 2 changes Newest first · times in Europe\/Berlin • .* @Ben.* resumed a feed · Tidewater · leads in #tidewater • .* paused a feed · Tidewater · leads in #tidewater$/,
  );
});

describe('a feed that was made in Slack', () => {
  const feed = `recap:${TIDEWATER.id}:${TIDEWATER.channel}`;

  const edited = (person: string) =>
    journey.slack.modalAfter(person, () => home(person).choose('edit', feed));

  test('is changed from there with the form that changes it elsewhere, and the tab shows it', async () => {
    const { slack } = journey;
    await slack.ask(BEN, TIDEWATER.channel, '/visibility subscribe recap Fridays 15:00');
    await home(BEN).showing(/Tidewater recap in #tidewater · Fridays 15:00 Europe\/Berlin · next /);
    const form = await edited(BEN);
    expect(form.text).toMatch(/^Edit feed .*Tidewater · Recap: visibility, and what became of leads/);
    const answer = await slack.submitForAnswer(BEN, form.id, {
      'channel/feed.channel': TIDEWATER.channel,
      'schedule-recap/feed.schedule': 'Mondays 8:30',
    });
    expect(answer).toMatch(
      /Changed\. Tidewater · 1 of \d feeds recap in #tidewater · Mondays 8:30 Europe\/Berlin next /,
    );
    await home(BEN).showing(/Tidewater recap in #tidewater · Mondays 8:30 Europe\/Berlin/);
  });

  test('stands still and goes on from its menu', async () => {
    await home(BEN).choose('pause', feed);
    await home(BEN).showing(/Tidewater recap .* Mondays 8:30 Europe\/Berlin · paused since .* by @Ben/);
    await home(BEN).choose('resume', feed);
    await home(BEN).showing(/Tidewater recap .* Mondays 8:30 Europe\/Berlin · next /);
  });

  test('that was ended meanwhile is not brought back by its form', async () => {
    const { slack } = journey;
    const form = await edited(BEN);
    await slack.ask(BEN, TIDEWATER.channel, '/visibility unsubscribe recap');
    expect(
      await slack.submitForAnswer(BEN, form.id, {
        'channel/feed.channel': TIDEWATER.channel,
        'schedule-recap/feed.schedule': 'Tuesdays 8:30',
      }),
    ).toContain('This feed was removed in the meantime. Nothing changed.');
    expect(await slack.home(BEN)).not.toContain('Tidewater recap');
  });
});

test('a lead that somebody claims leaves the best ones, and waits for its claimer', async () => {
  await journey.slack.press(BEN, ACME.leads, await digest(), 'lead.claim');
  const tab = await home(BEN).showing(/Yours to answer .* · L1 .*Replied… Hand over… Release /);
  const [, best = ''] = tab.split('Best open leads');
  expect(best).not.toContain('How do you alert on Kubernetes cost spikes?');
});

test('a lead is claimed there as in its digest, once, and its brief opens there', async () => {
  const { slack } = journey;
  const open = await slack.modal(BEN);
  if (open) await slack.close(BEN, open.id);
  const [, label = '', handle = ''] =
    (await home(BEN).buttons()).join('\n').match(/^(I’ll reply to (L\d+), .*)$/m) ?? [];
  await home(BEN).press(label, 2);
  await home(BEN).showing(new RegExp(`Yours to answer .*· ${handle} .*Best open leads`));
  expect(await home(BEN).buttons()).not.toContain(label);
  const brief = await until('the brief', async () => slack.modal(BEN));
  expect(brief.text).toContain(`You’re on ${handle} · `);
  expect((await slack.directly(BEN)).filter(({ text }) => text.startsWith('You’re on'))).toEqual([]);
  const places = [ACME.leads, TIDEWATER.channel];
  await until('the digest to name its claimer', async () => {
    const shown = (await Promise.all(places.map(slack.history))).flat().map(mrkdwnOf).join('\n');
    return new RegExp(`(<@${BEN}> claimed|Claimed by <@${BEN}>).*(\\n.*){0,2}· ${handle}$`, 'm').test(shown);
  });
  const audit = await Promise.all(places.map((place) => slack.ask(BEN, place, '/visibility audit')));
  expect(audit.join().match(new RegExp(`claimed a lead · \\w+ · ${handle}\\b`, 'g'))).toHaveLength(1);
});

test('“leads mine” directly is the same over all projects, whichever was asked about before', async () => {
  const { slack } = journey;
  const there = await slack.directOf(BEN);
  const handlesIn = (text: string) => text.match(/\bL\d+\b/g) ?? [];
  const [, waiting = ''] = (await slack.home(BEN)).match(/Yours to answer(.*)Best open leads/s) ?? [];
  expect(waiting).toMatch(/ · Acme · .* · Tidewater · /s);
  expect(handlesIn(await slack.ask(BEN, there, '/visibility leads mine'))).toEqual(handlesIn(waiting));
  const [one = ''] = handlesIn(waiting);
  expect(await slack.ask(BEN, there, '/visibility leads mine in Acme')).toMatch(
    new RegExp(`^Acme · .*yours .*${one}`),
  );
  expect(await slack.ask(GIA, await slack.directOf(GIA), '/visibility leads mine')).not.toContain('Acme');
});

/** Presses this in Ben's modal, or chooses `verb` from the menu of its first row. */
async function pressIn(view: string, action: string, verb = '') {
  const html = (await journey.slack.page(BEN, ACME.leads)).split('id="modal"')[1] ?? '';
  const control = new RegExp(
    `data-block="([^"]*)" data-action="${action}"(?:.*?value="([^"]*${verb}[^"]*)")?`,
    's',
  );
  const [, block, value = ''] = html.match(control) ?? expect.fail(`there is no ${action}`);
  const chosen = verb === '' ? undefined : value.replaceAll('&quot;', '"');
  return journey.slack.pressIn(BEN, view, `${block}/${action}`, chosen);
}

/** What a button of the tab opens over it. */
async function openedBy(label: RegExp): Promise<{ id: string; text: string }> {
  const { slack } = journey;
  for (let open = await slack.modal(BEN); open; open = await slack.modal(BEN))
    await slack.close(BEN, open.id);
  const button = await until(`${label}`, async () =>
    (await home(BEN).buttons()).find((one) => label.test(one)),
  );
  await home(BEN).press(button);
  return until(`what ${label} opens`, async () => slack.modal(BEN));
}

test('all open leads of a project are listed over the tab, and what is done there stands on both', async () => {
  const { slack } = journey;
  const list = await openedBy(/^All open leads.*: every open lead of Acme$/);
  expect(list.text).toMatch(/Acme · \d+ (open )?leads/);
  // There is nobody to share it with.
  expect(list.text).not.toContain('Share here');
  const [handle = ''] = list.text.match(/\bL\d+\b/) ?? [];
  const [, waiting = ''] = (await slack.home(BEN)).split('Best open leads');
  expect(waiting).toContain(` ${handle} `);
  const form = await slack.modalAfter(BEN, () => pressIn(list.id, ACTIONS.leadMenu, 'dismiss'));
  await slack.submit(BEN, form.id, { 'reason/reason': 'too_old' });
  const after = await until('the list without it', async () => {
    const now = await slack.modal(BEN);
    return now?.text.includes(`You dismissed ${handle}`) && now;
  });
  expect(after.text).toMatch(/as too old\. Undo .*Acme · \d+ (open )?leads/);
  expect(after.id).toBe(list.id);
  await until('the tab without it', async () => !(await slack.home(BEN)).includes(` ${handle} `));
});

test('why an open alert came is told over the tab', async () => {
  const why = await openedBy(/^Why this alert: A\d+, Acme$/);
  expect(why.text).toMatch(/A\d+ · Acme.*Why it was raised/);
});

test('what is claimed on a card over the tab waits for its claimer on the tab', async () => {
  const { slack } = journey;
  const list = await openedBy(/^All open leads.*: every open lead of Acme$/);
  const [handle = ''] = list.text.match(/\bL\d+\b/) ?? [];
  const card = await slack.modalAfter(BEN, () => pressIn(list.id, ACTIONS.leadMenu, 'why'));
  const brief = await slack.modalAfter(BEN, () => pressIn(card.id, ACTIONS.leadClaim));
  expect(brief.text).toContain(`You’re on ${handle}`);
  await home(BEN).showing(new RegExp(`Yours to answer .*· ${handle} .*Best open leads`));
});

test('what moved goes into the alert’s thread from its card, and who is on it stands on its message and on the tab', async () => {
  const { slack } = journey;
  const labelled = async (what: RegExp) => (await home(BEN).buttons()).find((one) => what.test(one)) ?? '';
  const card = await openedBy(/^Why this alert: A\d+, Acme$/);
  await pressIn(card.id, ACTIONS.alertWhy);
  await until('the card to say where', async () =>
    /What moved A\d+ is in its thread/.test((await slack.modal(BEN))?.text ?? ''),
  );
  const channel = ACME.scores;
  const thread = onlyOne(postsOf(await slack.history(channel), 'score_alert')).ts;
  expect(await slack.page(BEN, channel, `&thread=${thread}`)).toContain('All engines');
  await home(BEN).press(await labelled(/^I’m on it: A\d+, Acme$/));
  await home(BEN).showing(/Open alerts .*@Ben\S* .*is on it/);
  await until('the alert to say so', async () =>
    (await slack.history(channel)).some(
      (post) => post.ts === thread && /<@\w+> has been on it/.test(mrkdwnOf(post)),
    ),
  );
});

test('a guest sees the projects of their channels alone, and can change nothing', async () => {
  const tab = await home(GIA).showing(/Tidewater · visibility 43\.8/);
  expect(tab).not.toMatch(/Acme|Kubernetes|#acme/);
  expect(tab).not.toContain('Yours to answer');
  expect(await home(GIA).buttons()).toEqual(['All open leads: every open lead of Tidewater']);
});

test('to somebody of another organisation it says nothing of projects', async () => {
  const tab = await home(OTO).showing(/Sightline posts/);
  expect(tab).toMatch(/It answers you in channels that use it, .* members of this workspace\.$/);
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
