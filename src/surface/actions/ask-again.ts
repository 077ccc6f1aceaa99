/** A button that asks what it carries: try again, or preview what was just connected. */
import { ACTIONS } from '../../slack/blocks.ts';
import type { Action } from '../request.ts';
import { type CommandRoute, controlled, runAgain } from '../run-command.ts';

/** `commands` is asked when somebody clicks, for the route table holds this action as well. */
export function askAgain(commands: () => readonly CommandRoute[]): Action {
  return {
    id: ACTIONS.askAgain,
    async run(request, deps) {
      const { answer, question } = await runAgain(commands(), request.value, request, deps);
      return controlled(answer, question);
    },
  };
}
