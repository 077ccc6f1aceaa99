/** Runs one subcommand: as it was typed, or again for another page or for everybody in the channel. */
import { z } from 'zod';
import { HOUR_MS } from '../durations.ts';
import { type Controls, withControls } from '../messages/answer-controls.ts';
import { nearest } from '../nearest.ts';
import { type Project, visibleIn } from '../projects/projects.ts';
import { LIMITS } from '../slack/blocks.ts';
import { RateLimitedError, UnavailableError } from '../visibility/errors.ts';
import { told } from './answering.ts';
import { carried } from './carried.ts';
import { noSuchProject, splitCommand, takeOptions, takeProject } from './command-line.ts';
import { mayBeOffered, requirePermission, requireVisible } from './guards.ts';
import { Refused } from './refused.ts';
import type { Answer, Asker, Command, Permission, SurfaceDeps } from './request.ts';

export type CommandRoute = { command: Command; slash?: string; permission: Permission };

/** An answer's buttons work for so long; what they would show after that is not what was asked for. */
const CONTROLS_MS = HOUR_MS;

/** What an answer's buttons carry: the question, so that it can be asked again. `until` in epoch ms. */
const Question = z.object({
  name: z.string(),
  words: z.string(),
  project: z.string().optional(),
  channels: z.record(z.string(), z.string()).default({}),
  page: z.int().nonnegative(),
  until: z.number(),
});
type Question = z.output<typeof Question>;

/** Runs what was typed after `slash`. @throws Refused */
export async function runTyped(
  commands: readonly CommandRoute[],
  { slash, text, channels }: { slash: string; text: string; channels: Readonly<Record<string, string>> },
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Answer> {
  const short = commands.find((route) => route.slash === slash);
  const { name, rest } = short ? { name: short.command.name, rest: text } : splitCommand(text);
  const route = short ?? commands.find(({ command }) => command.name === (name || 'help'));
  if (!route) throw unknownCommand(name, commands);
  const until = deps.clock.now() + CONTROLS_MS;
  const about = await aboutProject(route.command, rest, asker, deps);
  const question = { name: route.command.name, ...about, channels, page: 0, until };
  return controlled(await run(route, question, asker, deps), question);
}

async function aboutProject(command: Command, rest: string, asker: Asker, deps: SurfaceDeps) {
  if (command.scope === 'anywhere') return { words: rest };
  const visible = visibleIn(deps.projects(), asker.channel);
  const meant = visible.length > 1 ? await command.projectsMeant?.(rest, visible, asker, deps) : undefined;
  const { words, project } = takeProject(rest, meant ?? visible, command.words);
  return { words, project: project.id };
}

/** Asks again what the buttons of an answer carry; the new answer has none yet. @throws Refused when they are too old. */
export async function runAgain(
  commands: readonly CommandRoute[],
  value: string,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<{ answer: Answer; question: Question }> {
  const question = carried(Question, value);
  const route = commands.find(({ command }) => command.name === question.name);
  if (!route)
    throw new Refused({ sentence: 'This button is too old. Ask again.', example: '/visibility help' });
  if (question.until < deps.clock.now()) {
    throw new Refused({
      sentence: 'This answer is over an hour old, and its buttons no longer work. Ask again.',
      example: `/visibility ${question.name} ${question.words}`.trim(),
    });
  }
  return { answer: await run(route, question, asker, deps), question };
}

/** The answer, to be shared only by whoever may: a button that refuses is none. */
async function run(
  route: CommandRoute,
  question: Question,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Answer> {
  const isShareable = route.command.scope !== 'anywhere';
  // Slack is asked beside the API.
  const mayShare = isShareable && mayBeOffered('members', asker, deps);
  const answer = await answerTo(route, question, asker, deps);
  if (!answer || !('message' in answer) || !answer.share) return answer;
  return { ...answer, share: await mayShare };
}

async function answerTo(
  { command, permission }: CommandRoute,
  question: Question,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Answer> {
  const { words, options } = takeOptions(question.words, command.options ?? []);
  if (words && command.words === 'none') {
    throw new Refused({
      sentence: `“${command.name}” takes nothing after it.`,
      example: `/visibility ${command.example}`,
    });
  }
  await requirePermission(permission, asker, deps);
  const request = { ...asker, words, options, channels: question.channels, page: question.page };
  try {
    if (command.scope === 'anywhere') return await command.run(request, deps);
    const project = requireVisible(question.project ?? '', asker, deps);
    return await command.run({ ...request, project }, deps);
  } catch (error) {
    if (isSilence(error)) return { message: told(error, asker.person, deps.log), again: true };
    const mayName = command.scope !== 'anywhere' && command.words === 'free';
    throw mayName ? besideProject(error, words, visibleIn(deps.projects(), asker.channel)) : error;
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
  const { message, pages = 1, share = false, again = false } = answer;
  const carry = (page: number) => JSON.stringify({ ...question, page });
  // What cannot be asked again in one piece gets no buttons.
  if (carry(pages).length > LIMITS.buttonValue) return answer;
  const controls: Controls = {
    page: question.page,
    pages,
    previous: carry(question.page - 1),
    next: carry(question.page + 1),
    share: share ? carry(question.page) : undefined,
    again: again ? carry(question.page) : undefined,
  };
  return { ...answer, message: withControls(message, controls) };
}

/** What a button carries that asks a project something. `now` in epoch ms. */
export function questionOf(name: string, words: string, projectId: string, now: number): string {
  return JSON.stringify(questionAbout(name, words, projectId, now));
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
