/** Between Slack and the route table: acknowledges at once, runs the guards and the handler, delivers the answer. */
import { randomUUID } from 'node:crypto';
import type { App, BlockAction, RespondFn, SlackShortcut, ViewOutput, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { unreadableRequest } from '../messages/refusal.ts';
import { drawView } from '../slack/draw.ts';
import { channelsNamed, decodeCommandText } from '../slack/incoming.ts';
import { answering, told } from './answering.ts';
import { requireMember, requirePermission } from './guards.ts';
import { ACTION_ROUTES, COMMANDS, EVENT_ROUTES, SHORTCUT_ROUTES, VIEW_ROUTES } from './index.ts';
import { placeIn } from './modal-place.ts';
import { chosenLists, clickedValue, typedValues } from './payload.ts';
import { Refused } from './refused.ts';
import { byAddress, byResponse, inModal, type Reply, toPerson } from './reply.ts';
import type { Asker, Form, SurfaceDeps } from './request.ts';
import { Restarting } from './restarting.ts';
import { runTyped } from './run-command.ts';
import { faultsOf, whose } from './well-formed.ts';

/** What the handlers work with in one workspace: they cannot even see the projects of another. */
type Within = (team: string) => SurfaceDeps;

export function attachSurface(app: App, within: Within): void {
  trackAll(app, within);
  refuseMalformed(app, within);
  attachCommands(app, within);
  attachActions(app, within);
  attachShortcuts(app, within);
  attachViews(app, within);
  attachEvents(app, within);
}

function trackAll(app: App, within: Within): void {
  app.use(({ context, next }) => within(context.teamId ?? '').underWay.track(next));
}

/** What comes while the bot stops is not begun. */
function unlessStopping<Result>(
  { underWay }: SurfaceDeps,
  handle: () => Promise<Result>,
): () => Promise<Result> {
  return async () => {
    if (underWay.isRefusing()) throw new Restarting();
    return handle();
  };
}

function refuseMalformed(app: App, within: Within): void {
  app.use(async (request) => {
    const faults = faultsOf(request.body);
    if (faults.length === 0) return request.next();
    if ('ack' in request) await request.ack?.();
    const deps = within(request.context.teamId ?? '');
    const reference = randomUUID().slice(0, 8);
    deps.log.warn({ faults, reference }, 'A request that can’t be read was refused');
    const { address, ...asked } = whose(request.body);
    const asker = { ...asked, installation: installed(request.context.teamId, deps), id: '', triggerId: '' };
    if (!address && !asker.person) return;
    const reply = address ? byAddress(address, asker, deps.send) : toPerson(asker);
    await reply
      .say(unreadableRequest(reference))
      .catch((fault) => deps.log.error({ err: fault }, 'An answer could not be delivered'));
  });
}

function attachCommands(app: App, within: Within): void {
  app.command(/^\/visibility/, async ({ ack, command, context, respond }) => {
    await ack();
    const deps = within(context.teamId ?? '');
    const asker = {
      id: command.trigger_id,
      installation: installed(context.teamId, deps),
      person: command.user_id,
      channel: command.channel_id,
      triggerId: command.trigger_id,
    };
    const line = command.text ?? '';
    const text = decodeCommandText(line);
    const typed = { slash: command.command, text, channels: channelsNamed(line) };
    const run = unlessStopping(deps, () => runTyped(COMMANDS, typed, asker, deps));
    await answering(asker, byResponse(respond, asker), deps, run);
  });
}

function attachActions(app: App, within: Within): void {
  app.action<BlockAction>(/.*/, async ({ ack, action, body, context, respond }) => {
    await ack();
    const deps = within(context.teamId ?? '');
    const asker = {
      id: body.trigger_id,
      installation: installed(context.teamId, deps),
      person: body.user.id,
      channel: body.channel?.id ?? placeIn(body.view?.private_metadata ?? ''),
      triggerId: body.trigger_id,
    };
    const route = ACTION_ROUTES.find((candidate) => candidate.action.id === action.action_id);
    const run = unlessStopping(deps, async () => {
      if (!route)
        throw new Refused({ sentence: 'Sightline no longer has this button.', example: '/visibility help' });
      if (body.view) await requireMember(asker, deps, 'lately');
      const value = clickedValue(action);
      const { permission } = route;
      const needed = typeof permission === 'function' ? permission(value) : permission;
      await requirePermission(needed, asker, deps);
      const message = {
        ts: body.message?.ts ?? '',
        isPrivate: Boolean(body.view) || body.container?.is_ephemeral === true,
        answerAt: body.response_url || undefined,
      };
      const form = body.view ? formOf(body.view) : undefined;
      const request = { ...asker, ...message, value, ...(form && { form }) };
      return route.action.run(request, deps);
    });
    await answering(asker, replyTo(body, respond, asker), deps, run);
  });
}

function attachShortcuts(app: App, within: Within): void {
  app.shortcut<SlackShortcut>({ callback_id: /.*/ }, async ({ ack, body, context, respond }) => {
    await ack();
    const deps = within(context.teamId ?? '');
    const clicked = body.type === 'message_action' ? body : undefined;
    const asker = {
      id: body.trigger_id,
      installation: installed(context.teamId, deps),
      person: body.user.id,
      channel: clicked?.channel.id ?? '',
      triggerId: body.trigger_id,
    };
    const route = SHORTCUT_ROUTES.find((candidate) => candidate.shortcut.id === body.callback_id);
    const run = unlessStopping(deps, async () => {
      if (!route)
        throw new Refused({
          sentence: 'Sightline no longer has this shortcut.',
          example: '/visibility help',
        });
      await requirePermission(route.permission, asker, deps);
      return route.shortcut.run({ ...asker, message: clicked?.message }, deps);
    });
    await answering(asker, clicked ? byResponse(respond, asker) : toPerson(asker), deps, run);
  });
}

function attachViews(app: App, within: Within): void {
  app.view<ViewSubmitAction>(
    { callback_id: /.*/, type: 'view_submission' },
    async ({ ack, body, view, context }) => {
      const deps = within(context.teamId ?? '');
      const route = VIEW_ROUTES.find((candidate) => candidate.view.id === view.callback_id);
      // One modal submits once: its id, not the click's, is what must not write twice.
      const asker = {
        id: view.id,
        installation: installed(context.teamId, deps),
        person: body.user.id,
        triggerId: body.trigger_id,
      };
      const request = { ...asker, ...formOf(view) };
      const field = Object.keys(view.state?.values ?? {})[0];
      if (deps.underWay.isRefusing() && field !== undefined) {
        // The form stays as it was filled in.
        await ack({ response_action: 'errors', errors: { [field]: new Restarting().message } });
        return;
      }
      const submit = unlessStopping(deps, async () => route?.view.submit(request, deps));
      const submitted = await submit().catch(failed(asker, deps));
      if (submitted && 'errors' in submitted) {
        await ack({ response_action: 'errors', errors: submitted.errors });
        return;
      }
      const working = submitted && 'working' in submitted ? submitted.working : undefined;
      await (working ? ack({ response_action: 'update', view: drawView(working) }) : ack());
      if (!route || !submitted || !('after' in submitted)) return;
      const there = { ...asker, channel: submitted.channel };
      await answering(there, afterwards(submitted, there, view.id, deps), deps, async () => {
        await requireMember(there, deps, 'now');
        await requirePermission(route.permission, there, deps);
        return submitted.after(there);
      });
    },
  );
}

/** Events are acknowledged by Bolt before a handler runs; Slack tells a lost one again, and handlers bear that. */
function attachEvents(app: App, within: Within): void {
  for (const [name, handle] of Object.entries(EVENT_ROUTES)) {
    app.event(name, async ({ event, context }) => {
      const deps = within(context.teamId ?? '');
      const about = AboutChannel.safeParse(event);
      const installation = deps.installations.of(context.teamId ?? '');
      if (!about.success || !installation) return;
      const { channel, user: person, tab } = about.data;
      await handle({ installation, channel, person, tab }, deps);
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

/** What a submission comes to that could not even be read: the modal says why. */
function failed({ person }: { person: string }, { log }: SurfaceDeps) {
  return (error: unknown) => ({ working: told(error, person, log) });
}

/** A click in a modal changes the modal; one on the Home tab has no channel, and is answered to the person. */
function replyTo(body: BlockAction, respond: RespondFn, asker: Asker): Reply {
  if (body.view?.type === 'modal') return inModal(asker, body.view.id);
  return body.response_url ? byResponse(respond, asker) : toPerson(asker);
}

/** What a submission comes to is said in the modal, if that stays open, or where the modal came from. */
function afterwards(
  { working, answerAt }: { working?: unknown; answerAt?: string | undefined },
  asker: Asker,
  viewId: string,
  { send }: SurfaceDeps,
): Reply {
  if (working) return inModal(asker, viewId);
  return answerAt ? byAddress(answerAt, asker, send) : toPerson(asker);
}

/** Bolt’s `authorize` has turned away whatever comes from a workspace without an installation. */
function installed(teamId: string | undefined, deps: SurfaceDeps) {
  const installation = deps.installations.of(teamId ?? '');
  if (!installation) throw new Error('A request was authorised without an installation');
  return installation;
}
