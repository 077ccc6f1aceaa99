import { expect, it } from 'vitest';
import { UnavailableError } from '../../src/visibility/errors.ts';
import { type Answering, clientOf, failureIn, json, KEY, PROJECT, SEGMENT } from './api.ts';

const silent: Answering = () => undefined;

it('whoever is waited for hears within the limit that there is no answer, also while others hold every turn', async () => {
  const { client, open, asked } = await clientOf(silent, { callsPerKey: 1 });
  const ended = new AbortController();
  const poll = client.topics(PROJECT, { signal: ended.signal });
  await expect.poll(() => asked.length).toBe(1);
  const failure = await failureIn(open(KEY, { withinMs: 250 }).topics(PROJECT));
  expect(failure).toBeInstanceOf(UnavailableError);
  expect(failure).toMatchObject({
    message: expect.stringContaining('got no answer (TimeoutError)'),
    retry: {},
  });
  expect(asked).toHaveLength(2);
  ended.abort(new Error('the poll is over'));
  await expect(poll).rejects.toThrow('the poll is over');
});

it('a wait for those who asked before is not held against the API', async () => {
  const once: Answering = (response, asked, number) =>
    number === 1 ? undefined : json([])(response, asked, number);
  const { open } = await clientOf(once, { callsPerKey: 1 });
  const client = open(KEY, { withinMs: 500 });
  const [first, second] = await Promise.allSettled([client.topics(PROJECT), client.topics(PROJECT)]);
  expect(first.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: [] });
});

const PAGED: Answering = (response, asked, number) => {
  const page = Number(new URLSearchParams(asked.url.split('?')[1]).get('page') ?? 1);
  const items = Array.from({ length: 2 }, (_, i) => ({
    id: `${page}.${i}`,
    title: 'Any tool?',
    url: `https://forum.example/${page}/${i}`,
  }));
  if (page < 3) json({ items, page, pages: 9, total: 18 })(response, asked, number);
};

it('whoever asked for the latest rows gets those that came within the limit, marked as a part', async () => {
  const { open } = await clientOf(PAGED);
  const some = await open(KEY, { withinMs: 250 }).communityLeads(PROJECT, { limit: 10 });
  expect(some).toHaveLength(4);
  expect(some).toHaveProperty('rest');
  // Of all rows a part isn't what was asked for.
  const failure = await failureIn(open(KEY, { withinMs: 250 }).communityLeads(PROJECT));
  expect(failure).toBeInstanceOf(UnavailableError);
});

it('a write that got no answer within the limit is not to be repeated: it may have been done', async () => {
  const { open } = await clientOf(silent);
  const failure = await failureIn(open(KEY, { withinMs: 20 }).createPrompt(PROJECT, 'cut aws bill'));
  expect(failure).toMatchObject({ code: 'visibility_unavailable', retry: 'never' });
});

it('whoever does not ask again hears of the first failure', async () => {
  const { open, asked } = await clientOf(json({}, 503));
  const failure = await failureIn(open(KEY, { withinMs: 60_000, once: true }).topics(PROJECT));
  expect(failure).toMatchObject({ code: 'visibility_unavailable', status: 503 });
  expect(asked).toHaveLength(1);
});

it('within the limit a call goes on as ever: tried again, and ended by whoever asked', async () => {
  const answers: Answering = (response, asked, number) =>
    (number === 1 ? json({}, 503) : json([]))(response, asked, number);
  const { open, asked } = await clientOf(answers);
  const client = open(KEY, { withinMs: 60_000 });
  expect(await client.topics(PROJECT)).toEqual([]);
  expect(asked).toHaveLength(2);
  const signal = AbortSignal.abort(new Error('not any more'));
  await expect(client.topics(PROJECT, { signal })).rejects.toThrow('not any more');
});

it('when those who wait have to go, a call that was not sent ends with the reason, and a write that was may be done', async () => {
  const { open, asked } = await clientOf(silent, { callsPerKey: 1 });
  const ended = new AbortController();
  const client = open(KEY, { withinMs: 60_000, until: ended.signal });
  const sent = failureIn(client.createPrompt(PROJECT, 'cut aws bill'));
  await expect.poll(() => asked.length).toBe(1);
  const waiting = failureIn(client.createPrompt(PROJECT, 'k8s cost alerts'));
  const reason = new Error('the bot stops');
  ended.abort(reason);
  expect(await sent).toMatchObject({ code: 'visibility_unavailable', retry: 'never' });
  expect(await waiting).toBe(reason);
  expect(asked).toHaveLength(1);
});

it('a write that failed once is not called unsent because its second try was not made', async () => {
  const ended = new AbortController();
  const reason = new Error('the bot stops');
  const { open, asked } = await clientOf(json({}, 503), { sleep: async () => ended.abort(reason) });
  const client = open(KEY, { withinMs: 60_000, until: ended.signal });
  expect(await failureIn(client.setRegions(PROJECT, [SEGMENT]))).toMatchObject({
    code: 'visibility_unavailable',
    status: 503,
  });
  expect(asked).toHaveLength(1);
});
