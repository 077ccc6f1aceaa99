/** A client for so many requests in all: whatever they are for, the next one is not sent. */
import { expect, it } from 'vitest';
import { OutOfCallsError } from '../../src/visibility/errors.ts';
import { clientOf, failureIn, json, PROJECT } from './api.ts';

let made = 0;
const PAGED = (size: number) =>
  json({
    items: Array.from({ length: size }, (_, i) => ({ id: `p${made++}`, prompt: `${i}` })),
    has_more: true,
    page: 1,
  });

it('is that of the same key until they are used up', async () => {
  const { client, asked } = await clientOf(json([]));
  const { api, left } = client.limited(2);
  await api.topics(PROJECT);
  await api.prompts(PROJECT);
  expect(left()).toBe(0);
  expect(await failureIn(api.topics(PROJECT))).toBeInstanceOf(OutOfCallsError);
  await client.topics(PROJECT);
  expect(asked).toHaveLength(3);
});

it('counts each try of one that fails', async () => {
  const { client, asked } = await clientOf(json({}, 503));
  expect(await failureIn(client.limited(2).api.topics(PROJECT))).toBeInstanceOf(OutOfCallsError);
  expect(asked).toHaveLength(2);
});

it('gives a part of a list whose pages are more, and says that it is one', async () => {
  const { client, asked } = await clientOf((...request) => PAGED(5)(...request));
  const prompts = await client.limited(3).api.prompts(PROJECT);
  expect([prompts.length, prompts.rest, asked.length]).toEqual([15, {}, 3]);
});

it('within another one counts against both', async () => {
  const { client } = await clientOf(json([]));
  const whole = client.limited(3);
  await whole.api.limited(2).api.topics(PROJECT);
  expect([whole.left(), whole.api.limited(9).left()]).toEqual([2, 2]);
});
