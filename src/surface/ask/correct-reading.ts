/** The selects and buttons that correct how a question was read: the plan that they carry is answered instead. */
import { ACTIONS } from '../../messages/actions.ts';
import type { Action } from '../ask.ts';
import { requireVisible } from '../guards.ts';
import type { CommandRoute } from '../interpret-line.ts';
import { requireCarried } from '../refused.ts';
import { addControls, makeQuestion, runAgain } from '../run-command.ts';
import { isDirect } from '../seen-by.ts';

/** It takes the place of the answer, unless others read that too. `commands` is asked when somebody clicks. */
export function askCorrect(commands: () => readonly CommandRoute[]): Action {
  return {
    id: ACTIONS.askCorrect,
    async run(asker) {
      const { p: projectId, plan } = requireCarried('plan', asker.value);
      const { id } = requireVisible(projectId, asker);
      const question = { ...makeQuestion('ask', '', id, asker.now()), plan };
      const answer = addControls(await runAgain(commands(), question, asker), question);
      const isOwn = asker.isPrivate || isDirect(asker.channel);
      const isShown = answer && 'message' in answer && !answer.again;
      return isShown && isOwn ? { ...answer, delivered: 'replacing' } : answer;
    },
  };
}
