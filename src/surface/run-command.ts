/** Runs one subcommand: as it was typed, or again for another page or for everybody in the channel. */
import { type Carried, carry, carryIfFits } from '../carried.ts';
import { HOUR_MS } from '../durations.ts';
import { type Controls, withControls } from '../messages/answer-controls.ts';
import { launcherPage } from '../messages/lookups/help.ts';
import { nearest } from '../nearest.ts';
import { visibleIn } from '../projects/projects.ts';
import { RateLimitedError, UnavailableError } from '../visibility/errors.ts';
import type { Answer, Ask, Command, Permission } from './ask.ts';
import { noSuchProject, splitCommand, takeOptions, takeProject } from './command-line.ts';
import { mayBeOffered, requirePermission, requireVisible } from './guards.ts';
import { Refused } from './refused.ts';
import { explainFault } from './reply.ts';

/** `also`: what is reached from its answer; whoever types those words is answered too, but they are listed nowhere. */
export type CommandRoute = {
  command: Command;
  slash?: string;
  permission: Permission;
  also?: readonly CommandRoute[];
};

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
  if (short) return runFound({ route: short, rest: text }, { channels }, ask);
  return runLine(commands, { text }, ask, channels);
}

/** Runs a line as if it had been typed after /visibility, about `project` where a button knows it. @throws Refused */
export async function runLine(
  commands: readonly CommandRoute[],
  { text, project }: Carried<'line'>,
  ask: Ask,
  channels: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const found = findRoute(text, commands);
  if (found) return runFound(found, { channels, project }, ask);
  const shown = visibleIn(ask.workspace.projects(), ask.channel).length > 0;
  return { message: launcherPage({ shown, ...(text.trim() && { unknown: unknownLine(text, commands) }) }) };
}

async function runFound(
  { route, rest }: FoundRoute,
  { channels, project }: { channels: Readonly<Record<string, string>>; project?: string | undefined },
  ask: Ask,
): Promise<Answer> {
  const { command } = route;
  const isKnown = project !== undefined && command.scope === 'project';
  const about = isKnown ? { words: rest, project } : await aboutProject(command, rest, ask);
  const question = { name: command.name, ...about, channels, page: 0, until: ask.now() + CONTROLS_MS };
  return controlled(await run(route, question, ask), question);
}

async function aboutProject(command: Command, rest: string, ask: Ask) {
  if (command.scope === 'anywhere') return { words: rest };
  const visible = visibleIn(ask.workspace.projects(), ask.channel);
  const meant = visible.length > 1 ? await command.projectsMeant?.(rest, visible, ask) : undefined;
  const { words, project } = takeProject(rest, meant ?? visible, command);
  return { words, project: project.id };
}

/** Asks again what a button carries; the new answer has none yet. @throws Refused when they are too old. */
export async function runAgain(
  commands: readonly CommandRoute[],
  question: Question,
  ask: Ask,
): Promise<Answer> {
  const route = allRoutes(commands).find(({ command }) => command.name === question.name);
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
    throw new Refused({ sentence: `“${command.name}” takes nothing after it.`, tries: [command.name] });
  }
  await requirePermission(permission, ask);
  const line = `${command.name} ${question.words}`.trim();
  const { channels, page, view } = question;
  const asked = { ...ask, line, words, options, channels, page, view };
  try {
    if (command.scope === 'anywhere') return await command.run(asked);
    const project = requireVisible(question.project ?? '', ask);
    return await command.run({ ...asked, project });
  } catch (error) {
    if (isSilence(error)) return { message: explainFault(error, ask), again: true };
    if (!(error instanceof Refused) || command.scope === 'anywhere') throw error;
    // Words that were taken whole and name nothing may have meant a project at their end.
    const visible = visibleIn(ask.workspace.projects(), ask.channel);
    const more = command.words === 'free' ? noSuchProject(words, visible) : '';
    const { project } = question;
    throw new Refused({ project, ...error.refusal, sentence: `${error.refusal.sentence}${more}` });
  }
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

type FoundRoute = { route: CommandRoute; rest: string };

/** Those that are listed, and those that are reached from them. */
function allRoutes(commands: readonly CommandRoute[]): CommandRoute[] {
  return commands.flatMap((route) => [route, ...(route.also ?? [])]);
}

/**
 * The command that a line means: by its first word, whole or, of those that are listed, by the only one that begins so; `feeds
 * pause` is `pause`. A short name alone is asked about as if it stood behind “why”, several leads as if behind “leads”.
 */
function findRoute(text: string, commands: readonly CommandRoute[]): FoundRoute | undefined {
  const { name, rest } = isHandle(text)
    ? { name: 'why', rest: text.trim() }
    : areLeads(text)
      ? { name: 'leads', rest: text.trim() }
      : splitCommand(text);
  const route = called(name, allRoutes(commands)) ?? beginning(name, rest, commands);
  if (!route || route.command.takes?.(rest) === false) return undefined;
  const inner = splitCommand(rest);
  const within = route.command.words === 'none' ? called(inner.name, route.also ?? []) : undefined;
  return within ? { route: within, rest: inner.rest } : { route, rest };
}

function isHandle(text: string): boolean {
  return /^[LAS]\d+$/i.test(text.trim());
}

/** "L1 L2" */
function areLeads(text: string): boolean {
  return /^L\d+(?:[\s,]+L\d+)+$/i.test(text.trim());
}

function called(name: string, routes: readonly CommandRoute[]): CommandRoute | undefined {
  return routes.find(({ command }) => command.name === name || command.aka?.includes(name));
}

/** A command that takes nothing is not meant by more words. */
function beginning(name: string, rest: string, commands: readonly CommandRoute[]): CommandRoute | undefined {
  const [only, second] = commands.filter(({ command }) => name !== '' && command.name.startsWith(name));
  return second || (rest && only?.command.words === 'none') ? undefined : only;
}

function unknownLine(
  text: string,
  commands: readonly CommandRoute[],
): { line: string; button?: string; near: string[] } {
  const { name, rest } = splitCommand(text);
  const button = Object.hasOwn(BUTTONS, name) ? BUTTONS[name] : undefined;
  const listed = commands.map(({ command }) => command.name);
  const known = allRoutes(commands).flatMap(({ command }) => [command.name, ...(command.aka ?? [])]);
  const guess = nearest(name, known);
  const near = new Set(listed.filter((one) => one.startsWith(name)));
  if (guess !== undefined) near.add(guess);
  return {
    line: text.trim(),
    ...(button && { button }),
    near: [...near].map((one) => {
      const isMeant = called(one, allRoutes(commands))?.command.takes?.(rest) !== false;
      return isMeant ? `${one} ${rest}`.trim() : one;
    }),
  };
}
