/** Shows a person what came of their request: on its own address, in a modal that is open, or privately; nothing that is thrown is lost or shown raw. */

import { randomUUID } from 'node:crypto';
import type { RespondFn } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { AppError } from '../errors.ts';
import type { Form, Page } from '../messages/page.ts';
import { refusal, stillWorking, unexpectedError } from '../messages/refusal.ts';
import type { Message } from '../slack/blocks.ts';
import { draw, drawView } from '../slack/draw.ts';
import { slackFailure } from '../slack/failures.ts';
import { UNFURLING_NOTHING } from '../slack/poster.ts';
import { VisibilityError } from '../visibility/errors.ts';
import { apiTrouble } from './api-trouble.ts';
import type { Answer, Ask } from './ask.ts';
import { placeMetadata } from './payload.ts';
import { Refused } from './refused.ts';

/** Sends to an address that Slack gave for answers. */
type Respond = (answer: Parameters<RespondFn>[0]) => Promise<unknown>;

type How = 'privately' | 'replacing' | 'to_channel';

/** Slack takes answers at an address for half an hour, and five of them. */
class AddressRefused extends AppError {
  readonly code = 'address_refused';
}

const TIMEOUT_MS = 10_000;

export type Reply = {
  say(message: Page, how?: How): Promise<unknown>;
  /** Returns the view that the modal became. */
  show(modal: Form | Page, about?: string): Promise<Shown | undefined>;
};

/** A modal as Slack knows it; `hash` changes with what it shows. */
type Shown = { id: string; hash?: string | undefined };

type ModalAnswer = Extract<Answer, { modal: unknown }>;

/** So long nobody wonders whether the bot works at it. */
const PATIENCE_MS = 4_000;

/** Runs the handler of a request, and shows what it answers or why it did not. */
export async function respondTo(ask: Ask, reply: Reply, handle: () => Promise<Answer>): Promise<void> {
  // A person who hears nothing asks again. The answer waits for the note: sent at once, it could arrive first.
  let note: Promise<unknown> | undefined;
  const patience = setTimeout(() => {
    note = reply.say(stillWorking()).catch(() => undefined);
  }, PATIENCE_MS);
  try {
    const answer = await handle().finally(() => {
      clearTimeout(patience);
      return note;
    });
    if (answer && 'message' in answer) {
      const { message, delivered, within = (deliver) => deliver(), original } = answer;
      await within(() => reply.say(message, delivered));
      if (original) await reply.say(original, 'replacing');
    }
    if (answer && 'modal' in answer) await openFor(ask, reply, answer);
  } catch (error) {
    await reply
      .say(explainFault(error, ask))
      .catch((fault) => ask.log.error({ err: fault }, 'An answer could not be delivered'));
  }
}

/** A page that Slack opens no modal for, because that took too long or another one is open, is said instead. */
async function openFor(ask: Ask, reply: Reply, { modal, filled, about, behind }: ModalAnswer): Promise<void> {
  const view = await reply.show(modal, about).catch(async (error) => {
    if ('id' in modal) throw error;
    ask.log.info({ err: error }, 'Slack opened no modal; what it shows is said instead');
    await respondTo(ask, reply, async () => {
      const message = filled ? await filled() : modal;
      if ('id' in message) throw error;
      return { message };
    });
  });
  const follow = async () => {
    const page = await behind?.();
    if (page) await reply.say(page, 'replacing');
  };
  await Promise.all([view && filled && fill(ask, view, filled), follow()]);
}

/** What the person closed, or changed by a click, meanwhile stays so. */
async function fill(ask: Ask, { id, hash }: Shown, filled: () => Promise<Form | Page>): Promise<void> {
  const content = await filled().catch((error) => explainFault(error, ask));
  await replyInModal(ask, id, { unlessChanged: hash })
    .show(content)
    .catch((error) => {
      if (!['not_found', 'hash_conflict'].includes(slackFailure(error).reason)) throw error;
    });
}

/** What the person is told; what nobody foresaw is in the log under the reference that they get. */
export function explainFault(error: unknown, { person, log }: Pick<Ask, 'person' | 'log'>): Page {
  if (error instanceof Refused) return refusal(error.refusal);
  const reference = randomUUID().slice(0, 8);
  log.error({ err: error, reference, person }, 'A request failed');
  return error instanceof VisibilityError
    ? refusal(apiTrouble(error, reference))
    : unexpectedError(reference);
}

/**
 * By the request's own address: works in channels without the bot. Newer blocks that are refused fall back. A replacement
 * takes the place of the message that was clicked; by the address of a command Slack replaces nothing, and posts anew.
 */
export function replyByResponse(respond: Respond, ask: Ask): Reply {
  return {
    say(message, how = 'privately') {
      const { text, blocks, plainBlocks } = draw(message);
      const send = (shown: Message['blocks']) => {
        const answer = {
          response_type: how === 'to_channel' ? ('in_channel' as const) : ('ephemeral' as const),
          replace_original: how === 'replacing',
          text,
          blocks: shown,
          ...UNFURLING_NOTHING,
        };
        return respond(answer).catch((error) => {
          if (!isCutOff(error)) throw error;
          return respond(answer);
        });
      };
      return send(blocks).catch((error) => {
        if (!plainBlocks) throw error;
        return send(plainBlocks);
      });
    },
    show: (modal, about) => opened(ask, modal, about),
  };
}

/**
 * Of a click in a thread: what is said privately is said there, for by the click's own address Slack says it in the channel,
 * out of sight. https://docs.slack.dev/reference/methods/chat.postEphemeral#arg_thread_ts
 */
export function replyInThread({ workspace, channel, person }: Ask, thread: string, otherwise: Reply): Reply {
  return {
    ...otherwise,
    async say(message, how = 'privately') {
      if (how !== 'privately') return otherwise.say(message, how);
      const { text, blocks } = draw(message);
      const answer = { channel, user: person, thread_ts: thread, text, blocks, ...UNFURLING_NOTHING };
      return workspace.client.chat.postEphemeral(answer).catch(() => otherwise.say(message));
    },
  };
}

/**
 * A connection that was kept open was closed just as it was used again. It is tried once more: somebody who reads an
 * answer twice is better off than one who reads none.
 */
function isCutOff(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return (
    cause instanceof Error && 'code' in cause && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(`${cause.code}`)
  );
}

/** By the address of an earlier click; to the person, where that is too old to be used. */
export function replyByAddress(url: string, ask: Ask): Reply {
  const there = replyByResponse((answer) => posted(url, answer, ask), ask);
  const otherwise = replyToPerson(ask);
  return {
    say: (message, how) => there.say(message, how).catch(() => otherwise.say(message)),
    show: there.show,
  };
}

async function posted(url: string, answer: Parameters<Respond>[0], { send }: Ask): Promise<void> {
  const { ok, status } = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!ok) throw new AddressRefused(`Slack took no answer there: ${status}`);
}

/**
 * Without an address of its own: privately in its channel, or as a direct message where the bot is not. Newer blocks that
 * are refused fall back.
 */
export function replyToPerson(ask: Ask): Reply {
  const { workspace, channel, person } = ask;
  const { chat } = workspace.client;
  function send(text: string, blocks: Message['blocks']): Promise<unknown> {
    const answer = { text, blocks, ...UNFURLING_NOTHING };
    const directly = () => chat.postMessage({ channel: person, ...answer });
    return channel === ''
      ? directly()
      : chat.postEphemeral({ channel, user: person, ...answer }).catch(directly);
  }
  return {
    say(message) {
      const { text, blocks, plainBlocks } = draw(message);
      return send(text, blocks).catch((error) => {
        if (!plainBlocks || slackFailure(error).reason !== 'invalid_blocks') throw error;
        return send(text, plainBlocks);
      });
    },
    show: (modal, about) => opened(ask, modal, about),
  };
}

/**
 * In the modal that is open: what is said or shown takes the place of what stands there, and acts for its channel. A form opens
 * on top of a page, which is there again when the form is given up. `unlessChanged`: only what was shown under this hash gives
 * way. https://docs.slack.dev/surfaces/modals#view-stack
 */
export function replyInModal(
  { workspace: { client }, channel, triggerId }: Ask,
  viewId: string,
  { isPage = false, unlessChanged: hash }: { isPage?: boolean; unlessChanged?: string | undefined } = {},
): Reply {
  async function show(modal: Form | Page, about = channel): Promise<Shown | undefined> {
    const view = drawView(modal, placeMetadata(about));
    const update = () => client.views.update({ view_id: viewId, ...(hash && { hash }), view });
    const isOnTop = isPage && 'id' in modal;
    const { view: shown } = await (isOnTop
      ? client.views.push({ trigger_id: triggerId, view }).catch(update)
      : update());
    return knownAs(shown);
  }
  return {
    async say(message, how) {
      const { text, blocks, plainBlocks = blocks } = draw(message);
      const shown = () => show(message);
      if (how !== 'to_channel') return shown();
      await client.chat.postMessage({ channel, text, blocks: plainBlocks, ...UNFURLING_NOTHING });
      // The channel has it, even where the modal was closed meanwhile.
      return shown().catch(() => undefined);
    },
    show,
  };
}

async function opened(
  { workspace: { client }, triggerId, channel }: Ask,
  modal: Form | Page,
  about = channel,
): Promise<Shown | undefined> {
  const view = drawView(modal, placeMetadata(about));
  return knownAs((await client.views.open({ trigger_id: triggerId, view })).view);
}

function knownAs(view: { id?: string; hash?: string } | undefined): Shown | undefined {
  return view?.id === undefined ? undefined : { id: view.id, hash: view.hash };
}

/** The address of a message; undefined where Slack doesn't tell it. */
export function findPermalink(client: WebClient, channel: string, ts: string): Promise<string | undefined> {
  return client.chat.getPermalink({ channel, message_ts: ts }).then(
    ({ permalink }) => permalink,
    () => undefined,
  );
}
