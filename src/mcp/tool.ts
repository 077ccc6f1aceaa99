/** What a tool of the MCP server is, who calls it, the inputs that tools share, and the result of each. */
import { z } from 'zod';
import type { EmptyCause, Figure, Plan } from '../ask/plan.ts';
import type { Page } from '../messages/page.ts';
import type { Bot } from '../surface/ask.ts';
import type { Workspace } from '../surface/workspace.ts';

/** How the caller got in: Slackbot's signed request, a personal token, or the operator's own terminal. */
export type Door = 'slack' | 'token' | 'stdio';

/**
 * Who calls, and may see and do exactly what they may in Slack. `person` is empty for the operator, who may read everything
 * and is nobody in Slack. The same `callId` never writes twice.
 */
export type Caller = {
  door: Door;
  person: string;
  team: string;
  workspace: Workspace;
  bot: Bot;
  callId: string;
};

/**
 * A tool's answer, before it is drawn for programs. `emptyBecause`: why there is nothing; `pages`: how many there are of this
 * page. `plan`: how a question was read, for its other pages. `isRefusal`: the page says why there is no answer.
 */
export type ToolAnswer = {
  page: Page;
  project?: { id: string; name: string } | undefined;
  /** How a question was read, in words. */
  reading?: string | undefined;
  verdict?: string | undefined;
  figures?: readonly Figure[] | undefined;
  /** Links. */
  sources?: readonly string[] | undefined;
  emptyBecause?: EmptyCause | undefined;
  pages?: number | undefined;
  plan?: Plan | undefined;
  isRefusal?: boolean | undefined;
};

/** Which page (from 0) of a long answer, and how the question was read for the first. */
export type Turn = { page: number; plan?: Plan | undefined };

/**
 * `writes`: offered only if MCP_WRITES is on, and only to people. `next`: a sentence on what to call next. What `run` throws
 * becomes a refusal.
 */
export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  writes?: true;
  next?: string;
  run: (given: z.infer<Input>, caller: Caller, turn: Turn) => Promise<ToolAnswer>;
};

/** The tool without its own input type, so that one table can hold all of them. */
export function toolOf<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return { ...tool, run: (given, caller, turn) => tool.run(tool.input.parse(given), caller, turn) };
}

export const Name = (about: string) => z.string().trim().min(1).max(200).describe(about);

export const Project = Name('Name or id; may be left out where there is one').optional();

export const WHERE = {
  engine: Name('As in “Gemini”; several with commas').optional(),
  region: Name('Name or code; several with commas').optional(),
};

export const Topic = Name('A topic’s name').optional();
export const Prompt = Name('Words of a tracked prompt').optional();

/** A short name in any case: one of these letters and a number. `otherwise`: what to say about anything else. */
export const Handle = (letters: string, about: string, otherwise: string) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^[${letters}]\\d{1,9}$`, 'i'), otherwise)
    .toUpperCase()
    .describe(about);

const Day = (about: string) =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, 'Give a day as YYYY-MM-DD, such as 2026-11-20.')
    .refine((day) => z.iso.date().safeParse(day).success, 'There is no such day.')
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
  answers: z.number().optional().describe('how many answers it was made from'),
  since: z.string().optional().describe('the day it’s compared with'),
  change: z.number().optional().describe('since then, where both can be compared'),
  comparable: z.boolean().optional().describe('whether both days were measured alike'),
  verdict: z.string().optional().describe('whether the change is noise: "normal", or how sure it is'),
});

/** A union rather than one list of types, for which some clients refuse the tool. */
const Value = z.union([z.string(), z.number(), z.null().describe('not given by the API')]);

const Table = z.object({
  heading: z.string().optional(),
  columns: z.array(z.string()),
  rows: z.array(z.array(Value)),
});

/** The structured result of every tool: the same facts as its text. What isn't known is left out. */
export const Result = z.object({
  project: z.object({ id: z.string(), name: z.string() }).optional(),
  reading: z.string().optional().describe('how the question was understood'),
  verdict: z.string().optional(),
  figures: z.array(FigureResult),
  tables: z.array(Table),
  lines: z.array(z.string()),
  sources: z.array(z.string()).describe('links'),
  emptyBecause: z.string().optional().describe('why there is nothing'),
  nextCursor: z.string().optional().describe('call again with this cursor for the rest'),
});
export type Result = z.infer<typeof Result>;
