import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CommandRoute } from '../../src/surface/ask.ts';
import {
  ACTION_ROUTES,
  COMMANDS,
  EVENT_ROUTES,
  SHORTCUT_ROUTES,
  VIEW_ROUTES,
} from '../../src/surface/index.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../../src/surface/lookups/help.ts';
import { manifest, slashCommands } from '../../src/verbs/manifest.ts';

describe('a slash command', () => {
  it('is /visibility or begins with it, as other names belong to Slack or other apps', () => {
    const names = slashCommands().map(({ command }) => command);
    expect(names).toEqual(['/visibility', '/visibility-leads', '/visibility-topic', '/visibility-track']);
    for (const name of names) expect(name).toMatch(/^\/visibility(-[a-z]+)?$/);
  });

  it('keeps Slack’s limits, or Slack rejects the whole manifest', () => {
    for (const { command, description, usage_hint = '' } of slashCommands()) {
      expect(command.length).toBeLessThanOrEqual(32);
      expect(description).not.toBe('');
      expect(description.length).toBeLessThanOrEqual(2_000);
      expect(usage_hint.length).toBeLessThanOrEqual(1_000);
    }
  });

  it('gets channels and people by id, so that renames don’t matter', () => {
    expect(slashCommands().every(({ should_escape }) => should_escape)).toBe(true);
  });

  it('of its own comes from a subcommand of the route table and hints at its words', () => {
    const [main, ...short] = slashCommands();
    for (const { command } of COMMANDS) expect(main?.usage_hint).toContain(command.name);
    expect(short.map(({ usage_hint }) => usage_hint)).toContain('[name]');
  });

  it('has a unique name', () => {
    const routes = COMMANDS.flatMap((route) => [route, ...(route.also ?? [])]);
    const names = routes.flatMap(({ command }) => [command.name, ...(command.aka ?? [])]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a shortcut', () => {
  it('keeps Slack’s limits and its published id', () => {
    const { shortcuts } = manifest('http').features;
    expect(shortcuts.map(({ callback_id, type }) => [callback_id, type])).toEqual([
      ['prompt.track', 'global'],
      ['message.track', 'message'],
      ['message.why', 'message'],
      ['message.find', 'message'],
    ]);
    for (const { name, description } of shortcuts) {
      expect(name.length).toBeLessThanOrEqual(24);
      expect(description.length).toBeLessThanOrEqual(150);
    }
  });

  it('needs permission if it changes something', () => {
    expect(SHORTCUT_ROUTES.map(({ permission }) => permission)).toEqual([
      'prompts',
      'prompts',
      'everyone',
      'everyone',
    ]);
  });
});

describe('a button', () => {
  it('is for everyone only if it answers privately and changes nothing', () => {
    const open = ACTION_ROUTES.filter(({ permission }) => permission === 'everyone');
    expect(open.map(({ action }) => action.id).toSorted()).toEqual([
      ...[
        'ask.correct',
        'command.again',
        'filter.change',
        'group.open',
        'home.alert_why',
        'lead.more',
        'lead.why',
        'leads.show_all',
      ],
      ...[
        'line.open',
        'line.tab',
        'page.as_list',
        'page.as_table',
        'page.next',
        'page.previous',
        'recap.mine',
        'run.open',
        'suggestion.preview',
      ],
    ]);
  });

  it('without a permission does not compile', () => {
    type Route = (typeof ACTION_ROUTES)[number];
    expectTypeOf<Omit<Route, 'permission'>>().not.toExtend<Route>();
    expectTypeOf<Omit<CommandRoute, 'permission'>>().not.toExtend<CommandRoute>();
  });
});

it('every form needs more than read access', () => {
  expect(VIEW_ROUTES.filter(({ permission }) => permission === 'everyone')).toEqual([]);
});

describe('the manifest', () => {
  it('keeps Slack’s lengths', () => {
    const { display_information, features } = manifest('socket');
    expect(display_information.name.length).toBeLessThanOrEqual(35);
    expect(display_information.description.length).toBeLessThanOrEqual(140);
    expect(display_information.background_color).toMatch(/^#[0-9a-f]{6}$/);
    expect(features.bot_user.display_name.length).toBeLessThanOrEqual(80);
    expect(features.slash_commands.length).toBeLessThanOrEqual(50);
  });

  it('gives a reason for every scope and makes history optional', () => {
    const { bot, bot_optional } = manifest('socket').oauth_config.scopes;
    expect(bot).toEqual([...Object.keys(SCOPES), ...Object.keys(OPTIONAL_SCOPES)]);
    expect(bot_optional).toEqual(Object.keys(OPTIONAL_SCOPES));
    for (const [scope, why] of Object.entries({ ...SCOPES, ...OPTIONAL_SCOPES })) {
      expect(why).toMatch(/^(to|the same) /);
      expect(scope).not.toMatch(/^files:read|^admin/);
    }
    expect(Object.keys(SCOPES).join()).not.toContain(':history');
  });

  it('asks for exactly the events that are handled', () => {
    expect(manifest('http').settings.event_subscriptions).toMatchObject({
      bot_events: [...Object.keys(EVENT_ROUTES), 'app_uninstalled', 'tokens_revoked'],
    });
  });

  it('has no URL over Socket Mode', () => {
    expect(manifest('socket').settings.socket_mode_enabled).toBe(true);
    expect(JSON.stringify(manifest('socket'))).not.toMatch(/https?:/);
  });

  it('sends commands and clicks to one URL over HTTP', () => {
    const made = manifest('http', 'https://bot.acme.example');
    const url = 'https://bot.acme.example/slack/events';
    expect(made.settings).toMatchObject({ socket_mode_enabled: false, interactivity: { request_url: url } });
    expect(made.features.slash_commands.every((command) => 'url' in command && command.url === url)).toBe(
      true,
    );
  });
});
