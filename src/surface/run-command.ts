/** Runs a subcommand or a question: as typed, or again from a button, for another page or for the whole channel. */
import { hash } from 'node:crypto';
import { type Carried, carry } from '../carried.ts';
import { HOUR_MS } from '../durations.ts';
import { ACTIONS } from '../messages/actions.ts';
import { toShared, withControls } from '../messages/answer-controls.ts';
import { brief } from '../messages/lengths.ts';
import { commandHelpPage, launcherPage } from '../messages/lookups/help.ts';
import { note, withBelowHeadline } from '../messages/page.ts';
import { oncePer } from '../once-per.ts';
import { findVisibleProjects, type Project } from '../projects/projects.ts';
import { keepProject, readAskedSince } from '../store/asked.ts';
import { mayPass } from '../visibility/errors.ts';
import { keepConversation, readLastProjectOf } from './ask/conversation.ts';
import {
  type Action,
  type Answer,
  type Ask,
  action,
  type Command,
  type CommandAsk,
  type CommandRoute,
  type Permission,
} from './ask.ts';
import { auditWrite } from './audit-write.ts';
import {
  type FoundRoute,
  findProjectsNamed,
  findRoute,
  interpretLine,
  listRoutes,
  noProjectHere,
  SeveralProjects,
  takeOptions,
  takeProject,
  unknownFilter,
} from './command-line.ts';
import { mayOffer, requireConfigurable, requirePermission, requireVisible } from './guards.ts';
import { Refused, requireCarried } from './refused.ts';
import { explainFault } from './reply.ts';
import { findChannelsSeen, isDirect, ownAnswerAt, REMEMBERED_MS, readsHereOnly } from './seen-by.ts';

/** An answer's buttons expire: later they would show something other than what was asked for. */
const CONTROLS_MS = HOUR_MS;

type Question = Carried<'question'>;

/** Runs what was typed after `slash`. @throws Refused */
export async function runTyped(
  { slash, text, channels }: { slash: string; text: string; channels: Readonly<Record<string, string>> },
  ask: Ask,
): Promise<Answer> {
  const short = ask.commands.find((route) => route.slash === slash);
  if (short) return runFound({ route: short, rest: text }, { channels }, ask);
  const visible = findVisibleProjects(ask.workspace.projects(), ask.channel);
  const meaning = interpretLine(text, ask.commands, visible);
  if (meaning === 'question') return runFound(routeAsQuestion(text, ask), { channels }, ask);
  if ('route' in meaning) return runFound(meaning, { channels }, ask);
  const unknown = text.trim() ? meaning.unknown : undefined;
  const shown = visible.length > 0;
  const mayConnect = !shown && ask.workspace.setup.noKeys === undefined && (await mayOffer('configure', ask));
  return { message: launcherPage({ shown, unknown, mayConnect }) };
}

/** A button's line, as if typed, for `project` if named. A first word that is a command always wins. @throws Refused */
export async function runLine(
  { text, project }: Carried<'line'>,
  ask: Ask & Pick<CommandAsk, 'list'>,
): Promise<Answer> {
  const found = findRoute(text, ask.commands) ?? routeAsQuestion(text, ask);
  return runFound(found, { channels: {}, project }, ask);
}

/** As if “ask” had been typed before it. */
function routeAsQuestion(text: string, { commands }: Ask): FoundRoute {
  const route = commands.find(({ command }) => command.words === 'sentence');
  if (!route) throw new Refused(`“${text}” isn’t a command.`, { example: '/visibility help' });
  return { route, rest: text };
}

async function runFound(
  { route, rest }: FoundRoute,
  { channels, project }: { channels: Readonly<Record<string, string>>; project?: string | undefined },
  asker: Ask,
): Promise<Answer> {
  const { command } = route;
  // While the API doesn't answer, each reading of the names would keep the person waiting.
  const namesOf = oncePer((of: Project) => asker.projectNames({ team: asker.team, project: of }));
  const ask: Ask = { ...asker, projectNames: ({ project: of }) => namesOf(of) };
  if (rest.trim().toLowerCase() === 'help' && command.words !== 'sentence')
    return { message: commandHelpPage(command) };
  const isKnown = project !== undefined && command.scope === 'project';
  const about = isKnown ? { words: rest, project } : await resolveProject(command, rest, ask);
  if ('answer' in about) {
    await keepConversation(about.answer, about.projectId, ask);
    return about.answer;
  }
  const { words, project: of, usual } = { project: undefined, usual: undefined, ...about };
  const { db, team, channel, id: message, person, thread = person } = ask;
  if (isDirect(channel) && of !== undefined)
    await keepProject(db, { team, channel, message, thread }, of, ask.now());
  const question = { ...makeQuestion(command.name, words, of, ask.now()), channels };
  const answer = await run(route, question, ask);
  await keepConversation(answer, question.project, ask);
  return addControls(usual ? sayUsual(answer, usual, channel) : answer, question);
}

/** Nobody named the project, and others are shown. */
function sayUsual(answer: Answer, { name }: Project, channel: string): Answer {
  if (!answer || !('message' in answer)) return answer;
  const how = isDirect(channel) ? 'send its name' : 'add its name to the question';
  const as = `${brief(name, 'project')}, as before. For another project, ${how}.`;
  return { ...answer, message: withBelowHeadline(answer.message, note(as)) };
}

async function resolveProject(command: Command, rest: string, ask: Ask) {
  if (command.scope === 'anywhere') return { words: rest };
  const visible = findVisibleProjects(ask.workspace.projects(), ask.channel);
  const meant = visible.length > 1 ? await command.projectsMeant?.(rest, visible, ask) : undefined;
  const isOpen = visible.length > 1 && !meant;
  const answer = isOpen && (await command.runWithout?.(rest, visible, ask));
  if (answer) return { answer, projectId: await findProjectGoingOn(answer, visible, ask) };
  const usual = isOpen ? await findPreviousProject(command, visible, ask) : undefined;
  try {
    if (visible.length === 0) throw noProjectHere(ask.channel, await readsHereOnly(ask));
    const shown = { visible: meant ?? visible, channel: ask.channel, usual };
    const { words, project } = takeProject(rest, shown, command);
    const isUsual = usual !== undefined && words === rest.trim() && !(await isTalkingAbout(usual, ask));
    return { words, project: project.id, ...(isUsual && { usual }) };
  } catch (error) {
    if (error instanceof SeveralProjects) throw error;
    throw (error instanceof Refused && (await referElsewhere(rest, ask))) || error;
  }
}

/** Said once, it needn’t be said below every answer of a conversation. */
async function isTalkingAbout({ id }: Project, { db, team, channel, now }: Ask): Promise<boolean> {
  if (!isDirect(channel)) return false;
  const [last, before] = await readAskedSince(db, { team, channel }, now() - REMEMBERED_MS);
  return last?.projectId === id && before?.projectId === id;
}

/** The project of the conversation that an answer about all of them belongs to: the one before, or any if it lists leads. */
async function findProjectGoingOn(answer: Answer, visible: readonly Project[], ask: Ask) {
  const last = await readLastProjectOf(ask);
  if (visible.some(({ id }) => id === last)) return last;
  return answer && 'message' in answer && answer.left?.leads?.length ? visible[0]?.id : undefined;
}

/** The project before, which in a channel only questions go on about: commands there ask. */
async function findPreviousProject({ words }: Command, visible: readonly Project[], ask: Ask) {
  const id = isDirect(ask.channel) || words === 'sentence' ? await readLastProjectOf(ask) : undefined;
  return visible.find((project) => project.id === id);
}

/** Asks again what a button carries; returns an answer without buttons. @throws Refused when the button is too old. */
export async function runAgain(question: Question, ask: Ask): Promise<Answer> {
  const route = listRoutes(ask.commands).find(({ command }) => command.name === question.name);
  if (!route) throw new Refused('This button is too old. Ask again.', { example: '/visibility help' });
  if (question.until < ask.now())
    throw new Refused('This answer is over an hour old, and its buttons no longer work. Ask again.', {
      example: `/visibility ${question.name} ${question.words}`.trim(),
    });
  return run(route, question, ask);
}

/** The answer, marked as shareable only for people who may share it. */
async function run(route: CommandRoute, question: Question, ask: Ask): Promise<Answer> {
  // In a direct message there is nobody to share with.
  const isShareable = route.command.scope !== 'anywhere' && !isDirect(ask.channel);
  // Not awaited yet: Slack answers while the API does.
  const mayShare = isShareable && mayOffer('members', ask);
  const answer = await runCommand(route, question, ask);
  if (!answer || !('message' in answer) || !answer.share) return answer;
  return { ...answer, share: await mayShare };
}

function requireFor(permission: Permission, projectId: string, ask: Ask) {
  return permission === 'configure' ? requireConfigurable(projectId, ask) : requireVisible(projectId, ask);
}

async function runCommand({ command, permission }: CommandRoute, question: Question, ask: Ask) {
  const { words, options } = takeOptions(question.words, command.options ?? []);
  if (words && command.words === 'none')
    throw new Refused(`“${command.name}” takes nothing after it.`, { tries: [command.name] });
  await requirePermission(permission, ask);
  const line = `${command.name} ${question.words}`.trim();
  const { channels, page, view, plan } = question;
  const asked = { ...ask, line, words, options, channels, page, view, plan };
  try {
    if (command.scope === 'anywhere') return await command.run(asked);
    const project = await requireFor(permission, question.project ?? '', ask);
    return await command.run({ ...asked, project });
  } catch (error) {
    // A click never repeats a write.
    if (mayPass(error) && error.operation.startsWith('GET '))
      return { message: explainFault(error, ask), again: true };
    if (!(error instanceof Refused) || command.scope === 'anywhere') throw error;
    const sentence = [unknownFilter(words, command), error.refusal.sentence].filter(Boolean).join(' ');
    const about = { project: question.project, ...error.refusal };
    // Free words that matched nothing may have ended in the name of a project that other channels show.
    const elsewhere = command.words === 'free' ? await referElsewhere(words, ask) : undefined;
    throw elsewhere ?? new Refused(sentence, about);
  }
}

/** Adds the buttons that ask again: other pages, sharing, table or list. */
export function addControls(answer: Answer, asked: Question): Answer {
  if (!answer || !('message' in answer)) return answer;
  const question = answer.plan ? { ...asked, plan: answer.plan } : asked;
  return { ...answer, message: withControls(answer.message, question, answer) };
}

/** The value of a button that asks a project something. `now` in epoch ms. */
export function carryQuestion(name: string, words: string, projectId: string, now: number): string {
  return carry('question', makeQuestion(name, words, projectId, now));
}

/** A question about a project, for the buttons of its answer. `now` in epoch ms. */
export function makeQuestion(
  name: string,
  words: string,
  projectId: string | undefined,
  now: number,
  page = 0,
): Question {
  return { name, words, project: projectId, channels: {}, page, until: now + CONTROLS_MS };
}

const ROWS = 12;

/** The rows of one page of a list and the number of pages. `page` counts from 0; past the end it is the last one. */
export function slicePage<Row>(rows: readonly Row[], page: number): { shown: Row[]; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const at = Math.min(page, pages - 1);
  return { shown: rows.slice(at * ROWS, (at + 1) * ROWS), pages };
}

/** A button that asks a question again. Other pages replace the clicked message; “Try again” and previews don't. */
export function questionButton(id: string): Action {
  return action(id, async (ask) => {
    const question = requireCarried('question', ask.value);
    const other = await runAgain(question, ask);
    await keepConversation(other, question.project, ask);
    const answer = addControls(other, question);
    return id === ACTIONS.askAgain ? answer : replaceClicked(answer);
  });
}

/** A button that runs a line as if typed; a tab's answer replaces the clicked message. */
export function lineButton(id: string): Action {
  return action(id, async (ask) => {
    const answer = await runLine(requireCarried('line', ask.value), { ...ask, list: ownAnswerAt(ask) });
    return id === ACTIONS.lineTab ? replaceClicked(answer) : answer;
  });
}

/** An error leaves the clicked message in place. */
function replaceClicked(answer: Answer): Answer {
  return answer && 'message' in answer && !answer.again ? { ...answer, delivered: 'replacing' } : answer;
}

const ALREADY_SHARED = { sentence: 'You already shared this here.' };

/** Share here: posts the answer to the channel once, with the sharer's name and without its buttons. */
export const shareHere = action(ACTIONS.shareHere, async (ask) => {
  const question = requireCarried('question', ask.value);
  const answer = await runAgain(question, ask);
  // Checked again, whatever the button says: a private answer may name things this channel must not see.
  if (!answer || !('message' in answer) || answer.again || !answer.share)
    return addControls(answer, question);
  const { name, words, project: projectId = '' } = question;
  const subject = `${name} ${words}`.trim();
  const write = { action: 'answer.share', projectId, subject, taken: ALREADY_SHARED };
  // Deduplicated by page, not by click: a page is shared once however often people click.
  const id = hash('sha256', `${ask.channel} ${ask.person} ${ask.value}`);
  const message = toShared(answer.message, ask.person, ask.now());
  return {
    message,
    delivered: 'to_channel',
    async within(deliver) {
      const refused = await auditWrite({ ...ask, id }, write, async () => {
        const result = await deliver().then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        // A failed post leaves no audit row, or it could never be shared again.
        return { result, outcome: result ? undefined : 'shown to the channel' };
      });
      if (refused) throw refused.error;
    },
  };
});

/** Where to ask for a project not shown here, if the words name one, it may be `meant`, and the asker sees it. */
export async function referElsewhere(
  words: string,
  ask: Ask,
  meant: (name: string) => boolean = () => true,
): Promise<Refused | undefined> {
  const projects = ask.workspace.projects();
  const here = new Set(findVisibleProjects(projects, ask.channel).map(({ id }) => id));
  const hidden = projects.projects.filter(({ id }) => !here.has(id));
  for (const project of findProjectsNamed(words, hidden) ?? []) {
    if (!meant(project.name)) continue;
    const channels = await findChannelsSeen(project, ask);
    if (channels.length > 0)
      return new Refused(`${project.name} isn’t shown in this channel.`, { channels, because: 'no_project' });
  }
  return undefined;
}
