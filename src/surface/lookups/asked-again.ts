/** The buttons under an answer, which ask its question again: for its other pages, after a failure, or for everybody in the channel. */

import { hash } from 'node:crypto';
import { ACTIONS } from '../../messages/actions.ts';
import { shared } from '../../messages/answer-controls.ts';
import { type Action, action } from '../ask.ts';
import { audited } from '../audited.ts';
import { carried } from '../refused.ts';
import { controlled, runAgain, runLine } from '../run-command.ts';
import type { CommandRoute } from '../whose-line.ts';

/** Asked when somebody clicks, for the route table holds these actions as well. */
type Commands = () => readonly CommandRoute[];

/** Next and Previous: the answer changes in place. */
export function pageTurn(id: string, commands: Commands): Action {
  return action(id, async (ask) => {
    const question = carried('question', ask.value);
    const turned = controlled(await runAgain(commands(), question, ask), question);
    // What says why there is no other page leaves this one as it is.
    const isPage = turned && 'message' in turned && !turned.again;
    return isPage ? { ...turned, delivered: 'replacing' } : turned;
  });
}

/** A line that somebody could have typed; of a tab, its answer takes the place of the one that was clicked. */
export function lineOpen(id: typeof ACTIONS.lineOpen | typeof ACTIONS.lineTab, commands: Commands): Action {
  return action(id, async (ask) => {
    const answer = await runLine(commands(), carried('line', ask.value), ask);
    const isShown = answer && 'message' in answer && !answer.again;
    return id === ACTIONS.lineTab && isShown ? { ...answer, delivered: 'replacing' } : answer;
  });
}

/** Try again, or preview what was just connected. */
export function askAgain(commands: Commands): Action {
  return action(ACTIONS.askAgain, async (ask) => {
    const question = carried('question', ask.value);
    return controlled(await runAgain(commands(), question, ask), question);
  });
}

const TAKEN = { sentence: 'You already shared this here.' };

/** Share here: everybody in the channel sees it, once, with who showed it and without its buttons. */
export function shareHere(commands: Commands): Action {
  return action(ACTIONS.shareHere, async (ask) => {
    const question = carried('question', ask.value);
    const answer = await runAgain(commands(), question, ask);
    // What is for the asker alone stays with them, whatever a button carries: it may speak of what is not shown here.
    if (!answer || !('message' in answer) || answer.again || !answer.share)
      return controlled(answer, question);
    const { name, words, project: projectId = '' } = question;
    const write = { action: 'answer.share', projectId, subject: `${name} ${words}`.trim(), taken: TAKEN };
    // A page of an answer is shared once, however often and by how many clicks: not the click's id counts here.
    const id = hash('sha256', `${ask.channel} ${ask.person} ${ask.value}`);
    const message = shared(answer.message, ask.person, ask.now());
    return {
      message,
      delivered: 'to_channel',
      async within(deliver) {
        const refused = await audited({ ...ask, id }, write, async () => {
          const result = await deliver().then(
            () => undefined,
            (error: unknown) => ({ error }),
          );
          // What nobody saw leaves no row, or it could never be shared again.
          return { result, outcome: result ? undefined : 'shown to the channel' };
        });
        if (refused) throw refused.error;
      },
    };
  });
}
