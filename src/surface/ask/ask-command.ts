/** /visibility ask, which takes any words as a question, and keeps how it was read where others can follow. */
import { hasBeyond } from '../../ask/notice.ts';
import { Plan, type Reading } from '../../ask/plan.ts';
import { readQuestion } from '../../ask/read-question.ts';
import { termsAsked } from '../../ask/terms.ts';
import { beyondPage } from '../../messages/ask/asked-back.ts';
import { packPlan, unpackPlan } from '../../messages/ask/corrections.ts';
import { definitionPage } from '../../messages/ask/definitions.ts';
import { type Project, visibleIn } from '../../projects/projects.ts';
import { type AskedPlan, keepPlan, planIn, planSince } from '../../store/asked.ts';
import type { Answer, Ask, Command, ProjectAsk } from '../ask.ts';
import { findHandle, unquote } from '../command-line.ts';
import { Refused } from '../refused.ts';
import { isDirect, REMEMBERED_MS } from '../seen-by.ts';
import { explainHandle, findProjectsOfHandle } from '../why-handle.ts';
import { type Answered, answerQuestion } from './answer-question.ts';

/** Whatever is no command is asked so, too. */
export const ask: Command = {
  name: 'ask',
  usage: 'ask [question]',
  example: 'ask why did we drop on Gemini?',
  summary:
    'Any question on scores, rivals, topics, sources, prompts and leads, in your own words; “ask” may be left out',
  scope: 'project',
  words: 'sentence',
  projectsMeant: async (words, visible, asker) => {
    const [atEnd = ''] = words.match(/\bin\s.*$/is) ?? [];
    return (
      named(atEnd, visible) ??
      projectOf(await planInThread(asker), visible) ??
      named(words, visible) ??
      (await ofHandle(words, visible, asker))
    );
  },
  runWithout: async (words, visible, asker) => {
    const told = await toldWithout(words, visible, asker);
    return told && { message: told.page };
  },
  run: answerHere,
};

/** What a word means, and that no API knows such a thing, is the same for every project; undefined for all else. */
export async function toldWithout(
  words: string,
  visible: readonly Project[],
  asker: Ask,
): Promise<Pick<Answered, 'page' | 'verdict' | 'emptyBecause'> | undefined> {
  const terms = termsAsked(words);
  if (terms.length > 0) return { page: definitionPage(terms), verdict: 'answered' };
  if (!(await isBeyondAll(words, visible, asker))) return undefined;
  return { page: beyondPage(), verdict: 'not_understood', emptyBecause: 'not_understood' };
}

/** The names of more are not read to learn that a question is about none of them. */
const MOST_READ = 10;

/** A word that no API knows of may be a name in one of the projects. */
async function isBeyondAll(
  words: string,
  visible: readonly Project[],
  { projectNames, team, now }: Ask,
): Promise<boolean> {
  if (!hasBeyond(words) || visible.length > MOST_READ) return false;
  const names = await Promise.all(visible.map((project) => projectNames({ team, project })));
  return names.every(
    ({ known, unread }) =>
      unread.length === 0 && isBeyond(readQuestion(words, known, { now: now(), timezone: 'UTC' })),
  );
}

function isBeyond(read: Reading): boolean {
  return read.verdict === 'not_understood' && read.isBeyond === true;
}

/** Those that have what a short name in the words stands for; undefined where none does. */
async function ofHandle(
  words: string,
  visible: readonly Project[],
  asker: Ask,
): Promise<readonly Project[] | undefined> {
  const handle = findHandle(words);
  const projects = handle === undefined ? [] : await findProjectsOfHandle(handle, visible, asker);
  return projects?.length ? projects : undefined;
}

/** That of the question before in its thread. */
function projectOf(
  before: AskedPlan | undefined,
  visible: readonly Project[],
): readonly Project[] | undefined {
  const project = visible.find(({ id }) => id === before?.projectId);
  return project && [project];
}

/** Those of `visible` whose names stand in the words; undefined where none does. */
export function named(words: string, visible: readonly Project[]): readonly Project[] | undefined {
  const said = ` ${words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const spoken = ({ name }: Project) =>
    ` ${name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const meant = visible.filter((project) => said.includes(spoken(project)));
  return meant.length > 0 ? meant : undefined;
}

/** In a direct message people go on without a thread. */
async function planBefore(asker: Ask): Promise<AskedPlan | undefined> {
  const { db, team, channel, thread, now } = asker;
  const ofThread = await planInThread(asker);
  if (ofThread || thread === undefined || !isDirect(channel)) return ofThread;
  return planSince(db, { team, channel }, now() - REMEMBERED_MS);
}

async function planInThread({ db, team, channel, thread }: Ask): Promise<AskedPlan | undefined> {
  return thread === undefined ? undefined : planIn(db, { team, channel, thread });
}

/** What was read is kept where others can follow, that is in threads. */
async function answerHere(asker: ProjectAsk): Promise<Answer> {
  const { project, db, team, channel, id: message, thread, words } = asker;
  const text = unquote(words);
  const given = planGiven(asker.plan) ?? (text ? undefined : { intent: 'help' as const });
  const before = await planBefore(asker);
  const { verdict, page, plan, between, pages, share, sortable } = await answerQuestion(
    given ? { plan: given } : { text },
    asker,
    before?.projectId === project.id ? before.plan : undefined,
  );
  const handle = verdict === 'not_understood' ? findHandle(text) : undefined;
  if (handle !== undefined) {
    const of = await ofHandle(handle, visibleIn(asker.workspace.projects(), channel), asker);
    return { message: await explainHandle(handle, of?.[0] ?? project, asker) };
  }
  // What is explained on the way changes nothing of what was asked; what was asked back is gone on from as such.
  const read = plan?.intent === 'help' ? undefined : (plan ?? between);
  if (thread !== undefined && read) {
    const where = { team, channel, message, thread };
    await keepPlan(db, where, { projectId: project.id, plan: read }, asker.now());
  }
  return {
    message: page,
    share: share ?? false,
    ...(pages !== undefined && { pages }),
    ...(sortable !== undefined && { sortable }),
    ...(plan && { plan: packPlan(plan) }),
  };
}

/** @throws Refused where it is of no shape that this version knows. */
function planGiven(short: ProjectAsk['plan']): Plan | undefined {
  if (short === undefined) return undefined;
  const read = Plan.safeParse(unpackPlan(short));
  if (read.success) return read.data;
  throw new Refused('This is too old to work. Ask again.', { example: '/visibility ask' });
}
