import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { StoreError } from '../src/errors.ts';
import { askRunningBot, LocalFault, serveLocally, socketIn } from '../src/local-socket.ts';
import { temporaryFolder } from './support/folder.ts';

const ANSWERS = {
  double: async (given: unknown) => Number(given) * 2,
  refuse: async () => {
    throw new Error('Not today.');
  },
  full: async () => {
    throw new StoreError('Its disk is full.');
  },
};

const ask = (file: string, verb: string, given: unknown) =>
  askRunningBot({ dataDir: path.dirname(file) }, verb, given);

test('answers every question of a verb', async () => {
  const file = socketIn(temporaryFolder());
  const { close } = await serveLocally(file, ANSWERS);
  const asked = [ask(file, 'double', 21), ask(file, 'double', 4)];
  expect(await Promise.all(asked)).toEqual([{ answer: 42 }, { answer: 8 }]);
  await close();
});

test('only the owner can open the socket', async () => {
  const file = socketIn(temporaryFolder());
  const { close } = await serveLocally(file, ANSWERS);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await close();
});

test('passes on the message of a refusal, and names an unknown verb', async () => {
  const file = socketIn(temporaryFolder());
  const { close } = await serveLocally(file, ANSWERS);
  await expect(ask(file, 'refuse', '')).rejects.toThrow(new LocalFault('Not today.'));
  await expect(ask(file, 'toString', '')).rejects.toThrow(/“toString”/);
  await close();
});

test('a fault of the store is one for whoever asks too, so a verb ends as it would without a bot', async () => {
  const file = socketIn(temporaryFolder());
  const { close } = await serveLocally(file, ANSWERS);
  await expect(ask(file, 'full', '')).rejects.toThrow(new StoreError('Its disk is full.'));
  await expect(ask(file, 'full', '')).rejects.toBeInstanceOf(StoreError);
  await close();
});

test('without a bot there is no answer', async () => {
  const file = socketIn(temporaryFolder());
  expect(await ask(file, 'double', 1)).toBeUndefined();
  const { close } = await serveLocally(file, ANSWERS);
  await close();
  expect(await ask(file, 'double', 1)).toBeUndefined();
});

test('replaces the socket that a killed bot left', async () => {
  const file = socketIn(temporaryFolder());
  await serveLocally(file, ANSWERS);
  const { close } = await serveLocally(file, { double: async () => 'the later one' });
  expect(await ask(file, 'double', 1)).toEqual({ answer: 'the later one' });
  await close();
});

test('a waiting verb hears that the bot stopped', async () => {
  const file = socketIn(temporaryFolder());
  const begun = Promise.withResolvers<void>();
  const { close } = await serveLocally(file, {
    wait: () => {
      begun.resolve();
      return new Promise(() => undefined);
    },
  });
  const waiting = ask(file, 'wait', '');
  const refused = expect(waiting).rejects.toThrow(/stopped before/);
  await begun.promise;
  await close();
  await refused;
});

test('refuses a path that is too long, instead of cutting it', async () => {
  const long = path.join(temporaryFolder(), 'x'.repeat(120), 'sightline.sock');
  mkdirSync(path.dirname(long));
  await expect(serveLocally(long, ANSWERS)).rejects.toThrow();
});
