/** The local Slack as its visitors and its Web API show it: people act through the page's posts, and read its HTML. */
import { z } from 'zod';
import type { Workspace } from '../../src/sandbox/workspace/model.ts';
import { textOf } from './html.ts';
import { textOfUrl } from './text-of-url.ts';
import { until } from './until.ts';

export const ANA = 'U0ANARUIZ';
export const BEN = 'U0BENOKOYE';
/** A guest, and somebody of another organisation. */
export const GIA = 'U0GIALUND';
export const OTO = 'U0OTOVANCE';

/** What Slack keeps of a message. */
export type SlackMessage = z.output<typeof Message>;
const Message = z.looseObject({
  ts: z.string(),
  text: z.string(),
  blocks: z.array(z.looseObject({ type: z.string(), block_id: z.string().optional() })).default([]),
  metadata: z
    .object({
      event_type: z.string(),
      event_payload: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .optional(),
  edited: z.unknown().optional(),
});
const Direct = z.object({ channel: z.object({ id: z.string() }) });
const History = z.object({ ok: z.literal(true), messages: z.array(Message) });

/** How Slack took an act: done, or the sentence that it shows to the person. */
export type Outcome = z.output<typeof Outcome>;
export const Outcome = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), sentence: z.string() }),
]);

/** A message as one person sees it on the page. */
export type Row = { ts: string; isPrivate: boolean; text: string };

/** What stands before an answer that takes longer than people wait without a word. */
export const isStillAsking = (text: string) => text.startsWith('Still waiting');

/** What a person's open modal says, any fault at a field included. */
export type Modal = { id: string; text: string };

/** What is typed or ticked in a modal, by block and action. */
type Fields = Readonly<Record<string, string | readonly string[]>>;

/** What the page's own posts carry: where they come from, and what stands in the page. */
export async function pageHeaders(url: string): Promise<Record<string, string>> {
  const page = await textOfUrl(`${url}/about`);
  return { origin: url, 'x-page-token': page.match(/data-token="([^"]+)"/)?.[1] ?? '' };
}

export type LocalSlack = ReturnType<typeof createLocalSlack>;

/**
 * `workspace` is what stands behind the page, where it is in this process: it tells when there is something to look at.
 * Without it one looks again and again.
 */
export function createLocalSlack(url: string, workspace?: Workspace) {
  let headers: ReturnType<typeof pageHeaders> | undefined;
  const ownHeaders = () => {
    headers ??= pageHeaders(url);
    return headers;
  };

  /** The first thing that `look` finds of what people see here. */
  async function untilSeen<Found>(
    what: string,
    look: () => Promise<Found | undefined | false>,
  ): Promise<Found> {
    if (!workspace) return until(what, look);
    let change = Promise.withResolvers<void>();
    const unsubscribe = workspace.subscribe(() => change.resolve());
    const afresh = () => {
      change = Promise.withResolvers();
      return look();
    };
    return until(what, afresh, undefined, () => change.promise).finally(unsubscribe);
  }

  const page = (person: string, channel: string, view = '') =>
    textOfUrl(`${url}/c/${channel}?as=${person}${view}`);

  /** A field with several values is sent once for each. */
  async function post(path: string, person: string, fields: Fields): Promise<Outcome> {
    const form = Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    const answer = await textOfUrl(`${url}${path}?as=${person}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(await ownHeaders()) },
      body: `${new URLSearchParams(form)}`,
    });
    return Outcome.parse(JSON.parse(answer));
  }

  async function called(method: string, args: Record<string, string>): Promise<unknown> {
    const headers = { authorization: 'Bearer xoxb-demo' };
    return JSON.parse(await textOfUrl(`${url}/api/${method}?${new URLSearchParams(args)}`, { headers }));
  }

  async function historyOf(channel: string, oldest = '0'): Promise<SlackMessage[]> {
    const args = { channel, oldest, include_all_metadata: 'true', limit: '200' };
    return History.parse(await called('conversations.history', args)).messages.toReversed();
  }

  async function repliesTo(channel: string, ts: string): Promise<SlackMessage[]> {
    const args = { channel, ts, include_all_metadata: 'true', limit: '200' };
    return History.parse(await called('conversations.replies', args)).messages.slice(1);
  }

  async function rows(person: string, channel: string, view = ''): Promise<Row[]> {
    const drawn = (await page(person, channel, view)).matchAll(
      /<li class="row([^"]*)" id="m-([\d.]+)".*?<div class="content">(.*?)<\/article>/gs,
    );
    return [...drawn].map(([, classes = '', ts = '', content = '']) => ({
      ts,
      isPrivate: classes.includes('private'),
      // Of all rows that are looked through, few are read.
      get text() {
        return textOf(content);
      },
    }));
  }

  async function privateRows(person: string, channel: string): Promise<Row[]> {
    return (await rows(person, channel)).filter(({ isPrivate }) => isPrivate);
  }

  async function countPrivate(person: string, channel: string): Promise<number> {
    if (!workspace) return (await privateRows(person, channel)).length;
    const here = workspace.messages(channel, person);
    return here.filter(({ onlyFor, threadTs }) => onlyFor !== undefined && threadTs === undefined).length;
  }

  /** The first private answer after so many, as soon as it is there; a slow one comes after a message that says so. */
  async function privateAfter(person: string, channel: string, many: number): Promise<string | undefined> {
    if ((await countPrivate(person, channel)) <= many) return undefined;
    const since = (await privateRows(person, channel)).slice(many);
    return since.find(({ text }) => !isStillAsking(text))?.text;
  }

  /** Does something that the bot answers privately, and gives back what it answers. */
  async function answerTo(person: string, channel: string, act: () => Promise<Outcome>): Promise<string> {
    const before = await countPrivate(person, channel);
    done(await act());
    return untilSeen('a private answer', () => privateAfter(person, channel, before));
  }

  /** It stands on every page, of which this is the shortest. */
  async function modal(person: string): Promise<Modal | undefined> {
    if (workspace && !workspace.openView(person)) return undefined;
    const html = await textOfUrl(`${url}/about?as=${person}`);
    const [, id, content = ''] = html.match(/<div id="modal" data-view="([^"]+)">(.*?)<\/dialog>/s) ?? [];
    return id === undefined ? undefined : { id, text: textOf(content) };
  }

  /** In a thread where one is named, by the ts of the message that it begins with. */
  const say = (person: string, channel: string, text: string, thread?: string) =>
    post('/say', person, { channel, text, ...(thread !== undefined && { thread }) });

  /** Uses a button of a message, found by its action_id, or chooses a menu's option by its value. */
  async function press(
    person: string,
    channel: string,
    message: SlackMessage,
    action: string,
    value?: string,
  ) {
    const parts = [
      `"action_id":"${action}"`,
      ...(value === undefined ? [] : [`"value":${JSON.stringify(value)}`]),
    ];
    const block = message.blocks.find((each) => parts.every((part) => JSON.stringify(each).includes(part)));
    if (!block?.block_id) throw new Error(`The message has no button ${action}.`);
    const at = { channel, ts: message.ts, block: block.block_id, action };
    return post('/act', person, value === undefined ? at : { ...at, value });
  }

  /** Uses a button of the latest private answer that has it. */
  async function pressPrivate(person: string, channel: string, action: string) {
    const html = await page(person, channel);
    const answers = (await privateRows(person, channel)).toReversed();
    for (const { ts } of answers) {
      const row = html.slice(html.indexOf(`id="m-${ts}"`)).split('<li class="row')[0] ?? '';
      const [, block] = row.match(new RegExp(`data-block="([^"]*)" data-action="${action}"`)) ?? [];
      if (block !== undefined) return post('/act', person, { channel, ts, block, action });
    }
    throw new Error(`No private answer has a button ${action}.`);
  }

  /** Submits a modal with its fields, by block and action ("prompt/text"). */
  const submit = (person: string, modalId: string, fields: Fields = {}) =>
    post('/view/submit', person, {
      view: modalId,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`view/${name}`, value])),
    });

  return {
    url,
    page,
    rows,
    say,
    press,
    pressPrivate,
    answerTo,
    untilSeen,
    countPrivate,
    privateAfter,

    /** What the bot wrote to a person directly, oldest first; `since` is the ts of a message, after which it begins. */
    async directly(person: string, since?: string): Promise<SlackMessage[]> {
      const opened = await called('conversations.open', { users: person });
      return historyOf(Direct.parse(opened).channel.id, since);
    },

    /** Runs a command and gives back what the bot answers privately, as the page shows it. */
    ask: (person: string, channel: string, line: string) =>
      answerTo(person, channel, () => say(person, channel, line)),

    /** A channel's messages, oldest first, as the Web API tells them; private answers are not among them. */
    history: (channel: string) => historyOf(channel),

    /** The replies in a message's thread, oldest first; private ones are not among them. */
    replies: repliesTo,

    /** The conversation of the app with a person. */
    async directOf(person: string): Promise<string> {
      return Direct.parse(await called('conversations.open', { users: person })).channel.id;
    },

    modal,

    /** Uses a control of the simulation: /next-day, or /trouble with what to break or mend. */
    control: (person: string, path: '/next-day' | '/trouble', fields: Record<string, string>) =>
      post(path, person, fields),

    /** Runs a shortcut by its callback id; one of a message with its ts. */
    shortcut: (person: string, channel: string, callbackId: string, ts = '') =>
      post('/shortcut', person, { channel, shortcut: callbackId, ...(ts && { ts }) }),

    /** Opens the app's Home tab, and gives back what it shows by now. */
    home: async (person: string) => {
      const [, content = ''] =
        (await textOfUrl(`${url}/home?as=${person}`)).match(/<div id="home"[^>]*>(.*?)<\/main>/s) ?? [];
      return textOf(content);
    },

    /** Does something that the bot answers with a modal, and gives back that modal once it is filled. */
    async modalAfter(person: string, act: () => Promise<Outcome>): Promise<Modal> {
      const before = await modal(person);
      done(await act());
      return untilSeen('a modal', async () => {
        const open = await modal(person);
        return open?.id !== before?.id && isFilled(open) && open;
      });
    },

    /** Submits a modal that stays open for its answer, and gives back what it says then. */
    async submitForAnswer(person: string, modalId: string, fields: Fields = {}) {
      done(await submit(person, modalId, fields));
      const answered = await untilSeen('the modal to answer', async () => {
        const open = await modal(person);
        return open?.id === modalId && isFilled(open) && open;
      });
      return answered.text;
    },

    /** Presses a button of a modal, or chooses an entry of its menu, by block and action. */
    pressIn: (person: string, modalId: string, control: string, value?: string) => {
      const [block = '', action = ''] = control.split('/');
      return post('/act', person, { view: modalId, block, action, ...(value !== undefined && { value }) });
    },

    /** Changes a field that the bot is told of at once, by block and action; `fields` is what stands in the others. */
    change: (person: string, modalId: string, field: string, value: string, fields: Fields = {}) => {
      const [block = '', action = ''] = field.split('/');
      const all = Object.entries({ ...fields, [field]: value });
      const held = Object.fromEntries(all.map(([name, one]) => [`view/${name}`, one]));
      return post('/act', person, { view: modalId, block, action, value, ...held });
    },

    /** Chooses an entry of a menu in a message, by block and action. */
    choose: (person: string, channel: string, ts: string, menu: string, value: string) => {
      const [block = '', action = ''] = menu.split('/');
      return post('/act', person, { channel, ts, block, action, value });
    },

    /** Closes a modal without submitting it. */
    close: (person: string, modalId: string) => post('/view/close', person, { view: modalId }),

    submit,
  };
}

/** What stands in a modal while the bot works ends in " …". */
function isFilled(modal: Modal | undefined): modal is Modal {
  return modal !== undefined && !modal.text.includes(' …');
}

/** @throws Error with what Slack says, where it did not take an act. */
function done(outcome: Outcome): void {
  if (!outcome.ok) throw new Error(`Slack says: ${outcome.sentence}`);
}
