/** A question that was asked of the bot in a message: in a thread of the channel, for all to read, or in a direct message. */
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

/** `commands` is asked when somebody speaks, for the route table holds these handlers as well. */
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

/** Nobody else reads it, so that a line may be a command too. */
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
  const taken = () => takeWaiting(db, { team, channel }, now() - REMEMBERED_MS);
  const waiting = named && (await taken());
  const line = waiting === undefined ? text || 'ask' : `${waiting} in ${named?.name}`;
  try {
    return await runTyped(readers, { slash: '/visibility', text: line, channels: {} }, ask);
  } catch (error) {
    if (!(error instanceof SeveralProjects)) throw error;
    const before = await taken();
    const waits = withoutProject(line, visible);
    await keepWaiting(db, { team, channel, message, thread }, waits);
    throw before === undefined || before === waits ? error : insteadOf(before, error);
  }
}

/** One question waits for its project at a time; the buttons of the one before still answer that. */
function insteadOf(before: string, { refusal }: SeveralProjects): Refused {
  const sentence = `${refusal.sentence} A name alone answers this one now. For “${shorten(before, 100)}”, use the buttons above.`;
  return new Refused(sentence, refusal);
}

/** What changes nothing but for the asker alone: the rest is done by command, where Slack can open a form. */
function forReaders(commands: readonly CommandRoute[]): CommandRoute[] {
  return commands.flatMap(({ slash, also, ...route }) =>
    route.permission === 'everyone' ? [{ ...route, also: forReaders(also ?? []) }] : [],
  );
}

/** For all to read where the asker may show it to them; what asks back is for the asker. */
async function answeredInChannel(
  { text }: Spoken,
  ask: Ask,
  commands: readonly CommandRoute[],
): Promise<Answer> {
  const answer = await runLine(commands, { text: `ask ${text}` }, ask);
  const isAnswer = text !== '' && answer !== undefined && 'message' in answer && answer.share;
  if (!isAnswer || !(await mayShow(ask))) return answer;
  const whole = lineButton({ label: 'Open for me', line: `ask ${text}`, hint: 'All of it, for you alone' });
  return { ...answer, message: publicPage(answer.message, whole), delivered: 'to_channel' };
}

/** Where Slack does not say who somebody is, nothing is shown to others. */
async function mayShow(ask: Ask): Promise<boolean> {
  return checkPermission('members', ask).then(
    ({ allowed }) => allowed,
    () => false,
  );
}

/** Says it where it was asked; `answer` is the ts of what stands for itself in a direct message. */
function inConversation(
  { isDirect, thread, ts }: Spoken,
  { workspace: { client }, channel, person, log }: Ask,
): { reply: Reply; answer(): string | undefined } {
  let answered: string | undefined;
  const reply: Reply = {
    async say(page, how = 'privately') {
      const message = draw(page);
      if (!isDirect && how !== 'to_channel') {
        // In a thread that nobody has begun yet Slack would show it to nobody.
        const where = { channel, user: person, ...(thread !== undefined && { thread_ts: thread }) };
        const { text, blocks, plainBlocks = blocks } = message;
        const send = (shown: typeof blocks) => client.chat.postEphemeral({ ...where, text, blocks: shown });
        return send(blocks).catch(() => send(plainBlocks));
      }
      const posted = await postReply(client, channel, isDirect ? thread : (thread ?? ts), message);
      if (posted.kind !== 'posted') {
        log.error({ channel, reason: posted.reason }, 'The answer to a question could not be posted');
        // Where it may not stand for all to read, whoever asked may read it.
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
