/** Connects Slack to the route table: acknowledges at once, runs guards and handler, delivers the answer. */
import { randomUUID } from 'node:crypto';
import type { App, BlockAction, SlackShortcut, ViewOutput, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { Page, Form as PageForm } from '../messages/page.ts';
import { failure, refusal as refusalPage, withTyped } from '../messages/refusal.ts';
import { draw, drawView } from '../slack/draw.ts';
import { routeId } from '../slack/draw-controls.ts';
import { decodeCommandText, findChannelsNamed } from '../slack/text.ts';
import type { ActionAsk, Ask, Bot, Form, Submitted, View } from './ask.ts';
import { requireMember, requirePermission } from './guards.ts';
import { showHome } from './home/show-home.ts';
import { ACTION_ROUTES, EVENT_ROUTES, SHORTCUT_ROUTES, VIEW_ROUTES } from './index.ts';
import * as payload from './payload.ts';
import { Refused } from './refused.ts';
import * as replies from './reply.ts';
import { TooBusy, type UnderWay } from './restarting.ts';
import { runTyped } from './run-command.ts';
import { isDirect, isOverHome, withProjectsSeen } from './seen-by.ts';
import type { WorkspaceOf } from './workspace.ts';

/** What handlers work with; `underWay` counts every request from its arrival to its answer. */
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

/** A person's request. Bolt’s `authorize` has already rejected workspaces without an installation. */
function buildAsk(
  { teamId }: { teamId?: string },
  { bot, workspaceOf }: Surface,
  { trigger_id: triggerId, user: { id: person } }: { trigger_id: string; user: { id: string } },
  channel: string,
): Ask {
  const workspace = workspaceOf(teamId ?? '');
  if (!workspace) throw new Error('A request was authorised without an installation');
  return { ...bot, workspace, team: workspace.team, id: triggerId, triggerId, person, channel };
}

/** Runs an acknowledged request in its turn, or refuses it while the bot is stopping or too busy. */
function inTurn<Result>({ underWay }: Surface, handle: () => Promise<Result>): () => Promise<Result> {
  return async () => {
    const refusal = underWay.refusal();
    if (refusal) throw refusal;
    await underWay.takeTurn();
    return handle();
  };
}

function refuseMalformed(app: App, surface: Surface): void {
  app.use(async (request) => {
    const faults = payload.findFaults(request.body);
    if (faults.length === 0) return request.next();
    if ('ack' in request) await request.ack?.();
    const { log } = surface.bot;
    const reference = randomUUID().slice(0, 8);
    log.warn({ faults, reference }, 'Refused a malformed request');
    const { text, blocks } = draw(failure('unreadable', reference));
    const respond = 'respond' in request ? request.respond : undefined;
    await respond?.({ response_type: 'ephemeral', replace_original: false, text, blocks }).catch((fault) =>
      log.error({ err: fault }, 'An answer could not be delivered'),
    );
  });
}

function attachCommands(app: App, surface: Surface): void {
  app.command(/^\/visibility/, async ({ ack, command, context }) => {
    const refusal = surface.underWay.refusal();
    if (refusal instanceof TooBusy) {
      // Answered in the acknowledgement itself: a separate answer would add to the load.
      const { text, blocks } = draw(refusalPage(refusal.refusal));
      return ack({ response_type: 'ephemeral', text, blocks });
    }
    await ack();
    const { trigger_id, user_id: id, channel_id, response_url } = command;
    const ask = buildAsk(context, surface, { trigger_id, user: { id } }, channel_id);
    const line = command.text ?? '';
    const text = decodeCommandText(line);
    const typed = { slash: command.command, text, channels: findChannelsNamed(line) };
    const run = inTurn(surface, async () => runTyped(typed, await withProjectsSeen(ask)));
    await replies.respondTo(ask, replies.replyByAddress(response_url, ask), run);
  });
}

function attachActions(app: App, surface: Surface): void {
  app.action<BlockAction>(/.*/, async ({ ack, action, body, context }) => {
    await ack();
    const channel = body.channel?.id ?? payload.readPlace(body.view?.private_metadata ?? '');
    const ask = buildAsk(context, surface, body, channel);
    const id = routeId(action.action_id);
    const route = ACTION_ROUTES.find((candidate) => candidate.action.id === id);
    const run = inTurn(surface, async () => {
      if (!route) throw new Refused('Sightline no longer has this button.', { example: '/visibility help' });
      if (body.view) await requireMember(ask, 'lately');
      const value = payload.readClickedValue(action);
      const { permission } = route;
      await requirePermission(typeof permission === 'function' ? permission(value) : permission, ask);
      return route.action.run({ ...(await withProjectsSeen(ask)), ...readClicked(body, ask), value });
    });
    const elsewhere = () =>
      body.response_url ? replyToClick(body, body.response_url, ask) : replies.replyToPerson(ask);
    // A click in a modal changes the modal; one on the Home tab has no channel and is answered in a modal over it.
    const reply =
      body.view?.type === 'modal'
        ? replies.replyInModal(ask, body.view.id, {
            isPage: !body.view.callback_id,
            isTyping: Boolean(body.view.callback_id) && action.type !== 'button',
          })
        : body.view?.type === 'home'
          ? replies.replyOverHome(ask)
          : elsewhere();
    await replies.respondTo(ask, reply, run);
    await redrawHomeBelow(ask);
  });
}

/** What was done in a modal over the Home tab may change the tab. */
async function redrawHomeBelow(ask: Ask): Promise<void> {
  if (isOverHome(ask.channel)) await showHome(ask);
}

function readClicked(
  body: BlockAction,
  { channel }: Ask,
): Omit<ActionAsk, keyof Ask | 'value'> & Pick<Ask, 'thread'> {
  const { view, message, container } = body;
  const ts: string = message?.ts ?? '';
  return {
    ts,
    // In a direct message every message starts its own thread.
    thread: payload.readThread(body) ?? (isDirect(channel) && ts ? ts : undefined),
    isPrivate: Boolean(view) || container?.is_ephemeral === true,
    answerAt: body.response_url || undefined,
    ...(view?.type === 'modal' && { form: readForm(view) }),
  };
}

function attachShortcuts(app: App, surface: Surface): void {
  app.shortcut<SlackShortcut>({ callback_id: /.*/ }, async ({ ack, body, context }) => {
    await ack();
    const clicked = body.type === 'message_action' ? body : undefined;
    const ask = buildAsk(context, surface, body, clicked?.channel.id ?? '');
    const route = SHORTCUT_ROUTES.find((candidate) => candidate.shortcut.id === body.callback_id);
    const run = inTurn(surface, async () => {
      if (!route)
        throw new Refused('Sightline no longer has this shortcut.', { example: '/visibility help' });
      await requirePermission(route.permission, ask);
      return route.shortcut.run({ ...ask, message: clicked?.message });
    });
    await replies.respondTo(
      ask,
      clicked ? replyToClick(clicked, clicked.response_url, ask) : replies.replyToPerson(ask),
      run,
    );
  });
}

function attachViews(app: App, surface: Surface): void {
  app.view<ViewSubmitAction>(
    { callback_id: /.*/, type: 'view_submission' },
    async ({ ack, body, view, context }) => {
      const route = VIEW_ROUTES.find((candidate) => candidate.view.id === view.callback_id);
      // A modal submits once, so writes are deduplicated by its id, not the click's. Slack gives no channel for it.
      const ask = { ...buildAsk(context, surface, body, ''), id: view.id };
      const outcome = await submit(route?.view, view, ask, surface.underWay.refusal());
      if ('errors' in outcome) return ack({ response_action: 'errors', errors: outcome.errors });
      const { working } = outcome;
      const below = (outcome.isOnPage && view.previous_view_id) || undefined;
      // “clear” also closes the page that the form was opened from, which is out of date unless it is redrawn.
      if (working) await ack({ response_action: 'update', view: drawView(working) });
      else await (below === undefined ? ack({ response_action: 'clear' }) : ack());
      if (!route || !outcome.after) return;
      const { after, channel, answerAt } = outcome;
      const there = { ...ask, channel };
      const handle = async () => {
        await requireMember(there, 'now');
        await requirePermission(route.permission, there);
        const answer = await after(await withProjectsSeen(there));
        // Whoever closes the form sees the page below it again.
        if (working && below !== undefined && answer && 'message' in answer)
          await replies.replyInModal(there, below).say(answer.message);
        return answer;
      };
      const modal = working ? view.id : below;
      const elsewhere = () =>
        answerAt ? replies.replyByAddress(answerAt, there) : replies.replyToPerson(there);
      const reply = modal === undefined ? elsewhere() : replies.replyInModal(there, modal);
      await replies.respondTo(there, reply, handle, payload.readTypedTexts(view.state?.values ?? {}));
      await redrawHomeBelow(there);
    },
  );
}

/** It failed, or its form stays with what is wrong in it. */
type Undone = { working: Page | PageForm; isOnPage?: undefined; after?: undefined };

async function submit(
  submitted: View | undefined,
  view: ViewOutput,
  ask: Ask,
  refusal: Refused | undefined,
): Promise<Exclude<Submitted, { again: PageForm }> | Undone> {
  const values = view.state?.values ?? {};
  const [field] = Object.keys(values);
  // An error at a field keeps the form as it was filled in.
  if (refusal && field !== undefined) return { errors: { [field]: refusal.message } };
  try {
    if (refusal) throw refusal;
    if (!submitted) throw new Refused('Sightline no longer has this form.', { example: '/visibility help' });
    const outcome = await submitted.submit({ ...ask, ...readForm(view) });
    return 'again' in outcome ? { working: outcome.again } : outcome;
  } catch (error) {
    return { working: withTyped(replies.explainFault(error, ask), payload.readTypedTexts(values)) };
  }
}

/** Bolt acknowledges events before a handler runs. Slack may send one twice, so handlers are idempotent. */
function attachEvents(app: App, { bot, workspaceOf }: Surface): void {
  for (const [name, handle] of Object.entries(EVENT_ROUTES)) {
    // The manifest's "message.im" arrives as a "message" event.
    app.event(name.replace(/\..*/, ''), async ({ event, context }) => {
      const read = ChannelEvent.safeParse(event);
      const workspace = workspaceOf(context.teamId ?? '');
      if (!read.success || !workspace) return;
      const { new_channel_id: moved, channel = moved, user: person, tab } = read.data;
      if (channel === undefined) return;
      await handle({ ...bot, workspace, team: workspace.team, channel, person, tab, event });
    });
  }
}

const ChannelEvent = z.object({
  channel: z.string().optional(),
  new_channel_id: z.string().optional(),
  user: z.string().optional(),
  tab: z.string().optional(),
});

function readForm({ state, private_metadata }: Pick<ViewOutput, 'state' | 'private_metadata'>): Form {
  const values = state?.values ?? {};
  return {
    values: payload.readTypedValues(values),
    lists: payload.readChosenLists(values),
    metadata: private_metadata ?? '',
  };
}

function replyToClick(body: object, address: string, ask: Ask): replies.Reply {
  const thread = payload.readThread(body);
  const reply = replies.replyByAddress(address, ask);
  return thread === undefined ? reply : replies.replyInThread(ask, thread, reply);
}
