/** /visibility engines and /visibility regions: what is tracked, and the button that changes it. */
import { trackedSetAnswer } from '../../messages/answers/tracked-set.ts';
import { verdictOn } from '../guards.ts';
import { writeInWords } from '../prompts/set-writes.ts';
import { readSet, type SetKind } from '../prompts/tracked-sets.ts';
import type { Command } from '../request.ts';

const SUMMARIES: Record<SetKind, string> = {
  engines: 'The engines that are asked; admins change them in a form',
  regions: 'The regions that are asked in; admins change them in a form',
};

export function trackedSet(kind: SetKind): Command {
  return {
    name: kind,
    usage: kind,
    example: kind,
    summary: SUMMARIES[kind],
    scope: 'project',
    words: 'none',
    async run(request, deps) {
      const { project } = request;
      const { allowed: mayChange } = await verdictOn('configure', request, deps);
      const set = await readSet(kind, project, request, deps);
      const { last } = set.writes;
      const isTold = last && (set.isDoubtful || set.isChangedElsewhere);
      const written = isTold ? await writeInWords(last, kind, request, deps) : undefined;
      const done = set.isChangedElsewhere
        ? `${written} Since then somebody changed them elsewhere.`
        : written;
      return { message: trackedSetAnswer(project, set, { ...(done && { done }), mayChange }) };
    },
  };
}
