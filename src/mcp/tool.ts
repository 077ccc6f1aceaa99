/** The tools' types, shared inputs and result, and the Ask that handlers take, as if asked in a direct message. */
import { z } from 'zod';
import type { EmptyCause, Figure, Plan } from '../ask/plan.ts';
import type { Page } from '../messages/page.ts';
import { findVisibleProjects, type Project } from '../projects/projects.ts';
import { asOperator } from '../surface/ask/answer-locally.ts';
import type { Ask, Bot, ProjectAsk } from '../surface/ask.ts';
import { findProject, findProjectsNamed, noProjectHere } from '../surface/command-line.ts';
import { Refused } from '../surface/refused.ts';
import { withProjectsSeen } from '../surface/seen-by.ts';
import type { Workspace } from '../surface/workspace.ts';

/** Who is calling. `person` is empty for the operator, nobody in Slack. The same `callId` never writes twice. */
export type Caller = {
  person: string;
  team: string;
  workspace: Workspace;
  bot: Bot;
  callId: string;
};

/** A tool's answer, before it's drawn for programs. `plan`: how the question was read, for the other pages. */
export type ToolAnswer = {
  page: Page;
  project?: { id: string; name: string } | undefined;
  reading?: string | undefined;
  verdict?: string | undefined;
  figures?: readonly Figure[] | undefined;
  sources?: readonly string[] | undefined;
  emptyBecause?: EmptyCause | undefined;
  pages?: number | undefined;
  plan?: Plan | undefined;
  isRefusal?: boolean | undefined;
};

/** Which page (from 0) of a long answer to return, and how the question was read for its first page. */
export type Position = { page: number; plan?: Plan | undefined };

/** `writes`: only offered if MCP_WRITES is on, and to people. Errors of `run` become refusals. */
export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  writes?: true;
  next?: string;
  run: (given: z.infer<Input>, caller: Caller, position: Position) => Promise<ToolAnswer>;
};

/** Hides the tool's own input type, so that one table can hold all tools. */
export function toolOf<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return { ...tool, run: (given, caller, position) => tool.run(tool.input.parse(given), caller, position) };
}

export const Name = (about: string) => z.string().trim().min(1).max(200).describe(about);

export const ProjectName = Name('Name or id. Optional if there is only one').optional();

export const WHERE = {
  engine: Name('For example “Gemini”. Separate several with commas').optional(),
  region: Name('Name or code. Separate several with commas').optional(),
};

export const Topic = Name('Name of a topic').optional();
export const Prompt = Name('Words from a tracked prompt').optional();

/** A short name: one of `letters` in any case, then a number. `otherwise`: the error for anything else. */
export const Handle = (letters: string, about: string, otherwise: string) =>
  z
    .string(otherwise)
    .trim()
    .regex(new RegExp(`^[${letters}]\\d{1,9}$`, 'i'), otherwise)
    .toUpperCase()
    .describe(about);

const Day = (about: string) =>
  z.iso
    .date('Give a day that exists, as YYYY-MM-DD, for example 2026-11-20.')
    .optional()
    .describe(`${about}, YYYY-MM-DD`);

export const DAYS = { from: Day('First day'), to: Day('Last day') };

export const Metric = z.enum(['score', 'mention_rate', 'rank', 'sentiment']).optional();
export const Limit = z.int().min(1).max(100).optional();

const FigureResult = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  day: z.string().optional().describe('YYYY-MM-DD'),
  answers: z.number().optional().describe('how many answers it’s based on'),
  since: z.string().optional().describe('the day it’s compared with'),
  change: z.number().optional().describe('since then, if the two can be compared'),
  comparable: z.boolean().optional().describe('whether both days were measured the same way'),
  verdict: z.string().optional().describe('whether the change is noise: "normal", or how sure it is'),
});

/** A union, because some clients reject a tool whose schema has a list of types. */
const Value = z.union([z.string(), z.number(), z.null().describe('not given by the API')]);

const Table = z.object({
  heading: z.string().optional(),
  columns: z.array(z.string()),
  rows: z.array(z.array(Value)),
});

/** The structured result of every tool: the same facts as its text. Whatever isn't known is left out. */
export const Result = z.object({
  project: z.object({ id: z.string(), name: z.string() }).optional(),
  reading: z.string().optional().describe('how the question was understood'),
  verdict: z.string().optional(),
  figures: z.array(FigureResult),
  tables: z.array(Table),
  lines: z.array(z.string()),
  sources: z.array(z.string()).describe('links'),
  emptyBecause: z.string().optional().describe('why there is nothing'),
  nextCursor: z.string().optional().describe('call the tool again with this cursor for the rest'),
});
export type Result = z.infer<typeof Result>;

/** Stands in for a direct message. Nothing is ever posted there. */
const HERE = 'DMCP';

/** @throws Refused if the Slack account is deactivated */
export async function createAsk({ person, team, workspace, bot, callId }: Caller): Promise<Ask> {
  const ask = { ...bot, workspace, team, id: callId, person, channel: HERE, triggerId: '' };
  if (person === '') return { ...ask, workspace: asOperator(workspace, HERE) };
  const { isDeactivated } = await workspace.personOf(person);
  if (isDeactivated) throw new Refused('Your Slack account is deactivated.');
  return withProjectsSeen(ask);
}

export type About = { project: Project; ask: Ask };

export function projectTool<Shape extends z.ZodRawShape>({
  input,
  run,
  ...words
}: Pick<Tool, 'name' | 'title' | 'description' | 'next'> & {
  input: Shape;
  run: (given: z.infer<z.ZodObject<Shape>>, about: About, position: Position) => Promise<ToolAnswer>;
}): Tool {
  const own = z.object(input);
  return {
    ...words,
    input: own.extend({ project: ProjectName }),
    async run(given, caller, position) {
      const ask = await createAsk(caller);
      const project = requireProject(z.object({ project: ProjectName }).parse(given).project, ask);
      return { project, ...(await run(own.parse(given), { project, ask }, position)) };
    },
  };
}

/** The projects that the caller sees, in the order of the projects file. */
export function listProjectsSeen({ workspace, channel }: Ask): Project[] {
  return findVisibleProjects(workspace.projects(), channel);
}

/** The one that is named, or all. @throws Refused as requireProject */
export function listProjectsMeant(wanted: string | undefined, ask: Ask): readonly Project[] {
  const all = listProjectsSeen(ask);
  return wanted === undefined && all.length > 0 ? all : [requireProject(wanted, ask)];
}

/** The project by name or id, or that `text` names, or the only one. @throws Refused: hidden ones seem not to exist */
export function requireProject(wanted: string | undefined, ask: Ask, text = ''): Project {
  const visible = listProjectsSeen(ask);
  const names = joinNames(visible);
  if (visible.length === 0) throw noProject(ask);
  if (wanted !== undefined) {
    const project = findProject(wanted.trim(), visible);
    if (project) return project;
    throw new Refused(`You see no project “${wanted}”. You see: ${names}.`);
  }
  const [project, second] = findProjectsNamed(text, visible) ?? visible;
  if (project && !second) return project;
  throw new Refused(`Say which project you mean. You see: ${names}.`);
}

/** @throws Refused for days in the wrong order */
export function requireOrder({ from, to }: Pick<Plan, 'from' | 'to'>): void {
  if (from !== undefined && to !== undefined && from > to)
    throw new Refused(`from (${from}) is after to (${to}). Swap them.`);
}

function noProject({ person }: Ask): Refused {
  const none =
    'No project is configured. Add one to projects.yml, or connect one in Slack: /visibility connect';
  return person === '' ? new Refused(none) : noProjectHere(HERE);
}

export function joinNames(projects: readonly Project[]): string {
  return projects.map(({ name }) => name).join(', ');
}

/** A question about a project as commands take it, with lists as tables. */
export function askAbout(project: Project, ask: Ask, page = 0): ProjectAsk {
  return { ...ask, project, line: '', words: '', channels: {}, options: {}, page, view: 'table' };
}
