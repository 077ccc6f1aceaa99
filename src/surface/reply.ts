/** Where an answer is shown: on the request's own address, in a modal that is open, or privately to the person. */
import type { RespondFn } from '@slack/bolt';
import { AppError } from '../errors.ts';
import type { Form, Page } from '../messages/page.ts';
import type { Message } from '../slack/blocks.ts';
import { draw, drawView } from '../slack/draw.ts';
import { slackFailure } from '../slack/failures.ts';
import type { Send } from '../slack/files.ts';
import { UNFURLING_NOTHING } from '../slack/poster.ts';
import { placeMetadata } from './modal-place.ts';
import type { Asker } from './request.ts';

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
  /** Returns the id of the view that the modal became. */
  show(modal: Form | Page): Promise<string | undefined>;
};

/**
 * By the request's own address: works in channels without the bot. Newer blocks that are refused fall back. A replacement
 * takes the place of the message that was clicked; by the address of a command Slack replaces nothing, and posts anew.
 */
export function byResponse(respond: Respond, asker: Asker): Reply {
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
    show: (modal) => opened(asker, modal),
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
export function byAddress(url: string, asker: Asker, send: Send): Reply {
  const there = byResponse((answer) => posted(url, answer, send), asker);
  const otherwise = toPerson(asker);
  return {
    say: (message, how) => there.say(message, how).catch(() => otherwise.say(message)),
    show: there.show,
  };
}

async function posted(url: string, answer: Parameters<Respond>[0], send: Send): Promise<void> {
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
export function toPerson(asker: Asker): Reply {
  const { installation, channel, person } = asker;
  const { chat } = installation.client;
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
    show: (modal) => opened(asker, modal),
  };
}

/** In the modal that is open: what is said or shown takes the place of what stands there, and acts for its channel. */
export function inModal({ installation: { client }, channel }: Asker, viewId: string): Reply {
  const show = async (modal: Form | Page) =>
    (await client.views.update({ view_id: viewId, view: drawView(modal, placeMetadata(channel)) })).view?.id;
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
  { installation: { client }, triggerId }: Asker,
  modal: Form | Page,
): Promise<string | undefined> {
  return (await client.views.open({ trigger_id: triggerId, view: drawView(modal) })).view?.id;
}
