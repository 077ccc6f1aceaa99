/** Runs one subcommand: as it was typed, or again for another page or for everybody in the channel. */
import { type Carried, carry, carryIfFits } from '../carried.ts';
import { HOUR_MS } from '../durations.ts';
import { type Controls, withControls } from '../messages/answer-controls.ts';
import { nearest } from '../nearest.ts';
import { type Project, visibleIn } from '../projects/projects.ts';
import { RateLimitedError, UnavailableError } from '../visibility/errors.ts';
import type { Answer, Ask, Command, Permission } from './ask.ts';
import { noSuchProject, splitCommand, takeOptions, takeProject } from './command-line.ts';
import { mayBeOffered, requirePermission, requireVisible } from './guards.ts';
import { Refused } from './refused.ts';
import { explainFault } from './reply.ts';

export type CommandRoute = { command: Command; slash?: string; permission: Permission };

/** An answer's buttons work for so long; what they would show after that is not what was asked for. */
const CONTROLS_MS = HOUR_MS;

type Question = Carried<'question'>;

/** Runs what was typed after `slash`. @throws Refused */
export async function runTyped(
  commands: readonly CommandRoute[],
  { slash, text, channels }: { slash: string; text: string; channels: Readonly<Record<string, string>> },
  ask: Ask,
): Promise<Answer> {
  const short = commands.find((route) => route.slash === slash);
  const { name, rest } = short ? { name: short.command.name, rest: text } : splitCommand(text);
  const handle = /^[LAS]\d+$/i.test(text.trim()) ? text.trim() : undefined;
  const wanted = handle === undefined ? name || 'help' : 'why';
  const route = short ?? commands.find(({ command }) => command.name === wanted);
  if (!route) throw unknownCommand(name, commands);
  const until = ask.now() + CONTROLS_MS;
  // A short name alone is asked about as if it stood behind “why”.
  const about = await aboutProject(route.command, handle && !short ? handle : rest, ask);
  const question = { name: route.command.name, ...about, channels, page: 0, until };
  return controlled(await run(route, question, ask), question);
}

async function aboutProject(command: Command, rest: string, ask: Ask) {
  if (command.scope === 'anywhere') return { words: rest };
  const visible = visibleIn(ask.workspace.projects(), ask.channel);
  const meant = visible.length > 1 ? await command.projectsMeant?.(rest, visible, ask) : undefined;
  const { words, project } = takeProject(rest, meant ?? visible, command.words);
  return { words, project: project.id };
}

/** Asks again what a button carries; the new answer has none yet. @throws Refused when they are too old. */
export async function runAgain(
  commands: readonly CommandRoute[],
  question: Question,
  ask: Ask,
): Promise<Answer> {
  const route = commands.find(({ command }) => command.name === question.name);
  if (!route)
    throw new Refused({ sentence: 'This button is too old. Ask again.', example: '/visibility help' });
  if (question.until < ask.now()) {
    throw new Refused({
      sentence: 'This answer is over an hour old, and its buttons no longer work. Ask again.',
      example: `/visibility ${question.name} ${question.words}`.trim(),
    });
  }
  return run(route, question, ask);
}

/** The answer, to be shared only by whoever may: a button that refuses is none. */
async function run(route: CommandRoute, question: Question, ask: Ask): Promise<Answer> {
  const isShareable = route.command.scope !== 'anywhere';
  // Slack is asked beside the API.
  const mayShare = isShareable && mayBeOffered('members', ask);
  const answer = await answerTo(route, question, ask);
  if (!answer || !('message' in answer) || !answer.share) return answer;
  return { ...answer, share: await mayShare };
}

async function answerTo(
  { command, permission }: CommandRoute,
  question: Question,
  ask: Ask,
): Promise<Answer> {
  const { words, options } = takeOptions(question.words, command.options ?? []);
  if (words && command.words === 'none') {
    throw new Refused({
      sentence: `“${command.name}” takes nothing after it.`,
      example: `/visibility ${command.example}`,
    });
  }
  await requirePermission(permission, ask);
  const asked = {
    ...ask,
    words,
    options,
    channels: question.channels,
    page: question.page,
    view: question.view,
  };
  try {
    if (command.scope === 'anywhere') return await command.run(asked);
    const project = requireVisible(question.project ?? '', ask);
    return await command.run({ ...asked, project });
  } catch (error) {
    if (isSilence(error)) return { message: explainFault(error, ask), again: true };
    const mayName = command.scope !== 'anywhere' && command.words === 'free';
    throw mayName ? besideProject(error, words, visibleIn(ask.workspace.projects(), ask.channel)) : error;
  }
}

/** Words that were taken whole and name nothing may have meant a project at their end. */
function besideProject(error: unknown, words: string, visible: readonly Project[]): unknown {
  if (!(error instanceof Refused)) return error;
  const sentence = `${error.refusal.sentence}${noSuchProject(words, visible)}`;
  return new Refused({ ...error.refusal, sentence });
}

/** The API gave no answer to a question, and may give one in a minute; a write is not repeated by a click. */
function isSilence(error: unknown): boolean {
  const mayPass = error instanceof UnavailableError || error instanceof RateLimitedError;
  return mayPass && error.operation.startsWith('GET ');
}

/** The answer with the buttons that ask again. */
export function controlled(answer: Answer, question: Question): Answer {
  if (!answer || !('message' in answer)) return answer;
  const { message, pages = 1, share = false, again = false, sortable = false } = answer;
  // What cannot be asked again in one piece gets no buttons.
  const last = Math.max(pages, question.page + 1);
  if (carryIfFits('question', { ...question, page: last, view: 'table' }) === undefined) return answer;
  const asking = (page: number, view = question.view) => carry('question', { ...question, page, view });
  const controls: Controls = {
    page: question.page,
    pages,
    previous: asking(Math.max(0, question.page - 1)),
    next: asking(question.page + 1),
    share: share ? asking(question.page) : undefined,
    again: again ? asking(question.page) : undefined,
    asTable: sortable && !question.view ? asking(0, 'table') : undefined,
    asList:
      sortable && question.view ? carry('question', { ...question, page: 0, view: undefined }) : undefined,
  };
  return { ...answer, message: withControls(message, controls) };
}

/** What a button carries that asks a project something. `now` in epoch ms. */
export function questionOf(name: string, words: string, projectId: string, now: number): string {
  return carry('question', questionAbout(name, words, projectId, now));
}

/** A question to a project, for the buttons of its answer. `now` in epoch ms. */
export function questionAbout(
  name: string,
  words: string,
  projectId: string,
  now: number,
  page = 0,
): Question {
  return { name, words, project: projectId, channels: {}, page, until: now + CONTROLS_MS };
}

/** As many lines as are read without scrolling far. */
const ROWS = 12;

/** The rows of one page of a long list (from 0; the last one where there is no such page), and how many pages there are. */
export function pageOf<Row>(rows: readonly Row[], page: number): { shown: Row[]; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const at = Math.min(page, pages - 1);
  return { shown: rows.slice(at * ROWS, (at + 1) * ROWS), pages };
}

/** What is done with a button where the thing stands. */
const BUTTONS: Readonly<Record<string, string>> = {
  mute: 'You’ll find [Mute…] under each score alert.',
  unmute: 'You’ll find [Unmute] under the muted score alert.',
  claim: 'You’ll find [I’ll reply] beside each lead.',
  reply: 'You’ll find [I’ll reply] beside each lead.',
  replied: 'You’ll find [Replied] in the private message you got when you claimed the lead.',
  snooze: 'You’ll find [Snooze…] under each digest.',
  dismiss: 'You’ll find [Dismiss several…] under each digest, and [Dismiss] under each suggestion.',
  accept: 'You’ll find [Accept…] under each suggestion.',
};

function unknownCommand(name: string, commands: readonly CommandRoute[]): Refused {
  const button = Object.hasOwn(BUTTONS, name) ? BUTTONS[name] : undefined;
  if (button) return new Refused({ sentence: `“${name}” isn’t a command: it’s a button. ${button}` });
  const guess = nearest(
    name,
    commands.map(({ command }) => command.name),
  );
  const example = commands.find(({ command }) => command.name === guess)?.command.example ?? 'help';
  return new Refused({
    sentence: `There’s no “${name}” command.`,
    nearest: guess,
    example: `/visibility ${example}`,
  });
}
