/** Who asks for a project outside its channels is told where to ask, unless they are in none of them. */
import { expect, test } from 'vitest';
import { referElsewhere } from '../../src/surface/run-command.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';
import { ok } from '../support/slack-server.ts';
import { CHANNEL } from '../support/store-opened.ts';
import { memberNamed, surfaceOver, unforeseen } from '../support/surface-over.ts';

const FILE = `projects:
  - { id: ${ACME.id}, name: Acme, visible_in: [${CHANNEL}] }
  - { id: ${TIDEWATER.id}, name: Tidewater, visible_in: [C0OTHERS, C0TIDE] }`;

/** The channels in which someone in `channels` is told to ask, in Acme's channel. */
async function referredTo(
  words: string,
  channels: string[],
  person = {},
): Promise<readonly string[] | undefined> {
  const workspace = {
    isMember: async (channel: string) => channels.includes(channel),
    personOf: async () => ({ ...memberNamed('Ana', 'U0ANA'), ...person }),
  };
  const { ask } = await surfaceOver(FILE, unforeseen, ok(), { workspace });
  return (await referElsewhere(words, ask()))?.refusal.channels;
}

test('of a project that is shown in a channel of theirs, that channel', async () => {
  expect(await referredTo('hows tidewater doing', [CHANNEL, 'C0TIDE'])).toEqual(['C0TIDE']);
});

test('of nothing if the name means something else here', async () => {
  const workspace = { isMember: async () => true, personOf: async () => memberNamed('Ana', 'U0ANA') };
  const { ask } = await surfaceOver(FILE, unforeseen, ok(), { workspace });
  expect(
    await referElsewhere('are we behind tidewater', ask(), (name) => name !== 'Tidewater'),
  ).toBeUndefined();
});

test.each([
  ['who is in none of its channels', 'hows tidewater doing', [CHANNEL], {}],
  ['from another organisation', 'hows tidewater doing', [CHANNEL, 'C0TIDE'], { isStranger: true }],
  ['who asks for a project that is shown here', 'hows acme doing', [CHANNEL, 'C0TIDE'], {}],
])('of nothing for someone %s', async (_, words, channels, person) => {
  expect(await referredTo(words, channels, person)).toBeUndefined();
});
