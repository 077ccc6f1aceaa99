/** Builds Slack's requests to the bot and sends them: signed, with three seconds to acknowledge each. */
import { createHmac, randomUUID } from 'node:crypto';
import { mergeValues, readInitialValues } from './elements.ts';
import type { AnswerTarget } from './grants.ts';
import type { Change, Channel, OpenView, Person, PostedMessage, StateValues } from './model.ts';
import { toMessageObject, toViewObject } from './slack-objects.ts';
import type { State } from './state.ts';

/** Deprecated in favour of signatures, but Slack still sends it. */
export const VERIFICATION_TOKEN = 'local-verification-token';

export function issueResponseUrl(state: State, target: AnswerTarget): string {
  return `${state.addresses.ownUrl ?? ''}/hooks/${state.responseUrls.issue(target)}`;
}

/** The fields that all interaction payloads share. */
export function interactionBase({ team, bot }: State, person: Person) {
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    team: { id: team.id, domain: team.domain },
    api_app_id: bot.appId,
    token: VERIFICATION_TOKEN,
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** The modal as sent to the bot, with what the person typed. */
export function buildSubmittedView(state: State, open: OpenView, typed: StateValues) {
  const values = mergeValues(readInitialValues(open.view.blocks, open.channel), typed);
  const placed = state.views.find(open.id);
  return toViewObject(state, {
    ...open,
    rootId: placed?.rootId ?? open.id,
    previousId: placed?.previousId,
    values,
  });
}

/** Slack doesn't reveal the names of private channels here. */
export function channelName(channel: Channel): string {
  if (channel.directWith !== undefined) return 'directmessage';
  return channel.private ? 'privategroup' : channel.name;
}

export function wrapEvent({ team, bot, realNow }: State, event: Record<string, unknown>) {
  return {
    token: VERIFICATION_TOKEN,
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

type MessageChange = Extract<Change, { kind: 'message' }>;

/** `name` as in the app's manifest. Slack sends the event only to apps with `scope`. */
type MessageEvent = {
  name: 'app_mention' | 'message.im';
  scope: 'app_mentions:read' | 'im:history';
  event: Record<string, unknown> & { type: string };
};

/**
 * Undefined if the change causes no event, as with private answers.
 * https://docs.slack.dev/reference/events/app_mention, https://docs.slack.dev/reference/events/message.im
 */
export function toMessageEvent(state: State, { message, event }: MessageChange): MessageEvent | undefined {
  const channel = state.directory.channel(message.channel);
  if (!channel || message.onlyFor !== undefined) return undefined;
  if (channel.directWith !== undefined)
    return { name: 'message.im', scope: 'im:history', event: toDirectEvent(state, message, event) };
  const isMention =
    event === 'posted' &&
    message.subtype === undefined &&
    message.author !== state.bot.userId &&
    channel.members.has(state.bot.userId) &&
    message.text.includes(`<@${state.bot.userId}`);
  if (!isMention) return undefined;
  const mention = { ...toPostedEvent(state, message), type: 'app_mention' };
  return { name: 'app_mention', scope: 'app_mentions:read', event: mention };
}

function toDirectEvent(state: State, message: PostedMessage, event: MessageChange['event']) {
  const { channel, ts } = message;
  if (event === 'posted') return { ...toPostedEvent(state, message), channel_type: 'im' };
  const event_ts = state.messages.nextTs(channel);
  const base = { type: 'message', channel, channel_type: 'im', hidden: true, ts: event_ts, event_ts };
  const object = toMessageObject(state, message, { metadata: false });
  return event === 'edited'
    ? { ...base, subtype: 'message_changed', message: object }
    : { ...base, subtype: 'message_deleted', deleted_ts: ts, previous_message: object };
}

/** In events, Slack mentions people by id, without a name. */
function toPostedEvent(state: State, message: PostedMessage) {
  const object = toMessageObject(state, message, { metadata: false });
  const text = message.text.replace(/<@(\w+)\|[^<>]*>/g, '<@$1>');
  return { ...object, text, channel: message.channel, event_ts: message.ts };
}

/** The bot's answer, or the code that Slack shows the person if there is none. */
export type Acknowledgement =
  | { ok: true; body: string }
  | {
      ok: false;
      code: 'operation_timeout' | 'dispatch_failed' | 'http_client_error' | 'http_service_error';
    };

export type Dispatch = {
  /** A slash command, sent as a form. */
  command(fields: Record<string, string>): Promise<Acknowledgement>;
  /** A click, shortcut or modal, sent as JSON in a form. */
  interaction(payload: Record<string, unknown>): Promise<Acknowledgement>;
  /** An event, sent as JSON. */
  event(envelope: Record<string, unknown>): Promise<Acknowledgement>;
};

/**
 * `ackMs` is how long the bot has to acknowledge, in real milliseconds.
 * Signing: https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function createDispatch(state: State, options: { signingSecret: string; ackMs: number }): Dispatch {
  const { signingSecret, ackMs } = options;

  async function send(contentType: string, body: string): Promise<Acknowledgement> {
    const { botUrl } = state.addresses;
    if (botUrl === undefined) return { ok: false, code: 'dispatch_failed' };
    const timestamp = String(Math.floor(state.realNow() / 1_000));
    const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
    try {
      const response = await fetch(botUrl, {
        method: 'POST',
        headers: {
          'Content-Type': contentType,
          'User-Agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          'X-Slack-Request-Timestamp': timestamp,
          'X-Slack-Signature': `v0=${signature}`,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ackMs),
      });
      const answer = await response.text();
      if (response.ok) return { ok: true, body: answer };
      return { ok: false, code: response.status >= 500 ? 'http_service_error' : 'http_client_error' };
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      return { ok: false, code: timedOut ? 'operation_timeout' : 'dispatch_failed' };
    }
  }

  const FORM = 'application/x-www-form-urlencoded';
  return {
    command: (fields) => send(FORM, new URLSearchParams(fields).toString()),
    interaction: (payload) =>
      send(FORM, new URLSearchParams({ payload: JSON.stringify(payload) }).toString()),
    event: (envelope) => send('application/json', JSON.stringify(envelope)),
  };
}
