/** The selects and buttons that correct how a question was read: the plan that they carry is answered instead. */
import { Plan } from '../../ask/plan.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { unpacked } from '../../messages/ask/corrections.ts';
import type { Action } from '../ask.ts';
import { requireVisible } from '../guards.ts';
import { carried, Refused } from '../refused.ts';
import { requireSeen } from '../seen-by.ts';
import { answerQuestion } from './answer-question.ts';

export const askCorrect: Action = {
  id: ACTIONS.askCorrect,
  async run(ask) {
    const { p: projectId, plan: short } = carried('plan', ask.value);
    // A direct message is no project’s channel: there it is looked for in the person’s own.
    const isDirect = ask.channel.startsWith('D');
    const project = isDirect ? await requireSeen(projectId, ask) : requireVisible(projectId, ask);
    const { data: plan } = Plan.safeParse(unpacked(short));
    if (!plan) throw new Refused({ sentence: 'This is too old to work. Ask your question again.' });
    const asked = { ...ask, project, line: '', words: '', channels: {}, options: {}, page: 0 };
    const { page: message } = await answerQuestion({ plan }, asked);
    // What others read too stays as they read it.
    return ask.isPrivate || isDirect ? { message, delivered: 'replacing' } : { message };
  },
};
