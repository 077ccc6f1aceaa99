/** The life of leads in Slack over five days: claimed, answered, given back, put off, dismissed, reminded of. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, type SlackMessage } from '../support/local-slack.ts';
import { mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { ACME } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const CLAIM = 'lead.claim';
const MENU = 'lead.menu';
const THERE = ACME.leads;

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney();
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

const value = (handle: string) => `${handle} ${ACME.id}`;

async function digests(): Promise<SlackMessage[]> {
  return postsOf(await journey.slack.history(THERE), 'lead_digest');
}

/** The latest digest, or that of a day: 0 is the first. */
async function digest(day = -1): Promise<SlackMessage> {
  const found = (await digests()).at(day);
  if (!found) throw new Error(`There is no digest of day ${day}.`);
  return found;
}

/** The row of a lead, as Slack is sent it. */
async function row(handle: string, day = -1): Promise<string> {
  const { blocks } = await digest(day);
  const itsOwn = new RegExp(`· ${handle}$`, 'm');
  return mrkdwnOf({ blocks: blocks.filter((block) => itsOwn.test(mrkdwnOf({ blocks: [block] }))) });
}

async function rowSays(handle: string, words: RegExp): Promise<void> {
  await until(`${handle} to say ${words}`, async () => words.test(await row(handle)));
}

const claim = async (person: string, handle: string) =>
  journey.slack.press(person, THERE, await digest(), CLAIM, value(handle));
const choose = async (person: string, handle: string, choice: string) =>
  journey.slack.press(person, THERE, await digest(), MENU, `${choice} ${value(handle)}`);

/** What the bot has written to somebody in private, of one kind. */
async function toldPrivately(person: string, kind: string): Promise<SlackMessage[]> {
  const history = await journey.slack.history(`D${person.slice(1)}`).catch(() => []);
  return history.filter(({ metadata }) => metadata?.event_payload.kind === kind);
}

const reminders = (person: string) => toldPrivately(person, 'lead_reminder');

describe('on Wednesday', () => {
  test('Ana takes the best lead: the row says so in its place, and she alone gets the brief', async () => {
    const before = await digest();
    const brief = await journey.slack.answerTo(ANA, THERE, () => claim(ANA, 'L1'));
    expect(brief).toMatch(/^L1 · Acme · It is yours\./);
    expect(brief).toMatch(
      /Why: .+ (Acme’s score on “.+”, by engine: .+ The API does not say of which days these figures are\..*|Not known: .+) Replied… Release$/,
    );
    await rowSays('L1', /\*Claimed by <@U0ANARUIZ>, /);
    const after = await digest();
    expect(after.ts).toBe(before.ts);
    expect(after.blocks).toHaveLength(before.blocks.length);
  });

  test('of two who click at once one has it; the other reads who and when', async () => {
    const told = await Promise.all(
      [ANA, BEN].map((person) => journey.slack.answerTo(person, THERE, () => claim(person, 'L2'))),
    );
    const [won, lost] = told[0]?.startsWith('L2 · Acme') ? told : told.toReversed();
    expect(won).toMatch(/^L2 · Acme · It is yours\./);
    expect(lost).toMatch(
      /^L2 .+: Somebody was faster\. @(Ana Ruiz|Ben Okoye) has it since .+ Release in the menu/,
    );
  });

  test('a guest may not take one', async () => {
    const told = await journey.slack.answerTo(GIA, THERE, () => claim(GIA, 'L3'));
    expect(told).toMatch(/^Guests can look things up, not do this\./);
    expect(await row('L3')).not.toContain('Claimed');
  });

  test('Ana replies: what is no link is said at the field, then the row is one line with the reply', async () => {
    const modal = await journey.slack.modalAfter(ANA, THERE, () => choose(ANA, 'L1', 'replied'));
    await journey.slack.submit(ANA, modal.id, { 'reply/url': 'https://forum.example/the thread' });
    await until('the fault', async () =>
      (await journey.slack.modal(ANA, THERE))?.text.includes('This is not one link.'),
    );
    await journey.slack.submit(ANA, modal.id, { 'reply/url': 'https://forum.example/1#reply' });
    await rowSays(
      'L1',
      /^\*1\.\* .+ · Replied by <@U0ANARUIZ>, .+ · <https:\/\/forum\.example\/1#reply\|reply> · L1$/,
    );
    await choose(BEN, 'L1', 'helpful');
    await rowSays('L1', /\|reply> · helpful · L1$/);
  });

  test('several are dismissed for one reason, another is put off until Friday', async () => {
    const dismiss = await journey.slack.modalAfter(BEN, THERE, async () =>
      journey.slack.press(BEN, THERE, await digest(), 'lead.dismiss_many'),
    );
    expect(dismiss.text).not.toMatch(/L[12] /);
    await journey.slack.submit(BEN, dismiss.id, {
      'leads0/leads0': ['L4', 'L5'],
      'reason/reason': 'off_topic',
    });
    for (const handle of ['L4', 'L5'])
      await rowSays(handle, /Dismissed by <@U0BENOKOYE>, .+ · Off topic · L/);

    const snooze = await journey.slack.modalAfter(ANA, THERE, async () =>
      journey.slack.press(ANA, THERE, await digest(), 'lead.snooze_many'),
    );
    await journey.slack.submit(ANA, snooze.id, {
      'leads0/leads0': ['L6'],
      'until/until': 'day',
      'day/day': '2026-03-13',
    });
    await rowSays('L6', /Snoozed by <@U0ANARUIZ> until Fri · L6$/);
  });

  test('what the digest has no room for is shown privately, and can be taken there', async () => {
    const more = await journey.slack.answerTo(ANA, THERE, async () =>
      journey.slack.press(ANA, THERE, await digest(), 'lead.more'),
    );
    expect(more).toMatch(/^Acme leads of Wed 11 Mar, 11 to \d+ of \d+ 11\. /);
  });

  test('Ben takes one more, and forgets it', async () => {
    await claim(BEN, 'L3');
    await rowSays('L3', /Claimed by <@U0BENOKOYE>/);
  });
});

describe('on Thursday', () => {
  beforeAll(() => journey.pass({ days: 1 }));

  test('what nobody took is still open, and nothing else of the day before', async () => {
    const words = mrkdwnOf(await digest());
    const [, open = ''] = words.split(/^Still open.*$/m);
    expect(open.match(/· L\d+$/gm)).toEqual(['· L7', '· L8', '· L9', '· L10']);
    expect(open).toContain('first seen Wed');
  });

  test('Ben is reminded in private, once, and can give it back there', async () => {
    const reminder = onlyOne((await reminders(BEN)).filter(({ text }) => text.includes('You claimed')));
    expect(mrkdwnOf(reminder)).toMatch(/L3\nYou claimed it on Wed 11 Mar, .+ No reply is noted yet\.$/);
    await journey.slack.press(BEN, `D${BEN.slice(1)}`, reminder, 'lead.release');
    await until('the reminder to be over', async () =>
      mrkdwnOf(onlyOne(await reminders(BEN))).endsWith('It is open again.'),
    );
    await until('its row to be open', async () => !(await row('L3', 0)).includes('Claimed'));
  });
});

describe('on Friday', () => {
  beforeAll(() => journey.pass({ days: 1 }));

  test('what was put off until today and what was given back is open again; the rest is over', async () => {
    const [, open = ''] = mrkdwnOf(await digest()).split(/^Still open.*$/m);
    const back = open.match(/L\d+$/gm);
    expect(back).toEqual(expect.arrayContaining(['L3', 'L6']));
    expect(back).not.toEqual(expect.arrayContaining(['L7']));
    expect(await row('L6', 0)).not.toContain('Snoozed');
  });

  test('the list of Wednesday has not moved: every lead stands where it stood', async () => {
    const rows = mrkdwnOf(await digest(0)).match(/^\*\d+\.\*/gm);
    expect(rows).toEqual(Array.from({ length: 10 }, (_, i) => `*${i + 1}.*`));
  });

  test('whose claim a colleague releases is told in private, once, and nobody else is', async () => {
    await claim(ANA, 'L3');
    await rowSays('L3', /Claimed by <@U0ANARUIZ>/);
    await choose(BEN, 'L3', 'release');
    const told = await until('Ana to hear of it', async () => (await toldPrivately(ANA, 'claim_ended'))[0]);
    expect(mrkdwnOf(told)).toMatch(
      /^\*Acme\* · .+ · L3\n<@U0BENOKOYE> released your claim, .+ It is open again\.$/,
    );
    const isOpen = async () => !(await row('L3')).includes('Claimed');
    await until('its row to be open', isOpen);
    await claim(ANA, 'L3');
    await rowSays('L3', /Claimed by <@U0ANARUIZ>/);
    await choose(ANA, 'L3', 'release');
    await until('its row to be open', isOpen);
    await journey.pass({ minutes: 1 });
    expect(await toldPrivately(ANA, 'claim_ended')).toHaveLength(1);
    expect(await toldPrivately(BEN, 'claim_ended')).toEqual([]);
  });
});
