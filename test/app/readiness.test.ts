import { expect, it } from 'vitest';
import { listMissing, type Signs } from '../../src/app/run.ts';
import { MINUTE, NINE, SECOND } from '../support/store-opened.ts';

const WELL: Signs = {
  isStopping: false,
  isConfirmed: true,
  heardAt: NINE - MINUTE,
  tickedAt: NINE - MINUTE,
  takesWrites: true,
};

it.each<[string, Partial<Signs>]>([
  ['that works', {}],
  ['that heard Slack two minutes ago', { heardAt: NINE - 2 * MINUTE }],
  ['that missed one tick', { tickedAt: NINE - 2 * MINUTE - 30 * SECOND }],
])('a bot %s is ready', (_, signs) => {
  expect(listMissing({ ...WELL, ...signs }, NINE)).toEqual([]);
});

it.each<[string, Partial<Signs>, RegExp[]]>([
  ['whose store takes no writes', { takesWrites: false }, [/store/]],
  [
    'that Slack hasn’t confirmed',
    { isConfirmed: false, heardAt: undefined, tickedAt: undefined },
    [/confirm/],
  ],
  [
    'whose token Slack refuses',
    { isConfirmed: false, refusal: 'Slack refuses SLACK_BOT_TOKEN (invalid_auth)' },
    [/^Slack refuses SLACK_BOT_TOKEN/],
  ],
  ['that never heard Slack', { heardAt: undefined }, [/not heard from Slack/]],
  [
    'that hasn’t heard Slack for five minutes',
    { heardAt: NINE - 5 * MINUTE },
    [/last heard from Slack 5 min ago/],
  ],
  ['that no longer ticks', { tickedAt: NINE - 4 * MINUTE }, [/tick ended 4 min ago/]],
  ['without any of it', { takesWrites: false, heardAt: 0, tickedAt: 0 }, [/store/, /Slack/, /tick/]],
  ['that is stopping', { isStopping: true, takesWrites: false }, [/stopping/]],
])('a bot %s isn’t ready and says why', (_, signs, reasons) => {
  expect(listMissing({ ...WELL, ...signs }, NINE)).toEqual(
    reasons.map((words) => expect.stringMatching(words)),
  );
});
