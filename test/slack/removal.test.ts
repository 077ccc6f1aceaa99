import { expect, it } from 'vitest';
import { findRemoval } from '../../src/slack/oauth.ts';

const body = (event: object, given: object = {}) => ({
  team_id: 'T0ONE',
  event_time: 1_700_000_000,
  event,
  ...given,
});

it.each([
  ['the app was removed', { type: 'app_uninstalled' }],
  ['its token was revoked', { type: 'tokens_revoked', tokens: { oauth: [], bot: ['U0BOT'] } }],
])('%s: from which workspace, and until the end of which second', (_, event) => {
  expect(findRemoval(body(event))).toEqual({ team: 'T0ONE', at: 1_700_000_001_000 });
});

it.each([
  ['a person’s own token was revoked', body({ type: 'tokens_revoked', tokens: { oauth: ['U0ANA'] } })],
  ['no token was revoked', body({ type: 'tokens_revoked', tokens: { oauth: ['U0ANA'], bot: [] } })],
  ['something else happened', body({ type: 'channel_left', channel: 'C0LEADS' })],
  ['it is not said when', body({ type: 'app_uninstalled' }, { event_time: undefined })],
  ['it is a click', { type: 'block_actions' }],
  ['it is nothing', undefined],
])('%s: the bot is where it was', (_, other) => {
  expect(findRemoval(other)).toBeUndefined();
});
