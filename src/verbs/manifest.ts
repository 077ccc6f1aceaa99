/** The Slack app manifest, made from the route table. https://docs.slack.dev/reference/app-manifest */
import { REMOVAL_EVENTS } from '../slack/oauth.ts';
import { COMMANDS, EVENT_ROUTES, SHORTCUT_ROUTES } from '../surface/index.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../surface/lookups/help.ts';

type SlashCommand = {
  command: string;
  description: string;
  usage_hint?: string;
  should_escape: true;
};

/** /visibility and the shortcuts to its most common subcommands. */
export function slashCommands(): SlashCommand[] {
  const names = COMMANDS.map(({ command }) => command.name).join(' | ');
  const short = COMMANDS.flatMap(({ command, slash }) =>
    slash ? [slashCommand(slash, command.summary, command.usage?.split(' ').slice(1).join(' ') ?? '')] : [],
  );
  return [slashCommand('/visibility', 'How AI engines speak of your brand', names), ...short];
}

/** `should_escape`: channels, people and links arrive in a form that can't be forged. */
function slashCommand(command: string, description: string, hint: string): SlashCommand {
  return { command, description, ...(hint && { usage_hint: hint }), should_escape: true };
}

/** `host` is your own, used over HTTP only. */
export function manifest(mode: 'http' | 'socket', host = 'https://sightline.example.com') {
  const url = `${host}/slack/events`;
  return {
    display_information: {
      name: 'Sightline',
      description: 'Community leads and AI-visibility alerts',
      background_color: '#1d3b3a',
    },
    features: {
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: 'Sightline', always_online: true },
      shortcuts: SHORTCUT_ROUTES.map(({ shortcut: { id, type, name, description } }) => ({
        name,
        type,
        callback_id: id,
        description,
      })),
      slash_commands: slashCommands().map((command) => (mode === 'http' ? { ...command, url } : command)),
    },
    oauth_config: {
      ...(mode === 'http' && { redirect_urls: [`${host}/slack/oauth_redirect`] }),
      scopes: {
        bot: [...Object.keys(SCOPES), ...Object.keys(OPTIONAL_SCOPES)],
        bot_optional: Object.keys(OPTIONAL_SCOPES),
      },
    },
    settings: {
      event_subscriptions: {
        ...(mode === 'http' && { request_url: url }),
        bot_events: [...Object.keys(EVENT_ROUTES), ...REMOVAL_EVENTS],
      },
      interactivity: mode === 'http' ? { is_enabled: true, request_url: url } : { is_enabled: true },
      org_deploy_enabled: false,
      socket_mode_enabled: mode === 'socket',
      token_rotation_enabled: false,
    },
  };
}
