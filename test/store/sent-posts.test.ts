import { expect, it } from 'vitest';
import { readSentChannels, updateDelivery } from '../../src/store/deliveries.ts';
import { CHANNEL, openedStore, queued, TEAM } from '../support/store-opened.ts';

it('many things are looked for at once: each in the channels where a post of it stands', async () => {
  const { db } = await openedStore();
  const post = async (id: string, subject: string, channel: string, state: 'sent' | 'queued' = 'sent') => {
    await queued(db, id, { subject, channel });
    await updateDelivery(db, { team: TEAM, id }, ['queued'], { state });
  };
  await post('a', 'S1', CHANNEL);
  await post('b', 'S1', 'C0OTHER');
  await post('c', 'S2', 'C0OTHER', 'queued');
  await post('d', 'S3', 'C0SECRET');
  const subjects = ['S1', 'S2', 'S3'];
  const channels = [CHANNEL, 'C0OTHER'];
  expect(await readSentChannels(db, TEAM, subjects, channels)).toEqual(new Map([['S1', new Set(channels)]]));
  expect(await readSentChannels(db, 'T0OTHER', subjects, channels)).toEqual(new Map());
  expect(await readSentChannels(db, TEAM, [], channels)).toEqual(new Map());
});
