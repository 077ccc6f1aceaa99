/**
 * How a workspace installs the bot: /slack/install leads to Slack, which comes back to /slack/oauth_redirect with a code. And
 * how Slack tells that it was removed.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Installation } from '@slack/bolt';
import type { Logger, WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { SlackConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { HTTPReceiver } from './bolt-parts.ts';
import type { StoredInstallation } from './installations.ts';

/** What an installation asks for, and where it goes. `realNow` is epoch ms. */
export type Installing = {
  scopes: readonly string[];
  installed(installation: StoredInstallation): Promise<void>;
  realNow: () => number;
};

/** An installation that Sightline has no use for. */
class CannotInstall extends AppError {
  readonly code = 'cannot_install';
}

/** The two addresses that a browser is sent to. */
const INSTALL = '/slack/install';
const COME_BACK = '/slack/oauth_redirect';

/** True of a request that the installer answers. */
export function isInstalling({ method, url = '' }: IncomingMessage): boolean {
  const [path = ''] = url.split('?');
  return method === 'GET' && [INSTALL, COME_BACK].includes(path);
}

/**
 * Answers a browser that installs. The state that leaves with a person must come back with the same browser within ten
 * minutes, so that nobody can be made to install what another began.
 * https://docs.slack.dev/authentication/installing-with-oauth
 */
export function createInstaller(
  slack: Extract<SlackConfig, { mode: 'oauth' }>,
  { scopes, installed, realNow }: Installing,
  clientOptions: WebClientOptions,
  logger: Logger,
): RequestListener {
  // To install, the app's own secrets have to go to Slack: not on the way by which the bot speaks.
  const { logger: _ours, logLevel: _level, fetch: _blind, ...options } = clientOptions;
  // A receiver beside the one of Slack's requests: Bolt's App refuses one that installs where it is told to authorise.
  const receiver = new HTTPReceiver({
    signingSecret: slack.signingSecret,
    clientId: slack.clientId,
    clientSecret: slack.clientSecret,
    stateSecret: slack.stateSecret,
    scopes: [...scopes],
    installationStore: {
      storeInstallation: async (installation) => installed(storedOf(installation, realNow())),
      // Requests are authorised by the installations themselves, which know more than a token.
      fetchInstallation: () => Promise.reject(new CannotInstall('Installations are not read here.')),
    },
    installerOptions: {
      directInstall: true,
      installPath: INSTALL,
      redirectUriPath: COME_BACK,
      clientOptions: options,
      ...(slack.apiUrl && { authorizationUrl: new URL('../oauth/v2/authorize', slack.apiUrl).href }),
      callbackOptions: {
        success: (_installation, _options, _request, response) => say(response, 200, INSTALLED),
        failure: ({ code }, _options, _request, response) => say(response, ...failed(code)),
      },
    },
    logger,
  });
  return receiver.requestListener;
}

/** @throws CannotInstall */
function storedOf({ team, bot, user }: Installation, installedAt: number): StoredInstallation {
  if (!team || !bot) throw new CannotInstall('Sightline is installed in one workspace, with a bot.');
  return {
    team: team.id,
    botUserId: bot.userId,
    botId: bot.id,
    token: bot.token,
    scopes: bot.scopes,
    installedBy: user.id,
    installedAt,
  };
}

const INSTALLED =
  'Sightline is installed. Back in Slack: /invite @Sightline in a channel, then /visibility connect or /visibility help.';

/** What the person in front of the browser can do. Codes: @slack/oauth's errors.ts. */
function failed(code: string): [status: number, sentence: string] {
  switch (code) {
    case 'slack_oauth_invalid_state':
    case 'slack_oauth_missing_state':
      return [
        400,
        'This installation was begun elsewhere, or more than ten minutes ago. Begin again at /slack/install.',
      ];
    case 'slack_oauth_missing_code':
      return [400, 'Slack sent no code. Begin again at /slack/install.'];
    case 'slack_oauth_installer_authorization_error':
      return [400, 'The installation was cancelled; nothing was changed. Begin again at /slack/install.'];
    default:
      return [
        500,
        'The installation did not succeed; nothing was changed. The log says why. Begin again at /slack/install.',
      ];
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

/** https://docs.slack.dev/reference/events/app_uninstalled and https://docs.slack.dev/reference/events/tokens_revoked */
export const REMOVAL_EVENTS = ['app_uninstalled', 'tokens_revoked'] as const;

const Uninstalled = z.object({ type: z.literal('app_uninstalled') });
/** Of a person's own tokens, which `oauth` would list, the bot has none. */
const Revoked = z.object({
  type: z.literal('tokens_revoked'),
  tokens: z.object({ bot: z.array(z.string()).min(1) }),
});
/** `event_time` is in seconds. */
const Removal = z.object({
  team_id: z.string(),
  event_time: z.number(),
  event: z.discriminatedUnion('type', [Uninstalled, Revoked]),
});

/** From which workspace, and when (epoch ms, the end of Slack's second); undefined if the bot is not concerned. */
export function removalIn(body: unknown): { team: string; at: number } | undefined {
  const { data } = Removal.safeParse(body);
  return data && { team: data.team_id, at: (data.event_time + 1) * 1_000 };
}
