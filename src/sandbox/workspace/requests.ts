/** What Slack's requests to the bot have in common: who acts, where, and where an answer may go. */
import { randomUUID } from 'node:crypto';
import { initialValues, mergedValues } from './elements.ts';
import type { Channel, OpenView, Person, StateValues } from './model.ts';
import type { Asked } from './response-urls.ts';
import { viewObject } from './slack-objects.ts';
import type { State } from './state.ts';

/** Slack still sends the token of old times; nothing should rely on it. */
export const OLD_TOKEN = 'local-verification-token';

export function responseUrl(state: State, asked: Asked): string {
  return `${state.addresses.ownUrl ?? ''}/hooks/${state.responseUrls.issue(asked)}`;
}

/** The part that block_actions, view_submission and view_closed share. */
export function interactionBase({ team, bot }: State, person: Person) {
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    team: { id: team.id, domain: team.domain },
    api_app_id: bot.appId,
    token: OLD_TOKEN,
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** The modal as the bot gets it back, with what is typed in it. */
export function submittedView(state: State, open: OpenView, typed: StateValues) {
  const values = mergedValues(initialValues(open.view.blocks, open.channel), typed);
  const placed = state.views.find(open.id);
  return viewObject(state, {
    ...open,
    rootId: placed?.rootId ?? open.id,
    previousId: placed?.previousId,
    values,
  });
}

/** The name that a command carries: Slack keeps the names of private places to itself. */
export function channelName(channel: Channel): string {
  if (channel.directWith !== undefined) return 'directmessage';
  return channel.private ? 'privategroup' : channel.name;
}

export function eventEnvelope({ team, bot, realNow }: State, event: Record<string, unknown>) {
  return {
    token: OLD_TOKEN,
    team_id: team.id,
    api_app_id: bot.appId,
    type: 'event_callback',
    event_id: `Ev${randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`,
    event_time: Math.floor(realNow() / 1_000),
    event,
    is_ext_shared_channel: false,
    authorizations: [
      {
        enterprise_id: null,
        team_id: team.id,
        user_id: bot.userId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
  };
}
