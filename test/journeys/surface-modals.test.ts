/** The forms that commands open: filled in well, each field wrong, closed, and submitted after somebody else was there. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { carry } from '../../src/carried.ts';
import { EXAMPLE_PROJECTS } from '../support/bot.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { ACME, RANDOM, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const HERE = ACME.leads;

let journey: Journey;
let before: number;

beforeAll(async () => {
  const example = await readFile(EXAMPLE_PROJECTS, 'utf8');
  const projects = example.replace('configure: admins', `configure: [${ANA}, ${BEN}]`);
  journey = await startJourney({ projects, environment: { ENCRYPTION_KEY } });
});

afterAll(() => journey?.end());

beforeEach(async () => {
  before = (await journey.writes()).length;
});

/** What the API was told in this test. */
const written = async () => (await journey.writes()).slice(before);

const open = (line: string, person = BEN, channel = HERE) =>
  journey.slack.modalAfter(person, () => journey.slack.say(person, channel, line));

/** What the form says after a submission that it does not take. */
async function stillOpen(person: string, id: string, fields: Record<string, string>): Promise<string> {
  expect(await journey.slack.submit(person, id, fields)).toEqual({ ok: true });
  const modal = await journey.slack.modal(person);
  expect(modal?.id).toBe(id);
  return modal?.text ?? '';
}

async function closed(person: string, id: string): Promise<void> {
  expect(await journey.slack.close(person, id)).toEqual({ ok: true });
  expect(await journey.slack.modal(person)).toBeUndefined();
}

const answer = (person: string, id: string, fields: Record<string, string | string[]> = {}) =>
  journey.slack.submitForAnswer(person, id, fields);

describe('edit-prompt', () => {
  test.each([
    ['nothing', '  ', 'Say which prompt to track.'],
    ['the same words', 'cut  aws bill', 'That’s what it already says.'],
    ['too many words', 'crm '.repeat(200), 'engines take 500 at most.'],
  ])('with %s is refused at its field', async (_, words, fault) => {
    const modal = await open('/visibility edit-prompt cut aws bill');
    expect(await stillOpen(BEN, modal.id, { 'prompt/text': words })).toContain(fault);
    await closed(BEN, modal.id);
    expect(await written()).toEqual([]);
  });

  test('to another prompt’s words changes nothing', async () => {
    const { id } = await open('/visibility edit-prompt cut aws bill');
    const told = await answer(BEN, id, { 'prompt/text': 'Globex  alternatives' });
    expect(told).toContain('You already track this prompt for Acme. Nothing changed.');
    expect(await written()).toEqual([]);
  });

  test('changes the prompt; whoever edits at the same time is told, and changes nothing', async () => {
    const [anas, bens] = [
      await open('/visibility edit-prompt cut aws bill', ANA),
      await open('/visibility edit-prompt cut aws bill'),
    ];
    expect(await answer(ANA, anas.id, { 'prompt/text': 'cut the aws bill' })).toMatch(/cut the aws bill/);
    const told = await answer(BEN, bens.id, { 'prompt/text': 'halve the aws bill' });
    expect(told).toContain('This prompt has been changed since, to “cut the aws bill”. Nothing changed.');
    expect(told, 'what Ben typed is not lost').toContain('halve the aws bill');
    expect(await written()).toMatchObject([
      { operation: 'update_prompt', body: { prompt: 'cut the aws bill' } },
    ]);
  });
});

describe('untrack', () => {
  test('asks first and names the loss; closed, it changes nothing', async () => {
    const modal = await open('/visibility untrack globex alternatives');
    expect(modal.text).toMatch(/globex alternatives.*can’t be undone/i);
    await closed(BEN, modal.id);
    expect(await written()).toEqual([]);
  });

  test('ends the prompt once; of two people the second is told', async () => {
    const line = '/visibility untrack globex alternatives';
    const [anas, bens] = [await open(line, ANA), await open(line)];
    const twice = await Promise.all([anas.id, anas.id].map((id) => journey.slack.submit(ANA, id)));
    expect(twice).toContainEqual({ ok: true });
    await until('the deletion', async () => (await written()).length > 0);
    expect(await answer(BEN, bens.id)).toContain(
      '“globex alternatives” is no longer tracked. Nothing changed.',
    );
    expect(await written()).toMatchObject([{ operation: 'delete_prompt', status: 200 }]);
  });
});

describe('a feed', () => {
  /** Acme's scores are posted there, and no leads. */
  const ELSEWHERE = ACME.scores;
  const FIELDS = {
    'kind/feed.kind': 'leads',
    'channel/feed.channel': RANDOM,
    'schedule-leads/feed.schedule': 'Mondays 8:00',
  };
  const RECAP = { 'kind/feed.kind': 'recap', 'channel/feed.channel': HERE };

  /** What a field of the open form holds. */
  async function held(person: string, channel: string, block: string): Promise<string | undefined> {
    const html = await journey.slack.page(person, channel);
    return html.match(new RegExp(`data-block="${block}"[\\s\\S]*?value="([^"]*)"`))?.[1];
  }

  test('is preset to the first kind that the channel does not have', async () => {
    const here = await open('/visibility subscribe');
    expect(await held(BEN, HERE, 'schedule-scores')).toBe('every day at 9:00');
    await closed(BEN, here.id);
    const elsewhere = await open('/visibility subscribe', BEN, ELSEWHERE);
    expect(await held(BEN, ELSEWHERE, 'schedule-leads')).toBe('weekdays at 9:00');
    await closed(BEN, elsewhere.id);
  });

  test('of another kind has that kind’s usual schedule, unless somebody typed one of their own', async () => {
    const { slack } = journey;
    const modal = await open('/visibility subscribe');
    const typed = (schedule: string) => ({ ...FIELDS, 'schedule-scores/feed.schedule': schedule });
    await slack.change(BEN, modal.id, 'kind/feed.kind', 'recap', typed('every day at 9:00'));
    await until(
      'the recap’s form',
      async () => (await held(BEN, HERE, 'schedule-recap')) === 'Fridays 16:00',
    );
    const own = { ...RECAP, 'schedule-recap/feed.schedule': 'Tuesdays 7:00' };
    await slack.change(BEN, modal.id, 'kind/feed.kind', 'leads', own);
    await until(
      'the form of leads',
      async () => (await held(BEN, HERE, 'schedule-leads')) === 'Tuesdays 7:00',
    );
    await closed(BEN, modal.id);
  });

  test('is made by its form, and stands still and goes on by the buttons of the answer', async () => {
    const { slack } = journey;
    const modal = await open('/visibility subscribe');
    await slack.change(BEN, modal.id, 'kind/feed.kind', 'recap', FIELDS);
    const fields = { ...RECAP, 'schedule-recap/feed.schedule': 'Mondays 8:00' };
    await until('the recap’s form', async () => (await held(BEN, HERE, 'schedule-recap')) !== undefined);
    expect(await answer(BEN, modal.id, fields)).toMatch(
      /Subscribed\. .* recap in #acme-leads · Mondays 8:00/,
    );
    for (const [choice, state] of [
      ['pause', 'paused since'],
      ['resume', 'Mondays 8:00 Europe/Berlin next'],
    ] as const) {
      // Every drawing names its blocks anew.
      const [, block] =
        (await slack.page(BEN, HERE)).match(/data-block="([^"]*)" data-action="feed\.menu"/) ?? [];
      const chosen = carry('feed', { feed: `recap:${ACME.id}:${HERE}`, choice });
      await slack.change(BEN, modal.id, `${block}/feed.menu`, chosen);
      await until(`the answer to say ${state}`, async () => (await slack.modal(BEN))?.text.includes(state));
    }
    await closed(BEN, modal.id);
  });

  test('that two people change at once tells the second who did what, and is as the first left it', async () => {
    const { slack } = journey;
    const edited = async (person: string) => {
      const said = await slack.ask(person, HERE, '/visibility feeds');
      expect(said).toContain('recap in #acme-leads');
      const row = (await slack.rows(person, HERE)).findLast(({ isPrivate }) => isPrivate);
      const html = await slack.page(person, HERE);
      const part = html.slice(html.indexOf(`id="m-${row?.ts}"`));
      const block = part.match(/data-block="([^"]*)" data-action="feed\.menu"/)?.[1] ?? '';
      return slack.modalAfter(person, () =>
        slack.choose(
          person,
          HERE,
          row?.ts ?? '',
          `${block}/feed.menu`,
          carry('feed', { feed: `recap:${ACME.id}:${HERE}`, choice: 'edit' }),
        ),
      );
    };
    const [anas, bens] = [await edited(ANA), await edited(BEN)];
    const to = (schedule: string) => ({
      'channel/feed.channel': HERE,
      'schedule-recap/feed.schedule': schedule,
    });
    expect(await answer(ANA, anas.id, to('Thursdays 8:00'))).toContain('Changed.');
    expect(await answer(BEN, bens.id, to('Wednesdays 8:00'))).toContain(
      'Ana Ruiz changed this feed under a minute ago. Your change wasn’t saved; open the form again.',
    );
    expect(await slack.ask(BEN, HERE, '/visibility feeds')).toContain('· Thursdays 8:00 Europe/Berlin');
  });

  test('that is there already is refused at the channel; with another one the same form makes it', async () => {
    const modal = await open('/visibility subscribe', BEN, ELSEWHERE);
    const taken = { ...FIELDS, 'channel/feed.channel': HERE };
    expect(await answer(BEN, modal.id, taken)).toContain('already gets this feed');
    expect(await answer(BEN, modal.id, FIELDS)).toMatch(/Subscribed\. .* leads in #random · Mondays 8:00/);
    await closed(BEN, modal.id);
    await journey.slack.ask(BEN, RANDOM, '/visibility unsubscribe leads');
  });

  test('is not changed by somebody who left the channel while its form was open', async () => {
    const { slack } = journey;
    const modal = await open('/visibility subscribe', BEN, ELSEWHERE);
    await slack.say(ANA, ELSEWHERE, '/remove @ben');
    const fields = {
      ...FIELDS,
      'channel/feed.channel': ELSEWHERE,
      'schedule-leads/feed.schedule': 'Mondays 8:00',
    };
    expect(await slack.submitForAnswer(BEN, modal.id, fields)).toContain(
      'You’re no longer in the channel where you opened this. Nothing changed.',
    );
    await closed(BEN, modal.id);
    expect(await slack.ask(ANA, HERE, '/visibility feeds')).not.toContain('leads in #acme-visibility');
    await slack.say(ANA, ELSEWHERE, '/invite @ben');
  });

  test('is not made for a channel that its maker is not in', async () => {
    const { slack } = journey;
    await slack.say(ANA, RANDOM, '/remove @ben');
    expect(await slack.ask(BEN, HERE, '/visibility subscribe suggestions in #random')).toContain(
      'You’re not in this channel. Join it first, or choose another.',
    );
    await slack.say(ANA, RANDOM, '/invite @ben');
  });

  test.each([
    ['schedule-leads/feed.schedule', 'now and then', '“now and then” must be a schedule such as'],
    ['schedule-leads/feed.schedule', ' ', 'Is missing.'],
    ['quiet/quiet', 'at night', '“at night” must be'],
    ['limit/limit', 'many', '“many” must be a whole number such as 10.'],
    ['max_age/max_age', 'old', '“old” must be'],
  ])('with %s “%s” is refused at its field', async (name, value, fault) => {
    const modal = await open('/visibility subscribe', BEN, ELSEWHERE);
    expect(await stillOpen(BEN, modal.id, { ...FIELDS, [name]: value })).toContain(fault);
    await closed(BEN, modal.id);
    expect(await journey.slack.ask(BEN, HERE, '/visibility feeds')).not.toContain('#random');
  });
});

describe('connect', () => {
  const FIELDS = {
    'name/name': 'Fresh',
    'id/id': TIDEWATER.id,
    'apiKey/apiKey': 'wrong-key',
    'channel/channel': HERE,
  };

  test.each([
    ['id/id', 'acme', 'It has to be a UUID'],
    ['id/id', '../../x', 'It has to be a UUID'],
  ])('with %s “%s” is refused at its field', async (name, value, fault) => {
    const modal = await open('/visibility connect');
    expect(await stillOpen(BEN, modal.id, { ...FIELDS, [name]: value })).toContain(fault);
    await closed(BEN, modal.id);
  });

  test('with a key that is none is told so, and never shows it again', async () => {
    const modal = await open('/visibility connect');
    const said = await answer(BEN, modal.id, { ...FIELDS, 'apiKey/apiKey': 'two words' });
    expect(said).toContain('That isn’t a key. A key is one word without spaces.');
    expect(said).not.toContain('two words');
    await closed(BEN, modal.id);
  });
});

describe('track', () => {
  test('closed without a word changes nothing', async () => {
    const modal = await open('/visibility track', ANA);
    await closed(ANA, modal.id);
    expect(await written()).toEqual([]);
  });

  test('submitted twice at once tracks once', async () => {
    const modal = await open('/visibility track', ANA);
    const fields = { 'prompt/text': 'finops for startups' };
    const said = await journey.slack.answerTo(ANA, HERE, async () => {
      const [one] = await Promise.all(
        [modal.id, modal.id].map((id) => journey.slack.submit(ANA, id, fields)),
      );
      return one ?? { ok: true };
    });
    expect(said).toContain('finops for startups');
    // The second one may be answered first.
    await until('the write', async () => (await written()).length > 0);
    expect(await written()).toMatchObject([{ operation: 'create_prompt' }]);
  });
});
