/** Installs the bot in a workspace: /slack/install leads to Slack, which redirects back. Also reads its removal. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Installation } from '@slack/bolt';
import receiverModule from '@slack/bolt/dist/receivers/HTTPReceiver.js';
import type { Logger, WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { SlackConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { entryOf } from '../words/nearest.ts';
import type { StoredInstallation } from './installations.ts';

/** `scopes` to ask for, and what to do with the installation. */
export type Installing = {
  scopes: readonly string[];
  installed(installation: StoredInstallation): Promise<void>;
};

class CannotInstall extends AppError {
  readonly code = 'cannot_install';
}

const INSTALL = '/slack/install';
const COME_BACK = '/slack/oauth_redirect';

export function isInstalling({ method, url = '' }: IncomingMessage): boolean {
  const [path = ''] = url.split('?');
  return method === 'GET' && [INSTALL, COME_BACK].includes(path);
}

/**
 * Answers the browser of a person who installs. Its state must come back from the same browser within ten minutes, so
 * that nobody can be tricked into finishing somebody else's installation.
 * https://docs.slack.dev/authentication/installing-with-oauth
 */
export function createInstaller(
  slack: Extract<SlackConfig, { mode: 'oauth' }>,
  { scopes, installed, realNow }: Installing & { realNow: () => number },
  clientOptions: WebClientOptions,
  logger: Logger,
): RequestListener {
  // Installing sends the app's own secrets to Slack, which `fetch` here would redact.
  const { logger: _ours, logLevel: _level, fetch: _redacting, ...options } = clientOptions;
  // A second receiver, because Bolt's App doesn't allow an installing one together with `authorize`.
  const receiver = new receiverModule.default({
    signingSecret: slack.signingSecret,
    clientId: slack.clientId,
    clientSecret: slack.clientSecret,
    stateSecret: slack.stateSecret,
    scopes: [...scopes],
    installationStore: {
      storeInstallation: async (installation) => installed(toStored(installation, realNow())),
      // Never used: requests are authorised by `Installations`.
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
        failure({ code }, _options, _request, response) {
          const theirs = entryOf(FAILURES, code);
          say(response, theirs ? 400 : 500, theirs ?? OUR_FAILURE);
        },
      },
    },
    logger,
  });
  return receiver.requestListener;
}

function toStored({ team, enterprise, bot, user }: Installation, installedAt: number): StoredInstallation {
  if (!team || !bot) throw new CannotInstall('Sightline is installed in one workspace, with a bot.');
  return {
    team: team.id,
    enterprise: enterprise?.id,
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

const STALE =
  'This installation was started elsewhere, or more than ten minutes ago. Start again at /slack/install.';
/** What the browser shows of a failure that isn't ours. Codes: @slack/oauth's errors.ts. */
const FAILURES: Readonly<Record<string, string>> = {
  slack_oauth_invalid_state: STALE,
  slack_oauth_missing_state: STALE,
  slack_oauth_missing_code: 'Slack sent no code. Start again at /slack/install.',
  slack_oauth_installer_authorization_error:
    'The installation was cancelled; nothing changed. Start again at /slack/install.',
};
const OUR_FAILURE =
  'The installation failed; nothing changed. The log says why. Start again at /slack/install.';

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

/** app_uninstalled and tokens_revoked: https://docs.slack.dev/reference/events */
export const REMOVAL_EVENTS = ['app_uninstalled', 'tokens_revoked'] as const;

const Uninstalled = z.object({ type: z.literal('app_uninstalled') });
/** `tokens.oauth` would list people's own tokens, which the bot never has. */
const Revoked = z.object({
  type: z.literal('tokens_revoked'),
  tokens: z.object({ bot: z.array(z.string()).min(1) }),
});
const Removal = z.object({
  team_id: z.string(),
  event_time: z.number(),
  event: z.discriminatedUnion('type', [Uninstalled, Revoked]),
});

/** The workspace, and when (epoch ms, the end of Slack's second); undefined for any other event. */
export function findRemoval(body: unknown): { team: string; at: number } | undefined {
  const { data } = Removal.safeParse(body);
  return data && { team: data.team_id, at: (data.event_time + 1) * 1_000 };
}
