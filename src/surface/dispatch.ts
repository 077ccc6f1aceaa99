/** Between Slack and the route table: acknowledges at once, runs the guards and the handler, delivers the answer. */
import { randomUUID } from 'node:crypto';
import type { App, BlockAction, RespondFn, SlackShortcut, ViewOutput, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { refusal as refusalPage, unreadableRequest } from '../messages/refusal.ts';
import { draw, drawView } from '../slack/draw.ts';
import { routeId } from '../slack/draw-controls.ts';
import { channelsNamed, decodeCommandText } from '../slack/text.ts';
import type { Ask, Bot, Form } from './ask.ts';
import { requireMember, requirePermission } from './guards.ts';
import { ACTION_ROUTES, COMMANDS, EVENT_ROUTES, SHORTCUT_ROUTES, VIEW_ROUTES } from './index.ts';
import {
  chosenLists,
  clickedValue,
  faultsOf,
  readPlace,
  readRequester,
  threadOf,
  typedValues,
} from './payload.ts';
import { Refused } from './refused.ts';
import {
  explainFault,
  type Reply,
  replyByAddress,
  replyByResponse,
  replyInModal,
  replyInThread,
  replyToPerson,
  respondTo,
} from './reply.ts';
import { TooBusy, type UnderWay } from './restarting.ts';
import { runTyped } from './run-command.ts';
import { isDirect, withProjectsSeen } from './seen-by.ts';
import type { WorkspaceOf } from './workspace.ts';

/** What handlers work with; `underWay` counts every request, from when Slack brings it until it is answered. */
export type Surface = { bot: Bot; workspaceOf: WorkspaceOf; underWay: UnderWay };

export function attachSurface(app: App, surface: Surface): void {
  app.use(({ next }) => surface.underWay.track(next));
  refuseMalformed(app, surface);
  attachCommands(app, surface);
  attachActions(app, surface);
  attachShortcuts(app, surface);
  attachViews(app, surface);
  attachEvents(app, surface);
}

/** A person's request. Bolt’s `authorize` has turned away whatever comes from a workspace without an installation. */
function askIn(
  teamId: string | undefined,
  { bot, workspaceOf }: Surface,
  asked: Pick<Ask, 'id' | 'person' | 'channel' | 'triggerId'>,
): Ask {
  const workspace = workspaceOf(teamId ?? '');
  if (!workspace) throw new Error('A request was authorised without an installation');
  return { ...bot, workspace, team: workspace.team, ...asked };
}

/** What comes while the bot stops, or has too much to do, is not begun. */
function unlessRefused<Result>({ underWay }: Surface, handle: () => Promise<Result>): () => Promise<Result> {
  return async () => {
    const refusal = underWay.refusal();
    if (refusal) throw refusal;
    return handle();
  };
}

/** The same for what is acknowledged already, and can wait until others are, too. */
function inTurn<Result>(surface: Surface, handle: () => Promise<Result>): () => Promise<Result> {
  return unlessRefused(surface, async () => {
    await surface.underWay.turn();
    return handle();
  });
}

function refuseMalformed(app: App, surface: Surface): void {
  app.use(async (request) => {
    const faults = faultsOf(request.body);
    if (faults.length === 0) return request.next();
    if ('ack' in request) await request.ack?.();
    const { log } = surface.bot;
    const reference = randomUUID().slice(0, 8);
    log.warn({ faults, reference }, 'A request that can’t be read was refused');
    const { address, ...asked } = readRequester(request.body);
    const ask = askIn(request.context.teamId, surface, { ...asked, id: '', triggerId: '' });
    if (!address && !ask.person) return;
    const reply = address ? replyByAddress(address, ask) : replyToPerson(ask);
    await reply
      .say(unreadableRequest(reference))
      .catch((fault) => log.error({ err: fault }, 'An answer could not be delivered'));
  });
}

function attachCommands(app: App, surface: Surface): void {
  app.command(/^\/visibility/, async ({ ack, command, context, respond }) => {
    const refusal = surface.underWay.refusal();
    if (refusal instanceof TooBusy) {
      // In the acknowledgement itself: an answer apart would be more to do.
      const { text, blocks } = draw(refusalPage(refusal.refusal));
      return ack({ response_type: 'ephemeral', text, blocks });
    }
    await ack();
    const ask = askIn(context.teamId, surface, {
      id: command.trigger_id,
      person: command.user_id,
      channel: command.channel_id,
      triggerId: command.trigger_id,
    });
    const line = command.text ?? '';
    const text = decodeCommandText(line);
    const typed = { slash: command.command, text, channels: channelsNamed(line) };
    const run = inTurn(surface, async () => runTyped(COMMANDS, typed, await withProjectsSeen(ask)));
    await respondTo(ask, replyByResponse(respond, ask), run);
  });
}

function attachActions(app: App, surface: Surface): void {
  app.action<BlockAction>(/.*/, async ({ ack, action, body, context, respond }) => {
    await ack();
    const ask = askIn(context.teamId, surface, {
      id: body.trigger_id,
      person: body.user.id,
      channel: body.channel?.id ?? readPlace(body.view?.private_metadata ?? ''),
      triggerId: body.trigger_id,
    });
    const id = routeId(action.action_id);
    const [thread, ts = ''] = [threadOf(body), body.message?.ts];
    const route = ACTION_ROUTES.find((candidate) => candidate.action.id === id);
    const run = inTurn(surface, async () => {
      if (!route) throw new Refused('Sightline no longer has this button.', { example: '/visibility help' });
      if (body.view) await requireMember(ask, 'lately');
      const value = clickedValue(action);
      const { permission } = route;
      const needed = typeof permission === 'function' ? permission(value) : permission;
      await requirePermission(needed, ask);
      const message = {
        ts,
        // A direct message begins a thread of its own.
        thread: thread ?? (isDirect(ask.channel) && ts ? ts : undefined),
        isPrivate: Boolean(body.view) || body.container?.is_ephemeral === true,
        answerAt: body.response_url || undefined,
      };
      const form = body.view?.type === 'modal' ? formOf(body.view) : undefined;
      return route.action.run({ ...(await withProjectsSeen(ask)), ...message, value, ...(form && { form }) });
    });
    await respondTo(ask, replyTo(body, respond, ask), run);
  });
}

function attachShortcuts(app: App, surface: Surface): void {
  app.shortcut<SlackShortcut>({ callback_id: /.*/ }, async ({ ack, body, context, respond }) => {
    await ack();
    const clicked = body.type === 'message_action' ? body : undefined;
    const ask = askIn(context.teamId, surface, {
      id: body.trigger_id,
      person: body.user.id,
      channel: clicked?.channel.id ?? '',
      triggerId: body.trigger_id,
    });
    const route = SHORTCUT_ROUTES.find((candidate) => candidate.shortcut.id === body.callback_id);
    const run = inTurn(surface, async () => {
      if (!route)
        throw new Refused('Sightline no longer has this shortcut.', { example: '/visibility help' });
      await requirePermission(route.permission, ask);
      return route.shortcut.run({ ...ask, message: clicked?.message });
    });
    await respondTo(ask, clicked ? whereClicked(clicked, respond, ask) : replyToPerson(ask), run);
  });
}

function attachViews(app: App, surface: Surface): void {
  app.view<ViewSubmitAction>(
    { callback_id: /.*/, type: 'view_submission' },
    async ({ ack, body, view, context }) => {
      const route = VIEW_ROUTES.find((candidate) => candidate.view.id === view.callback_id);
      // One modal submits once: its id, not the click's, is what must not write twice. Slack names no channel of it.
      const ask = askIn(context.teamId, surface, {
        id: view.id,
        person: body.user.id,
        channel: '',
        triggerId: body.trigger_id,
      });
      const field = Object.keys(view.state?.values ?? {})[0];
      const refusal = surface.underWay.refusal();
      if (refusal && field !== undefined) {
        // The form stays as it was filled in.
        await ack({ response_action: 'errors', errors: { [field]: refusal.message } });
        return;
      }
      const submit = unlessRefused(surface, async () => route?.view.submit({ ...ask, ...formOf(view) }));
      // Of one that could not even be read the modal says why.
      const submitted = await submit().catch((error) => ({ working: explainFault(error, ask) }));
      if (submitted && 'errors' in submitted) {
        await ack({ response_action: 'errors', errors: submitted.errors });
        return;
      }
      const working = submitted && 'working' in submitted ? submitted.working : undefined;
      // The page below it, from which it was opened, is of before.
      await ack(
        working ? { response_action: 'update', view: drawView(working) } : { response_action: 'clear' },
      );
      if (!route || !submitted || !('after' in submitted)) return;
      const there = { ...ask, channel: submitted.channel };
      await respondTo(there, afterwards(submitted, there, view.id), async () => {
        await requireMember(there, 'now');
        await requirePermission(route.permission, there);
        return submitted.after(await withProjectsSeen(there));
      });
    },
  );
}

/** Events are acknowledged by Bolt before a handler runs; Slack tells a lost one again, and handlers bear that. */
function attachEvents(app: App, { bot, workspaceOf }: Surface): void {
  for (const [name, handle] of Object.entries(EVENT_ROUTES)) {
    // "message.im" is a message as Slack tells it, which says that it is a direct one.
    app.event(name.replace(/\..*/, ''), async ({ event, context }) => {
      const about = AboutChannel.safeParse(event);
      const workspace = workspaceOf(context.teamId ?? '');
      if (!about.success || !workspace) return;
      const { channel, user: person, tab } = about.data;
      await handle({ ...bot, workspace, team: workspace.team, channel, person, tab, event });
    });
  }
}

const AboutChannel = z.object({
  channel: z.string(),
  user: z.string().optional(),
  tab: z.string().optional(),
});

function formOf({ state, private_metadata }: Pick<ViewOutput, 'state' | 'private_metadata'>): Form {
  const values = state?.values ?? {};
  return { values: typedValues(values), lists: chosenLists(values), metadata: private_metadata ?? '' };
}

/** A click in a modal changes the modal; one on the Home tab has no channel, and is answered to the person. */
function replyTo(body: BlockAction, respond: RespondFn, ask: Ask): Reply {
  if (body.view?.type === 'modal') return replyInModal(ask, body.view.id, { isPage: !body.view.callback_id });
  return body.response_url ? whereClicked(body, respond, ask) : replyToPerson(ask);
}

function whereClicked(body: object, respond: RespondFn, ask: Ask): Reply {
  const thread = threadOf(body);
  const reply = replyByResponse(respond, ask);
  return thread === undefined ? reply : replyInThread(ask, thread, reply);
}

/** What a submission comes to is said in the modal, if that stays open, or where the modal came from. */
function afterwards(
  { working, answerAt }: { working?: unknown; answerAt?: string | undefined },
  ask: Ask,
  viewId: string,
): Reply {
  if (working) return replyInModal(ask, viewId);
  return answerAt ? replyByAddress(answerAt, ask) : replyToPerson(ask);
}
