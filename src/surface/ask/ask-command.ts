/** /visibility ask, which takes any words as a question, and keeps how it was read where others can follow. */
import { Plan } from '../../ask/plan.ts';
import { HOUR_MS } from '../../durations.ts';
import { packed, unpacked } from '../../messages/ask/corrections.ts';
import type { Project } from '../../projects/projects.ts';
import { keepPlan, planIn, planSince } from '../../store/asked.ts';
import type { Answer, Ask, Command, ProjectAsk } from '../ask.ts';
import { unquoted } from '../command-line.ts';
import { isDirect } from '../direct-message.ts';
import { Refused } from '../refused.ts';
import { answerQuestion } from './answer-question.ts';

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
    return named(atEnd, visible) ?? (await ofThread(visible, asker)) ?? named(words, visible);
  },
  run: answerHere,
};

/** In a thread the question before says of which project it goes on. */
async function ofThread(visible: readonly Project[], asker: Ask): Promise<readonly Project[] | undefined> {
  const before = await planBefore(asker);
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

/** In a direct message people go on without a thread, while they remember what they asked. */
const REMEMBERED_MS = HOUR_MS;

async function planBefore({ db, team, channel, thread, now }: Ask) {
  if (thread === undefined) return undefined;
  const ofThread = await planIn(db, { team, channel, thread });
  if (ofThread || !isDirect(channel)) return ofThread;
  return planSince(db, { team, channel }, now() - REMEMBERED_MS);
}

/** What was read is kept where others can follow, that is in threads. */
async function answerHere(asker: ProjectAsk): Promise<Answer> {
  const { project, db, team, channel, id: message, thread, words } = asker;
  const text = unquoted(words);
  const given = planGiven(asker.plan) ?? (text ? undefined : { intent: 'help' as const });
  const before = await planBefore(asker);
  const { page, plan, pages, share, sortable } = await answerQuestion(
    given ? { plan: given } : { text },
    asker,
    before?.projectId === project.id ? before.plan : undefined,
  );
  if (thread !== undefined && plan)
    await keepPlan(db, { team, channel, message, thread }, { projectId: project.id, plan }, asker.now());
  return {
    message: page,
    share: share ?? false,
    ...(pages !== undefined && { pages }),
    ...(sortable !== undefined && { sortable }),
    ...(plan && { plan: packed(plan) }),
  };
}

/** @throws Refused where it is of no shape that this version knows. */
function planGiven(short: ProjectAsk['plan']): Plan | undefined {
  if (short === undefined) return undefined;
  const read = Plan.safeParse(unpacked(short));
  if (read.success) return read.data;
  throw new Refused({ sentence: 'This is too old to work. Ask again.', example: '/visibility ask' });
}
