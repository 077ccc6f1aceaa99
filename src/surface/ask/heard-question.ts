/** Answers a message to the bot: a mention, in a thread of its channel for all to read, or a direct message. */
import { lineButton } from '../../messages/answer-controls.ts';
import { publicPage } from '../../messages/ask/public-page.ts';
import { shorten } from '../../messages/lengths.ts';
import { refusal } from '../../messages/refusal.ts';
import { visibleIn } from '../../projects/projects.ts';
import { draw } from '../../slack/draw.ts';
import { postReply } from '../../slack/poster.ts';
import { keepAnswer, keepWaiting, takeQuestion, takeWaiting } from '../../store/asked.ts';
import type { Answer, Ask, EventHandler } from '../ask.ts';
import { findNamedAlone, noProjectHere, SeveralProjects, withoutProject } from '../command-line.ts';
import { checkPermission } from '../guards.ts';
import { type CommandRoute, findRoute } from '../interpret-line.ts';
import { Refused } from '../refused.ts';
import { type Reply, respondTo } from '../reply.ts';
import { runLine, runTyped } from '../run-command.ts';
import { REMEMBERED_MS, withProjectsSeen } from '../seen-by.ts';
import { type Spoken, spokenTo } from './spoken-to.ts';

/** `commands` is called per message, since the route table holds this handler too. */
export function heardQuestion(commands: () => readonly CommandRoute[]): EventHandler {
  return async (heard) => {
    const { workspace, team, db } = heard;
    const spoken = spokenTo(heard.event, workspace.botUserId);
    if (!spoken) return;
    const { person, channel, ts: message, thread = message } = spoken;
    const at = { team, channel, message, thread };
    if (!(await takeQuestion(db, at, heard.now()))) return;
    const ask: Ask = { ...heard, person, channel, id: message, triggerId: '', thread };
    const conversation = inConversation(spoken, ask);
    const answered = () =>
      spoken.isDirect
        ? answeredDirectly(spoken, ask, commands())
        : answeredInChannel(spoken, ask, commands());
    await respondTo(ask, conversation.reply, answered);
    const answer = conversation.answer();
    if (answer !== undefined) await keepAnswer(db, at, answer);
  };
}

/** Nobody else reads it, so the line may be a command too. */
async function answeredDirectly(
  { text, ts: message, thread = message }: Spoken,
  heard: Ask,
  commands: readonly CommandRoute[],
): Promise<Answer> {
  const ask = await withProjectsSeen(heard);
  const visible = visibleIn(ask.workspace.projects(), ask.channel);
  if (visible.length === 0) throw noProjectHere(ask.channel);
  const readers = forReaders(commands);
  const named = findRoute(text, readers) ? undefined : findNamedAlone(text, visible);
  const { db, team, channel, now } = ask;
  const takeEarlier = () => takeWaiting(db, { team, channel }, now() - REMEMBERED_MS);
  const waiting = named && (await takeEarlier());
  const line = waiting === undefined ? text || 'ask' : `${waiting} in ${named?.name}`;
  try {
    return await runTyped(readers, { slash: '/visibility', text: line, channels: {} }, ask);
  } catch (error) {
    if (!(error instanceof SeveralProjects)) throw error;
    const earlier = await takeEarlier();
    const waits = withoutProject(line, visible);
    await keepWaiting(db, { team, channel, message, thread }, waits);
    throw earlier === undefined || earlier === waits ? error : replacingWaiting(earlier, error);
  }
}

/** Only one question waits for its project at a time; the earlier one still has its buttons. */
function replacingWaiting(earlier: string, { refusal }: SeveralProjects): Refused {
  const sentence = `${refusal.sentence} A name alone answers this one now. For “${shorten(earlier, 100)}”, use the buttons above.`;
  return new Refused(sentence, refusal);
}

/** Commands that everyone may use. The others are typed as slash commands, for which Slack can open a form. */
function forReaders(commands: readonly CommandRoute[]): CommandRoute[] {
  return commands.flatMap(({ slash, also, ...route }) =>
    route.permission === 'everyone' ? [{ ...route, also: forReaders(also ?? []) }] : [],
  );
}

/** For all to read, if the asker may share it; anything that is no answer is for the asker alone. */
async function answeredInChannel(
  { text }: Spoken,
  ask: Ask,
  commands: readonly CommandRoute[],
): Promise<Answer> {
  const answer = await runLine(commands, { text: `ask ${text}` }, ask);
  const isAnswer = text !== '' && answer !== undefined && 'message' in answer && answer.share;
  if (!isAnswer || !(await mayShare(ask))) return answer;
  const whole = lineButton({ label: 'Open for me', line: `ask ${text}`, hint: 'All of it, for you alone' });
  return { ...answer, message: publicPage(answer.message, whole), delivered: 'to_channel' };
}

/** If Slack can't say who somebody is, they may not. */
async function mayShare(ask: Ask): Promise<boolean> {
  const { allowed } = await checkPermission('members', ask).catch(() => ({ allowed: false }));
  return allowed;
}

/** Replies where the question was asked. `answer`: the ts of a reply outside a thread in a direct message. */
function inConversation(
  { isDirect, thread, ts }: Spoken,
  { workspace: { client }, channel, person, log }: Ask,
): { reply: Reply; answer(): string | undefined } {
  let answered: string | undefined;
  const reply: Reply = {
    async say(page, how = 'privately') {
      const message = draw(page);
      if (!isDirect && how !== 'to_channel') {
        // Slack shows an ephemeral reply to nobody in a thread that doesn’t exist yet.
        const where = { channel, user: person, ...(thread !== undefined && { thread_ts: thread }) };
        const { text, blocks, plainBlocks = blocks } = message;
        const send = (drawn: typeof blocks) => client.chat.postEphemeral({ ...where, text, blocks: drawn });
        return send(blocks).catch(() => send(plainBlocks));
      }
      const posted = await postReply(client, channel, isDirect ? thread : (thread ?? ts), message);
      if (posted.kind !== 'posted') {
        log.error({ channel, reason: posted.reason }, 'The answer to a question could not be posted');
        // Slack may allow the private reply all the same.
        return isDirect ? undefined : reply.say(page);
      }
      if (isDirect && thread === undefined) answered = posted.ts;
      return undefined;
    },
    async show() {
      await reply.say(
        refusal({
          sentence:
            'That opens a form, and Slack opens forms only for commands. Type it in a project’s channel.',
          example: '/visibility help',
        }),
      );
      return undefined;
    },
  };
  return { reply, answer: () => answered };
}
