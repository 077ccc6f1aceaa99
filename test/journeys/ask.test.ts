/** What people ask in their own words: by command, in a channel, directly, and in the thread of an answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COMMANDS } from '../../src/surface/index.ts';
import { textOf } from '../support/html.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, isStillAsking, OTO, type SlackMessage } from '../support/local-slack.ts';
import { ACME, RANDOM, TIDEWATER } from '../support/sandbox.ts';

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney();
  // Ben is in none of a project's channels.
  for (const channel of [ACME.leads, ACME.scores, TIDEWATER.channel])
    await journey.slack.say(ANA, channel, '/remove @ben');
  // With it come the first digest and the alert A1.
  await journey.pass({ days: 1 });
});

afterAll(() => journey?.end());

const BOT = 'U0SIGHTLINE';

/** What people can read of a message: its words, wherever they stand. */
const words = ({ text, blocks }: SlackMessage) => `${text} ${JSON.stringify(blocks)}`;

const Selects = z.looseObject({
  block_id: z.string(),
  elements: z.array(
    z.looseObject({
      action_id: z.string(),
      options: z
        .array(z.looseObject({ text: z.object({ text: z.string() }), value: z.string() }))
        .default([]),
    }),
  ),
});

/** Chooses another reading under an answer, by what the selects call it. */
async function correct(person: string, channel: string, { ts, blocks }: SlackMessage, name: string) {
  const [choice] = blocks.flatMap((block) => {
    const { data } = Selects.safeParse(block);
    return (data?.elements ?? []).flatMap(({ action_id, options }) =>
      options
        .filter(({ text }) => text.text === name)
        .map(({ value }) => ({ menu: `${data?.block_id}/${action_id}`, value })),
    );
  });
  if (!choice) throw new Error(`The answer offers no ${name}.`);
  expect(await journey.slack.choose(person, channel, ts, choice.menu, choice.value)).toEqual({ ok: true });
}

/** Says something in a channel, and gives back that message. */
async function said(person: string, channel: string, text: string, thread?: string): Promise<SlackMessage> {
  expect(await journey.slack.say(person, channel, text, thread)).toEqual({ ok: true });
  const { history, replies } = journey.slack;
  const all = thread === undefined ? await history(channel) : await replies(channel, thread);
  const own = all.filter(({ user }) => user === person).at(-1);
  if (!own) throw new Error('What was said is not there.');
  return own;
}

const isAnswer = ({ user, text }: SlackMessage) => user === BOT && !isStillAsking(text);

/** The first reply of the bot in a thread after so many. */
const replied = (channel: string, thread: string, after = 0) =>
  journey.slack.untilSeen('a reply', async () =>
    (await journey.slack.replies(channel, thread)).filter(isAnswer).at(after),
  );

/** What the bot says in a direct message next, to what is said there. */
async function answeredDirectly(person: string, text: string): Promise<SlackMessage> {
  const { directOf, directly, say, untilSeen } = journey.slack;
  const channel = await directOf(person);
  const before = (await directly(person)).at(-1)?.ts;
  expect(await say(person, channel, text)).toEqual({ ok: true });
  return untilSeen('an answer', async () => (await directly(person, before)).find(isAnswer));
}

describe('by command', () => {
  test('a question is answered to whoever asks, with how it was read', async () => {
    const answer = await journey.slack.ask(ANA, ACME.scores, '/visibility why did we drop on Gemini?');
    expect(answer).toMatch(/Gemini/);
    expect(await journey.slack.ask(ANA, ACME.scores, '/visibility ask why did we drop on Gemini?')).toBe(
      answer,
    );
    expect((await journey.slack.history(ACME.scores)).map(words).join()).not.toContain('I read this as');
  });

  test('may name a lead by its place in the list that this person saw last, and nobody else', async () => {
    const { ask } = journey.slack;
    await ask(ANA, ACME.leads, '/visibility leads');
    const list = await ask(ANA, ACME.leads, '/visibility leads in Acme');
    const [, second = '', third = ''] = new Set(list.match(/\bL\d+\b/g));
    expect(await ask(ANA, ACME.leads, '/visibility the second one')).toContain(second);
    expect(await ask(ANA, ACME.leads, '/visibility next one')).toContain(third);
    expect(await ask(GIA, ACME.leads, '/visibility the second one')).not.toContain(second);
    await ask(ANA, ACME.leads, '/visibility which prompts are we best at in Acme');
    expect(await ask(ANA, ACME.leads, '/visibility the second one')).not.toMatch(/\bL\d+\b/);
  });

  test('“why?” and “on ChatGPT?” go on from this person’s question before', async () => {
    const { ask } = journey.slack;
    await ask(ANA, ACME.scores, '/visibility which prompts are we worst at');
    expect(await ask(ANA, ACME.scores, '/visibility on ChatGPT?')).toMatch(/worst prompt on ChatGPT/);
    await ask(ANA, ACME.scores, '/visibility compare us with Globex');
    expect(await ask(ANA, ACME.scores, '/visibility why?')).toMatch(/comparison with Globex by prompt/);
  });

  test('what cannot be read is not guessed: questions are offered instead', async () => {
    const answer = await journey.slack.ask(ANA, ACME.scores, '/visibility weather in Berlin');
    expect(answer).toMatch(/can’t answer|can’t tell|nothing called/);
    expect(answer).not.toMatch(/\d+\.\d/);
  });

  test.each([
    ['compare us with Globex on Gemini', /Globex/],
    ['topics we are worst in', /I read this as: /],
    ['sources on Gemini last week', /I read this as: /],
    ['__proto__', /can’t answer|can’t tell|nothing called/],
  ])('what begins like a command may be a question: %s', async (words, answer) => {
    expect(await journey.slack.ask(ANA, ACME.scores, `/visibility ${words}`)).toMatch(answer);
  });

  test('“ask” alone says what can be asked', async () => {
    expect(await journey.slack.ask(ANA, ACME.scores, '/visibility ask')).toMatch(/\?/);
  });

  test('a project shown in another channel of the asker is to be asked for there', async () => {
    for (const line of ['hows tidewater doing', 'scores in Tidewater', 'why did tidewater drop on Gemini?']) {
      const answer = await journey.slack.ask(ANA, ACME.leads, `/visibility ${line}`);
      expect(answer).toContain('Ask in #');
    }
    expect(await journey.slack.ask(ANA, ACME.leads, '/visibility hows zanzibar doing')).not.toContain(
      'Ask in',
    );
  });

  test('where no project is shown there is nothing to ask', async () => {
    const outside = await journey.slack.ask(BEN, RANDOM, '/visibility ask how is Acme doing?');
    expect(outside).toMatch(/^No project is shown in this channel\./);
    expect(outside).not.toContain('#');
    const answer = await journey.slack.ask(ANA, RANDOM, '/visibility ask how is Acme doing?');
    expect(answer).toContain('Ask in #acme-leads');
    expect(answer).not.toContain('52.2');
  });
});

describe('a mention', () => {
  test('is answered in its thread, for all to read and nobody to act on', async () => {
    const question = await said(ANA, ACME.leads, '@Sightline which leads are cited by ChatGPT?');
    const answer = words(await replied(ACME.leads, question.ts));
    expect(answer).toContain('ChatGPT');
    expect(answer).not.toMatch(/"action_id":"(lead|page|share|suggestion)\./);
  });

  test('is corrected for whoever does so, alone', async () => {
    const question = await said(ANA, ACME.scores, '@Sightline how did we score on Gemini?');
    const answer = await replied(ACME.scores, question.ts);
    const before = (await journey.slack.replies(ACME.scores, question.ts)).map(words);
    await correct(GIA, ACME.scores, answer, 'Perplexity');
    await journey.slack.untilSeen('the correction', async () =>
      textOf(await journey.slack.page(GIA, ACME.scores, `&thread=${question.ts}`)).includes(
        'score on Perplexity',
      ),
    );
    expect((await journey.slack.replies(ACME.scores, question.ts)).map(words)).toEqual(before);
  });

  test('in the thread of an answer goes on from it; what mentions nobody is not read', async () => {
    const question = await said(ANA, ACME.scores, '@Sightline how did we score on Gemini?');
    expect(words(await replied(ACME.scores, question.ts))).toContain('Gemini');
    await said(ANA, ACME.scores, 'and on Perplexity?', question.ts);
    await said(ANA, ACME.scores, '@Sightline and on ChatGPT?', question.ts);
    const next = words(await replied(ACME.scores, question.ts, 1));
    expect(next).toContain('ChatGPT');
    expect(next).not.toMatch(/can’t tell/);
    const all = (await journey.slack.replies(ACME.scores, question.ts)).filter(({ user }) => user === BOT);
    expect(all).toHaveLength(2);
  });

  test('in an alert’s thread is about that alert', async () => {
    const posts = await journey.slack.history(ACME.scores);
    const { ts, blocks } =
      posts.find(({ user, text }) => user === BOT && /fell/.test(text)) ?? expect.fail('no alert');
    // Tidewater has one as well, and which of the two is told first is open.
    const [handle = ''] = /\bA\d\b/.exec(JSON.stringify(blocks)) ?? [];
    await said(ANA, ACME.scores, '@Sightline who is looking into this?', ts);
    await journey.slack.untilSeen('its card', async () =>
      textOf(await journey.slack.page(ANA, ACME.scores, `&thread=${ts}`)).includes(`${handle} ·`),
    );
  });

  test('under a digest opens the lead that it calls the second', async () => {
    const posts = await journey.slack.history(ACME.leads);
    const digest = posts.findLast(({ user, text }) => user === BOT && /^Acme: .* leads?\b/.test(text));
    const { ts, blocks } = digest ?? expect.fail('no digest was posted');
    const [, second = ''] = new Set(JSON.stringify(blocks).match(/\bL\d+\b/g));
    const timesShown = async () =>
      textOf(await journey.slack.page(ANA, ACME.leads, `&thread=${ts}`)).split(second).length;
    const before = await timesShown();
    await said(ANA, ACME.leads, '@Sightline what about the second one?', ts);
    await journey.slack.untilSeen('its card', async () => (await timesShown()) > before);
    const page = async () => textOf(await journey.slack.page(ANA, ACME.leads, `&thread=${ts}`));
    await said(ANA, ACME.leads, '@Sightline which of these are cited by ChatGPT?', ts);
    await journey.slack.untilSeen('leads', async () => (await page()).includes('cited leads on ChatGPT'));
  });

  test.each([
    [
      'that cannot be read is asked back',
      'my left shoe squeaks',
      /can’t (answer|tell)|nothing called|not sure/,
    ],
    ['that is only thanks is answered', 'thank you, that is lovely', /welcome/],
  ])('%s to whoever wrote it, alone', async (_, text, answer) => {
    const before = await journey.slack.countPrivate(ANA, ACME.scores);
    const question = await said(ANA, ACME.scores, `@Sightline ${text}`);
    const asked = await journey.slack.untilSeen('a private answer', () =>
      journey.slack.privateAfter(ANA, ACME.scores, before),
    );
    expect(asked).toMatch(answer);
    expect(await journey.slack.replies(ACME.scores, question.ts)).toEqual([]);
  });

  test('of a guest is answered to them alone: they show nothing to others', async () => {
    const before = await journey.slack.countPrivate(GIA, ACME.scores);
    const question = await said(GIA, ACME.scores, '@Sightline how did we score on Gemini?');
    const answer = await journey.slack.untilSeen('a private answer', () =>
      journey.slack.privateAfter(GIA, ACME.scores, before),
    );
    expect(answer).toContain('Gemini');
    expect(await journey.slack.replies(ACME.scores, question.ts)).toEqual([]);
  });

  test('where no project is shown finds none, whatever it names', async () => {
    const before = await journey.slack.countPrivate(ANA, RANDOM);
    const question = await said(ANA, RANDOM, '@Sightline how did Acme score on Gemini?');
    const answer = await journey.slack.untilSeen('a private answer', () =>
      journey.slack.privateAfter(ANA, RANDOM, before),
    );
    expect(answer).not.toContain('52.2');
    expect(await journey.slack.replies(RANDOM, question.ts)).toEqual([]);
  });
});

describe('a direct message', () => {
  test('of several projects asks which is meant, and a click puts the answer in its place', async () => {
    const which = await answeredDirectly(ANA, 'how did we score on Gemini?');
    expect(words(which)).toMatch(/in Acme.*in Tidewater/s);
    const { directOf, directly, countPrivate, press, untilSeen } = journey.slack;
    const direct = await directOf(ANA);
    const before = await countPrivate(ANA, direct);
    await press(ANA, direct, which, 'line.tab');
    const answer = await untilSeen('the answer in place of the question', async () =>
      (await directly(ANA)).find(({ ts, text }) => ts === which.ts && text !== which.text),
    );
    expect(words(answer)).toContain('Gemini');
    expect(words(answer)).not.toContain('in Tidewater');
    expect(await countPrivate(ANA, direct)).toBe(before);
  });

  test('after one that was asked back goes on from that one', async () => {
    await answeredDirectly(ANA, 'how did Acme score on Gemini?');
    const which = await answeredDirectly(ANA, 'our score for the kubernetes prompt in Acme');
    expect(words(which)).toMatch(/Which did you mean\?/);
    const next = words(await answeredDirectly(ANA, 'and on ChatGPT?'));
    expect(next).toMatch(/Which did you mean\?.*ChatGPT.*kubernetes/s);
  });

  test('that names its project is answered there, and the thread of the answer goes on from it', async () => {
    const answer = await answeredDirectly(ANA, 'how did Acme score on Gemini?');
    expect(words(answer)).toContain('Gemini');
    const direct = await journey.slack.directOf(ANA);
    await said(ANA, direct, 'and on ChatGPT?', answer.ts);
    const next = words(await replied(direct, answer.ts));
    expect(next).toContain('ChatGPT');
    expect(next).not.toMatch(/can’t tell|Which project/);
  });

  test('goes on from the one before it without a thread, too', async () => {
    await answeredDirectly(ANA, 'how did Acme score on Gemini?');
    expect(words(await answeredDirectly(ANA, 'why'))).toMatch(/why .*Gemini/);
    const next = words(await answeredDirectly(ANA, 'and on Claude?'));
    expect(next).toContain('Claude');
    expect(next).not.toMatch(/can’t tell|Which project/);
  });

  test('keeps to the project of the answer before it, for commands too, until another is named', async () => {
    await answeredDirectly(ANA, 'how did Tidewater score last week?');
    const { ask, directOf } = journey.slack;
    const direct = await directOf(ANA);
    await journey.pass({ days: 1 });
    expect(words(await answeredDirectly(ANA, 'which prompts do we track?'))).toContain('Tidewater');
    expect(await ask(ANA, direct, '/visibility sources')).toContain('Tidewater');
    expect(await ask(ANA, direct, '/visibility sources in Acme')).toContain('Acme');
    expect(await ask(ANA, direct, '/visibility how are we doing?')).toContain('Acme');
    expect(words(await answeredDirectly(ANA, 'and in Tidewater?'))).toMatch(/Tidewater visibility score/);
  });

  test('that names another project’s topic, prompt or rival is answered for that one', async () => {
    for (const text of [
      'how do we stand on ease of use?',
      'what does ChatGPT say when asked “free crm for founders”?',
      'compare us with Saltmarsh',
    ]) {
      await answeredDirectly(ANA, 'how are we doing? in Acme');
      expect(words(await answeredDirectly(ANA, text)), text).toMatch(/\*Tidewater /);
    }
    await answeredDirectly(ANA, 'how are we doing? in Acme');
    expect(words(await answeredDirectly(ANA, 'how do we stand on pricing?'))).toContain('*Acme on');
    expect(words(await answeredDirectly(ANA, 'how do we stand on left shoes?'))).toContain('Acme');
  });

  test('opens a lead of the list before it by its place', async () => {
    const list = await answeredDirectly(ANA, 'open leads in Acme');
    const [, second = '', third = ''] = words(list).match(/(?<=\*)L\d+|(?<=· )L\d+/g) ?? [];
    for (const text of ['the second one', 'why the 2nd lead?', 'number 2'])
      expect(words(await answeredDirectly(ANA, text))).toContain(second);
    expect(words(await answeredDirectly(ANA, 'next one'))).toContain(third);
    expect(words(await answeredDirectly(ANA, 'the one before that'))).toContain(second);
    await answeredDirectly(ANA, 'the last one');
    expect(words(await answeredDirectly(ANA, 'and the next?'))).toMatch(/last of \d+ leads/);
    await answeredDirectly(ANA, 'leads in Acme');
    expect(words(await answeredDirectly(ANA, 'show me the third'))).toContain(third);
    expect(words(await answeredDirectly(ANA, 'why'))).toContain(second);
    expect(words(await answeredDirectly(ANA, 'number 40'))).toMatch(/has \d+ leads/);
    for (const text of ['which prompts are we best at?', 'sources']) {
      await answeredDirectly(ANA, 'leads in Acme');
      await answeredDirectly(ANA, text);
      expect(words(await answeredDirectly(ANA, 'the second one'))).not.toMatch(/\bL\d+\b/);
    }
  });

  test('says “it” of the lead opened last, and gets its card with the buttons', async () => {
    const list = await answeredDirectly(ANA, 'open leads in Acme');
    const [, second = '', third = ''] = words(list).match(/(?<=\*)L\d+|(?<=· )L\d+/g) ?? [];
    await answeredDirectly(ANA, 'the second one');
    const before = await journey.writes();
    for (const text of ['open it', 'who is that?', 'claim it', 'assign it to Ben', 'snooze it till monday']) {
      const card = await answeredDirectly(ANA, text);
      expect(words(card)).toContain(`${second}*`);
      expect(JSON.stringify(card.blocks)).toContain('lead.claim');
    }
    for (const text of ['is it cited?', 'how old is it?', 'who is the author?', 'why does it matter?'])
      expect(words(await answeredDirectly(ANA, text)), text).toContain(`${second}*`);
    for (const unclear of ['which ones are good', 'flumox the wibble']) {
      await answeredDirectly(ANA, unclear);
      expect(words(await answeredDirectly(ANA, 'snooze it until Friday')), unclear).toContain(`${second}*`);
    }
    expect(await journey.writes()).toEqual(before);
    expect(words(await answeredDirectly(ANA, 'snooze the third one'))).toContain(`${third}*`);
    expect(words(await answeredDirectly(ANA, 'claim it'))).toContain(`${third}*`);
    const [only = ''] = words(await answeredDirectly(ANA, 'leads top:1 in Acme')).match(/\bL\d+\b/) ?? [];
    expect(words(await answeredDirectly(ANA, 'claim it'))).toContain(`${only}*`);
    const named = words(await answeredDirectly(ANA, 'show me the autoscaler lead'));
    expect(named).toMatch(/Autoscaler added/);
    expect(named).toContain('lead.claim');
  });

  test('names one of a list of rivals or topics by its place, time and again', async () => {
    await answeredDirectly(ANA, 'who beats us in Acme?');
    const first = words(await answeredDirectly(ANA, 'the first one'));
    const [, rival = ''] = first.match(/Acme vs (\w+)/) ?? [];
    const [, second = ''] = words(await answeredDirectly(ANA, 'the second one')).match(/Acme vs (\w+)/) ?? [];
    expect(second).not.toBe(rival);
    const third = words(await answeredDirectly(ANA, 'and the third one?'));
    expect(third).toMatch(/Acme vs \w+/);
    for (const one of [rival, second]) expect(third).not.toContain(`Acme vs ${one}`);
    // The brand's own row, wherever it stands, is none of them.
    for (const place of ['the fourth one', 'the fifth one', 'the last one'])
      expect(words(await answeredDirectly(ANA, place))).toMatch(/Acme vs \w+/);
    await answeredDirectly(ANA, 'best topics in Acme');
    expect(words(await answeredDirectly(ANA, 'the first one'))).toMatch(/Acme on “/);
  });

  test('counts in what a command listed, too', async () => {
    for (const [line, first] of [
      ['topic in Acme', /Acme on “/],
      ['compare in Acme', /Acme vs \w+/],
      ['sources in Acme', /Acme.*cit/],
    ] as const) {
      await answeredDirectly(ANA, line);
      expect(words(await answeredDirectly(ANA, 'the first one'))).toMatch(first);
    }
  });

  test('asks the same again if it names the project of the question before', async () => {
    await answeredDirectly(ANA, 'what’s the sentiment in Tidewater?');
    expect(words(await answeredDirectly(ANA, 'and in Tidewater?'))).toMatch(/Tidewater sentiment/);
  });

  test('asks the same about another project, however it is named', async () => {
    await answeredDirectly(ANA, 'what’s the sentiment in Tidewater?');
    for (const text of [
      'and Acme?',
      'what about Tidewater?',
      'same for Acme',
      'back to Tidewater',
      'and Acme’s?',
    ]) {
      const name = text.includes('Acme') ? 'Acme' : 'Tidewater';
      expect(words(await answeredDirectly(ANA, text))).toContain(`${name} sentiment`);
    }
  });

  test.each(['which of my clients dropped this week?', 'weekly summary for both'])(
    'that is about all projects isn’t answered for one: %s',
    async (text) => {
      await answeredDirectly(ANA, 'how did Acme score on Gemini?');
      const answer = words(await answeredDirectly(ANA, text));
      expect(answer).toMatch(/^Which project\?/);
      expect(answer).toMatch(/Acme.*Tidewater/s);
    },
  );

  test('takes nothing back, but shows the lead that was changed last and its buttons', async () => {
    expect(words(await answeredDirectly(ANA, 'undo that'))).toMatch(/haven’t changed a lead/);
    const [, second = ''] =
      words(await answeredDirectly(ANA, 'open leads in Acme')).match(/(?<=· )L\d+/g) ?? [];
    const card = await answeredDirectly(ANA, `why ${second}?`);
    const { press, directOf } = journey.slack;
    const direct = await directOf(ANA);
    expect(await press(ANA, direct, card, 'lead.claim')).toEqual({ ok: true });
    await answeredDirectly(ANA, 'open leads in Acme');
    const undone = await answeredDirectly(ANA, 'undo');
    expect(words(undone)).toContain(`${second}*`);
    expect(words(undone)).toContain(`${second} is as it was`);
    expect(JSON.stringify(undone.blocks)).toContain('Release');
  });

  test('counts in what the asker holds in all projects, as after any list of leads', async () => {
    const direct = await journey.slack.directOf(ANA);
    for (const name of ['Acme', 'Tidewater']) {
      const [first = ''] = words(await answeredDirectly(ANA, `leads in ${name}`)).match(/(?<=· )L\d+/g) ?? [];
      const card = await answeredDirectly(ANA, `why ${first}`);
      expect(await journey.slack.press(ANA, direct, card, 'lead.claim')).toEqual({ ok: true });
    }
    await answeredDirectly(ANA, 'leads in Acme');
    const mine = words(await answeredDirectly(ANA, 'leads mine'));
    const held = [...new Set(mine.match(/(?<=· )L\d+/g))];
    expect(held.length).toBeGreaterThan(1);
    for (const [i, place] of ['the first one', 'the second one'].entries()) {
      expect(words(await answeredDirectly(ANA, place))).toContain(`${held[i]}*`);
      expect(words(await answeredDirectly(ANA, 'claim it'))).toContain(`${held[i]}*`);
    }
    expect(words(await answeredDirectly(ANA, 'sources'))).toContain('Acme');
  });

  test('is corrected where it stands, and its thread goes on from the correction', async () => {
    const answer = await answeredDirectly(ANA, 'how did Acme score on Gemini?');
    const direct = await journey.slack.directOf(ANA);
    await correct(ANA, direct, answer, 'Perplexity');
    await journey.slack.untilSeen('the correction', async () => {
      const now = (await journey.slack.directly(ANA)).find(({ ts }) => ts === answer.ts);
      return now && words(now).includes('score on Perplexity');
    });
    await said(ANA, direct, 'and in Germany?', answer.ts);
    expect(words(await replied(direct, answer.ts))).toMatch(/score on Perplexity in Germany/);
  });

  test('may be a command that only reads; what opens a form has a button for it', async () => {
    expect(words(await answeredDirectly(ANA, 'sources in Acme'))).toContain('cited pages');
    const offer = await answeredDirectly(ANA, 'leads digest');
    const { press, modalAfter, directOf } = journey.slack;
    const direct = await directOf(ANA);
    const form = await modalAfter(ANA, () => press(ANA, direct, offer, 'line.open'));
    expect(form.text).toContain('Your own digest');
    await journey.slack.close(ANA, form.id);
    const before = await journey.writes();
    for (const { command, permission } of COMMANDS)
      if (permission !== 'everyone') await answeredDirectly(ANA, command.example);
    expect(await journey.writes()).toEqual(before);
  });

  test('a command typed there knows the projects of whoever types it, and no others', async () => {
    const { ask, directOf } = journey.slack;
    expect(await ask(ANA, await directOf(ANA), '/visibility leads in Acme')).toMatch(/^Acme/);
    expect(await ask(BEN, await directOf(BEN), '/visibility leads in Acme')).toMatch(
      /any channel that shows/,
    );
    expect(await ask(OTO, await directOf(OTO), '/visibility leads in Acme')).toMatch(/another organisation/);
  });

  test('of somebody of another organisation is told of no project', async () => {
    expect(words(await answeredDirectly(OTO, 'how did Acme score on Gemini?'))).not.toMatch(
      /I read this as|\d\.\d/,
    );
  });
});
