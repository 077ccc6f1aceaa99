/** Change… under the tracked engines or regions: opens the form with what is tracked now. */
import { z } from 'zod';
import { workingModal } from '../../messages/answers/message-modal.ts';
import { trackedSetModal } from '../../messages/answers/tracked-set.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { requireNoneUnderWay } from '../prompts/set-writes.ts';
import { fingerprint, readSet, SET_KINDS } from '../prompts/tracked-sets.ts';
import type { Action } from '../request.ts';

const Value = z.object({ kind: z.enum(SET_KINDS), project: z.string() });

export const setChange: Action = {
  id: ACTIONS.setChange,
  async run(request, deps) {
    const { kind, project: id } = carried(Value, request.value);
    const project = requireVisible(id, request, deps);
    return {
      modal: workingModal(`Reading the tracked ${kind}`),
      async filled() {
        const set = await readSet(kind, project, request, deps);
        await requireNoneUnderWay(set.writes, kind, request, deps);
        const { channel } = request;
        const seen = { ...fingerprint(set), last: set.writes.last?.request, isUnread: set.isUnread };
        const metadata = JSON.stringify({ kind, project: id, channel, seen });
        return trackedSetModal(project, set, metadata);
      },
    };
  },
};
