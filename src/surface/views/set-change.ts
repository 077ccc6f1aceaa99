/** The form of tracked engines or regions, submitted: checked against what others did meanwhile, then set. */
import { z } from 'zod';
import { workingModal } from '../../messages/answers/message-modal.ts';
import {
  listedIn,
  SET_INPUT,
  type TrackedSet,
  trackedSetAnswer,
} from '../../messages/answers/tracked-set.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { audited } from '../audited.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { requireNoneUnderWay, setWrites, writeInWords } from '../prompts/set-writes.ts';
import { fingerprint, readSet, SET_KINDS, writeSet } from '../prompts/tracked-sets.ts';
import { Refused } from '../refused.ts';
import type { View } from '../request.ts';

const Metadata = z.object({
  kind: z.enum(SET_KINDS),
  project: z.string(),
  channel: z.string(),
  seen: z.object({
    tracked: z.string(),
    listed: z.string(),
    last: z.string().optional(),
    isUnread: z.boolean().optional(),
  }),
});

export const setChangeView: View = {
  id: VIEWS.setChange,
  async submit({ metadata, lists }, deps) {
    const { kind, project: id, channel, seen } = carried(Metadata, metadata);
    const chosen = lists[SET_INPUT.actionId] ?? [];
    if (chosen.length === 0) return { errors: { [SET_INPUT.blockId]: 'Choose at least one.' } };
    return {
      channel,
      working: workingModal(`Setting the tracked ${kind}`),
      async after(asker) {
        const project = requireVisible(id, asker, deps);
        const now = await readSet(kind, project, asker, deps);
        const wanted = [...chosen, ...listedIn(now).stay];
        const names = namesOf(now, wanted);
        const set = {
          names,
          ids: wanted,
          ...(now.told.length > 0 && { before: [...now.told] }),
        };
        const action = `${kind}.set`;
        const write = { action, projectId: id, subject: names.join(', '), data: { set } };
        await audited(asker, deps, write, async () => {
          // After our own row is there: of two who set at once at least one finds the other's.
          const writes = await setWrites(action, id, asker, deps);
          await requireNoneUnderWay(writes, kind, asker, deps);
          if (writes.last && writes.last.request !== seen.last) {
            throw refusedFor(kind, await writeInWords(writes.last, kind, asker, deps));
          }
          requireAsSeen(now, seen);
          await writeSet(kind, wanted, deps.visibilityOf(project), project);
          const was = namesOf(now, now.tracked);
          const isDoubtful = now.isDoubtful || now.isUnread === true;
          return {
            result: true,
            outcome: `was ${isDoubtful ? 'perhaps ' : ''}${was.join(', ') || 'none'}`,
            data: { set: { ...set, ...(was.length > 0 && { was }) } },
          };
        });
        const note = `Set: ${names.join(', ')}. It counts from the next day on.`;
        return {
          message: trackedSetAnswer(
            project,
            { ...now, tracked: wanted, isUnread: false },
            { done: note, mayChange: true },
          ),
        };
      },
    };
  },
};

function namesOf({ choices }: TrackedSet, ids: readonly string[]): string[] {
  return choices.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
}

/** @throws Refused where the API says otherwise than when the form was opened. */
function requireAsSeen(now: TrackedSet, seen: z.output<typeof Metadata>['seen']): void {
  const { kind } = now;
  const { tracked, listed } = fingerprint(now);
  if (tracked !== seen.tracked || (now.isUnread ?? false) !== (seen.isUnread ?? false)) {
    if (now.isUnread) throw refusedFor(kind, `Which ${kind} are tracked can’t be read any more.`);
    const names = namesOf(now, now.tracked).join(', ') || 'none';
    if (seen.isUnread) throw refusedFor(kind, `The API says again which ${kind} are tracked: ${names}.`);
    throw refusedFor(kind, `Somebody changed the tracked ${kind} meanwhile: they are ${names} now.`);
  }
  if (listed !== seen.listed) throw refusedFor(kind, `The API lists other ${kind} now than the form did.`);
}

function refusedFor(kind: TrackedSet['kind'], why: string): Refused {
  return new Refused({
    sentence: `${why} Nothing was set now; open the form again.`,
    example: `/visibility ${kind}`,
  });
}
