/** Answers a request: by its response_url, in an open modal, privately, or as a CSV file. Every error becomes a message. */
import { randomUUID } from 'node:crypto';
import { SlackError, type WebClient } from '@slack/web-api';
import { stringify } from 'csv-stringify/sync';
import { AppError, isOutage } from '../errors.ts';
import type { Form, Page } from '../messages/page.ts';
import { failure, refusal, stillWorking, withTyped } from '../messages/refusal.ts';
import { type CsvExport, exportAsText, exportMessage, exportSentAnswer } from '../messages/sortable-table.ts';
import type { Message } from '../slack/blocks.ts';
import { draw, drawView } from '../slack/draw.ts';
import { toSlackFailure } from '../slack/failures.ts';
import { sendPrivateFile, UNFURLING_NOTHING } from '../slack/poster.ts';
import { VisibilityError } from '../visibility/errors.ts';
import type { Answer, Ask } from './ask.ts';
import { placeMetadata } from './payload.ts';
import { describeApiFailure, Refused } from './refused.ts';

type How = 'privately' | 'replacing' | 'to_channel';

/** A response_url takes five answers within half an hour, and is at another host than the Web API. */
class AddressRefused extends AppError {
  readonly code = 'address_refused';
}

export type Reply = {
  /** After this long the person is told that the bot is still working. */
  patienceMs?: number;
  say(message: Page, how?: How): Promise<unknown>;
  /** Opens or updates a modal. `about`: the channel its buttons act for, if not the asker's. */
  show(modal: Form | Page, about?: string): Promise<ShownView | undefined>;
};

/** A modal as Slack returns it; `hash` changes with its content. */
type ShownView = { id?: string; hash?: string };

type ModalAnswer = Extract<Answer, { modal: unknown }>;

const PATIENCE_MS = 4_000;

/** Slack opens no modal later than 3 s after the click. */
const BEFORE_MODAL_MS = 1_500;

/** Runs the handler of a request and delivers its answer, or the reason there is none with what was `typed`. */
export async function respondTo(
  ask: Ask,
  reply: Reply,
  handle: () => Promise<Answer>,
  typed: readonly string[] = [],
): Promise<void> {
  // People who hear nothing ask again. The answer waits for this note, or it could arrive first.
  let note: Promise<unknown> | undefined;
  const patience = setTimeout(() => {
    note = reply.say(stillWorking()).catch(() => undefined);
  }, reply.patienceMs ?? PATIENCE_MS);
  try {
    const answer = await handle().finally(() => {
      clearTimeout(patience);
      return note;
    });
    if (answer && 'message' in answer) {
      const { message, delivered, within = (deliver) => deliver() } = answer;
      await within(() => reply.say(message, delivered));
    }
    const opened = answer && 'modal' in answer ? await open(ask, reply, answer) : undefined;
    const follow = async () => {
      const page = await answer?.behind?.();
      if (page) await reply.say(page, 'replacing');
    };
    await Promise.all([opened?.fill(), follow()]);
  } catch (error) {
    await reply
      .say(withTyped(explainFault(error, ask), typed))
      .catch((fault) => ask.log.error({ err: fault }, 'An answer could not be delivered'));
  }
}

/** Falls back to a private message if Slack opens no modal, because it took too long or another one is open. */
async function open(ask: Ask, reply: Reply, { modal, filled, about }: ModalAnswer) {
  const view = await reply.show(modal, about).catch(async (error) => {
    if ('id' in modal) throw error;
    ask.log.info({ err: error }, 'Slack opened no modal; answering with a message instead');
    await respondTo(ask, reply, async () => {
      const message = filled ? await filled() : modal;
      if ('id' in message) throw error;
      return { message };
    });
  });
  return { fill: async () => view?.id && filled && fill(ask, view.id, view.hash, filled) };
}

/** Leaves the modal alone if the person has closed it or changed it with a click. */
async function fill(ask: Ask, viewId: string, hash: string | undefined, filled: () => Promise<Form | Page>) {
  const content = await filled().catch((error) => explainFault(error, ask));
  await replyInModal(ask, viewId, { unlessChanged: hash })
    .show(content)
    .catch((error) => {
      if (toSlackFailure(error).reason !== 'hash_conflict') throw error;
    });
}

/** The message for an error. Unexpected ones are logged under the reference that the message names. */
export function explainFault(error: unknown, { person, log }: Pick<Ask, 'person' | 'log'>): Page {
  if (error instanceof Refused) return refusal(error.refusal);
  const reference = randomUUID().slice(0, 8);
  log.error({ err: error, reference, person }, 'A request failed');
  if (error instanceof VisibilityError) return refusal({ sentence: describeApiFailure(error, reference) });
  // Such as a limit, or a form that took longer to open than the three seconds that Slack gives it.
  if (error instanceof SlackError || error instanceof AddressRefused) return failure('slack', reference);
  return failure(isOutage(error) ? 'store' : 'unforeseen', reference);
}

/** At the request's response_url, which works where the bot isn't; privately if refused. "replacing": what was clicked. */
export function replyByAddress(url: string, ask: Ask): Reply {
  const otherwise = replyToPerson(ask);
  async function post(answer: object): Promise<void> {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answer),
    };
    const taken = await ask.send(url, request);
    const said = await taken.text();
    // Slack may also refuse with 200, and say so in JSON.
    if (!taken.ok || /^\{"ok": ?false\b/.test(said))
      throw new AddressRefused(`Slack answered ${taken.status} at a response_url: ${said.slice(0, 100)}`);
  }
  return {
    say(message, how = 'privately') {
      const response_type = how === 'to_channel' ? 'in_channel' : 'ephemeral';
      return sendRichOrPlain(message, (content) => {
        const answer = { response_type, replace_original: how === 'replacing', ...content };
        return post(answer).catch((error) => {
          if (!isCutOff(error)) throw error;
          return post(answer);
        });
      }).catch((error) => {
        if (how === 'to_channel') throw error;
        ask.log.warn(
          { err: error },
          'An answer couldn’t be sent to its response_url; sending it as a message',
        );
        return otherwise.say(message);
      });
    },
    show: otherwise.show,
  };
}

/** By response_url it would be out of sight. https://docs.slack.dev/reference/methods/chat.postEphemeral#arg_thread_ts */
export function replyInThread({ workspace, channel, person }: Ask, thread: string, otherwise: Reply): Reply {
  return {
    ...otherwise,
    async say(message, how = 'privately') {
      if (how !== 'privately') return otherwise.say(message, how);
      return sendRichOrPlain(message, (content) =>
        workspace.client.chat.postEphemeral({ channel, user: person, thread_ts: thread, ...content }),
      ).catch(() => otherwise.say(message));
    },
  };
}

/** Slack may refuse newer blocks: then the message goes without them. */
async function sendRichOrPlain(
  message: Page,
  send: (content: Pick<Message, 'text' | 'blocks'> & typeof UNFURLING_NOTHING) => Promise<unknown>,
): Promise<unknown> {
  const { text, blocks, plainBlocks } = draw(message);
  const content = { text, ...UNFURLING_NOTHING };
  return send({ ...content, blocks }).catch((error) => {
    const isRefused = error instanceof AddressRefused || toSlackFailure(error).reason === 'invalid_blocks';
    if (!plainBlocks || !isRefused) throw error;
    return send({ ...content, blocks: plainBlocks });
  });
}

/** A kept-alive connection was closed just as it was reused. Retried once: better to answer twice than not at all. */
function isCutOff(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return (
    cause instanceof Error && 'code' in cause && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(`${cause.code}`)
  );
}

/** Answers privately in the channel, or by direct message where the bot isn't a member. */
export function replyToPerson(ask: Ask): Reply {
  const { workspace, channel, person } = ask;
  const { chat } = workspace.client;
  return {
    say: (message) =>
      sendRichOrPlain(message, (content) => {
        const sendDirectly = () => chat.postMessage({ channel: person, ...content });
        return channel === ''
          ? sendDirectly()
          : chat.postEphemeral({ channel, user: person, ...content }).catch(sendDirectly);
      }),
    show: (modal, about) => openModal(ask, modal, about),
  };
}

/** A click on the Home tab is answered over it, in a modal whose buttons act as in a direct message; else by one. */
export function replyOverHome(ask: Ask): Reply {
  const otherwise = replyToPerson(ask);
  let opened: ShownView | undefined;
  async function show(modal: Form | Page, about?: string) {
    const { id } = opened ?? {};
    opened = id === undefined ? await openModal(ask, modal, about) : await update(id, modal, about);
    return opened;
  }
  async function update(id: string, modal: Form | Page, about = ask.channel) {
    const view = drawView(modal, placeMetadata(about));
    return (await ask.workspace.client.views.update({ view_id: id, view })).view;
  }
  return {
    patienceMs: BEFORE_MODAL_MS,
    say: (message) => show(message, ask.person).catch(() => otherwise.say(message)),
    show,
  };
}

/**
 * Answers in the open modal, replacing its content; privately once the person has closed it, but for what is only for a
 * modal. A form or another modal opens on top of a page (`isPage`), which is back when that one is closed. While somebody
 * types into a form (`isTyping`), nothing but that form takes its place. `unlessChanged`: update only while the view still
 * has this hash. https://docs.slack.dev/surfaces/modals#view-stack
 */
export function replyInModal(
  ask: Ask,
  viewId: string,
  {
    isPage = false,
    isTyping = false,
    unlessChanged: hash,
  }: { isPage?: boolean; isTyping?: boolean; unlessChanged?: string | undefined } = {},
): Reply {
  const { workspace, channel, triggerId } = ask;
  const { chat, views } = workspace.client;
  let isForModal = false;

  async function update(modal: Form | Page, about = channel, isOnTop = false) {
    const view = drawView(modal, placeMetadata(about));
    const replace = () => views.update({ view_id: viewId, ...(hash && { hash }), view });
    const shown = await (isOnTop ? views.push({ trigger_id: triggerId, view }).catch(replace) : replace());
    return shown.view;
  }

  return {
    async say(message, how) {
      if (isTyping) return undefined;
      if (how === 'to_channel') {
        await sendRichOrPlain(message, (content) => chat.postMessage({ channel, ...content }));
        // The channel has it by now, even if the modal was closed.
        return update(message).catch(() => undefined);
      }
      return update(message).catch((error) => {
        if (!isClosed(error)) throw error;
        return isForModal ? undefined : replyToPerson(ask).say(message);
      });
    },
    show(modal, about) {
      isForModal = true;
      return update(modal, about, isPage).catch((error) => {
        if (!isClosed(error)) throw error;
        return undefined;
      });
    },
  };
}

const isClosed = (error: unknown) => toSlackFailure(error).reason === 'not_found';

async function openModal(
  { workspace: { client }, triggerId, channel }: Ask,
  modal: Form | Page,
  about = channel,
): Promise<ShownView | undefined> {
  const view = drawView(modal, placeMetadata(about));
  return (await client.views.open({ trigger_id: triggerId, view })).view;
}

export function findPermalink(client: WebClient, channel: string, ts: string): Promise<string | undefined> {
  return client.chat.getPermalink({ channel, message_ts: ts }).then(
    ({ permalink }) => permalink,
    () => undefined,
  );
}

export async function sendExport(
  file: CsvExport,
  { workspace: { client }, person, log }: Ask,
): Promise<Answer> {
  const { name, title, csv: content } = file;
  const sent = await sendPrivateFile(client, person, draw(exportMessage(file)), { name, title, content });
  if (sent.kind === 'sent') return { message: exportSentAnswer(file) };
  log.warn({ reason: sent.reason, person }, 'Couldn’t send an export as a file; sending text');
  return { message: exportAsText(file) };
}

/** What a spreadsheet would run as a formula, also after invisible characters. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** With a byte order mark, so that spreadsheets detect UTF-8. */
export function toCsv(rows: readonly object[], columns: readonly string[]): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    bom: true,
    record_delimiter: 'windows',
    // Only strings hold outside text; numbers are ours.
    cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  });
}
