/** /visibility ask: answers a question, remembers how it was read for the next one, and corrects readings. */
import { OF_PROJECTS, ONCE_MORE, SAME_ABOUT } from '../../ask/english.ts';
import { goesOn } from '../../ask/follow-up.ts';
import { findHandle, pointsBack, readPlaceInList, UNDO } from '../../ask/handles.ts';
import { exampleQuestions } from '../../ask/meaning.ts';
import { type KnownNames, wordsIn } from '../../ask/names.ts';
import { type Figure, Plan, withoutAspects } from '../../ask/plan.ts';
import { ofProject } from '../../ask/plan-fields.ts';
import { readQuestion } from '../../ask/read-question.ts';
import { fold, VOCABULARY } from '../../ask/signs.ts';
import { asksForHelp, smallTalkIn, termsAsked } from '../../ask/small-talk.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { smallTalkPage } from '../../messages/ask/asked-back.ts';
import { packPlan, unpackPlan } from '../../messages/ask/correct-reading.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import { competitorPage } from '../../messages/lookups/compare.ts';
import { definitionPage } from '../../messages/lookups/help.ts';
import { findVisibleProjects, type Project, timezoneOf } from '../../projects/projects.ts';
import type { Left } from '../../store/asked.ts';
import type { Action, Answer, Ask, Command, ProjectAsk } from '../ask.ts';
import { findProjectsNamed, saysMore, unquote } from '../command-line.ts';
import { requireVisible } from '../guards.ts';
import { compareWith } from '../lookups/compare.ts';
import { Refused, requireCarried } from '../refused.ts';
import { addControls, makeQuestion, referElsewhere, runAgain } from '../run-command.ts';
import { isDirect } from '../seen-by.ts';
import { explainHandle, findProjectsOfHandle } from '../why.ts';
import { type Answered, answerQuestion } from './answer-question.ts';
import {
  type Conversation,
  keepConversation,
  readConversation,
  readLastProjectOf,
  readThread,
} from './conversation.ts';
import {
  askAboutListed,
  openAgain,
  openLeadHeld,
  openLeadLinked,
  openLeadTouched,
  openLeadWith,
  openListed,
  showCard,
  wordsOfLead,
} from './pointed-at.ts';

/** Also runs for every line that isn't a command. */
export const ask: Command = {
  name: 'ask',
  usage: 'ask [question]',
  example: 'ask why did we drop on Gemini?',
  summary:
    'Any question on scores, rivals, topics, sources, prompts and leads, in your own words; you can leave out “ask”',
  scope: 'project',
  words: 'sentence',
  projectsMeant: async (words, visible, asker) => {
    const [atEnd = ''] = words.match(/\bin\s.*$/is) ?? [];
    return (
      findProjectsNamed(atEnd, visible) ??
      (OF_PROJECTS.test(words) ? visible : undefined) ??
      findPreviousProject(await readThread(asker), visible) ??
      namedTogether(words, visible) ??
      (await findProjectsOfHandleIn(words, visible, asker)) ??
      (isOfAnswer(words) ? findPreviousProject(await readConversation(asker), visible) : undefined) ??
      (await findProjectOfNames(words, visible, asker))
    );
  },
  runWithout: async (words, _visible, asker) => {
    if (asksForHelp(words)) return runAgain(makeQuestion('help', '', undefined, asker.now()), asker);
    const answer = answerForAnyProject(words);
    return answer && { message: answer.page };
  },
  run: answerHere,
};

export const compare: Command = {
  name: 'compare',
  aka: ['competitor'],
  usage: 'compare [name]',
  example: 'compare Globex',
  summary:
    'You against another tool, by engine, by topic and over time; without a name, the other tools that answers mention',
  scope: 'project',
  words: 'free',
  takes: (rest) => !saysMore(rest) && !/\b(and|in|to)\b|,/i.test(rest),
  async run(asker) {
    const words = unquote(asker.words);
    if (!words) return toAnswer(await answerQuestion({ plan: { intent: 'compare' } }, asker));
    const { name, compared, ...beside } = await compareWith(words, asker);
    const message = competitorPage(asker.project, name, compared, beside);
    return { message, share: true, left: { plan: { intent: 'compare', entity: name } } };
  },
};

const BESIDE_EACH_OTHER =
  /\b(?:than|vs\.?|versus|against|compar(?:e|ed|ing|ison)|better|worse|best|worst|ahead|behind|beat(?:s|ing)?|difference)\b/i;

/** @throws Refused if it compares several: no answer is about more than one. */
function namedTogether(words: string, visible: readonly Project[]): readonly Project[] | undefined {
  const named = findProjectsNamed(words, visible);
  if (!named?.[1] || !BESIDE_EACH_OTHER.test(words)) return named;
  throw new Refused('I answer about one project at a time, so I can’t compare them. Which one first?', {
    tries: named.map(({ name }) => ({ label: name, line: `ask how are we doing? in ${name}` })),
    isQuestion: true,
  });
}

/** Whether it's about the answer before it, which has a project. */
function isOfAnswer(words: string): boolean {
  return (
    (readPlaceInList(words, 'names') ?? readPlaceInList(words)) !== undefined ||
    pointsBack(words) ||
    UNDO.test(words)
  );
}

/** Each takes several calls, once in a few minutes. */
const MOST_OTHERS = 4;

/** The one other project whose prompt, topic or rival the words name, where the project before has none called that. */
async function findProjectOfNames(
  words: string,
  visible: readonly Project[],
  asker: Ask,
): Promise<readonly Project[] | undefined> {
  const last = await readLastProjectOf(asker);
  const before = visible.find(({ id }) => id === last);
  if (!before || smallTalkIn(words) !== undefined) return undefined;
  const said = await readConversation(asker);
  const readFor = async (project: Project, plan?: Conversation['plan']) => {
    const { known } = await asker.projectNames({ team: asker.team, project });
    const at = { now: asker.now(), timezone: timezoneOf(asker.workspace.projects(), project) };
    const read = readQuestion(unquote(words), known, at, plan);
    return read.verdict === 'understood' ? { plan: read.plan, known } : undefined;
  };
  const own = await readFor(before, said?.projectId === before.id ? said.plan : undefined);
  if (own && hasItsNames(own.plan, own.known)) return undefined;
  const others = visible.filter(({ id }) => id !== before.id).slice(0, MOST_OTHERS);
  const read = await Promise.all(others.map((project) => readFor(project)));
  const naming = others.filter((_, i) => {
    const one = read[i];
    return one !== undefined && isAboutNames(one.plan) && hasItsNames(one.plan, one.known);
  });
  return naming.length === 1 ? naming : undefined;
}

/** Words of an untracked prompt or unknown topic are kept as they were typed; leads are searched for any. */
function hasItsNames({ intent, topic, prompt }: Plan, { names }: KnownNames): boolean {
  if (intent === 'leads' || intent === 'prompts') return true;
  const isIn = (name: string, all: readonly string[]) => all.some((one) => fold(one).includes(fold(name)));
  return (
    asNameList(topic).every((one) => isIn(one, names.topics)) &&
    (prompt === undefined || isIn(prompt, names.prompts))
  );
}

function isAboutNames({ entity, topic, prompt, intent }: Plan): boolean {
  const isRival = entity !== undefined && (intent === 'compare' || intent === 'named' || intent === 'change');
  return isRival || topic !== undefined || prompt !== undefined;
}

/** What a word means is the same for every project. */
export function answerForAnyProject(words: string): Pick<Answered, 'page' | 'verdict'> | undefined {
  const terms = termsAsked(words);
  return terms.length > 0 ? { page: definitionPage(terms), verdict: 'answered' } : undefined;
}

/** The projects that have the first short name in the words; undefined if none does. */
async function findProjectsOfHandleIn(
  words: string,
  visible: readonly Project[],
  asker: Ask,
): Promise<readonly Project[] | undefined> {
  const handle = findHandle(words);
  const projects = handle === undefined ? [] : await findProjectsOfHandle(handle, visible, asker);
  return projects?.length ? projects : undefined;
}

function findPreviousProject(
  before: Conversation | undefined,
  visible: readonly Project[],
): readonly Project[] | undefined {
  const project = visible.find(({ id }) => id === before?.projectId);
  return project && [project];
}

async function answerHere(asker: ProjectAsk): Promise<Answer> {
  const { project, channel, words } = asker;
  const text = unquote(words);
  const touched =
    (await openLeadTouched(text, asker)) ??
    (await openLeadLinked(text, asker)) ??
    (await openLeadHeld(text, asker));
  if (touched) return touched;
  const said = await readConversation(asker);
  const given =
    readPlan(asker.plan) ??
    (await planAgain(text, said, asker)) ??
    (text ? undefined : { intent: 'help' as const });
  const before = said?.projectId === project.id ? said : undefined;
  // Between questions after a slash in a channel there may be many of others; only a line that says so goes on.
  const isLoose = asker.thread === undefined && !isDirect(channel) && !goesOn(text);
  const around = isLoose ? { ...before, plan: undefined } : before;
  if (given) return toAnswer(await answerQuestion({ plan: given }, asker, around));
  const opened = before && (await openListed(text, before, asker, true));
  if (opened) return opened;
  await refuseOther(text, asker);
  const { question, left } = before ? askAboutListed(text, before, project.name) : { question: { text } };
  const answered = await answerQuestion(question, asker, around);
  return (
    (before && (await openMeant(text, before, answered, asker))) ||
    (await answerMisunderstood(text, answered, asker)) ||
    toAnswer(answered, isUnclear(answered) && before ? { ...stillOf(before), ...left } : left)
  );
}

/** `stillListed`: what the question counted in. */
export function toAnswer({ page, plan, between, ...answered }: Answered, stillListed?: Left): Answer {
  const { pages, leads, names, figures, share = false, again = false, sortable } = answered;
  // Help doesn't replace the previous question. The next question may choose among the plans asked back.
  const read = plan?.intent === 'help' ? undefined : plan ? withMove(plan, figures) : between;
  return {
    message: page,
    left: { plan: read, leads, names, ...stillListed },
    share,
    again,
    ...(pages !== undefined && { pages }),
    ...(sortable !== undefined && { sortable }),
    ...(plan && { plan: packPlan(plan) }),
  };
}

function isUnclear({ verdict }: Pick<Answered, 'verdict'>): boolean {
  return verdict === 'ambiguous' || verdict === 'not_understood';
}

/** After a question that wasn't understood “it” is still what it was. */
function stillOf({ leads, names, plan, namesOf, opened, card }: Conversation): Left {
  return { leads, names, namesOf: namesOf ?? [plan ?? []].flat()[0], opened, card };
}

/** After an answer about a rise “which prompts?” asks for those that rose, though the question didn’t say so. */
function withMove(plan: Plan, [first]: readonly Figure[]): Plan {
  const { intent, metric, premise, earlier } = plan;
  if (intent !== 'change' || (premise ?? earlier) || !first?.change) return plan;
  return { ...plan, premise: first.change < 0 === (metric !== 'rank') ? 'worse' : 'better' };
}

/** “Is the second one cited?”, right after the list; “is it cited?”, right after its card. */
async function openMeant(
  text: string,
  before: Conversation,
  answered: Answered,
  asker: ProjectAsk,
): Promise<Answer> {
  const { plan } = answered;
  const isLost = isUnclear(answered);
  const isOfList = [before.plan ?? []].flat().every(({ intent }) => intent === 'leads');
  const listed = isLost || isOfList ? await openListed(text, before, asker, false) : undefined;
  if (listed) return listed;
  const isOfLeads = plan?.intent === 'leads' || (before.card?.startsWith('L') && isOnlyOfIt(text, plan));
  return isLost || isOfLeads ? openAgain(text, before, asker) : undefined;
}

/** “How old is it?” asks neither for sources nor for the state of feeds, unless it is about more. */
function isOnlyOfIt(text: string, plan?: Plan): boolean {
  const isBare = plan?.intent === 'sources' || plan?.intent === 'status';
  return isBare && Object.keys(withoutAspects(plan)).length === 1 && /\bit\b/i.test(text);
}

/** "Why did Tidewater drop", where only Acme is shown: its figures would be taken for Tidewater's. @throws Refused */
async function refuseOther(text: string, asker: ProjectAsk): Promise<void> {
  const { known } = await asker.projectNames(asker);
  const isOther = (name: string) =>
    wordsIn(fold(name)).some((word) => !known.words.has(word) && !VOCABULARY.has(word));
  const elsewhere = await referElsewhere(text, asker, isOther);
  if (elsewhere) throw elsewhere;
}

/** The card of the short name that it says, or of the lead whose title has its words. @throws Refused if it means another project */
async function answerMisunderstood(text: string, { verdict }: Answered, asker: ProjectAsk): Promise<Answer> {
  if (verdict !== 'not_understood') return undefined;
  const handle = findHandle(text);
  if (handle === undefined) {
    const words = wordsOfLead(text);
    const lead = words === undefined ? undefined : await openLeadWith(words, text, asker);
    if (lead) return lead;
    const elsewhere = await referElsewhere(text, asker);
    if (elsewhere) throw elsewhere;
    return undefined;
  }
  const visible = findVisibleProjects(asker.workspace.projects(), asker.channel);
  const [owner = asker.project] = (await findProjectsOfHandleIn(handle, visible, asker)) ?? [];
  return showCard(await explainHandle(handle, owner, asker), { card: handle }, text);
}

/** "And in Tidewater?", "same for Tidewater": the same question, of another project or once more. */
async function planAgain(text: string, said: Conversation | undefined, asker: ProjectAsk) {
  const { id, name } = asker.project;
  const [plan, other] = [said?.plan ?? []].flat();
  const rest = text.toLowerCase().replace(name.toLowerCase(), '');
  const isNamed = rest !== text.toLowerCase();
  if (other || !SAME_ABOUT.test(rest)) return undefined;
  const isSame = said?.projectId === id;
  if (isSame && !ONCE_MORE.test(rest)) return undefined;
  if (!plan) return isNamed ? { intent: 'overview' as const } : undefined;
  return isSame ? plan : ofProject(plan, (await asker.projectNames(asker)).known);
}

/** @throws Refused if this version can't read it */
function readPlan(short: ProjectAsk['plan']): Plan | undefined {
  if (short === undefined) return undefined;
  const read = Plan.safeParse(unpackPlan(short));
  if (read.success) return read.data;
  throw new Refused('This is too old to work. Ask again.', { example: '/visibility ask' });
}

/** Corrects how a question was read. Replaces the answer unless others see it too. */
export const askCorrect: Action = {
  id: ACTIONS.askCorrect,
  async run(asker) {
    const { p: projectId, plan } = requireCarried('plan', asker.value);
    const { id } = requireVisible(projectId, asker);
    const question = { ...makeQuestion('ask', '', id, asker.now()), plan };
    const corrected = await runAgain(question, asker);
    await keepConversation(corrected, id, asker);
    const answer = addControls(corrected, question);
    const isOwn = asker.isPrivate || isDirect(asker.channel);
    const isAnswer = answer && 'message' in answer && !answer.again;
    return isAnswer && isOwn ? { ...answer, delivered: 'replacing' } : answer;
  },
};

const EXAMPLES = 3;

export const smallTalk: Command = {
  name: 'hello',
  example: 'hello',
  summary: 'What you can ask',
  scope: 'anywhere',
  words: 'sentence',
  takes: (words) => words === '' || smallTalkIn(words) !== undefined,
  async run({ words, channel, workspace }) {
    const visible = findVisibleProjects(workspace.projects(), channel);
    const [only, second] = visible;
    // Without names they need nothing from the API.
    const examples = only ? exampleQuestions().slice(0, EXAMPLES) : [];
    const message = smallTalkPage(smallTalkIn(words) ?? 'greeting', {
      examples: examples.map(({ question }) => question),
      project: second ? undefined : only?.id,
    });
    return { message };
  },
};
