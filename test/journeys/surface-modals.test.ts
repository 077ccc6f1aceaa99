/** The forms that commands open: filled in well, each field wrong, closed, and submitted after somebody else was there. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { ACME, RANDOM, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const HERE = ACME.leads;

let journey: Journey;
let before: number;

beforeAll(async () => {
  journey = await startJourney({ environment: { ENCRYPTION_KEY } });
});

afterAll(() => journey?.end());

beforeEach(async () => {
  before = (await journey.writes()).length;
});

/** What the API was told in this test. */
const written = async () => (await journey.writes()).slice(before);

const open = (line: string, person = BEN) =>
  journey.slack.modalAfter(person, HERE, () => journey.slack.say(person, HERE, line));

/** What the form says after a submission that it does not take. */
async function stillOpen(person: string, id: string, fields: Record<string, string>): Promise<string> {
  expect(await journey.slack.submit(person, id, fields)).toEqual({ ok: true });
  const modal = await journey.slack.modal(person, HERE);
  expect(modal?.id).toBe(id);
  return modal?.text ?? '';
}

async function closed(person: string, id: string): Promise<void> {
  expect(await journey.slack.close(person, id)).toEqual({ ok: true });
  expect(await journey.slack.modal(person, HERE)).toBeUndefined();
}

const answer = (person: string, id: string, fields: Record<string, string | string[]> = {}) =>
  journey.slack.submitForAnswer(person, HERE, id, fields);

describe('edit-prompt', () => {
  test.each([
    ['nothing', '  ', 'Say which prompt to track.'],
    ['the same words', 'cut  aws bill', 'These are the words that it has already.'],
    ['too many words', 'crm '.repeat(200), 'at most 500 are asked of engines.'],
  ])('with %s is refused at its field', async (_, words, fault) => {
    const modal = await open('/visibility edit-prompt cut aws bill');
    expect(await stillOpen(BEN, modal.id, { 'prompt/text': words })).toContain(fault);
    await closed(BEN, modal.id);
    expect(await written()).toEqual([]);
  });

  test('changes the prompt; whoever edits at the same time is told, and changes nothing', async () => {
    const [anas, bens] = [
      await open('/visibility edit-prompt cut aws bill', ANA),
      await open('/visibility edit-prompt cut aws bill'),
    ];
    expect(await answer(ANA, anas.id, { 'prompt/text': 'cut the aws bill' })).toMatch(/cut the aws bill/);
    expect(await answer(BEN, bens.id, { 'prompt/text': 'halve the aws bill' })).toContain(
      'Somebody changed this prompt meanwhile: it is “cut the aws bill” now. Nothing was changed.',
    );
    expect(await written()).toMatchObject([
      { operation: 'update_prompt', body: { prompt: 'cut the aws bill' } },
    ]);
  });
});

describe('untrack', () => {
  test('asks first and names the loss; closed, it changes nothing', async () => {
    const modal = await open('/visibility untrack globex alternatives');
    expect(modal.text).toMatch(/globex alternatives.*(history|answers|asked)/i);
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
      '“globex alternatives” is not tracked any more. Nothing was changed.',
    );
    expect(await written()).toMatchObject([{ operation: 'delete_prompt', status: 200 }]);
  });
});

describe('a feed', () => {
  const FIELDS = {
    'kind/feed.kind': 'leads',
    'channel/channel': RANDOM,
    'schedule/feed.schedule': 'Mondays 8:00',
  };

  test.each([
    ['schedule/feed.schedule', 'now and then', 'Must be a schedule such as'],
    ['schedule/feed.schedule', ' ', 'Is missing.'],
    ['quiet/quiet', 'at night', 'Must be'],
    ['limit/limit', 'many', 'Must be a number.'],
    ['max_age/max_age', 'old', 'Must be'],
  ])('with %s “%s” is refused at its field', async (name, value, fault) => {
    const modal = await open('/visibility subscribe');
    expect(await stillOpen(BEN, modal.id, { ...FIELDS, [name]: value })).toContain(fault);
    await closed(BEN, modal.id);
    expect(await journey.slack.ask(BEN, HERE, '/visibility subscriptions')).not.toContain('#random');
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
    ['id/id', 'acme', 'it must be a UUID'],
    ['id/id', '../../x', 'it must be a UUID'],
  ])('with %s “%s” is refused at its field', async (name, value, fault) => {
    const modal = await open('/visibility connect');
    expect(await stillOpen(BEN, modal.id, { ...FIELDS, [name]: value })).toContain(fault);
    await closed(BEN, modal.id);
  });

  test('with a key that is none is told so, and never shows it again', async () => {
    const modal = await open('/visibility connect');
    const said = await answer(BEN, modal.id, { ...FIELDS, 'apiKey/apiKey': 'two words' });
    expect(said).toContain('This cannot be a key: it must be one word without spaces.');
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
    expect(await written()).toMatchObject([{ operation: 'create_prompt' }]);
  });
});
