/** The tools that ask a question. Each makes a plan of its input, which is answered like the same question in Slack. */
import { z } from 'zod';
import { findHandle } from '../ask/handles.ts';
import { LEAD_FILTERS, oneOrMore, type Plan } from '../ask/plan.ts';
import { firstProjectWord } from '../messages/ask/asked-back.ts';
import { paragraph, withBelowHeadline } from '../messages/page.ts';
import { LEDGER_DAYS } from '../rules/alert-ledger.ts';
import { answerQuestion, type Question } from '../surface/ask/answer-question.ts';
import { answerForAnyProject } from '../surface/ask/ask-command.ts';
import { findProjectsNamed } from '../surface/command-line.ts';
import { resolveFilter } from '../surface/lookups/filters.ts';
import { Refused } from '../surface/refused.ts';
import { findMeant } from '../words/nearest.ts';
import { explainShortName } from './command-tools.ts';
import {
  type About,
  askAbout,
  createAsk,
  DAYS,
  Limit,
  listProjectsSeen,
  Metric,
  Name,
  type Position,
  ProjectName,
  Prompt,
  projectTool,
  requireOrder,
  requireProject,
  type Tool,
  type ToolAnswer,
  Topic,
  toolOf,
  WHERE,
} from './tool.ts';

async function answer(question: Question, { project, ask }: About, position: Position): Promise<ToolAnswer> {
  // Later pages keep the plan of the first one.
  const asked = position.plan ? { plan: position.plan } : question;
  const answered = await answerQuestion(asked, askAbout(project, ask, position.page));
  return { ...answered, project, isRefusal: answered.emptyBecause === 'not_in_store' };
}

/** A plan as callers write it: several names are one text, separated by commas. */
type TypedPlan = Omit<Plan, Named> & Partial<Record<Named, string | undefined>>;
type Named = 'entity' | 'engine' | 'region' | 'topic';

type EntityKind = 'rivals' | 'domains' | 'places';

/** A tool whose input is a plan, except for how names are written. */
function planTool<Shape extends z.ZodRawShape>({
  input,
  entity = 'rivals',
  plan,
  ...words
}: Pick<Tool, 'name' | 'title' | 'description' | 'next'> & {
  input: Shape;
  entity?: EntityKind;
  plan: (given: z.infer<z.ZodObject<Shape>>) => TypedPlan;
}): Tool {
  return projectTool({
    ...words,
    input,
    async run(given, about, position) {
      const resolved = position.plan ?? (await resolveNames(plan(given), entity, about));
      return answer({ plan: resolved }, about, position);
    },
  });
}

/** Replaces typed names by the project's; lists but of engines and regions may be incomplete. @throws Refused */
async function resolveNames(
  { entity, engine, region, topic, ...rest }: TypedPlan,
  kind: EntityKind,
  { project, ask }: About,
): Promise<Plan> {
  requireOrder(rest);
  const names = await ask.projectNames({ team: ask.team, project });
  const options = { ...(engine !== undefined && { engine }), ...(region !== undefined && { region }) };
  const { asked } = await resolveFilter({ options, words: '', line: '' }, ask.api(project));
  return {
    ...rest,
    ...(entity !== undefined && { entity: splitNames(entity, names[kind]) }),
    engine: oneOrMore(asked.engines),
    region: oneOrMore(asked.regions),
    ...(topic !== undefined && { topic: splitNames(topic, names.topics) }),
  };
}

/** One known name, which may hold a comma, or several separated by commas. */
function splitNames(typed: string, known: readonly string[]): string | string[] {
  const whole = findMeant(typed, known);
  if (whole !== undefined) return whole;
  const pieces = typed.split(',').flatMap((one) => one.trim() || []);
  return oneOrMore(pieces.map((one) => findMeant(one, known) ?? one)) ?? typed;
}

export const overview = planTool({
  name: 'overview',
  title: 'Project overview',
  description:
    'Where the project stands: its visibility score and other figures, overall and by engine, the latest alert and the number of leads. Start here.',
  input: { ...WHERE, ...DAYS },
  plan: (given) => ({ intent: 'overview', ...given }),
  next: 'explain_change says why a figure moved. list_leads lists the threads to reply to.',
});

export const getScores = planTool({
  name: 'get_scores',
  title: 'Visibility figures',
  description:
    'Figures (score, mention rate, rank, sentiment) overall or for an engine, a region or a prompt, of each day of the score or of the metric named, and whether they’re usual. Several engines or regions are put side by side, for their last day only. Without days: the latest.',
  input: { metric: Metric, ...WHERE, prompt: Prompt, ...DAYS },
  plan: (given) => ({ intent: 'score', ...given }),
});

export const explainChange = planTool({
  name: 'explain_change',
  title: 'Why a figure changed',
  description:
    'Why a figure rose or fell: whether it’s noise, where the change happened (engines, regions, prompts) and any alert about it. Without days: the last move beyond noise.',
  input: { metric: Metric, ...WHERE, prompt: Prompt, ...DAYS },
  plan: (given) => ({ intent: 'change', why: true, ...given }),
  next: 'search_answers and read_answer show what engines said.',
});

export const getTopic = planTool({
  name: 'get_topic',
  title: 'Topics',
  description:
    'How the brand does on one topic, against which rivals and on which engines. Without a topic: all topics, best or worst first.',
  input: {
    topic: Topic,
    metric: Metric,
    engine: WHERE.engine,
    order: z.enum(['best', 'worst']).optional(),
    limit: Limit,
  },
  plan: (given) => ({ intent: 'topic', ...given }),
  next: 'search_answers lists the answers on a topic.',
});

export const compare = planTool({
  name: 'compare',
  title: 'Compare with rivals',
  description:
    'The brand against rivals, by engine, by topic and over time. Without a rival: who is named alongside the brand.',
  input: {
    rival: Name('Name of a rival. Separate several with commas').optional(),
    metric: Metric,
    ...WHERE,
    topic: Topic,
    prompt: Prompt,
    ...DAYS,
    limit: Limit,
  },
  plan: ({ rival, ...given }) => ({ intent: 'compare', entity: rival, ...given }),
});

export const searchAnswers = planTool({
  name: 'search_answers',
  title: 'Answers of engines',
  description:
    'What engines answered on a topic, to a tracked prompt or to all prompts, by day, each with an id for read_answer. As far back as the API lists answers.',
  input: {
    topic: Topic,
    prompt: Prompt,
    ...WHERE,
    ...DAYS,
    order: z.enum(['newest', 'oldest']).optional().describe('Which come first. By default the newest'),
    limit: Limit,
  },
  plan({ order = 'newest', ...given }) {
    if (given.topic !== undefined && given.prompt !== undefined)
      throw new Refused('Give a topic or a prompt, not both.');
    return { intent: 'answers', order, ...given };
  },
  next: 'read_answer returns one answer in full.',
});

export const getSources = planTool({
  name: 'get_sources',
  title: 'What engines cite',
  description:
    'The pages that engines cite most. With a site, topic, prompt or days: the citations that match.',
  input: {
    site: Name('A domain, for example “reddit.com”').optional(),
    ...WHERE,
    topic: Topic,
    prompt: Prompt,
    ...DAYS,
    limit: Limit,
  },
  entity: 'domains',
  plan: ({ site, ...given }) => ({ intent: 'sources', entity: site, ...given }),
});

export const listLeads = planTool({
  name: 'list_leads',
  title: 'Community leads',
  description:
    'Forum threads that the brand could reply to, best first, with who claimed which. Only open and claimed ones, unless filters say otherwise.',
  input: {
    place: Name('A forum, for example “r/devops”').optional(),
    filters: z.array(z.enum(LEAD_FILTERS)).max(LEAD_FILTERS.length).optional(),
    engine: Name('An engine that cites the thread').optional(),
    topic: Topic,
    words: Name('Words from the title').optional(),
    min_score: z.number().optional(),
    order: z.enum(['newest', 'oldest']).optional(),
    ...DAYS,
    limit: Limit,
  },
  entity: 'places',
  plan: ({ place, words, ...given }) => ({ intent: 'leads', entity: place, prompt: words, ...given }),
  next: 'get_lead returns everything about one, by its short name (L412).',
});

export const listAlerts = planTool({
  name: 'list_alerts',
  title: 'Alerts',
  description: `Alerts on scores and on what answers say that were open between two days (by default the last ${LEDGER_DAYS}), as posted in channels that you can see. Open ones first.`,
  input: DAYS,
  plan: (given) => ({ intent: 'happened', aspects: ['alerts'], ...given }),
  next: 'why explains an alert by its short name (A37).',
});

export const ask = toolOf({
  name: 'ask',
  title: 'Ask in words',
  description:
    'Answers a question in plain words about scores, changes, rivals, topics, sources, prompts, leads and what happened. Says how it read the question.',
  input: z.object({
    question: z.string().trim().min(1).max(500).describe('In English, as a person would ask it'),
    project: ProjectName,
  }),
  async run({ question, project: wanted }, caller, position) {
    const asker = await createAsk(caller);
    const seen = listProjectsSeen(asker);
    const isOpen = wanted === undefined && seen.length > 1 && !findProjectsNamed(question, seen);
    const general = isOpen ? answerForAnyProject(question) : undefined;
    if (general) return general;
    const [first] = isOpen ? seen : [];
    const project = first ?? requireProject(wanted, asker, question);
    const read = await answer({ text: question }, { project, ask: asker }, position);
    const word = first && paragraph(firstProjectWord(seen, 'give its name as project'));
    const answered = { ...read, page: withBelowHeadline(read.page, word) };
    // As in a direct message, where “why L412?” is a command.
    const handle = answered.verdict === 'not_understood' ? findHandle(question) : undefined;
    return handle === undefined ? answered : explainShortName(handle, wanted, asker);
  },
});
