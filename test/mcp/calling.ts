/** Calls tools over a test's store, Slack and API. */
import { expect } from 'vitest';
import type { Caller, Tool, ToolAnswer } from '../../src/mcp/tool.ts';
import { createWriteTools } from '../../src/mcp/write-tools.ts';
import type { Page } from '../../src/messages/page.ts';
import type { Ask } from '../../src/surface/ask.ts';
import { drawn } from '../messages/reading.ts';
import { NINE } from '../support/store-opened.ts';

/** A program with a token of the asker. */
export function callerOf({ person, team, workspace, ...bot }: Ask): Caller {
  return { person, team, workspace, bot, callId: 'call' };
}

/** Writing tools with a client clock that a test moves. */
export function writing() {
  const real = { now: NINE };
  const tools = createWriteTools(() => real.now);
  const call = (name: string, given: Readonly<Record<string, unknown>>, ask: Ask): Promise<ToolAnswer> => {
    const tool: Tool = tools.find((one) => one.name === name) ?? expect.fail(`no tool ${name}`);
    return tool.run(tool.input.parse(given), callerOf(ask), { page: 0 });
  };
  return { real, tools, call };
}

/** An answer's whole text, as a screen reader reads it. */
export function saidIn({ page }: { page: Page }): string {
  return JSON.stringify(drawn(page).blocks);
}
