/** Next and Previous under a long answer: the question is asked again, and the answer changes in place. */
import type { Action } from '../request.ts';
import { type CommandRoute, controlled, runAgain } from '../run-command.ts';

/** `commands` is asked when somebody clicks, for the route table holds this action as well. */
export function pageTurn(id: string, commands: () => readonly CommandRoute[]): Action {
  return {
    id,
    async run(request, deps) {
      const { answer, question } = await runAgain(commands(), request.value, request, deps);
      const turned = controlled(answer, question);
      // What says why there is no other page leaves this one as it is.
      const isPage = turned && 'message' in turned && !turned.again;
      return isPage ? { ...turned, delivered: 'replacing' } : turned;
    },
  };
}
