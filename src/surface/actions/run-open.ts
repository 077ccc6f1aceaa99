/** Read answer, Open and Whole run: the prompt run, or the run group, whose id the button carries. */
import { z } from 'zod';
import { ACTIONS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { runWords } from '../commands/runs.ts';
import type { Action } from '../request.ts';
import { type CommandRoute, controlled, questionOf, runAgain } from '../run-command.ts';

const Value = z.object({ project: z.string(), id: z.guid() });

const IDS = { run: ACTIONS.runOpen, group: ACTIONS.groupOpen } as const;

/**
 * It asks what /visibility runs would be asked, so that the answer has pages and can be shared. A run does not change
 * any more: the button works as long as the message is there. `commands` is asked when somebody clicks.
 */
export function runOpen(kind: keyof typeof IDS, commands: () => readonly CommandRoute[]): Action {
  return {
    id: IDS[kind],
    async run(request, deps) {
      const { project, id } = carried(Value, request.value);
      const asked = questionOf('runs', runWords(kind, id), project, deps.clock.now());
      const { answer, question } = await runAgain(commands(), asked, request, deps);
      return controlled(answer, question);
    },
  };
}
