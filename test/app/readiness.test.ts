import { expect, it } from 'vitest';
import { missingOf, type Signs } from '../../src/app/run.ts';
import { MINUTE, NINE, SECOND } from '../support/store-opened.ts';

const WELL: Signs = {
  isStopping: false,
  isConfirmed: true,
  heardAt: NINE - MINUTE,
  tickedAt: NINE - MINUTE,
  takesWrites: true,
};

it.each<[string, Partial<Signs>]>([
  ['that does its work', {}],
  ['that heard Slack two minutes ago', { heardAt: NINE - 2 * MINUTE }],
  ['whose last tick was late once', { tickedAt: NINE - 2 * MINUTE - 30 * SECOND }],
])('a bot %s is ready', (_, signs) => {
  expect(missingOf({ ...WELL, ...signs }, NINE)).toEqual([]);
});

it.each<[string, Partial<Signs>, RegExp[]]>([
  ['whose store takes no write', { takesWrites: false }, [/store/]],
  [
    'that Slack has not confirmed',
    { isConfirmed: false, heardAt: undefined, tickedAt: undefined },
    [/confirm/],
  ],
  ['that never heard Slack', { heardAt: undefined }, [/Slack has not been heard/]],
  ['that Slack left alone', { heardAt: NINE - 5 * MINUTE }, [/Slack was last heard 5 min ago/]],
  ['that no longer ticks', { tickedAt: NINE - 4 * MINUTE }, [/tick ended 4 min ago/]],
  ['that lacks all', { takesWrites: false, heardAt: 0, tickedAt: 0 }, [/store/, /Slack/, /tick/]],
  ['that stops', { isStopping: true, takesWrites: false }, [/stopping/]],
])('a bot %s is not ready, and says so', (_, signs, said) => {
  expect(missingOf({ ...WELL, ...signs }, NINE)).toEqual(said.map((words) => expect.stringMatching(words)));
});
