/** Somebody who calls a tool, over the store, the Slack and the API of a test. */
import { expect } from 'vitest';
import type { Caller, Tool, ToolAnswer } from '../../src/mcp/tool.ts';
import { createWriteTools } from '../../src/mcp/write-tools.ts';
import type { Page } from '../../src/messages/page.ts';
import type { Ask } from '../../src/surface/ask.ts';
import { drawn } from '../messages/reading.ts';
import { NINE } from '../support/store-opened.ts';

/** As a program with a token of the asker's. */
export function callerOf({ person, team, workspace, ...bot }: Ask): Caller {
  return { door: 'token', person, team, workspace, bot, callId: 'call' };
}

/** Writing tools whose clients' time stands until a test moves it. */
export function writing() {
  const real = { now: NINE };
  const tools = createWriteTools(() => real.now);
  const call = (name: string, given: Readonly<Record<string, unknown>>, ask: Ask): Promise<ToolAnswer> => {
    const tool: Tool = tools.find((one) => one.name === name) ?? expect.fail(`no tool ${name}`);
    return tool.run(tool.input.parse(given), callerOf(ask), { page: 0 });
  };
  return { real, tools, call };
}

/** All that an answer says, as it is heard. */
export function saidIn({ page }: { page: Page }): string {
  return JSON.stringify(drawn(page).blocks);
}
