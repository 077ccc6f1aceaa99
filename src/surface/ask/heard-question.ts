/** Answers a message to the bot: a mention in a public thread of its channel, a direct message where it was sent. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ALL_PROJECTS } from '../../ask/english.ts';
import { goesOn } from '../../ask/follow-up.ts';
import { Plan } from '../../ask/plan.ts';
import { lineButton, publicPage } from '../../messages/answer-controls.ts';
import { eachProjectPage } from '../../messages/ask/asked-back.ts';
import { actions, headline, page } from '../../messages/page.ts';
import { findVisibleProjects } from '../../projects/projects.ts';
import { draw } from '../../slack/draw.ts';
import { type SlackFailure, toSlackFailure } from '../../slack/failures.ts';
import { postMessage } from '../../slack/poster.ts';
import { decodeMessageText } from '../../slack/text.ts';
import { keepAnswer, keepWaiting, takeQuestion, takeWaiting } from '../../store/asked.ts';
import type { Answer, Ask, CommandRoute, EventHandler } from '../ask.ts';
import {
  findNamedAlone,
  findRoute,
  noProjectHere,
  SeveralProjects,
  withoutProject,
} from '../command-line.ts';
import { checkPermission } from '../guards.ts';
import { type Reply, replyInThread, replyToPerson, respondTo } from '../reply.ts';
import { runLine, runTyped } from '../run-command.ts';
import { REMEMBERED_MS, readsHereOnly, withProjectsSeen } from '../seen-by.ts';
import { type Conversation, readConversation } from './conversation.ts';

export const heardQuestion: EventHandler = async (heard) => {
  const { workspace, team, db } = heard;
  const spoken = readSpoken(heard.event, workspace.botUserId);
  if (!spoken) return;
  const { person, channel, ts: message, thread = message } = spoken;
  const at = { team, channel, message, thread };
  if (!(await takeQuestion(db, at, heard.now()))) return;
  const ask: Ask = { ...heard, person, channel, id: message, triggerId: '', thread };
  const conversation = openConversation(spoken, ask);
  const answer = spoken.isDirect ? answerDirectly : answerInChannel;
  await respondTo(ask, conversation.reply, () => answer(spoken, ask));
  const posted = conversation.posted();
  if (posted !== undefined) await keepAnswer(db, at, posted);
};

/** Nobody else reads it, so the line can also be a command. */
async function answerDirectly({ text, ts: message, thread = message }: Spoken, heard: Ask): Promise<Answer> {
  const ask = { ...(await withProjectsSeen(heard)), commands: keepOpenToAll(heard.commands) };
  const visible = findVisibleProjects(ask.workspace.projects(), ask.channel);
  if (visible.length === 0) throw noProjectHere(ask.channel, await readsHereOnly(ask));
  const named = findRoute(text, ask.commands) ? undefined : findNamedAlone(text, visible);
  const { db, team, channel, now } = ask;
  const takeEarlier = () => takeWaiting(db, { team, channel }, now() - REMEMBERED_MS);
  const waiting = named && (await takeEarlier());
  const said = await readConversation(ask);
  const { success: isSure, data: plan } = Plan.safeParse(said?.plan);
  if (waiting === undefined && visible[1] && ALL_PROJECTS.test(text))
    return { message: eachProjectPage(visible, plan ?? { intent: 'overview' }) };
  // A name alone asks the same about that project, or how the one before is doing.
  const isSwitch = isSure && named !== undefined && named.id !== said?.projectId;
  const about = isSwitch ? `in ${named.name}` : named?.name;
  const asked = about !== undefined || isOfAnswer(text, said) ? `ask ${about ?? text}` : text || 'ask';
  const run = (line: string) => runTyped({ slash: '/visibility', text: line, channels: {} }, ask);
  const lines = waiting?.split('\n').map((line) => `${line} in ${named?.name}`) ?? [asked];
  try {
    // Each goes on from the one before it, and the last is answered.
    for (const line of lines.slice(0, -1)) await run(line);
    return await run(lines.at(-1) ?? asked);
  } catch (error) {
    if (!(error instanceof SeveralProjects)) throw error;
    // Only one question at a time waits for its project. The earlier one still has its buttons.
    const earlier = await takeEarlier();
    const line = withoutProject(asked, visible);
    const isMore = earlier !== undefined && goesOn(text);
    await keepWaiting(db, { team, channel, message, thread }, isMore ? `${earlier}\nask ${text}` : line);
    if (!isMore) throw error;
    // Buttons of a question that goes on would lose what it goes on from.
    return run(earlier.split('\n')[0] ?? line);
  }
}

/** "Why" is a command, but after figures it asks for their cause. */
function isOfAnswer(text: string, said: Conversation | undefined): boolean {
  if (!/^why\W*$/i.test(text)) return false;
  const plans = [said?.plan ?? []].flat();
  return plans.length > 0 && plans.every(({ intent }) => intent !== 'leads');
}

/** The commands that everyone may use. Others need a slash command, because Slack only opens forms for those. */
function keepOpenToAll(commands: readonly CommandRoute[]): CommandRoute[] {
  return commands.flatMap(({ slash, also, ...route }) =>
    route.permission === 'everyone' ? [{ ...route, also: keepOpenToAll(also ?? []) }] : [],
  );
}

/** For everyone to read if the asker may share it. Anything that isn't an answer is only for the asker. */
async function answerInChannel({ text }: Spoken, ask: Ask): Promise<Answer> {
  const answer = await runLine({ text: `ask ${text}` }, ask);
  const isAnswer = text !== '' && answer !== undefined && 'message' in answer && answer.share;
  if (!isAnswer || !(await mayShare(ask))) return answer;
  const whole = lineButton('Open for me', `ask ${text}`, undefined, 'The whole answer, only visible to you');
  return { ...answer, message: publicPage(answer.message, whole), delivered: 'to_channel' };
}

/** False if Slack doesn't say who somebody is. */
async function mayShare(ask: Ask): Promise<boolean> {
  const rule = async () => ({ kind: 'ruled' as const, ...(await checkPermission('members', ask)) });
  const ruling = await insist(() => rule().catch(toSlackFailure));
  return ruling.kind === 'ruled' && ruling.allowed;
}

/** Nobody waits longer than that for an answer. */
const LONGEST_PAUSE_MS = 30_000;

/** Tries again while Slack asks for patience: a limit may hold for more than one attempt. */
async function insist<Done extends { kind: 'posted' | 'ruled' }>(
  attempt: () => Promise<Done | SlackFailure>,
): Promise<Done | SlackFailure> {
  let pausedMs = 0;
  for (let tries = 1; ; tries += 1) {
    const done = await attempt();
    const pauseMs = findPause(done, tries);
    if (pauseMs === undefined || pausedMs + pauseMs > LONGEST_PAUSE_MS) return done;
    pausedMs += pauseMs;
    await delay(pauseMs);
  }
}

function findPause(tried: { kind: 'posted' | 'ruled' } | SlackFailure, tries: number): number | undefined {
  if (tried.kind === 'later' && !tried.isUnknown) return tried.afterMs ?? 1_000 * tries;
  // Better to answer twice than not at all.
  return (tried.kind === 'later' || tried.kind === 'unclear') && tries === 1 ? 1_000 : undefined;
}

/** Replies where the question was asked. `posted`: the ts of a reply in a direct message outside a thread. */
function openConversation({ isDirect, thread, ts, text }: Spoken, ask: Ask) {
  const { workspace, channel, log } = ask;
  const elsewhere = replyToPerson(ask);
  // Slack doesn't show an ephemeral reply in a thread that doesn't exist yet.
  const privately = thread === undefined ? elsewhere : replyInThread(ask, thread, elsewhere);
  let postedTs: string | undefined;
  const reply: Reply = {
    async say(said, how = 'privately') {
      if (!isDirect && how !== 'to_channel') return privately.say(said);
      const place = { ts: isDirect ? thread : (thread ?? ts) };
      const posted = await insist(() => postMessage(workspace.client, channel, draw(said), place));
      if (posted.kind !== 'posted') {
        log.error({ channel, reason: posted.reason }, 'The answer to a question could not be posted');
        // Slack may still allow a private reply.
        return isDirect ? undefined : privately.say(said);
      }
      if (isDirect && thread === undefined) postedTs = posted.ts;
      return undefined;
    },
    async show() {
      // Slack opens forms only after commands and clicks.
      const open = lineButton('Open the form', text);
      await reply.say(page(headline('That opens a form.'), actions([open])));
      return undefined;
    },
  };
  return { reply, posted: () => postedTs };
}

/** `thread`: the ts of the thread's first message, if it's in one. */
type Spoken = NonNullable<ReturnType<typeof readSpoken>>;

const Text = z.string().nullish();

/** https://docs.slack.dev/reference/events/app_mention, https://docs.slack.dev/reference/events/message.im */
const Event = z.looseObject({
  type: z.enum(['app_mention', 'message']),
  channel_type: Text,
  subtype: Text,
  hidden: z.boolean().nullish(),
  bot_id: Text,
  edited: z.looseObject({ ts: z.string() }).nullish(),
  user: z.string(),
  channel: z.string(),
  ts: z.string(),
  thread_ts: Text,
  text: z.string(),
});

/** Subtypes that people write: with a file, or in a thread and its channel at once. */
const ALSO_WRITTEN: ReadonlySet<string> = new Set(['file_share', 'thread_broadcast']);

const SLACKBOT = 'USLACKBOT';

/** A mention added by an edit asks, too; one in an older message mends that message. */
const EDITED_WITHIN_S = 3_600;

/** Who else should read it: "cc @ana @marketing". */
const COPIED = /(?<!\S)(?:cc|fyi):?(?:[\s,]*<[@!][^<>]+>)+/gi;

/** What emoji alone say. */
function readGesture(text: string): string {
  if (/:wave:/.test(text)) return 'hi';
  return /:[\w+'-]+:/.test(text) ? 'thanks' : '';
}

/** Undefined for anything else: posts of bots (itself included), late edits, deletions, joins, and messages to others. */
export function readSpoken(event: unknown, botUserId: string) {
  const read = Event.safeParse(event);
  if (!read.success) return undefined;
  const { type, channel_type, subtype, hidden, bot_id, edited, user, channel, ts, thread_ts, text } =
    read.data;
  const isDirect = type === 'message';
  if (isDirect && channel_type !== 'im') return undefined;
  if (hidden || bot_id || user === botUserId || user === SLACKBOT) return undefined;
  if (edited && Number(edited.ts) - Number(ts) > EDITED_WITHIN_S) return undefined;
  if (subtype && !ALSO_WRITTEN.has(subtype)) return undefined;
  const mention = new RegExp(`<@${botUserId}(?:\\|[^<>]*)?>`, 'g');
  const words = decodeMessageText(text.replace(COPIED, ' ').replace(mention, '\u200B'))
    .replace(/^[\s,:;–—-]+/, '')
    // As our own messages say it, where Slack doesn't run it as a command.
    .replace(/^\/visibility\b[\s-]*/, '');
  const said = words || readGesture(text);
  return { person: user, channel, isDirect, ts, thread: thread_ts ?? undefined, text: said };
}
