/** Tokens of Slack in the wrong variable, or copied with something else. */
import { describe, expect, it } from 'vitest';
import { type Environment, readConfig } from '../src/config.ts';
import { faultsOf } from './support/config-faults.ts';

const HTTP: Environment = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'shhh',
  VISIBILITY_BASE_URL: 'https://api.acme.test/v1/public',
  VISIBILITY_API_KEY: 'vk-1',
};
const SOCKET: Environment = { ...HTTP, SLACK_SIGNING_SECRET: undefined, SLACK_APP_TOKEN: 'xapp-1' };

describe('wrong tokens', () => {
  const inBot = (kind: string) =>
    `SLACK_BOT_TOKEN begins with ${kind}, as another kind of token does. It needs the bot token (xoxb-…) from "OAuth & Permissions" in your Slack app’s settings`;
  const IN_BOT = inBot('xapp-');
  const IN_APP =
    'SLACK_APP_TOKEN begins with xoxb-, as another kind of token does. It needs an app-level token (xapp-…) with connections:write, for Socket Mode';

  it.each([
    [{ SLACK_BOT_TOKEN: 'xapp-1-A0-7', SLACK_APP_TOKEN: ' xoxb-7' }, [IN_BOT, IN_APP]],
    [{ SLACK_BOT_TOKEN: 'xoxp-7' }, [inBot('xoxp-')]],
    [{ SLACK_BOT_TOKEN: '"xoxb-7' }, [expect.stringContaining('SLACK_BOT_TOKEN has a character')]],
    [{ SLACK_BOT_TOKEN: '“xoxb-7”' }, [expect.stringContaining('SLACK_BOT_TOKEN has a character')]],
  ])('%j are refused, each with what belongs there', (tokens, faults) => {
    expect(faultsOf({ ...SOCKET, ...tokens })).toEqual(faults);
  });

  it.each(['SLACK_BOT_TOKEN', 'VISIBILITY_BASE_URL', 'VISIBILITY_API_KEY', 'DATA_DIR', 'PORT'])(
    'quotes around %s, which a shell would have removed, are pointed out once',
    (name) => {
      for (const quote of ['"', "'"])
        expect(faultsOf({ ...HTTP, [name]: `${quote}${HTTP[name] ?? 'x'}${quote}` })).toEqual([
          expect.stringMatching(new RegExp(`^${name} has quotes around its value`)),
        ]);
    },
  );

  it('are refused over HTTP, too', () => {
    expect(faultsOf({ ...HTTP, SLACK_BOT_TOKEN: 'xapp-1-A0-7' })).toEqual([IN_BOT]);
  });

  it('one in the place of the signing secret is refused', () => {
    const faults = faultsOf({ ...HTTP, SLACK_SIGNING_SECRET: 'xapp-1-A0-7' });
    expect(faults).toEqual([expect.stringContaining('SLACK_SIGNING_SECRET begins with xapp-')]);
  });

  it('a third signing secret is refused, since only two are ever accepted', () => {
    expect(readConfig({ ...HTTP, SLACK_SIGNING_SECRET: 'new, old' }).slack).toMatchObject({
      signingSecret: 'new',
      formerSigningSecret: 'old',
    });
    const faults = faultsOf({ ...HTTP, SLACK_SIGNING_SECRET: 'new,old,older' });
    expect(faults).toEqual([expect.stringMatching(/^SLACK_SIGNING_SECRET takes at most two values/)]);
  });

  it.each(['xoxb-demo', 'xoxe.xoxb-1-Mi', 'a token of another kind'])('%s is accepted', (token) => {
    expect(readConfig({ ...HTTP, SLACK_BOT_TOKEN: token }).slack).toHaveProperty('botToken', token);
  });
});
