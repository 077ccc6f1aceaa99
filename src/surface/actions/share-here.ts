/** Share here under an answer: everybody in the channel sees it, with who showed it, and without its buttons. */
import { shared } from '../../messages/answer-controls.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import type { Action } from '../request.ts';
import { type CommandRoute, runAgain } from '../run-command.ts';

/** `commands` is asked when somebody clicks, for the route table holds this action as well. */
export function shareHere(commands: () => readonly CommandRoute[]): Action {
  return {
    id: ACTIONS.shareHere,
    async run(request, deps) {
      const { answer } = await runAgain(commands(), request.value, request, deps);
      if (!answer || !('message' in answer)) return answer;
      const message = shared(answer.message, request.person, deps.clock.now());
      return { message, delivered: 'to_channel' };
    },
  };
}
