/** Between Slack and the route table: acknowledges at once, runs the guards and the handler, delivers the answer. */
import { randomUUID } from 'node:crypto';
import type { App, BlockAction, RespondFn, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { refusal, unexpectedError } from '../messages/refusal.ts';
import type { Message } from '../slack/blocks.ts';
import { decodeCommandText } from '../slack/incoming.ts';
import { VisibilityError } from '../visibility/errors.ts';
import { apiTrouble } from './api-trouble.ts';
import { requirePermission } from './guards.ts';
import { ACTION_ROUTES, COMMANDS, EVENT_ROUTES, VIEW_ROUTES } from './index.ts';
import { clickedValue, typedValues } from './payload.ts';
import { Refused } from './refused.ts';
import type { Answer, Asker, SurfaceDeps } from './request.ts';
import { runTyped } from './run-command.ts';

type Delivered = 'privately' | 'replacing' | 'to_channel';
type Deliver = (message: Message, how?: Delivered) => Promise<unknown>;

export function attachSurface(app: App, deps: SurfaceDeps): void {
  attachEvents(app, deps);
  app.command(/^\/visibility/, async ({ ack, command, context, respond }) => {
    await ack();
    const asker = {
      id: command.trigger_id,
      installation: installed(context.teamId, deps),
      person: command.user_id,
      channel: command.channel_id,
      triggerId: command.trigger_id,
    };
    const text = decodeCommandText(command.text);
    const typed = { slash: command.command, text };
    await answering(asker, byResponse(respond), deps, () => runTyped(COMMANDS, typed, asker, deps));
  });

  app.action<BlockAction>(/.*/, async ({ ack, action, body, context, respond }) => {
    await ack();
    const asker = {
      id: body.trigger_id,
      installation: installed(context.teamId, deps),
      person: body.user.id,
      channel: body.channel?.id ?? '',
      triggerId: body.trigger_id,
    };
    const route = ACTION_ROUTES.find((candidate) => candidate.action.id === action.action_id);
    await answering(asker, byResponse(respond), deps, async () => {
      if (!route)
        throw new Refused({ sentence: 'Sightline no longer has this button.', example: '/visibility help' });
      if (route.needs) await requirePermission(route.needs, asker, deps);
      const message = { ts: body.message?.ts ?? '', isPrivate: body.container.is_ephemeral === true };
      const request = { ...asker, ...message, value: clickedValue(action) };
      return route.action.run(request, deps);
    });
  });

  app.view<ViewSubmitAction>(
    { callback_id: /.*/, type: 'view_submission' },
    async ({ ack, body, view, context }) => {
      const route = VIEW_ROUTES.find((candidate) => candidate.view.id === view.callback_id);
      // One modal submits once: its id, not the click's, is what must not write twice.
      const asker = {
        id: view.id,
        installation: installed(context.teamId, deps),
        person: body.user.id,
        triggerId: body.trigger_id,
      };
      const request = { ...asker, values: typedValues(view.state.values), metadata: view.private_metadata };
      const submitted = route?.view.submit(request, deps);
      if (submitted && 'errors' in submitted) {
        await ack({ response_action: 'errors', errors: submitted.errors });
        return;
      }
      await ack();
      if (!submitted) return;
      const there = { ...asker, channel: submitted.channel };
      await answering(there, toPerson(there), deps, async () => {
        if (route?.needs) await requirePermission(route.needs, there, deps);
        return submitted.after(there);
      });
    },
  );
}

/** Events are acknowledged by Bolt before a handler runs; Slack tells a lost one again, and handlers bear that. */
function attachEvents(app: App, deps: SurfaceDeps): void {
  for (const [name, handle] of Object.entries(EVENT_ROUTES)) {
    app.event(name, async ({ event, context }) => {
      const told = AboutChannel.safeParse(event);
      const installation = deps.installations.of(context.teamId ?? '');
      if (!told.success || !installation) return;
      await handle({ installation, channel: told.data.channel, person: told.data.user }, deps);
    });
  }
}

const AboutChannel = z.object({ channel: z.string(), user: z.string().optional() });

/** Runs a handler and delivers what came of it; nothing that it throws is ever lost or shown raw. */
async function answering(
  asker: Asker,
  deliver: Deliver,
  { log }: SurfaceDeps,
  handle: () => Promise<Answer>,
): Promise<void> {
  try {
    const answer = await handle();
    if (answer && 'message' in answer) await deliver(answer.message, answer.delivered);
    if (answer && 'modal' in answer) {
      await asker.installation.client.views.open({ trigger_id: asker.triggerId, view: answer.modal });
    }
  } catch (error) {
    const reference = randomUUID().slice(0, 8);
    if (!(error instanceof Refused))
      log.error({ err: error, reference, person: asker.person }, 'A request failed');
    await deliver(explained(error, reference)).catch((fault) =>
      log.error({ err: fault, reference }, 'An answer could not be delivered'),
    );
  }
}

function explained(error: unknown, reference: string): Message {
  if (error instanceof Refused) return refusal(error.refusal);
  if (error instanceof VisibilityError) return refusal(apiTrouble(error, reference));
  return unexpectedError(reference);
}

function installed(teamId: string | undefined, deps: SurfaceDeps) {
  const installation = deps.installations.of(teamId ?? '');
  if (!installation) throw new Refused({ sentence: 'Sightline is not installed in this workspace.' });
  return installation;
}

/** By the request's own address: works in channels without the bot. Newer blocks that are refused fall back. */
function byResponse(respond: RespondFn): Deliver {
  return ({ text, blocks, plainBlocks }, how = 'privately') => {
    const send = (shown: Message['blocks']) =>
      respond({
        response_type: how === 'to_channel' ? 'in_channel' : 'ephemeral',
        replace_original: how === 'replacing',
        text,
        blocks: shown,
      });
    return send(blocks).catch((error) => {
      if (!plainBlocks) throw error;
      return send(plainBlocks);
    });
  };
}

/** A modal has no address to answer to: privately in its channel, or as a direct message where the bot is not. */
function toPerson({ installation: { client }, channel, person }: Asker): Deliver {
  return ({ text, blocks }) =>
    client.chat
      .postEphemeral({ channel, user: person, text, blocks })
      .catch(() => client.chat.postMessage({ channel: person, text, blocks }));
}
