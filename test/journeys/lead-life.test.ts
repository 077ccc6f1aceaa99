/** The life of leads in Slack over five days: claimed, answered, given back, put off, dismissed, reminded of. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, type SlackMessage } from '../support/local-slack.ts';
import { leadChoice, mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { ACME } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const THERE = ACME.leads;

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney();
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

async function digests(): Promise<SlackMessage[]> {
  return postsOf(await journey.slack.history(THERE), 'lead_digest');
}

/** The latest digest, or that of a day: 0 is the first. */
async function digest(day = -1): Promise<SlackMessage> {
  const found = (await digests()).at(day);
  if (!found) throw new Error(`There is no digest of day ${day}.`);
  return found;
}

/** The row of a lead, as Slack is sent it: one section, or with room a section and small print. */
async function row(handle: string, day = -1): Promise<string> {
  const { blocks } = await digest(day);
  const itsOwn = new RegExp(`· ${handle}$`, 'm');
  const at = blocks.findIndex((block) => itsOwn.test(mrkdwnOf({ blocks: [block] })));
  const isCard = JSON.stringify(blocks[at]).includes('"context"');
  return mrkdwnOf({ blocks: blocks.slice(isCard ? at - 1 : at, at + 1) });
}

async function rowSays(handle: string, words: RegExp): Promise<void> {
  await until(`${handle} to say ${words}`, async () => words.test(await row(handle)));
}

async function choose(person: string, handle: string, verb: string) {
  const post = await digest();
  const { action, value } = leadChoice(post, verb, handle);
  return journey.slack.press(person, THERE, post, action, value);
}

/** Presses a button of the brief that somebody has open. */
async function pressed(person: string, view: string, action: string) {
  const page = await journey.slack.page(person, THERE);
  const [, block = ''] =
    page.match(new RegExp(`id="modal".*? data-block="([^"]*)" data-action="${action}"`, 's')) ?? [];
  return journey.slack.pressIn(person, view, `${block}/${action}`);
}

/** What a brief or a card says of engines. */
const engines = (text: string) => text.match(/Where you stand on .*?\./)?.[0] ?? text;

const claim = (person: string, handle: string) => choose(person, handle, 'claim');

/** What the bot has written to somebody in private, of one kind. */
async function toldPrivately(person: string, kind: string): Promise<SlackMessage[]> {
  const history = await journey.slack.history(`D${person.slice(1)}`).catch(() => []);
  return history.filter(({ metadata }) => metadata?.event_payload.kind === kind);
}

const reminders = (person: string) => toldPrivately(person, 'lead_reminder');

describe('on Wednesday', () => {
  test('Ana takes the best lead: the row says so in its place, and she alone gets the brief', async () => {
    const before = await digest();
    const { id, text } = await journey.slack.modalAfter(ANA, () => claim(ANA, 'L1'));
    expect(text).toMatch(/You’re on L1 · .*Acme · lead score .* Replied… Hand over… Release/);
    expect(await journey.slack.countPrivate(ANA, THERE)).toBe(0);
    expect(await journey.slack.modal(BEN)).toBeUndefined();
    await rowSays('L1', /Claimed by <@U0ANARUIZ>/);
    await journey.slack.close(ANA, id);
    expect(await journey.slack.ask(ANA, THERE, '/visibility leads mine')).toContain('L1');
    const card = await journey.slack.ask(ANA, THERE, '/visibility L1');
    expect(card).toContain(engines(text));
    expect(card).toContain('Pages engines cite most for “k8s cost alerts”');
    const after = await digest();
    expect(after.ts).toBe(before.ts);
    expect(after.blocks).toHaveLength(before.blocks.length);
  });

  test('of two who click at once one has it; the other reads who and when', async () => {
    const { slack } = journey;
    const people = [ANA, BEN];
    const before = await Promise.all(people.map((person) => slack.countPrivate(person, THERE)));
    await Promise.all(people.map((person) => claim(person, 'L2')));
    const told = await Promise.all(
      people.map((person, i) =>
        slack.untilSeen('an answer', async () => {
          const open = await slack.modal(person);
          if (open) await slack.close(person, open.id);
          return open?.text ?? slack.privateAfter(person, THERE, before[i] ?? 0);
        }),
      ),
    );
    const [won, lost] = told[0]?.includes('You’re on L2') ? told : told.toReversed();
    expect(won).toContain('You’re on L2 · ');
    expect(lost).toMatch(
      /^@(Ana Ruiz|Ben Okoye) claimed L2 first, at .+ Release in its ⋯ menu ends their claim/,
    );
  });

  test('the brief is worked where it opened: a form that is given up leads back to it, and the row follows', async () => {
    const { slack } = journey;
    const brief = await slack.modalAfter(BEN, () => claim(BEN, 'L7'));
    await rowSays('L7', /Claimed by <@U0BENOKOYE>/);
    const replied = await slack.modalAfter(BEN, () => pressed(BEN, brief.id, 'lead.replied'));
    await slack.close(BEN, replied.id);
    expect(await slack.modal(BEN)).toEqual(brief);
    await pressed(BEN, brief.id, 'lead.release');
    await until('the brief to be over', async () =>
      (await slack.modal(BEN))?.text.includes('It has been open again'),
    );
    await until('its row to be open', async () => !/Claimed by /.test(await row('L7')));
    await slack.close(BEN, brief.id);
    expect(await slack.modal(BEN)).toBeUndefined();

    const again = await slack.modalAfter(BEN, () => claim(BEN, 'L8'));
    const form = await slack.modalAfter(BEN, () => pressed(BEN, again.id, 'lead.replied'));
    await slack.submit(BEN, form.id);
    await rowSays('L8', /Answered by <@U0BENOKOYE>/);
    expect(await slack.modal(BEN)).toBeUndefined();
  });

  test('a guest may not take one', async () => {
    const told = await journey.slack.answerTo(GIA, THERE, () => claim(GIA, 'L3'));
    expect(told).toMatch(/^Guests can look things up, but can’t do this\./);
    expect(await row('L3')).not.toContain('Claimed by');
  });

  test('nor be given one: the form names them as everybody sees them', async () => {
    const form = await journey.slack.modalAfter(ANA, async () =>
      journey.slack.press(ANA, THERE, await digest(), 'lead.assign'),
    );
    await journey.slack.submit(ANA, form.id, { 'teammate/teammate': GIA });
    await until('the fault', async () =>
      (await journey.slack.modal(ANA))?.text.includes('Gia Lund can’t answer leads'),
    );
    await journey.slack.close(ANA, form.id);
    expect(await toldPrivately(GIA, 'lead_assigned')).toEqual([]);
  });

  test('Ana replies: what is no link is said at the field, then the row is one line with the reply', async () => {
    const modal = await journey.slack.modalAfter(ANA, () => choose(ANA, 'L1', 'replied'));
    await journey.slack.submit(ANA, modal.id, { 'reply/url': 'https://forum.example/the thread' });
    await until('the fault', async () => (await journey.slack.modal(ANA))?.text.includes('Enter one link'));
    await journey.slack.submit(ANA, modal.id, { 'reply/url': 'https://forum.example/1#reply' });
    await rowSays(
      'L1',
      /^✅ .+ · Answered by <@U0ANARUIZ>, .+ · <https:\/\/forum\.example\/1#reply\|reply> · L1$/,
    );
    await choose(BEN, 'L1', 'helpful');
    await rowSays('L1', /\|reply> · helpful · L1$/);
  });

  test.each(['how many did Ana claim?', 'which leads has Ana taken?', 'how many leads were claimed today?'])(
    'what she claimed counts though it is answered by now: %s',
    async (question) => {
      expect(await journey.slack.ask(BEN, THERE, `/visibility ${question}`)).toMatch(
        /by now answered: .*L1\b/,
      );
    },
  );

  test.each(['leads @ana answered', 'what did @ana answer?'])(
    'whom a command mentions is meant: %s',
    async (line) => {
      expect(await journey.slack.ask(BEN, THERE, `/visibility ${line}`)).toMatch(/Ana Ruiz’s.*L1\b/);
    },
  );

  test('several are dismissed for one reason, another is put off until Friday', async () => {
    const dismiss = await journey.slack.modalAfter(BEN, async () =>
      journey.slack.press(BEN, THERE, await digest(), 'lead.dismiss_many'),
    );
    expect(dismiss.text).not.toMatch(/L[12] /);
    await journey.slack.submit(BEN, dismiss.id, {
      'leads/leads': ['L4', 'L5'],
      'reason/reason': 'off_topic',
    });
    for (const handle of ['L4', 'L5'])
      await rowSays(handle, /Dismissed by <@U0BENOKOYE>, .+ · Off topic · L/);

    const snooze = await journey.slack.modalAfter(ANA, async () =>
      journey.slack.press(ANA, THERE, await digest(), 'lead.snooze_many'),
    );
    await journey.slack.submit(ANA, snooze.id, {
      'leads/leads': ['L6'],
      'until/until': '2026-03-12',
      'day/day': '2026-03-13',
    });
    await rowSays('L6', /Snoozed by <@U0ANARUIZ> until <!date.*> · L6$/);
  });

  test('every open lead is behind the button beside the headline', async () => {
    const more = await journey.slack.answerTo(ANA, THERE, async () =>
      journey.slack.press(ANA, THERE, await digest(), 'lead.more'),
    );
    expect(more).toMatch(/^Acme · \d+ leads, \d+ open 1 to \d+ of \d+ · open ones first, best at the top /);
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
    const [, open = ''] = words.split(/^\*Still waiting\*.*$/m);
    expect(open.match(/· L\d+$/gm)).toEqual(['· L7', '· L9', '· L10']);
    expect(open).toMatch(/first seen <!date/);
  });

  test('Ben is reminded in private, once, and can give it back there', async () => {
    const reminder = onlyOne((await reminders(BEN)).filter(({ text }) => text.includes('You claimed')));
    expect(mrkdwnOf(reminder)).toMatch(/\nYou claimed it on .+\nAcme · L3$/);
    await journey.slack.press(BEN, `D${BEN.slice(1)}`, reminder, 'lead.release');
    await until('the reminder to be over', async () =>
      mrkdwnOf(onlyOne(await reminders(BEN))).includes('Open again'),
    );
    await until('its row to be open', async () => !/claimed /i.test(await row('L3', 0)));
  });
});

describe('on Friday', () => {
  beforeAll(() => journey.pass({ days: 1 }));

  test('what was put off until today and what was given back is open again; the rest is over', async () => {
    const [, open = ''] = mrkdwnOf(await digest()).split(/^\*Still waiting\*.*$/m);
    const back = open.match(/L\d+$/gm);
    expect(back).toEqual(expect.arrayContaining(['L3', 'L6']));
    expect(back).not.toEqual(expect.arrayContaining(['L7']));
    expect(await row('L6', 0)).not.toContain('Snoozed');
  });

  test('the list of Wednesday has not moved: every lead stands where it stood', async () => {
    const rows = mrkdwnOf(await digest(0)).match(/\bL\d+$/gm);
    expect(rows).toEqual(Array.from({ length: 10 }, (_, i) => `L${i + 1}`));
  });

  test('whose claim a colleague releases is told in private, once, and nobody else is', async () => {
    await claim(ANA, 'L3');
    await rowSays('L3', /Claimed by <@U0ANARUIZ>/);
    const form = await journey.slack.modalAfter(BEN, () => choose(BEN, 'L3', 'release'));
    await journey.slack.submit(BEN, form.id, {});
    const told = await until('Ana to hear of it', async () => (await toldPrivately(ANA, 'claim_ended'))[0]);
    expect(mrkdwnOf(told)).toMatch(
      /^<@U0BENOKOYE> released your claim on .+\nIt’s open again for anyone\.\nAcme · .+ · L3$/,
    );
    const isOpen = async () => !/claimed /i.test(await row('L3'));
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
