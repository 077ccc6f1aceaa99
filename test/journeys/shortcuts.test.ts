/** Shortcuts: a prompt tracked from anywhere or from a message, and what a message has to do with a lead. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, OTO } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { ACME, RANDOM, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

let journey: Journey;

/** Gia is in no channel that shows a project, Ana in Tidewater's only. */
beforeAll(async () => {
  journey = await startJourney();
  for (const channel of [ACME.leads, ACME.scores]) await journey.slack.say(BEN, channel, '/remove @gia @ana');
  await journey.slack.say(BEN, TIDEWATER.channel, '/remove @gia');
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

const run = (person: string, shortcut: string, channel: string, ts?: string) =>
  journey.slack.shortcut(person, channel, shortcut, ts);

async function modalSaying(person: string, words: RegExp) {
  return until(`the modal to say ${words}`, async () => {
    const modal = await journey.slack.modal(person);
    return modal !== undefined && words.test(modal.text) && modal;
  });
}

async function said(person: string, channel: string, text: string): Promise<string> {
  await journey.slack.say(person, channel, text);
  return onlyOne(
    (await journey.slack.history(channel)).filter((message) => message.text.includes(text.slice(0, 12))),
  ).ts;
}

const leadsPost = async (channel: string) =>
  onlyOne(postsOf(await journey.slack.history(channel), 'lead_digest'));

const explained = (person: string, shortcut: string, channel: string, ts: string) =>
  journey.slack.answerTo(person, channel, () => run(person, shortcut, channel, ts));

describe('Track a prompt', () => {
  test('asks for the project where several are visible, and tracks it for that one, once', async () => {
    const modal = await journey.slack.modalAfter(BEN, () => run(BEN, 'prompt.track', RANDOM));
    expect(modal.text).toMatch(/^Track a prompt .*Project.* Acme Tidewater .*Prompt to track/);
    const fields = { 'project/id': ACME.id, 'prompt/text': 'best finops tool for a small team' };
    expect(await journey.slack.submit(BEN, modal.id, fields)).toEqual({ ok: true });
    await modalSaying(BEN, /best finops tool for a small team/);
    expect(onlyOne(await journey.writes())).toMatchObject({
      path: expect.stringContaining(ACME.id),
      body: { prompt: 'best finops tool for a small team' },
    });
  });

  test('names the only project that the person sees', async () => {
    const modal = await journey.slack.modalAfter(ANA, () => run(ANA, 'prompt.track', RANDOM));
    expect(modal.text).toContain('Prompt to track for Tidewater');
    expect(modal.text).not.toContain('Acme');
    const before = await journey.writes();
    await journey.slack.submit(ANA, modal.id, { 'prompt/text': '  ' });
    expect((await journey.slack.modal(ANA))?.text).toContain('Say which prompt to track.');
    await journey.slack.close(ANA, modal.id);
    expect(await journey.writes()).toEqual(before);
  });

  test('guests and people of other organisations are refused before anything opens', async () => {
    for (const [person, refusal] of [
      [GIA, /^Guests can look things up, but can’t do this\./],
      [OTO, /^People from other organisations can look things up, but can’t do this\./],
    ] as const) {
      expect(await run(person, 'prompt.track', RANDOM)).toEqual({ ok: true });
      const told = await until('a refusal', async () => (await journey.slack.directly(person)).at(-1));
      expect(told.text).toMatch(refusal);
      expect(await journey.slack.modal(person)).toBeUndefined();
    }
  });

  test('a message becomes the prompt as its writer sees it, for the project of its channel', async () => {
    const ts = await said(BEN, TIDEWATER.channel, 'Which *CRM* works for Q&A <b>in bulk</b>? :eyes:');
    const modal = await journey.slack.modalAfter(BEN, () => run(BEN, 'message.track', TIDEWATER.channel, ts));
    const html = await journey.slack.page(BEN, TIDEWATER.channel);
    expect(html).toContain('Which CRM works for Q&amp;A &lt;b&gt;in bulk&lt;/b&gt;?');
    await journey.slack.close(BEN, modal.id);
  });
});

test('a post of Sightline itself is no prompt: the form comes empty', async () => {
  const { ts } = onlyOne(postsOf(await journey.slack.history(ACME.leads), 'lead_digest'));
  const modal = await journey.slack.modalAfter(BEN, () => run(BEN, 'message.track', ACME.leads, ts));
  expect(modal.text).toContain('Prompt to track');
  expect(await journey.slack.page(BEN, ACME.leads)).not.toMatch(/<(textarea|input)[^<]*Acme: your first/);
  await journey.slack.close(BEN, modal.id);
});

describe('Why is this here? and Find this lead', () => {
  test('of a digest, every lead is named with how it stands', async () => {
    const { ts } = await leadsPost(TIDEWATER.channel);
    const answer = await explained(ANA, 'message.why', TIDEWATER.channel, ts);
    expect(answer).toMatch(
      /^Tidewater: this is a digest: leads that pass its filters .* Decided .* its leads feed runs .* 5 leads in this message L\d+ · What CRM did you pick .* · Tidewater · open /,
    );
    expect(await explained(ANA, 'message.find', TIDEWATER.channel, ts)).toBe(answer);
    expect(answer).toContain('Why?');
  });

  test('of an alert, by which rule it came, and which feed decided it', async () => {
    const alert = onlyOne(postsOf(await journey.slack.history(ACME.scores), 'score_alert'));
    const answer = await explained(BEN, 'message.why', ACME.scores, alert.ts);
    expect(answer).toMatch(
      /^A\d+ · Acme fell .* Why it was raised .* its scores feed runs every day at 9:00 Europe\/Berlin/,
    );
  });

  test('a thread that somebody links to is found by any link to it, with why and where it was posted', async () => {
    const [lead] = await journey.leads(ACME.id);
    if (!lead) throw new Error('The API has no leads.');
    const ts = await said(BEN, RANDOM, `Seen this one? ${lead.url}?utm_source=slack#comments`);
    const answer = await explained(BEN, 'message.find', RANDOM, ts);
    expect(answer).toContain(`${lead.title} `);
    expect(answer).toContain('passed every filter');
    expect(answer).toMatch(/New lead in #acme-leads: posted with the digest of Mar 11 at 09:0\d/);
  });

  test('of a project that does not exist for the person, nothing is found', async () => {
    const [lead] = await journey.leads(ACME.id);
    const ts = await said(BEN, RANDOM, `And this again: ${lead?.url}`);
    for (const person of [ANA, GIA, OTO]) {
      const answer = await explained(person, 'message.find', RANDOM, ts);
      expect(answer).toMatch(/no lead of your channels’ projects\./);
    }
  });

  test('a message that links to nothing is no lead', async () => {
    const ts = await said(BEN, RANDOM, 'Lunch at noon, who is in?');
    expect(await explained(BEN, 'message.why', RANDOM, ts)).toMatch(/^Sightline didn’t post this /);
  });
});
