/** What a tool of the MCP server is, and who calls it: one row of the tables beside it. */
import type { z } from 'zod';
import type { EmptyCause, Figure, Plan } from '../ask/plan.ts';
import type { Page } from '../messages/page.ts';
import type { Bot } from '../surface/ask.ts';
import type { Workspace } from '../surface/workspace.ts';

/** How somebody got in: Slackbot's signed request, a personal token, or the operator's own terminal. */
export type Door = 'slack' | 'token' | 'stdio';

/**
 * Who calls: with exactly what they may see and do in Slack. `person` is empty for the operator, who may read all and is
 * nobody in Slack. `callId` is the call's own: the same one never writes twice.
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
 * What a tool answers, before it is drawn for programs. `emptyBecause` is the named cause where there is nothing; `pages`: of
 * how many pages the page is one. `plan` is what a question was read as, which its other pages are of. `isRefusal`: the page
 * says why there is no answer.
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

/** Which part of a long answer is asked for: its page, from 0, and how the question was read for the first. */
export type Turn = { page: number; plan?: Plan | undefined };

/**
 * One tool. `writes`: it is offered where MCP_WRITES is on, and to people alone. `next`: a sentence on what to call next. What
 * `run` throws is told as a refusal.
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

/** One tool among others: what it is given fits its own input, which the table of all no longer knows. */
export function toolOf<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return { ...tool, run: (given, caller, turn) => tool.run(tool.input.parse(given), caller, turn) };
}
