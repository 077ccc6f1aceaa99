/** Tools that are a question: each makes a plan of what it is given, which is answered as the same question is in Slack. */
import { z } from 'zod';
import { LEAD_FILTERS } from '../ask/plan.ts';
import type { Project } from '../projects/projects.ts';
import { answerQuestion, type Question } from '../surface/ask/answer-question.ts';
import { answerForAnyProject, projectsNamed } from '../surface/ask/ask-command.ts';
import type { Ask } from '../surface/ask.ts';
import { findHandle } from '../surface/command-line.ts';
import { askAbout, askOf, projectMeant, projectsSeen } from './caller-ask.ts';
import { explained } from './command-tools.ts';
import { type EntityKind, planWith, type Wanted } from './plan-names.ts';
import {
  type Caller,
  DAYS,
  Limit,
  Metric,
  Name,
  Project as ProjectName,
  Prompt,
  type Tool,
  type ToolAnswer,
  Topic,
  type Turn,
  toolOf,
  WHERE,
} from './tool.ts';

type About = { project: Project; ask: Ask };

async function answered(question: Question, { project, ask }: About, turn: Turn): Promise<ToolAnswer> {
  // The first page says how it was read: the others are of the same.
  const asked = turn.plan ? { plan: turn.plan } : question;
  const answer = await answerQuestion(asked, askAbout(project, ask, turn.page));
  const { page, plan, reading, verdict, figures, sources, emptyBecause, pages } = answer;
  // What only the bot's store knows is refused, as by the tools that ask for nothing else.
  const isRefusal = emptyBecause === 'not_in_store';
  return { page, project, reading, verdict, figures, sources, emptyBecause, pages, plan, isRefusal };
}

/** A tool whose input is a plan but for the names in it. */
function planTool<Shape extends z.ZodRawShape>({
  input,
  entity = 'rivals',
  plan,
  ...words
}: Pick<Tool, 'name' | 'title' | 'description' | 'next'> & {
  input: Shape;
  entity?: EntityKind;
  plan: (given: z.infer<z.ZodObject<Shape>>) => Wanted;
}): Tool {
  const own = z.object(input);
  return {
    ...words,
    input: own.extend({ project: ProjectName }),
    async run(given, caller, turn) {
      const ask = await askOf(caller);
      const project = projectMeant(z.object({ project: ProjectName }).parse(given).project, ask);
      const about = { project, ask };
      const wanted = turn.plan ?? (await planWith(plan(own.parse(given)), entity, about));
      return answered({ plan: wanted }, about, turn);
    },
  };
}

export const overview = planTool({
  name: 'overview',
  title: 'How the project stands',
  description:
    'Where the project stands: its visibility score, other figures and each engine’s, the latest alert and how many leads there are. Start here.',
  input: { ...WHERE, ...DAYS },
  plan: (given) => ({ intent: 'overview', ...given }),
  next: 'explain_change says why a figure moved; list_leads has the threads to reply to.',
});

export const getScores = planTool({
  name: 'get_scores',
  title: 'Visibility figures',
  description:
    'Daily figures (score, mention rate, rank, sentiment) of the whole, an engine, a region or a prompt, with whether they’re usual. Without days: the latest.',
  input: { metric: Metric, ...WHERE, prompt: Prompt, ...DAYS },
  plan: (given) => ({ intent: 'score', ...given }),
});

export const explainChange = planTool({
  name: 'explain_change',
  title: 'Why a figure changed',
  description:
    'Why a figure rose or fell: whether it’s noise, where the change sits (engines, regions, prompts) and the alert of it. Without days: the last move beyond noise.',
  input: { metric: Metric, ...WHERE, prompt: Prompt, ...DAYS },
  plan: (given) => ({ intent: 'change', why: true, ...given }),
  next: 'search_answers and read_answer show what engines said.',
});

export const getTopic = planTool({
  name: 'get_topic',
  title: 'A topic',
  description:
    'How the brand stands on one topic, against whom, on which engines. Without a topic: all topics, best or worst first.',
  input: {
    topic: Topic,
    metric: Metric,
    engine: WHERE.engine,
    order: z.enum(['best', 'worst']).optional(),
    limit: Limit,
  },
  plan: (given) => ({ intent: 'topic', ...given }),
  next: 'search_answers has the answers on a topic.',
});

export const compare = planTool({
  name: 'compare',
  title: 'Against a rival',
  description:
    'The brand against rivals, by engine, topic and over time. Without a rival: who is named beside the brand.',
  input: {
    rival: Name('A rival’s name; several with commas').optional(),
    metric: Metric,
    ...WHERE,
    topic: Topic,
    prompt: Prompt,
    ...DAYS,
    limit: Limit,
  },
  plan: ({ rival, ...given }) => ({ intent: 'compare', entity: rival, ...given }),
});

export const getSources = planTool({
  name: 'get_sources',
  title: 'What engines cite',
  description:
    'The pages that engines cite most; of one site, topic, prompt or of some days, the citations of these.',
  input: {
    site: Name('A domain, as in “reddit.com”').optional(),
    ...WHERE,
    topic: Topic,
    prompt: Prompt,
    ...DAYS,
    limit: Limit,
  },
  entity: 'domains',
  plan: ({ site, ...given }) => ({ intent: 'sources', entity: site, ...given }),
});

const OF_LEADS = {
  place: Name('A forum, as in “r/devops”').optional(),
  filters: z.array(z.enum(LEAD_FILTERS)).max(LEAD_FILTERS.length).optional(),
  engine: Name('An engine that cites the thread').optional(),
  topic: Topic,
  words: Name('Words of the title').optional(),
  min_score: z.number().optional(),
  order: z.enum(['newest', 'oldest']).optional(),
  ...DAYS,
  limit: Limit,
};

export const listLeads = planTool({
  name: 'list_leads',
  title: 'Community leads',
  description:
    'Forum threads that the brand could reply to, best first, with who is at which. Open and claimed ones, unless filters say otherwise.',
  input: OF_LEADS,
  entity: 'places',
  plan: ({ place, words, ...given }) => ({ intent: 'leads', entity: place, prompt: words, ...given }),
  next: 'get_lead has all of one, by its short name (L412).',
});

const Asked = z.object({
  question: z.string().trim().min(1).max(500).describe('As somebody would ask it, in English'),
  project: ProjectName,
});

export const ask = toolOf({
  name: 'ask',
  title: 'Ask in words',
  description:
    'Answers a question in words on scores, changes, rivals, topics, sources, prompts, leads and what happened. Says how it read the question.',
  input: Asked,
  run: answerInWords,
});

async function answerInWords(given: z.infer<typeof Asked>, caller: Caller, turn: Turn): Promise<ToolAnswer> {
  const asker = await askOf(caller);
  const seen = projectsSeen(asker);
  const isOpen = given.project === undefined && seen.length > 1 && !projectsNamed(given.question, seen);
  const told = isOpen ? await answerForAnyProject(given.question, seen, asker) : undefined;
  if (told) return told;
  const project = projectMeant(given.project, asker, given.question);
  const answer = await answered({ text: given.question }, { project, ask: asker }, turn);
  // As in a direct message, where “why L412?” is a command.
  const handle = answer.verdict === 'not_understood' ? findHandle(given.question) : undefined;
  return handle === undefined ? answer : explained('why', handle, given.project, asker);
}
